"""Games branched where a card is taken."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments.taking_values import FEWEST, taking_values
from balance.engine.batch import lineup_arrays, new_batch, rules_of
from balance.engine.branches import TAKING, branch_player
from balance.engine.layout import NOBODY, WIN
from balance.engine.services import Handicap
from balance.engine.view import hidden_at
from balance.runner.batches import MAX_DECISIONS
from balance.runner.stop_signal import StopSignal
from balance.runner.takings import (
    FOLDS,
    PERIODS,
    Takings,
    ban_patches,
    branch_games,
    games_to_branch,
    neutral,
    why_no_takings,
)
from balance.scenario.experiments import handicapped
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare
from balance.selftest.toy_studies import toy, truth_of
from tests.conftest import ROOT

GAMES = 12


def match_of(game: str, players: int = 2, bot: str = "greedy") -> Match:
    scenario = Scenario.model_validate(
        {"name": "a", "game": game, "players": players, "bots": bot, "games": 100, "seed": 5}
    )
    return prepare(scenario.at(ROOT / "a.toml")).cells[0].match


def branched(match: Match, games: int, workers: int = 1) -> Takings:
    takings = branch_games(match, games, 1.0, workers, StopSignal())
    assert takings is not None
    return takings


def played(match: Match, patches: NDArray[np.uint64], places: NDArray[np.int64]) -> NDArray[Any]:
    """Play some games with these bans, and return their takings."""
    game, table = match.game, neutral(match).game_table
    bots, lineups = lineup_arrays(match.lineup.entries, match.lineup.by_rotation, match.seed)
    takings = np.zeros(GAMES * 256, TAKING)
    written = branch_player(game)(
        np.zeros(1, game.state), table.array.copy(), rules_of(game), bots, lineups,
        hidden_at(game, table), new_batch(match.seed, 0, MAX_DECISIONS), places, patches,
        np.zeros(1, game.record), GAMES, takings,
    )  # fmt: skip
    return takings[:written]


@pytest.mark.parametrize(
    ("game", "bot"),
    [
        ("valeria", "greedy"),
        ("king_of_the_valley", "greedy"),
        ("king_of_the_valley", "greedy~0.5"),
        ("dominion", "greedy"),
    ],
)
def test_a_branch_without_a_ban_ends_as_the_game_did(game: str, bot: str) -> None:
    match = match_of(game, bot=bot)
    places, patches = ban_patches(match)
    as_it_was = played(match, np.zeros_like(patches), places)
    assert len(as_it_was) > GAMES
    np.testing.assert_array_equal(as_it_was["wins"][:, 0], as_it_was["wins"][:, 1])
    np.testing.assert_array_equal(as_it_was["leads"][:, 0], as_it_was["leads"][:, 1])
    with_bans = played(match, patches, places)
    assert (with_bans["leads"][:, 0] != with_bans["leads"][:, 1]).mean() > 0.3
    np.testing.assert_array_equal(with_bans["leads"][:, 0], as_it_was["leads"][:, 0])


@pytest.mark.parametrize("game", ["valeria", "king_of_the_valley", "dominion"])
def test_a_ban_is_a_mark_on_one_seat_and_two_bans_are_two_marks(game: str) -> None:
    match = match_of(game)
    places, patches = ban_patches(match)
    known = places[:, :, 0] != NOBODY
    assert known[0].sum() > 10
    np.testing.assert_array_equal(known[0], known[1])
    marks = [tuple(zip(places[s, c], patches[s, c], strict=True)) for s, c in np.argwhere(known)]
    assert len(set(marks)) == len(marks)


def test_the_gain_of_taking_is_that_of_a_ban_where_the_card_is_taken_in_every_game() -> None:
    match = toy(2, 1).match
    takings = branched(match, 20_000)
    cell = CellResult("toy", match, 20_000, 20_000, {}, takings=takings)
    values = taking_values(cell).set_index("id")
    for card in ("charm", "bell"):
        ban = handicapped(match, Handicap(card=card, is_banned=True))
        truth = 1 / 2 - truth_of(ban).of_first_entry()
        row = values.loc[card]
        assert row["low"] < truth < row["high"]
        assert row["high"] - row["low"] < 0.012
        assert row["takings"] == 40_000
        assert row["chance"] == pytest.approx(0.5)
    assert "crown" not in values.index  # which nobody takes


def test_the_same_for_any_number_of_workers() -> None:
    match = toy(2, 1).match
    for one, two in zip(
        branched(match, 100).arrays().values(), branched(match, 100, 2).arrays().values(),
        strict=True,
    ):  # fmt: skip
        np.testing.assert_array_equal(one, two)


def test_a_card_that_is_seldom_taken_has_no_interval_and_period_by_period() -> None:
    match = toy(2, 1).match
    rng = np.random.default_rng(1)
    count = np.zeros((FOLDS, 3, PERIODS), np.int64)
    count[:, 0, 0] = 4
    count[: FEWEST - 1, 1, 0] = 1
    wins = np.zeros((*count.shape, 2), np.int64)
    wins[:, 0, 0, 0] = WIN * rng.binomial(4, 0.6, FOLDS)
    wins[:, 0, 0, 1] = WIN * rng.binomial(4, 0.4, FOLDS)
    takings = Takings(np.full(FOLDS, 4), count, wins, np.zeros_like(wins))
    table = taking_values(CellResult("toy", match, 1024, 1024, {}, takings=takings))
    assert list(table["id"]) == ["charm"]
    row = table.iloc[0]
    assert row["low"] < 0.2 < row["high"]
    assert row["sure"]
    assert row["early_value"] == row["value"]
    assert np.isnan(row["late_value"])


def test_a_single_player_cannot_be_branched() -> None:
    assert "play each other" in why_no_takings(match_of("valeria", 1))
    assert not why_no_takings(match_of("valeria"))


def test_a_tenth_of_the_games_is_branched() -> None:
    assert [games_to_branch(games) for games in (10, 50_000, 10**6)] == [1_000, 5_000, 20_000]
