"""A cache of compiled code on disk that several processes can write at once, and that heals.

Numba numbers the files of a function's code and writes the number into its index before it writes
the file.  Two processes that compile one function for two games may then take the same number, and
the next process runs the code of one game on the memory of the other.  Here each file has a unique
name and is written before the index, and only one process at a time changes the index.

Numba loads whatever the files contain, so a damaged file ends the process.  Here each file begins
with a digest of the rest.  A file that does not match is removed, and the code compiled again.

Numba names the files after a function's line and compares its source file to the letter.  Here
that is left to the folder, which `balance.compiling.jit` names after the code of all sources:
neither a comment nor another place of the same sources compiles anything.

Numba puts the values of a function's globals into the code, and not into the key.  Here those of
code from outside of the package count too (`balance.compiling.frozen_values`); within it the
sources say what they are.

Numba also looks for compiled code under two keys: the types of the arguments if Python calls the
function, and these with the type returned if a batch calls it.  Here the index has both keys, so
that nothing is compiled twice.
"""

import hashlib
import os
import pickle
import stat
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from filelock import FileLock
from numba.core import caching
from numba.core.funcdesc import FunctionDescriptor
from numba.core.types import Dispatcher
from numba.core.typing.templates import Signature

from balance.compiling.cache_place import warn_once
from balance.compiling.frozen_values import is_from_outside, values_digest
from balance.compiling.parts import install_parts, remember_file

_numba = cast(Any, caching)
_MARK = b"balance compiled code 1\n"
_FORM = "with parts"  # of what files contain; an index of another form is as none
_DIGEST_BYTES = 32
_MOST_BYTES = 1 << 28  # of a file: the largest of the shipped games has some 10 MB


class CodeFiles(_numba.IndexDataCacheFile):  # type: ignore[misc,name-defined]
    """The files with the compiled code of one function, and their index."""

    def save(self, key: Any, data: Any) -> None:
        """Save the code of the function for one signature.

        Numba's `key` holds the types of the arguments, the processor and a hash of the source.
        Where the disk is full or read-only, nothing is saved and a CacheWarning is given.  Code
        that takes compiled functions as arguments is not saved: no other process would find it.
        """
        if _takes_functions(key):
            return
        name = f"{self._index_name.removesuffix('.nbi')}.{uuid.uuid4().hex[:16]}.nbc"
        with _unsaved_with_a_warning(self._cache_path):
            self._write(self._data_path(name), self._dump(data))
            _note_file(data, self._data_path(name))
            with FileLock(f"{self._index_path}.lock"):
                index = self._load_index()
                index.update(dict.fromkeys(_keys(key, data), name))
                self._save_index(index)

    def _load_index(self) -> dict[Any, str]:
        index = content_of_file(self._index_path)
        if index is None or index[:2] != (self._version, self._source_stamp):
            return {}
        return {key: name for key, name in index[2].items() if not _takes_functions(key)}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        content = self._version, self._source_stamp, overloads
        self._write(self._index_path, self._dump(content))

    def _load_data(self, name: str) -> Any:
        data = content_of_file(self._data_path(name))
        _note_file(data, self._data_path(name))
        return data

    def _write(self, path: str, body: bytes) -> None:
        with self._open_for_write(path) as file:
            file.write(_MARK + _digest(body) + body)


def content_of_file(path: str) -> Any:
    """Return what `CodeFiles` wrote; None if there is no file, or a damaged one, now removed."""
    try:
        content = _content_of(path)
    except FileNotFoundError:
        return None
    except OSError:
        content = b""
    head, body = len(_MARK) + _DIGEST_BYTES, content[len(_MARK) + _DIGEST_BYTES :]
    if content[:head] == _MARK + _digest(body):
        with suppress(Exception):  # made by another version of numba or Python
            return pickle.loads(body)
    with suppress(OSError):
        os.unlink(path)
    folder = Path(path).parent.parent
    warn_once(f"a damaged file in the cache of compiled code was removed, in {folder}")
    return None


class _Locator(_numba.UserProvidedCacheLocator):  # type: ignore[misc,name-defined]
    """Says where the code of a function is cached: in `numba.config.CACHE_DIR`."""

    def __init__(self, function: Any, file: str) -> None:
        super().__init__(function, file)
        self._cache_path = _numba.config.CACHE_DIR
        self._code, self._module = function.__code__, function.__module__

    def get_source_stamp(self) -> str:
        return _FORM

    def get_disambiguator(self) -> str:
        """Return what tells functions of one name in one file apart.

        A module can be loaded twice, with other values: see `balance.games.described.own_rules`.
        """
        code = self._code
        numbers = [each for each in code.co_consts if isinstance(each, int | float)]
        names = code.co_names, code.co_varnames, code.co_freevars
        what = self._module, code.co_code, numbers, names
        return hashlib.blake2b(repr(what).encode(), digest_size=6).hexdigest()


_index_key = _numba.Cache._index_key


def _key_with_values(cache: Any, signature: Any, codegen: Any) -> Any:
    """Return numba's key of a function, with the values that code from outside takes in."""
    key, function = _index_key(cache, signature, codegen), cache._py_func
    return (*key, values_digest(function)) if is_from_outside(function) else key


def _content_of(path: str) -> bytes:
    """Return the content of a regular file of a possible size; raise OSError for another."""
    status = os.stat(path)
    if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
        raise OSError(f"{path} is no file of compiled code")
    return Path(path).read_bytes()


def _digest(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=_DIGEST_BYTES).digest()


def _takes_functions(key: Any) -> bool:
    """Return whether code is for compiled functions as arguments, which are those of a process.

    Read from a file they are gone at once, and the key cannot be written again.
    """
    kinds = key[0] if isinstance(key, tuple) else ()
    kinds = kinds.args if isinstance(kinds, Signature) else kinds
    return isinstance(kinds, tuple) and any(isinstance(kind, Dispatcher) for kind in kinds)


def _keys(key: Any, data: Any) -> Iterator[Any]:
    """Yield all keys under which numba may look for the code that was saved under `key`."""
    yield key
    for part in data:
        if isinstance(part, Signature):
            yield tuple(part.args), *key[1:]
            yield Signature(part.return_type, part.args, None), *key[1:]


def _note_file(data: Any, path: str) -> None:
    """Note which file has the code in `data`: other code may call it."""
    for part in data or ():
        if isinstance(part, FunctionDescriptor):
            remember_file(cast(Any, part).llvm_func_name, path)


@contextmanager
def _unsaved_with_a_warning(folder: str | Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        warn_once(
            f"compiled code cannot be stored in {folder} ({why}), so it is compiled each time"
        )


def install_compile_cache() -> None:
    """Make numba use `CodeFiles` for all code from now on."""
    _numba.IndexDataCacheFile = CodeFiles
    install_parts(content_of_file)
    _numba.Cache._index_key = _key_with_values
    _numba.CacheImpl._locator_classes.insert(0, _Locator)
    # Around all that numba does with the cache; its own guard is for another system.
    _numba.Cache._guard_against_spurious_io_errors = lambda cache: _unsaved_with_a_warning(
        cache.cache_path
    )
