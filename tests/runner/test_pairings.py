from dataclasses import replace

import numpy as np
import pytest

from balance.engine.services import Setups
from balance.runner.bot_matches import bot_match
from balance.runner.pairings import (
    pairing,
    play_pairings,
    speed_of,
)
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import Entry

GROUNDS = ({"target": 20}, {"target": 40})


@pytest.fixture
def entry(pig):
    """Return bots that hold at so much."""
    hold_at = pig.bots["hold_at"]
    return lambda pot: Entry(f"at {pot}", hold_at.with_weights({"pot": pot}))


@pytest.fixture
def ground(pig):
    """Return what bots meet on, with so many players."""
    game = replace(pig, setups=Setups(test_tables=GROUNDS))
    return lambda players: bot_match(game, ["random"], players, 5)


def test_two_bots_of_two_players_meet_once_in_each_seat(ground, entry):
    one = pairing(ground(2), entry(20), entry(5))
    assert one.label == "at 20 v at 5"
    assert one.games == 2
    (found,) = play_pairings([one], 10, 1, StopSignal())
    assert [each.lineup.tolist() for each in found.results] == [[[0, 1], [1, 0]]]
    assert found.games == 20


def test_of_more_players_each_sits_alone_among_the_others_in_every_seat(ground, entry):
    one = pairing(ground(3), entry(20), entry(5))
    assert one.games == 6
    (found,) = play_pairings([one], 10, 1, StopSignal())
    lone_first, lone_second = (each.lineup.tolist() for each in found.results)
    assert lone_first == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert lone_second == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def test_a_bot_against_its_own_copy_is_even_to_the_bit(ground, entry):
    again = replace(entry(20), label="again")
    for players in (2, 3):
        (found,) = play_pairings([pairing(ground(players), entry(20), again)], 20, 1, StopSignal())
        for played in found.results:
            # Who sits where changes nothing: each rotation is the same game.
            assert (played.scores == played.scores[:, :1]).all()


def test_all_pairings_play_the_same_deals(ground, entry):
    table = ground(2)
    three = [entry(pot) for pot in (5, 10, 20)]
    pairings = [pairing(table, *two) for two in ((three[0], three[1]), (three[0], three[2]))]
    found = play_pairings(pairings, 300, 2, StopSignal())
    assert [one.deals.tolist() for one in found] == [list(range(300))] * 2


def test_it_ends_with_the_round_in_which_the_question_is_settled(ground, entry):
    one = pairing(ground(2), entry(20), entry(5))
    (found,) = play_pairings(
        [one], 1_000_000, 1, StopSignal(), is_settled=lambda results: len(results[0].deals) >= 20
    )
    assert 20 <= len(found.deals) < 100_000
    assert found.deals.tolist() == list(range(len(found.deals)))


def test_the_first_deals_are_those_of_a_shorter_duel(ground, entry):
    one = pairing(ground(2), entry(20), entry(5))
    (long,) = play_pairings([one], 60, 1, StopSignal())
    (short,) = play_pairings([one], 20, 1, StopSignal())
    assert (long.first(20).results[0].scores == short.results[0].scores).all()
    assert long.first(20).seconds == pytest.approx(long.seconds / 3)
    assert long.first(60) is long


def test_stopped_every_pairing_keeps_the_deals_that_all_have_played(ground, entry):
    stop = StopSignal()
    table = ground(2)
    pairings = [pairing(table, entry(20), entry(pot)) for pot in (5, 10)]
    found = play_pairings(pairings, 1_000_000, 2, stop, lambda games: stop.set())
    assert len({tuple(one.deals) for one in found}) == 1
    assert len(found[0].deals) < 1_000_000


def test_some_deals_of_a_pairing_have_their_share_of_the_seconds(ground, entry):
    one = pairing(ground(2), entry(20), entry(5))
    (found,) = play_pairings([one], 20, 1, StopSignal())
    some = found.of(np.array([3, 4, 9, 11]))
    assert some.deals.tolist() == [3, 4, 9, 11]
    assert (some.results[0].scores == found.results[0].scores[[3, 4, 9, 11]]).all()
    assert some.seconds == pytest.approx(found.seconds / 5)


def test_a_bot_has_a_speed(ground, entry):
    assert speed_of(ground(2), entry(20)) > 100
