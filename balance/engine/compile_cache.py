"""A cache of compiled code on disk that several processes can write at once.

Numba numbers the files of a function's code and writes the number into its index before it writes
the file.  Two processes that compile one function for two games may then take the same number, and
the next process runs the code of one game on the memory of the other.  Here each file has a unique
name and is written before the index, and only one process at a time changes the index.

Numba also looks for compiled code under two keys: the types of the arguments if Python calls the
function, and these with the type returned if a batch calls it.  Here the index has both keys, so
that nothing is compiled twice.
"""

import uuid
from collections.abc import Iterator
from typing import Any, cast

from filelock import FileLock
from numba.core import caching
from numba.core.typing.templates import Signature

_numba = cast(Any, caching)


class CodeFiles(_numba.IndexDataCacheFile):  # type: ignore[misc,name-defined]
    """The files with the compiled code of one function, and their index."""

    def save(self, key: Any, data: Any) -> None:
        """Save the code of the function for one signature.

        Numba's `key` holds the types of the arguments, the processor and a hash of the source.
        """
        name = f"{self._index_name.removesuffix('.nbi')}.{uuid.uuid4().hex[:16]}.nbc"
        self._save_data(name, data)
        with FileLock(f"{self._index_path}.lock"):
            index = self._load_index()
            index.update(dict.fromkeys(_keys(key, data), name))
            self._save_index(index)


def _keys(key: Any, data: Any) -> Iterator[Any]:
    """Yield all keys under which numba may look for the code that was saved under `key`."""
    yield key
    for part in data:
        if isinstance(part, Signature):
            yield tuple(part.args), *key[1:]
            yield Signature(part.return_type, part.args, None), *key[1:]


def install_compile_cache() -> None:
    """Make numba use `CodeFiles` for all code from now on."""
    _numba.IndexDataCacheFile = CodeFiles
