"""What numba does for nothing is left out."""

import pytest
from numba.experimental import function_type

from balance.compiling.jit import is_compiling
from balance.compiling.quick_compiling import _found_once
from balance.runner.batches import Batches

compiling = pytest.mark.skipif(not is_compiling(), reason="nothing is compiled")


@compiling
def test_numba_hands_in_the_same_signature_each_time_so_that_addresses_are_found_once(
    pig_set_up, monkeypatch
):
    batches = Batches(pig_set_up().cells[0].match)
    records = batches.play(0, 2)
    asked, of = [], function_type._get_wrapper_address

    def address(function, signature):
        asked.append((function, id(signature)))
        return of(function, signature)

    monkeypatch.setattr(function_type, "_get_wrapper_address", address)
    for _ in range(3):
        assert (batches.play(0, 2) == records).all()
    assert len(asked) == 3 * (len(asked) // 3) > 0
    assert set(asked) == set(asked[: len(asked) // 3])


def test_each_function_has_its_own_address():
    looked_up = []

    def find(function, signature):
        looked_up.append((function, signature))
        return 10 * function + signature

    address = _found_once(find)
    assert [address(1, 2), address(1, 3), address(2, 2), address(1, 2)] == [12, 13, 22, 12]
    assert looked_up == [(1, 2), (1, 3), (2, 2)]
