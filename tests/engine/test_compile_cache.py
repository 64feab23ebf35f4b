import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from balance.engine.compile_cache import CodeFiles

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
    return OfNumba(str(folder), "push-12", "source")


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
        "from balance.engine.jit import compiled\n"
        "@compiled\ndef twice(n):\n    return 2 * n\n"
        "twice(1)\nprint(type(twice._cache._cache_file).__name__)\n"
    )
    (tmp_path / "twice.py").write_text(source)
    told = subprocess.run(
        [sys.executable, "twice.py"], cwd=tmp_path, env=COMPILING, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert told.stdout.strip() == CodeFiles.__name__


@pytest.mark.parametrize("callers", [("python", "batch"), ("batch", "python")])
def test_what_is_called_by_python_and_by_a_batch_is_compiled_once(tmp_path, callers):
    kept = {**COMPILING, "BALANCE_CACHE": str(tmp_path / "kept")}
    source = (
        "import sys\n"
        "from numba import types\n"
        "from balance.engine.jit import compiled\n"
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
