from dataclasses import replace

import numpy as np
import pytest

from balance.compiling.jit import compiled
from balance.engine.layout import WIN, State, Stream, Table, Weights
from balance.engine.services import Setups
from balance.errors import BotError, ScenarioError
from balance.runner.batches import Batches
from balance.runner.bot_matches import bot_match, play_bot_matches
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import Entry, Lineup
from balance.scenario.model import BotEntry

TABLES = ({"target": 20}, {"target": 40}, {"target": 60})
BOTS = ("hold_at", "random")


def play(bot_match, *arguments, **keys):
    return play_bot_matches([bot_match], *arguments, **keys)[0]


@pytest.fixture
def met(pig):
    """Return the match of Pig's bots on three tables."""
    return bot_match(replace(pig, setups=Setups(test_tables=TABLES)), BOTS, 2, 7)


def same(one, two):
    return all(
        np.array_equal(getattr(one, name), getattr(two, name))
        for name in ("deals", "wins", "scores", "cut_off", "lineup")
    )


def test_deals_go_round_the_tables_and_each_is_the_table_s_own(met):
    found = play(met, 0, 9)
    assert found.deals.tolist() == list(range(9))
    for table, match in enumerate(met.matches):
        assert int(match.game_table.array[0]["target"]) == TABLES[table]["target"]
        records = Batches(match).play(0, 6)
        own = found.scores[found.deals % 3 == table]
        assert (own.reshape(6, 2) == records["scores"][:, :2]).all()


def test_tables_do_not_share_their_luck(pig):
    met = bot_match(replace(pig, setups=Setups(test_tables=({}, {}))), BOTS, 2, 7)
    found = play(met, 0, 40)
    assert (found.scores[::2] != found.scores[1::2]).any()
    assert len({match.seed for match in met.matches}) == 2


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("cuts", [(50,), (1, 49), (7, 20, 23)])
def test_what_is_played_does_not_depend_on_workers_and_cuts(met, workers, cuts):
    whole = play(met, 0, 50)
    first = 0
    for deals in cuts:
        piece = play(met, first, deals, workers)
        assert same(piece, whole.at(np.arange(first, first + deals)))
        first += deals


def test_deals_may_begin_anywhere(met):
    whole = play(met, 0, 30)
    later = play(met, 11, 19)
    assert later.deals.tolist() == list(range(11, 30))
    assert (later.wins == whole.wins[11:]).all()


def test_each_seat_is_taken_in_turn_and_a_win_is_a_whole_one(met):
    found = play(met, 0, 20)
    assert found.lineup.tolist() == [[0, 1], [1, 0]]
    assert (found.wins.sum(axis=2) == WIN).all()
    assert found.games == 40


def test_another_line_up_plays_the_same_deals(met):
    other = replace(met, lineup=Lineup(met.lineup.entries[::-1], (1, 0)))
    one, two = play(met, 0, 12), play(other, 0, 12)
    assert two.lineup.tolist() == [[1, 0], [0, 1]]
    assert (one.scores == two.scores).all()


def test_bots_may_have_weights_of_their_own(pig):
    bots = (BotEntry(bot="hold_at", label="bold", weights={"pot": 90}), "hold_at")
    found = play(bot_match(pig, bots, 2, 3), 0, 100)
    bold = (found.wins * (found.lineup == 0)).sum(axis=2).mean() / WIN
    assert bold < 0.4


def test_settings_hold_on_all_tables(pig):
    met = bot_match(replace(pig, setups=Setups(test_tables=TABLES)), BOTS, 2, 7, {"target": 25})
    assert {int(game_table.array[0]["target"]) for game_table in met.test_tables} == {25}


def test_a_game_that_is_cut_off_is_shared(pig, monkeypatch):
    monkeypatch.setattr("balance.runner.batches.MAX_DECISIONS", 5)
    found = play(bot_match(pig, BOTS, 2, 3), 0, 4)
    assert found.cut_off.all()
    assert (found.wins == WIN // 2).all()


def test_once_stopped_what_was_played_is_whole_deals(met):
    stop = StopSignal()
    found = play(met, 0, 100_000, 2, stop, lambda games: stop.set())
    assert 0 < len(found.deals) < 100_000
    assert (found.wins.sum(axis=2) == WIN).all()
    assert (np.diff(found.deals) > 0).all()


def test_stopped_at_once_nothing_is_played(met):
    stop = StopSignal()
    stop.set()
    found = play(met, 0, 10, 1, stop)
    assert found.wins.shape == (0, 2, 2)
    assert found.seconds == 0


def test_games_told_are_games_played(met):
    told = []
    found = play(met, 0, 50, 2, on_progress=told.append)
    assert sum(told) == found.games == 100


def test_an_error_of_a_bot_ends_it(pig):
    entry = Entry("broken", replace(pig.bots["hold_at"], choose=answers_nine))
    met = bot_match(pig, BOTS, 2, 7)
    with pytest.raises(Exception, match="'broken' answered 9"):
        play(replace(met, lineup=Lineup((entry, entry), (0, 1))), 0, 10, 2)


@compiled
def answers_nine(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Answer what is not offered."""
    return 9


def test_the_error_of_a_bot_names_the_command_that_tells_its_game(pig, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wrong.py").write_text(
        "def wrong(view, table, seat, weights, stream):\n    return 9\n"
    )
    game = replace(pig, setups=Setups(test_tables=TABLES))
    with pytest.raises(BotError, match=r"balance play .*pig --bots wrong.py:wrong,random .*"):
        play(bot_match(game, ["wrong.py:wrong", "random"], 2, 7), 0, 3)
    with pytest.raises(BotError, match=r"--seed 22 --set target=40"):
        play(bot_match(game, ["wrong.py:wrong", "random"], 2, 7), 1, 1)


def test_a_number_of_players_that_the_game_does_not_have_is_refused(pig):
    with pytest.raises(ScenarioError, match="2, 3, 4, 5 players, not with 1"):
        bot_match(pig, ["random"], 1, 7)


def test_several_matches_are_played_on_the_same_deals(met):
    other = replace(met, lineup=Lineup(met.lineup.entries[::-1], (1, 0)))
    one, two = play_bot_matches([met, other], 5, 12, 2)
    assert one.deals.tolist() == two.deals.tolist() == list(range(5, 17))
    assert same(one, play(met, 5, 12))
    assert same(two, play(other, 5, 12))
