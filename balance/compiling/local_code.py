"""Compiled functions that call their own copies of what they call.

Numba compiles each function together with copies of all that it calls.  It leaves the copies open
to the whole process, which then runs the first copy of each that it came across: after compiling,
these lie in as many places as there are functions, and games take a quarter to a third longer than
with the same code from the cache.  Here a copy is closed: it belongs to the function that it was
compiled with, and lies beside it.
"""

from typing import Any, cast

from numba.core import codegen

_numba = cast(Any, codegen)
_Linkage = _numba.ll.Linkage  # of llvmlite
_finalize = _numba.CPUCodeLibrary._finalize_final_module


def install_local_code() -> None:
    """Make numba close the copies in all code from now on."""
    _numba.CPUCodeLibrary._finalize_final_module = _finalize_closed


def _finalize_closed(library: Any) -> None:
    module = library._final_module
    defined = [function for function in module.functions if not function.is_declaration]
    copies = [function for function in defined if function.linkage == _Linkage.linkonce_odr]
    if copies:
        # Callers are compiled with a module in which all is open, as numba would make it later.
        shared = module.clone()
        for function in defined:
            if function.linkage == _Linkage.external:
                shared.get_function(function.name).linkage = "linkonce_odr"
        library._shared_module = shared
        for function in copies:
            function.linkage = "internal"
    _finalize(library)
