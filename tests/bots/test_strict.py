"""What is refused of bots that strangers enter."""

import pytest

from balance import crash_notes
from balance.app.commands.tournament import drawn_seed
from balance.bots.loading import load_bot
from balance.compiling.jit import is_compiling
from balance.errors import BotError
from balance.limits import MAX_SEED

BOTS = """
import numba
import numpy as np
from numba import objmode as away

{}
def fine(view, table, seat, weights, stream):
    return np.int64(0)

def leaving(view, table, seat, weights, stream):
    with numba.objmode(answer="int64"):
        answer = 0
    return answer

def calling(view, table, seat, weights, stream):
    return helper()

def helper():
    with away(answer="int64"):
        answer = 0
    return answer

def slow(view, table, seat, weights, stream):
    return len([object()]) - 1
"""
CHANGES = """
from balance import crash_notes
crash_notes.NUMBER = "other"
"""


PATCH = """
from balance import crash_notes
def other():
    pass
crash_notes.NOTHING.__code__ = other.__code__
"""
THREAD = """
import threading
import _thread
{}(threading.Event().wait, (60,))
"""


@pytest.fixture
def load(tmp_path, pig, monkeypatch):
    monkeypatch.setattr(crash_notes, "NUMBER", crash_notes.NUMBER)  # it is put back

    def load(name, more=""):
        file = tmp_path / "bots.py"
        file.write_text(BOTS.format(more))
        return load_bot(file, name, pig, is_strict=True)

    return load


@pytest.mark.skipif(not is_compiling(), reason="about what is compiled")
@pytest.mark.filterwarnings("ignore:.*Code running in object mode")
@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("leaving", r"leaves compiled code by numba\.objmode"),
        ("calling", "leaves compiled code by away"),
        ("slow", r"is plain Python \(.*object"),
    ],
)
def test_ways_to_the_cards_of_others_are_refused(load, name, problem):
    with pytest.raises(BotError, match=f"bots.py: the bot '{name}' {problem}"):
        load(name)


def test_what_changes_the_program_is_refused(load):
    assert load("fine").bot.name == "fine"
    with pytest.raises(BotError, match=r"'fine' changes balance\.crash_notes\.NUMBER of the"):
        load("fine", CHANGES)


def test_a_function_that_is_replaced_in_place_is_seen(load, monkeypatch):
    def nothing():
        return 1

    monkeypatch.setattr(crash_notes, "NOTHING", nothing, raising=False)
    with pytest.raises(BotError, match=r"changes balance\.crash_notes\.NOTHING\.__code__ of the"):
        load("fine", PATCH)


@pytest.mark.parametrize(
    "start",
    [
        "_thread.start_new_thread",
        "(lambda run, args: threading.Thread(target=run, args=args, daemon=True).start())",
    ],
)
def test_a_thread_that_an_import_starts_is_refused(load, start):
    with pytest.raises(BotError, match="'fine' starts a thread"):
        load("fine", THREAD.format(start))


def test_a_seed_that_is_drawn_is_another_one_each_time():
    seeds = {drawn_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert max(seeds) <= MAX_SEED
    assert min(seeds) < 2**62 < max(seeds)
