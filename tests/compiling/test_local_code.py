"""Compiled functions have their own copies of what they call."""

import numba
import numpy as np
import pytest

from balance.bench.profile import functions_of, symbols_of
from balance.compiling.jit import is_compiling

compiling = pytest.mark.skipif(not is_compiling(), reason="nothing is compiled")


def weigh(numbers):
    """Return a sum, which may fail."""
    total = 0.0
    for number in numbers:
        total += number if number > 0 else -2.0 * number
        if total > 1e6:
            raise ValueError("too much")
    return total


@pytest.fixture
def both():
    """Return a function that calls another one more often than it is inlined."""
    called = numba.njit(weigh)

    @numba.njit
    def both(numbers):
        return called(numbers) + called(numbers[1:]) + called(numbers[2:])

    return both


@compiling
def test_what_is_called_and_not_inlined_is_a_copy_that_belongs_to_its_caller(both):
    assert both(np.array([1.0, -2.0, 3.0])) == 8.0 + 7.0 + 3.0
    (library,) = (overload.library for overload in both.overloads.values())
    linkages = {function.linkage.name for function in library._final_module.functions}
    assert "linkonce_odr" not in linkages
    with pytest.raises(ValueError, match="too much"):
        both(np.array([1e7]))


@compiling
def test_callers_of_a_caller_are_compiled_as_ever(both):
    @numba.njit
    def thrice(numbers):
        return 3 * both(numbers)

    assert thrice(np.array([1.0, -2.0, 3.0])) == 54.0
    shared = next(iter(both.overloads.values())).library._get_module_for_linking()
    linkages = [one.linkage.name for one in shared.functions if not one.is_declaration]
    assert set(linkages) == {"linkonce_odr"}


@compiling
def test_a_profile_knows_the_copies_too(both):
    both(np.array([1.0, -2.0, 3.0]))
    (overload,) = both.overloads.values()
    name = overload.fndesc.llvm_func_name
    symbols = dict(symbols_of(overload.library))
    assert symbols[overload.library.get_pointer_to_function(name)] == name
    own = {function.name for function in overload.library._final_module.functions}
    assert len(set(symbols.values()) & own) > 2


def test_what_is_no_object_file_of_linux_has_no_functions():
    assert functions_of(b"") == []
    assert functions_of(b"MZ" + bytes(100)) == []
