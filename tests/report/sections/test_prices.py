"""The section on fair prices: how many cards are clearly priced wrong."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from balance.analysis.experiments.advised_price import AdvisedPrice, first_advice
from balance.analysis.experiments.both_prices import BothPrices, to_be_played
from balance.analysis.experiments.fair_price import PriceCurve, fair_prices_table
from balance.analysis.metrics.fold_sums import FOLDS
from balance.engine.game import Piece
from balance.report.section import Section
from balance.report.sections.prices import price_section
from balance.stats.jackknife import replicates
from tests.report.conftest import finding_of, names_of

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
    return int(section.findings[0].facts["unfair"])


def test_clearly_priced_wrong_is_corrected_for_all_cards_of_the_table() -> None:
    found = [unfair([0.0] * 30, seed) for seed in range(40)]
    assert np.mean([one > 0 for one in found]) <= 0.15  # 5 % of 40 and two errors
    assert all(unfair([0.0] * 27 + [0.016, -0.016, 0.016], seed) >= 3 for seed in range(5))


def one_curve(by_price: dict[int, float], printed: int, error: float = 0.001) -> PriceCurve:
    """Return the curve of a card that is worth so much more than the others, by price."""
    rng, ones = np.random.default_rng(2), np.ones((FOLDS, len(by_price)))
    seen = rng.normal(list(by_price.values()), error * np.sqrt(FOLDS), ones.shape)
    card = Piece("axe", "Axe", "Tool", price=printed, paid_in="gold")
    values = replicates(seen, ones, np.ones(FOLDS))
    usual = replicates(0.0 * ones[:, :1], ones[:, :1], np.ones(FOLDS))
    return PriceCurve(card, tuple(by_price), values, usual, np.ones(len(by_price)))


TOO_LOW = one_curve({price: 0.03 - 0.001 * price for price in (3, 5, 9, 19)}, printed=3)
TOO_HIGH = one_curve({price: -0.03 - 0.001 * price for price in (0, 2, 3)}, printed=3)
OPEN_ABOVE = one_curve({3: 0.03, 4: 0.02, 5: 0.0, 19: 0.0}, printed=3)
OPEN_BELOW = one_curve({0: 0.0, 1: 0.0, 2: -0.02, 3: -0.03}, printed=3)
FLAT = one_curve({3: 0.03} | {price: 0.0004 * (7 - price) for price in range(4, 14)}, printed=3)


def game_of(curve: PriceCurve, price: int, over: float) -> AdvisedPrice:
    """Return what a game showed in which the card has another price."""
    ones = np.ones((FOLDS, 1))
    rng = np.random.default_rng(3)
    seen = rng.normal(over, 0.001 * np.sqrt(FOLDS), ones.shape)
    value, usual = (replicates(one, ones, np.ones(FOLDS)) for one in (seen, 0.0 * ones))
    return AdvisedPrice(curve.card, price, value, usual)


@pytest.mark.parametrize("curve", [TOO_LOW, TOO_HIGH, OPEN_ABOVE, OPEN_BELOW, FLAT])
def test_only_a_game_that_was_played_with_a_price_is_called_played(curve: PriceCurve) -> None:
    price = first_advice(curve)
    assert price is not None
    section = price_section([curve], "card", "greedy", (1, 1))
    (head,) = section.key_findings
    assert "played" not in head.text + head.action
    assert "if they stay worth what they are" in head.text
    command = price_section(
        [curve], "card", "greedy", (1, 1), is_fresh=False, confirm=lambda card: f"price {card}"
    ).key_findings[0].action  # fmt: skip
    assert "was not played" in command
    assert "price axe" in command
    played = game_of(curve, price, 0.0)
    (head,) = price_section([curve], "card", "greedy", (1, 1), advised=[played]).key_findings
    assert head.action == f"Print {price} gold (that game was played, on fresh deals)."
    assert head.facts["over"].value == played.over.value[0]


@pytest.mark.parametrize(
    ("curve", "price", "over", "advice"),
    [(TOO_LOW, 19, 0.02, "Make it weaker"), (TOO_HIGH, 0, -0.02, "Make it stronger"),
     (FLAT, 7, 0.02, "Print more than 7 gold"),
     (FLAT, 4, -0.02, "No whole price is fair: 3 gold is too cheap, 4 too dear"),
     (FLAT, 7, -0.02, "Print a price above 3 and below 7 gold")],
)  # fmt: skip
def test_where_the_last_price_is_not_fair_either_one_sentence_says_what_to_print(
    curve: PriceCurve, price: int, over: float, advice: str
) -> None:
    played = game_of(curve, price, over)
    section = price_section([curve], "card", "greedy", (1, 1), advised=[played])
    (head,) = section.key_findings
    assert head.action.startswith(advice)
    assert section.findings[-1].text == head.action
    assert "played" in head.action


def test_where_the_curve_levels_off_the_range_is_named_and_no_single_price() -> None:
    section = price_section([FLAT], "card", "greedy", (1, 1))
    finding = finding_of(section, "range")
    fair = fair_prices_table([FLAT]).iloc[0]
    assert not fair["is_above"]
    assert f"from {fair['low']:.1f} to {fair['high']:.1f} gold".replace(".0", "") in finding.text
    assert f"{fair['value']:.1f}" not in finding.text


def test_the_intervals_of_cards_picked_from_many_are_wide_enough_for_that() -> None:
    gaps = [0.016, -0.016] + [0.0] * 28
    curves = curves_of(gaps, 1)
    section = price_section(curves, "card", "greedy", (1, 1))
    first = fair_prices_table(curves, picked_of=30).iloc[0]
    alone = fair_prices_table(curves).iloc[0]
    assert first["low"] < alone["low"] < alone["high"] < first["high"]
    texts = [one.text for one in section.findings if one.name == "even"]
    assert f"[{first['low']:.1f}, {first['high']:.1f}]" in texts[0]


def test_it_is_as_on_its_golden_page(golden: Callable[[Section], None]) -> None:
    golden(
        price_section(curves_of([0.0] * 27 + [0.016, -0.016, 0.016], 1), "card", "greedy", (1, 1))
    )


def test_prices_at_which_the_card_lies_elsewhere_are_named() -> None:
    section = price_section([replace(TOO_LOW, moved=(1, 2))], "card", "greedy", (1, 1))
    finding = finding_of(section, "moved")
    assert finding.text.startswith("At 1 and 2 gold the Axe lies elsewhere in its stack")
    assert finding.text in section.key_findings[0].action
    assert "moved" not in names_of(price_section([TOO_LOW], "card", "greedy", (1, 1)))


def test_on_a_cliff_between_two_prices_no_figure_is_named_as_none_was_played() -> None:
    (curve,) = curves_of([0.0], seed=1)
    cliff = replace(curve, prices=(2, 3, 4), values=curve.values.minus([-0.2, 0.2, 0.2]))
    section = price_section([cliff], "card", "greedy", (1, 1))
    (table,) = (one for one in section.tables if one.name == "fair_prices")
    assert table.frame["fair"].tolist() == ["between 2 and 3"]


def both_of(fair: float, also_fair: float) -> BothPrices:
    """Return the prices of a card that each bot finds fair at another price."""
    curves = [
        one_curve({price: 0.02 * (at - price) for price in range(2, 10)}, printed=3)
        for at in (fair, also_fair)
    ]
    return BothPrices(*curves)


@pytest.mark.parametrize(
    ("fair", "also_fair", "name", "price"),
    [(4.0, 4.0, "suits_both", 4), (4.0, 6.0, "suits_none", 5), (7.2, 3.0, "suits_none", 5)],
)
def test_the_price_that_is_nearest_for_both_bots_is_told(
    fair: float, also_fair: float, name: str, price: int
) -> None:
    both = both_of(fair, also_fair)
    assert to_be_played(both.own, both.second) == ([], [])
    section = price_section([both.own], "card", "greedy", (1, 1), both=[both], second="planner")
    assert section.findings[-1].name == name
    assert section.findings[-1].facts["price"] == price
    assert ("may be as near" in section.findings[-1].text) == bool(both.near)
    assert "as greedy plays" in section.findings[-1].text
    assert section.findings[-2].text.startswith("For planner, the ")
    assert section.findings[0].text.startswith("For greedy, the Axe ")
    (table,) = [one for one in section.tables if one.name == "prices_for_both"]
    low, high = sorted((round(fair), round(also_fair)))
    assert table.frame["price"].tolist() == [*range(low, high + 1)]
    assert table.frame["price"][table.frame["is_best"]].tolist() == [price]


def test_prices_that_are_hardly_farther_from_fair_may_be_as_near() -> None:
    first, second = both_of(4.06, 5.0), both_of(4.0, 6.0)
    assert (first.best, first.near) == (4, (5,))
    assert second.near == ()  # one bot is clearly farther off at 4, the other at 6


def test_prices_between_those_of_the_bots_are_still_to_be_played() -> None:
    own = one_curve({3: 0.03, 4: 0.01, 5: -0.02}, printed=3)
    second = one_curve({3: 0.08, 7: 0.02, 8: -0.01}, printed=3)
    assert to_be_played(own, second) == ([6, 7, 8], [4, 5, 6])
