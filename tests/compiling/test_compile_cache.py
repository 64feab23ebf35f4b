import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numba
import pytest

from balance.compiling import compile_cache
from balance.compiling.compile_cache import CodeFiles
from tests.program import LONG

(OfNumba,) = CodeFiles.__bases__
COMPILING = {**os.environ, "NUMBA_DISABLE_JIT": "0"}


def kept_by_two(kind, folder):
    """Keep code in two processes: the second has read the list before the first changed it."""
    one, two = (kind(str(folder), "push-12", "source") for _ in range(2))
    write, read = one._save_data, two._load_index

    def late(*arguments):
        one._save_data = write
        two.save("for Dominion", "code for Dominion")
        write(*arguments)

    def early():
        two._load_index = read
        return {}

    one._save_data, two._load_index = late, early
    one.save("for Valeria", "code for Valeria")
    return kind(str(folder), "push-12", "source")


def test_the_way_of_numba_gives_one_game_the_code_of_the_other(tmp_path):
    assert kept_by_two(OfNumba, tmp_path).load("for Dominion") == "code for Valeria"


def test_a_process_that_keeps_code_meanwhile_gets_its_own(tmp_path):
    files = kept_by_two(CodeFiles, tmp_path)
    assert files.load("for Valeria") == "code for Valeria"
    assert files.load("for Dominion") in ("code for Dominion", None)


def test_of_many_who_keep_code_at_once_nothing_is_lost(tmp_path):
    def write_record(number):
        CodeFiles(str(tmp_path), "push-12", "source").save(number, f"code {number}")

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(write_record, range(40)))
    files = CodeFiles(str(tmp_path), "push-12", "source")
    assert [files.load(number) for number in range(40)] == [f"code {n}" for n in range(40)]


def test_all_compiled_code_is_kept_so(tmp_path):
    source = (
        "from balance.compiling.jit import compiled\n"
        "@compiled\ndef twice(n):\n    return 2 * n\n"
        "twice(1)\nprint(type(twice._cache._cache_file).__name__)\n"
    )
    (tmp_path / "twice.py").write_text(source)
    told = subprocess.run(
        [sys.executable, "twice.py"], cwd=tmp_path, env=COMPILING, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert told.stdout.strip() == CodeFiles.__name__


@pytest.mark.system
@pytest.mark.parametrize("callers", [("python", "batch"), ("batch", "python")])
def test_what_is_called_by_python_and_by_a_batch_is_compiled_once(tmp_path, callers):
    kept = {**COMPILING, "BALANCE_CACHE": str(tmp_path / "kept")}
    source = (
        "import sys\n"
        "from numba import types\n"
        "from balance.compiling.jit import compiled\n"
        "@compiled\ndef twice(n):\n    return 2 * n\n"
        "called = types.int64(types.int64)\n"
        "twice(1) if sys.argv[1] == 'python' else twice.get_compile_result(called)\n"
        "print(sum(twice.stats.cache_misses.values()))\n"
    )
    (tmp_path / "twice.py").write_text(source)
    compiled = [
        subprocess.run(
            [sys.executable, "twice.py", caller], cwd=tmp_path, env=kept, capture_output=True,
            text=True, check=True,
        ).stdout.strip()
        for caller in callers
    ]  # fmt: skip
    assert compiled == ["1", "0"]


TWICE = (
    "from balance.compiling.jit import compiled\n"
    "@compiled\ndef twice(n):\n    return 2 * n\n"
    "print(twice(21), sum(twice.stats.cache_misses.values()))\n"
)


def run_twice(folder, cache, **more):
    """Run a compiled function; return what it printed, and its warnings, one line each."""
    (folder / "twice.py").write_text(TWICE)
    done = subprocess.run(
        [sys.executable, "twice.py"], cwd=folder, env={**COMPILING, "BALANCE_CACHE": str(cache)},
        capture_output=True, text=True, timeout=LONG, check=False, **more,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), [line for line in done.stderr.splitlines() if "Warning" in line]


def cut(path):
    path.write_bytes(path.read_bytes()[:-10])


def cut_to_nothing(path):
    path.write_bytes(b"")


def flip(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)


def of_another_program(path):
    path.write_bytes(b"\x80\x05garbage")


def into_a_pipe(path):
    path.unlink()
    os.mkfifo(path)


def test_code_for_functions_of_this_process_is_not_stored(tmp_path):
    @numba.njit
    def one():
        return 1

    files = CodeFiles(str(tmp_path), "push-12", "source")
    key = ((numba.int64, numba.typeof(one)), "processor", "source")
    files.save(key, ("code",))
    assert files.load(key) is None
    files._save_index({key: "as an earlier version did"})
    files.save(((numba.int64,), "processor", "source"), ("code",))
    assert len(files._load_index()) == 1


DAMAGES = (cut, cut_to_nothing, flip, of_another_program, into_a_pipe)


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_removed_and_nothing_of_it_loaded(tmp_path, damage, suffix, monkeypatch):
    warned = []
    monkeypatch.setattr(compile_cache, "warn_once", warned.append)
    files = CodeFiles(str(tmp_path), "push-12", "source")
    files.save("types", "code")
    (path,) = tmp_path.glob(f"*{suffix}")
    damage(path)
    assert files.load("types") is None
    assert len(warned) == 1
    assert not path.exists()
    files.save("types", "code")
    assert files.load("types") == "code"


@pytest.mark.system
@pytest.mark.parametrize(("damage", "suffix"), [(cut, ".nbi"), (flip, ".nbc")])
def test_a_damaged_file_is_removed_and_compiled_again_with_one_line(tmp_path, damage, suffix):
    cache = tmp_path / "cache"
    assert run_twice(tmp_path, cache) == ("42 1", [])
    assert run_twice(tmp_path, cache) == ("42 0", [])
    (path,) = cache.rglob(f"*{suffix}")
    damage(path)
    printed, lines = run_twice(tmp_path, cache)
    assert printed == "42 1"
    assert len(lines) == 1
    assert "damaged" in lines[0]
    assert run_twice(tmp_path, cache) == ("42 0", [])


@pytest.mark.system
def test_a_cache_that_cannot_be_written_is_one_line_and_leaves_nothing(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    (tmp_path / "temporary").mkdir()
    monkeypatch.setitem(COMPILING, "TMPDIR", str(tmp_path / "temporary"))
    printed, lines = run_twice(tmp_path, tmp_path / "file" / "cache")
    assert printed == "42 1"
    assert len(lines) == 1
    assert "cannot hold compiled code" in lines[0]
    assert not list((tmp_path / "temporary").iterdir())


@pytest.mark.system
def test_a_full_disk_is_one_line(tmp_path):
    """A limit on the size of files stands for the full disk: 4 kB, less than any code needs."""

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    printed, lines = run_twice(tmp_path, tmp_path / "cache", preexec_fn=limit)
    assert printed == "42 1"
    assert len(lines) == 1
    assert "cannot be stored" in lines[0]
    assert not list(tmp_path.rglob("*.nbc*"))


@pytest.mark.system
def test_a_folder_that_others_can_write_to_is_not_used(tmp_path):
    cache = tmp_path / "cache"
    run_twice(tmp_path, cache)
    (folder,) = (one for one in cache.iterdir() if one.is_dir())
    folder.chmod(0o777)
    printed, lines = run_twice(tmp_path, cache)
    assert printed == "42 1"
    assert len(lines) == 1
    assert "other users" in lines[0]


@pytest.mark.system
def test_code_of_former_sources_is_removed_after_a_month(tmp_path):
    cache = tmp_path / "cache"
    run_twice(tmp_path, cache)
    (used,) = (one for one in cache.iterdir() if one.is_dir())
    name = used.name.partition("-")[0]
    old, recent = cache / f"{name}-0123456789abcdef-fast", cache / f"{name}-fedcba9876543210-fast"
    for folder, days in ((old, 31), (recent, 29)):
        folder.mkdir()
        os.utime(folder, (time.time() - days * 24 * 3600,) * 2)
    shutil.rmtree(used)
    run_twice(tmp_path, cache)
    assert sorted(one for one in cache.iterdir() if one.is_dir()) == sorted([used, recent])
