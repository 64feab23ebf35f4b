"""Option values by seat and number of players, where the truth is known."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeAlias

import numpy as np

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments.arm_sums import ArmSums
from balance.analysis.experiments.seat_values import values_by_players, values_by_seat
from balance.analysis.metrics.fold_sums import FOLDS, FoldSums
from balance.analysis.metrics.fold_sums import tally as tally_folds
from balance.engine.layout import WIN
from balance.report.sections import value
from balance.report.sections.value_findings import players_finding, seats_finding
from balance.runner.arms import ArmResult
from balance.runner.batches import Batches
from balance.scenario.experiments import BAN
from balance.scenario.match import Match
from balance.selftest.toy_studies import toy
from balance.stats.intervals import Floats
from tests.analysis.made_up_arms import cards_match, played

GAMES = 200  # of a fold and seat
Values: TypeAlias = Sequence[Sequence[float]] | Floats


def planted(worth: Values, seed: int, base_games: int = 50 * GAMES) -> CellResult:
    """Return a cell in which a ban of each card costs so much in each of two seats."""
    cards, seats = np.shape(worth)
    match, made_up = tables_of(cards, seats)
    rng = np.random.default_rng(seed)
    arms = []
    for (arm, sums), values in zip(made_up, worth, strict=True):
        games = np.full((FOLDS, seats), GAMES, np.int64)
        wins = WIN * rng.binomial(GAMES, 1 / seats - np.array(values), (FOLDS, seats))
        made = replace(sums, sat=games, seat_wins=wins)
        arms.append(ArmResult(arm.arm, FOLDS, FOLDS, {"arm": made}))
    won = WIN * rng.multinomial(base_games, np.full(seats, 1 / seats), FOLDS)
    folds = base_folds()
    folds = replace(folds, games=np.full_like(folds.games, base_games), bot_wins=won[:, None])
    return CellResult("x", match, FOLDS, FOLDS, {"folds": folds}, arms=tuple(arms))


@cache
def tables_of(cards: int, seats: int) -> tuple[Match, list[tuple[ArmResult, ArmSums]]]:
    """Return a match, and an arm with its sums for each card."""
    match = cards_match([1] * cards, seats)
    made_up = []
    for card in match.game_table.cards:
        arm = played(match, BAN, card.id, 0, 0.0, FOLDS * seats, 1)
        sums = arm.totals["arm"]
        assert isinstance(sums, ArmSums)
        made_up.append((arm, sums))
    return match, made_up


@cache
def base_folds() -> FoldSums:
    """Return sums by fold of some game, to be filled."""
    base = toy(2, 1).match
    return tally_folds(Batches(base).play(0, FOLDS), base)


def test_a_card_that_is_worth_more_in_one_seat_stands_out() -> None:
    worth = [[0.01, 0.01]] * 9 + [[0.06, 0.0]]
    table, sd = values_by_seat(planted(worth, 1))
    assert set(table.loc[table["sure"], "id"]) == {"j"}
    one, two = table[table["id"] == "j"].to_dict("records")
    assert one["low"] < 0.06 < one["high"]
    assert two["low"] < 0.0 < two["high"]
    assert sd > 0.002


def test_without_differences_intervals_hold_and_none_is_clear() -> None:
    held = sure = 0
    for seed in range(20):
        table, _ = values_by_seat(planted([[0.01, 0.01]] * 10, seed))
        held += int(((table["low"] < 0.01) & (table["high"] > 0.01)).sum())
        sure += bool(table["sure"].any())
    assert held / 400 > 0.93
    assert sure <= 4


def studies_with_an_outlier(studies: int, seed: int) -> Iterator[tuple[Floats, CellResult]]:
    """Yield the true values by seat, and a study: one card is far from all others, as some are.

    The game as it is was played for as many games as a ban: its luck is in all cards alike.
    """
    rng = np.random.default_rng(seed)
    for study in range(studies):
        truth = 0.01 + rng.normal(0, 0.002, (12, 4))
        truth[3] += [0.035, 0.01, 0.0, -0.025]
        yield truth, planted(truth, study, GAMES * 4)


def test_intervals_hold_for_a_card_far_from_all_others_and_in_the_sentence() -> None:
    words = value.WORDS.with_facts(card="card", cards="cards")
    of_all, of_outlier, of_sentence = [], [], []
    for truth, cell in studies_with_an_outlier(100, 1):
        table, _ = values_by_seat(cell)
        holds = (table["low"] <= truth.ravel()) & (truth.ravel() <= table["high"])
        of_all += list(holds)
        of_outlier += list(holds[table["id"] == "d"])
        said = seats_finding(words, table).facts
        own = truth["abcdefghijkl".index(said["which"].lower())]
        for end, seat in (("high", "best"), ("low", "worst")):
            of_sentence.append(said[end].low <= own[said[seat] - 1] <= said[end].high)
    assert np.mean(of_all) > 0.94
    assert np.mean(of_outlier) > 0.93  # of 400: 95 % less two errors
    assert np.mean(of_sentence) > 0.95


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


def test_intervals_by_number_of_players_hold_for_a_card_far_from_all_others() -> None:
    words = value.WORDS.with_facts(card="card", cards="cards")
    rng = np.random.default_rng(5)
    of_outlier, of_sentence = [], []
    for study in range(60):
        truth = rng.normal(0.05, 0.01, (3, 8))
        truth[:, 3] += [0.06, 0.02, 0.0]
        cells = [of_players(list(truth[i]), i + 2, 10 * study + i) for i in range(3)]
        table, _ = values_by_players(cells)
        true = truth.T.ravel() / table["players"]
        holds = (table["low"] <= true) & (true <= table["high"])
        of_outlier += list(holds[table["id"] == "d"])
        said = players_finding(words, table).facts
        if "which" in said:
            own = truth[said["players"] - 2, "abcdefgh".index(said["which"].lower())]
            of_sentence.append(said["value"].low <= own / said["players"] <= said["value"].high)
    assert np.mean(of_outlier) > 0.91  # of 180: 95 % less two errors
    assert len(of_sentence) > 10
    assert np.mean(of_sentence) > 0.95
