"""Option values by seat, partially pooled, where the truth is known."""

from dataclasses import replace

import numpy as np

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments.arm_sums import ArmSums
from balance.analysis.experiments.seat_values import values_by_players, values_by_seat
from balance.analysis.metrics.fold_sums import FOLDS
from balance.analysis.metrics.fold_sums import tally as tally_folds
from balance.engine.layout import WIN
from balance.runner.arms import ArmResult
from balance.runner.batches import Batches
from balance.scenario.experiments import BAN
from balance.selftest.toy_studies import toy
from tests.analysis.made_up_arms import cards_match, played

GAMES = 200  # of a fold and seat


def planted(worth: list[list[float]], seed: int) -> CellResult:
    """Return a cell in which a ban of each card costs so much in each of two seats."""
    match = cards_match([1] * len(worth))
    rng = np.random.default_rng(seed)
    arms = []
    for card, values in zip(match.game_table.cards, worth, strict=True):
        arm = played(match, BAN, card.id, 0, 0.0, FOLDS, seed)
        sums = arm.totals["arm"]
        assert isinstance(sums, ArmSums)
        games = np.full((FOLDS, 2), GAMES, np.int64)
        wins = WIN * rng.binomial(GAMES, 0.5 - np.array(values), (FOLDS, 2))
        made = replace(
            sums, seat_games=games, seat_wins=wins, games=games.sum(axis=1), wins=wins.sum(axis=1)
        )
        arms.append(ArmResult(arm.arm, FOLDS, FOLDS, {"arm": made}))
    base = toy(2, 1).match
    folds = tally_folds(Batches(base).play(0, FOLDS), base)
    even = np.full((FOLDS, 2), 50 * GAMES * WIN, np.int64)
    folds = replace(folds, games=np.full(FOLDS, 100 * GAMES, np.int64), wins=even)
    return CellResult("x", match, FOLDS, FOLDS, {"folds": folds}, arms=tuple(arms))


def test_a_card_that_is_worth_more_in_one_seat_stands_out() -> None:
    worth = [[0.01, 0.01]] * 9 + [[0.06, 0.0]]
    table, sd = values_by_seat(planted(worth, 1))
    assert set(table.loc[table["sure"], "id"]) == {"j"}
    one, two = table[table["id"] == "j"].to_dict("records")
    assert one["low"] < 0.06 < one["high"]
    assert two["low"] < 0.0 < two["high"]
    assert sd > 0.002


def test_without_differences_all_seats_are_drawn_together_and_intervals_hold() -> None:
    held = sure = 0
    for seed in range(20):
        table, _ = values_by_seat(planted([[0.01, 0.01]] * 10, seed))
        held += int(((table["low"] < 0.01) & (table["high"] > 0.01)).sum())
        sure += bool(table["sure"].any())
        assert (table["value"] - table["all_value"]).abs().max() < 0.005
    assert held / 400 > 0.93
    assert sure <= 4


def test_without_bans_there_is_no_table() -> None:
    cell = planted([[0.0, 0.0]] * 3, 1)
    assert values_by_seat(replace(cell, arms=()))[0].empty


def of_players(worth: list[float], seats: int, seed: int) -> CellResult:
    """Return a cell in which a ban of each card costs so much, in units of the equal share."""
    match = cards_match([1] * len(worth), seats)
    deals = 60 * FOLDS
    arms = tuple(
        played(match, BAN, card.id, 0, -value / seats, deals, 97 * seed + place)
        for place, (card, value) in enumerate(zip(match.game_table.cards, worth, strict=True))
    )
    return CellResult(f"{seats}", match, deals, deals, {}, arms=arms)


def test_a_card_that_is_worth_more_with_some_number_of_players_stands_out() -> None:
    cells = [of_players([0.05] * 9 + [0.25], 2, 1), of_players([0.05] * 10, 4, 2)]
    table, sd = values_by_players(cells)
    assert set(table.loc[table["sure"], "id"]) == {"j"}
    two, four = table[table["id"] == "j"].to_dict("records")
    assert two["low"] < 0.125 < two["high"]
    assert four["low"] < 0.0125 < four["high"]
    assert sd > 0.01
    assert values_by_players(cells[:1])[0].empty
    alike, _ = values_by_players([cells[1], of_players([0.05] * 10, 2, 3)])
    assert not alike["sure"].any()
