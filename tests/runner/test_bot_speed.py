"""How fast bots are, measured without waiting for the end of their games."""

import time
from dataclasses import replace

import pytest

from balance.runner.batches import Batches
from balance.runner.bot_speed import play_first_games, speed_of_bot, warm_up
from balance.runner.reproducibility import different_game
from tests.program import LONG

SLOW = """
def slow(view, table, seat, weights, stream):
    n = 0
    for i in range({loops}):
        n = (n * 31 + i) % 1000003
    return 0 if view.pot + (n < 0) >= 20 else 1
"""


@pytest.fixture
def slow_match(pig_set_up, tmp_path):
    """Return a match with a bot that takes about 8 ns for each loop of a decision."""

    def make(loops):
        (tmp_path / f"slow{loops}.py").write_text(SLOW.format(loops=loops))
        return pig_set_up(bots=[f"{tmp_path}/slow{loops}.py:slow", "hold_at"]).cells[0].match

    return make


def test_a_fast_bot_plays_whole_games(pig_set_up, monkeypatch):
    monkeypatch.setattr("balance.runner.bot_speed.PROBE_SECONDS", LONG)
    match = pig_set_up(bots=["hold_at", "random"]).cells[0].match
    speed = speed_of_bot(match, match.lineup.entries[0])
    mirror = pig_set_up(bots=["hold_at", "hold_at"]).cells[0].match
    records = Batches(mirror).play(0, 1_000)
    assert speed.label == "hold_at"
    assert speed.decisions == pytest.approx(records["decisions"].mean(), rel=0.1)
    assert speed.seconds > 0


@pytest.mark.system
def test_a_slow_bot_is_measured_on_some_decisions(slow_match):
    match = slow_match(10_000_000)
    slow, fast = (speed_of_bot(match, entry) for entry in match.lineup.entries)
    assert slow.decisions == 0  # no game came to its end
    assert slow.seconds > 10 * fast.seconds  # on an idle machine a million times


@pytest.mark.system
def test_a_deal_that_takes_long_is_not_played_to_its_end(slow_match):
    match = slow_match(100_000_000)
    whole = 100 * speed_of_bot(match, match.lineup.entries[0]).seconds  # decisions of a deal
    begun = time.monotonic()
    warm_up(match)
    assert different_game(match) is None
    assert time.monotonic() - begun < whole


def test_games_grow_to_their_end_and_then_in_number(pig_set_up):
    match = pig_set_up(bots=["hold_at", "random"]).cells[0].match
    one = play_first_games(match, 60.0, 2)
    assert (one.are_whole, len(one.records)) == (True, 2)
    many = play_first_games(match, 60.0, 50)
    assert len(many.records) == 50
    first = Batches(match).play(0, 50)
    assert all((first[name] == many.records[name]).all() for name in first.dtype.names)
    cut = play_first_games(match, 0.0, 50)
    assert (cut.are_whole, cut.limit, len(cut.records)) == (False, 1, 2)


def test_the_first_games_of_a_match_are_those_that_an_error_names(pig_set_up, tmp_path):
    (tmp_path / "wrong.py").write_text(
        "def wrong(view, table, seat, weights, stream): return 7 if seat == 1 else 1\n"
    )
    match = pig_set_up(bots=[f"{tmp_path}/wrong.py:wrong", "hold_at"]).cells[0].match
    match = replace(match, replay_command="balance play it")
    with pytest.raises(Exception, match=r"answered 7 in game 1 .*: balance play it --game 1"):
        warm_up(match)
