"""Compiled functions call one machine code of each other.

What is compiled is watched in processes of their own, each with a cache of the test: this process
may have read the functions from the common cache before.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from balance.compiling.jit import is_compiling

pytestmark = pytest.mark.skipif(not is_compiling(), reason="nothing is compiled")

LINE = """
    total += weigh(numbers[(total + {0}) % len(numbers)] ^ {0}) * {0}
    numbers[{0} % len(numbers)] += total & 3"""
# A small function, which is copied; a large one; two that call it.
RULES = f"""
from balance.compiling.jit import compiled, inlined

@compiled
def weigh(number):
    return number * 3 + 1 if number % 2 else number // 2

@inlined
def offset(number):
    return number + 7

@compiled
def mix(numbers):
    total = 0{"".join(LINE.format(number) for number in range(4))}
    return offset(total)

@compiled
def first(numbers):
    return mix(numbers) + weigh(numbers[0])

@compiled
def second(numbers):
    if numbers[0] < 0:
        raise ValueError("negative")
    return mix(numbers[1:]) - first(numbers)

@compiled
def third(numbers):
    return second(numbers)
"""
START = """
import json
import numpy as np
import rules
import balance.compiling.parts as parts
from numba.core import codegen, event

class Compiled(event.Listener):
    names = []
    def on_start(self, event):
        self.names.append(event.data["dispatcher"].py_func.__name__)
    def on_end(self, event):
        pass

def noted(library):
    bodies.extend(one.name for one in library._final_module.functions if not one.is_declaration)
    optimize(library)

parts._MOST_COPIED = 20
event.register("numba:compile", Compiled())
bodies, optimize = [], codegen.CPUCodeLibrary._optimize_final_module
codegen.CPUCodeLibrary._optimize_final_module = noted
numbers = np.arange(3, 9)
"""
PLAY = "found = [int(rules.first(numbers)), int(rules.second(numbers))]\n"
END = """
print(json.dumps({
    "found": found,
    "compiled": sorted(name for name in Compiled.names if hasattr(rules, name)),
    "bodies": sum(name.startswith("_ZN5rules3mix") for name in bodies),
}))
"""
ALL_COPIED = "parts._MOST_COPIED = 10 ** 9\n"


@pytest.fixture
def play(tmp_path):
    """Return a function that runs code after `START` in a new process; it returns what is found."""
    (tmp_path / "rules.py").write_text(RULES)

    def run(code, **settings):
        settings = {"BALANCE_CACHE": str(tmp_path / "cache"), **settings}
        path = os.pathsep.join([str(tmp_path), str(Path(__file__).parents[2])])
        ended = subprocess.run(
            [sys.executable, "-c", START + code + END], env={**os.environ, "PYTHONPATH": path}
            | settings, capture_output=True, text=True, timeout=200, check=False,
        )  # fmt: skip
        assert ended.returncode == 0, ended.stderr
        return json.loads(ended.stdout)

    return run


def test_a_function_that_two_call_is_optimized_once_and_not_if_it_is_copied(play, tmp_path):
    apart = play(PLAY)
    copied = play(ALL_COPIED + PLAY, BALANCE_CACHE=str(tmp_path / "other"))
    assert apart["found"] == copied["found"]
    assert (apart["bodies"], copied["bodies"]) == (1, 3)


def test_code_from_the_cache_finds_what_it_calls_and_is_compiled_again_if_that_is_gone(
    play, tmp_path
):
    before = play(PLAY)
    (part,) = (tmp_path / "cache").rglob("parts/rules.mix-*.nbc")
    assert play(PLAY) == {"found": before["found"], "compiled": [], "bodies": 0}
    part.unlink()
    again = play(PLAY)
    assert again["found"] == before["found"]
    assert again["compiled"] == ["first", "mix", "second"]


def test_what_python_has_called_is_not_compiled_for_others_and_errors_reach_it(play):
    code = """
rules.mix(numbers.copy())
rules.second(numbers.copy())
numbers[0] = -1
try:
    rules.third(numbers)
except ValueError as error:
    found = str(error)
"""
    ended = play(code)
    assert ended["found"] == "negative"
    assert ended["compiled"] == ["first", "mix", "second", "third", "weigh"]


def test_a_part_of_this_process_is_read_once_more_from_the_cache(play):
    code = """
from numba import typeof
from balance.compiling.dispatchers import new_part
from balance.compiling.jit import compiled
again = new_part(compiled(rules.mix.py_func), {})
again.compile((typeof(numbers),))
"""
    ended = play(PLAY + code)
    assert ended["bodies"] == 1
