"""The section on fair prices: how many cards are clearly priced wrong."""

import numpy as np

from balance.analysis.experiments.fair_price import PriceCurve
from balance.analysis.metrics.fold_sums import FOLDS
from balance.engine.game import Piece
from balance.report.sections.prices.section import price_section
from balance.stats.jackknife import replicates
from tests.report.conftest import finding_of

ERROR = 0.002  # of an option value


def curves_of(gaps: list[float], seed: int) -> list[PriceCurve]:
    """Return curves of cards whose option values are so much above the usual one."""
    rng = np.random.default_rng(seed)
    prices, ones = (2, 3, 4), np.ones((FOLDS, 3))
    curves = []
    for place, gap in enumerate(gaps):
        means = gap + np.array([0.02, 0.0, -0.02])
        seen = rng.normal(means, ERROR * np.sqrt(FOLDS), ones.shape)
        card = Piece(f"card{place}", f"Card {place}", "Tool", price=3, paid_in="gold")
        values = replicates(seen, ones, np.ones(FOLDS))
        usual = replicates(0.0 * ones[:, :1], ones[:, :1], np.ones(FOLDS))
        curves.append(PriceCurve(card, prices, values, usual, np.ones(3)))
    return curves


def unfair(gaps: list[float], seed: int) -> int:
    section = price_section(curves_of(gaps, seed), "card", "greedy", (1, 1))
    return int(finding_of(section, "overview").facts["unfair"])


def test_clearly_priced_wrong_is_corrected_for_all_cards_of_the_table() -> None:
    found = [unfair([0.0] * 30, seed) for seed in range(40)]
    assert np.mean([one > 0 for one in found]) <= 0.15  # 5 % of 40 and two errors
    assert all(unfair([0.0] * 27 + [0.016, -0.016, 0.016], seed) >= 3 for seed in range(5))
