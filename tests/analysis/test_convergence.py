"""What games are worth, and how an estimate moved while games were counted."""

from dataclasses import replace

import numpy as np
import pytest

from balance.analysis.convergence import STEPS, running, worth
from balance.analysis.metrics.fold_sums import FOLDS, FoldSums, folds_of
from balance.engine.layout import WIN
from balance.report.report_data import CellResult
from tests.analysis.conftest import make_match
from tests.report.conftest import variant


def test_games_of_a_deal_that_repeat_each_other_are_worth_less() -> None:
    """Both games of a deal go alike: correlation 1, design effect 2 (Kish 1965, section 5.4)."""
    match = make_match(2, lineup=("a", "b"))
    cell = variant(match, 2000)
    rng = np.random.default_rng(5)
    won = (rng.random(1000) < 0.5).astype(np.int64) * WIN * 2  # of both games of each deal
    first = np.bincount(np.arange(1000) % FOLDS, won, FOLDS).astype(np.int64)
    folds = folds_of(cell.sums)
    wins = np.stack([first, WIN * folds.games - first], axis=1)
    sums = {**cell.sums, "folds": replace(folds, bot_wins=wins[:, None])}
    row = worth([CellResult("x", match, 2000, 1000, sums)]).iloc[0]
    assert row["rotations"] == 2
    assert row["design_effect"] == pytest.approx(2.0, abs=0.4)
    assert row["correlation"] == pytest.approx(row["design_effect"] - 1)
    assert row["effective"] == pytest.approx(2000 / row["design_effect"])


def test_with_one_game_a_deal_there_is_no_pair() -> None:
    row = worth([variant(make_match(2), 800, cut_off=100)]).iloc[0]
    assert row["cut_off"] == 100
    assert np.isnan(row["correlation"])
    assert row["design_effect"] == pytest.approx(1.0, abs=0.01)


def test_an_estimate_settles_on_that_of_all_deals() -> None:
    cell = variant(make_match(2), 4096, first=0.6)
    found = running(cell)
    assert found is not None
    rows = found.table
    sums = cell.sums_of("folds", FoldSums)
    assert rows["deals"].tolist() == [4096 * step // STEPS for step in range(1, STEPS + 1)]
    share = sums.wins.sum(axis=0)[found.seat] / WIN / 4096
    assert rows["value"].iloc[-1] == pytest.approx(share)
    width = rows["high"] - rows["low"]
    assert width.iloc[0] / width.iloc[-1] == pytest.approx(np.sqrt(STEPS), rel=0.25)


def test_the_seat_farthest_from_its_share_is_looked_at() -> None:
    found = running(variant(make_match(2), 600, first=0.7))
    assert found is not None
    assert found.seat == 0


def test_with_a_fold_that_has_no_deal_there_is_nothing_to_see() -> None:
    assert running(variant(make_match(2), 200)) is None
    assert running(variant(make_match(2), 600, cut_off=600)) is None
