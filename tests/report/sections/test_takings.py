"""The section on takings: the gain of the card that is named, where all are known."""

from collections.abc import Callable

import numpy as np

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments.taking_values import taking_values
from balance.engine.layout import WIN
from balance.report.section import Section
from balance.report.sections import takings
from balance.runner.takings import FOLDS, PERIODS, Takings
from balance.stats.intervals import Floats
from tests.analysis.made_up_arms import cards_match
from tests.report.conftest import report_data

CARDS, GAMES = 20, 300
MATCH = cards_match([1] * CARDS)


def study(gains: Floats, seed: int) -> CellResult:
    """Return a cell with branches of 300 games; a taking changes the winner in some of them."""
    rng = np.random.default_rng(seed)
    rows = len(MATCH.game_table.cards)
    games = np.bincount(np.arange(GAMES) % FOLDS, minlength=FOLDS)
    count = np.zeros((FOLDS, rows, PERIODS), np.int64)
    wins = np.zeros((FOLDS, rows, PERIODS, 2), np.int64)
    for fold in range(FOLDS):
        taken = rng.binomial(games[fold], 0.4, (rows, PERIODS))
        count[fold] = taken
        better = rng.binomial(taken, 0.1 + gains[:, None] / 2)
        worse = rng.binomial(taken - better, (0.1 - gains[:, None] / 2))
        wins[fold, :, :, 0], wins[fold, :, :, 1] = WIN * better, WIN * worse
    made = Takings(games, count, wins, wins)
    return CellResult("x", MATCH, GAMES, GAMES, {}, takings=made)


def test_the_gain_of_the_best_holds_for_the_one_that_is_named() -> None:
    rng = np.random.default_rng(1)
    held, ordinary = [], []
    for seed in range(120):
        gains = np.clip(rng.normal(0.02, 0.02, CARDS), -0.1, 0.1)
        # A taking that does not help may do harm.
        truth = 0.1 + gains / 2 - (0.9 - gains / 2) * (0.1 - gains / 2)
        cell = study(gains, seed)
        section = takings.build(report_data(cell))
        assert section is not None
        best = next((one for one in section.findings if one.name == "best"), None)
        if best is None:
            continue
        true = truth["abcdefghijklmnopqrst".index(best.facts["id"])]
        held.append(best.facts["size"].low <= true <= best.facts["size"].high)
        row = taking_values(cell).iloc[0]
        ordinary.append(row["low"] <= true <= row["high"])
    assert len(held) > 60
    assert np.mean(held) > 0.95
    assert np.mean(ordinary) < 0.92


def test_it_is_as_on_its_golden_page(golden: Callable[[Section], None]) -> None:
    section = takings.build(report_data(study(np.linspace(-0.1, 0.1, CARDS), 1)))
    assert section is not None
    golden(section)
