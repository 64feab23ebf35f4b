"""Compiled code on disk, kept by several processes at once without mixing it up.

Numba numbers the files of a function's code and notes the number before it writes the file.  Two
processes that compile one function for two games then take the same number, and the next process
runs the code of the one game on the memory of the other.  Here each file has a name of its own,
is written before it is noted, and the notes are changed by one process at a time.

Numba also looks for the code of one call in two places: under the types of its arguments when
Python calls the function, and under these with what it returns when a batch does.  Here it is noted
under both, so that nothing is compiled twice.
"""

import uuid
from collections.abc import Iterator
from typing import Any, cast

from filelock import FileLock
from numba.core import caching
from numba.core.typing.templates import Signature

_numba = cast(Any, caching)


class CodeFiles(_numba.IndexDataCacheFile):  # type: ignore[misc,name-defined]
    """The files in which the compiled forms of one function are kept, and the list of them."""

    def save(self, key: Any, data: Any) -> None:
        """Keep one form of the function.

        Parameters
        ----------
        key : tuple
            Numba's, which tells it from the others: types of arguments, processor, code.
        data : tuple
            What numba rebuilds it from.
        """
        name = f"{self._index_name.removesuffix('.nbi')}.{uuid.uuid4().hex[:16]}.nbc"
        self._save_data(name, data)
        with FileLock(f"{self._index_path}.lock"):
            known = self._load_index()
            for form in _forms(key, data):
                known[form] = name
            self._save_index(known)


def _forms(key: Any, data: Any) -> Iterator[Any]:
    """Yield the keys under which numba may look for what it kept under `key`."""
    yield key
    for made in data:
        if isinstance(made, Signature):
            yield tuple(made.args), *key[1:]
            yield Signature(made.return_type, made.args, None), *key[1:]


def install_compile_cache() -> None:
    """Let numba keep all code in this way from now on."""
    _numba.IndexDataCacheFile = CodeFiles
