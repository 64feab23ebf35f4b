"""What cards are worth, where the truth is planted."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments.card_value import (
    EVEN,
    EXCESS,
    OPTION,
    POSSESSION,
    SLOPE,
    card_values,
    has_values,
)
from balance.scenario.experiments import GIFT
from tests.analysis.conftest import make_match
from tests.analysis.made_up_arms import cards_match, cell, played

PRICES = (1, 2, 3, 4, 5, 6)
NAMES = "abcdef"


def rows_of(one: CellResult) -> dict[str, dict[Any, Any]]:
    """Return the rows of a cell's table by the id of the card."""
    return {row["id"]: row for row in card_values(one, 0.02).table.to_dict("records")}


def by_card(**given: float) -> dict[str, float]:
    return {name: given.get(name, 0.0) for name in NAMES}


def test_each_experiment_finds_what_was_planted() -> None:
    match = cards_match(PRICES)
    worth = {name: 0.06 + 0.03 * price for name, price in zip(NAMES, PRICES, strict=True)}
    worth["c"] += 0.06  # worth two more than its price tells
    found = card_values(
        cell(match, by_card(c=0.08, e=0.03), worth, by_card(c=-0.04, e=-0.01), deals=60_000), 0.02
    )
    rows = {row["id"]: row for row in found.table.to_dict("records")}
    c, a = rows["c"], rows["a"]
    assert c[f"{OPTION}value"] == pytest.approx(0.08, abs=0.01)
    assert c[f"{OPTION}low"] < 0.08 < c[f"{OPTION}high"]
    assert c[f"{POSSESSION}value"] == pytest.approx(0.21, abs=0.01)
    assert c["worth_value"] == pytest.approx(7, abs=0.3)
    assert c["over_value"] == pytest.approx(4, abs=0.3)
    assert c[f"{EXCESS}value"] == pytest.approx(2, abs=0.3)
    assert c[f"{EXCESS}low"] < 2 < c[f"{EXCESS}high"]
    assert c[f"{SLOPE}value"] == pytest.approx(-0.04, abs=0.005)
    assert c[f"{EVEN}value"] == pytest.approx((0.08 - 0.006) / 0.04, abs=0.4)
    assert c["minus_2_value"] == pytest.approx(0.08, abs=0.01)
    assert np.isnan(a[f"{EVEN}value"])  # a price that does not hurt is never the average
    assert c["finding"] == "strong, too cheap"
    assert [rows[name]["finding"] for name in "abdef"] == ["", "", "", "strong", ""]
    assert c[f"{OPTION}games"] == 60_000
    assert c[f"{OPTION}effective"] == pytest.approx(60_000, rel=0.2)
    assert c[f"{OPTION}best"] == c[f"{OPTION}worst"] == 1
    assert c[f"{OPTION}group"] == 1
    assert found.spreads[OPTION].things == 6
    line = found.lines.iloc[0]
    assert line["slope_value"] == pytest.approx(1, abs=0.1)
    assert (line["kind"], line["good"], line["cards"]) == ("Tool", "gold", 6)


def test_what_a_card_gives_at_the_start_does_not_make_it_strong() -> None:
    match, gifts = cards_match(PRICES), by_card(a=0.2, b=0.2)  # both are good to start with
    rows = rows_of(cell(match, by_card(a=0.10, b=0.01), gifts, deals=20_000))
    assert [bool(rows[card]["matters"]) for card in "abc"] == [True, False, False]
    assert rows["b"]["possession_value"] > 0.02 > rows["b"]["option_value"]
    only_gifts = rows_of(cell(match, gifts=gifts, deals=20_000))
    assert [bool(only_gifts[card]["matters"]) for card in "abc"] == [True, True, False]


def test_points_ahead_go_with_wins_or_it_is_said() -> None:
    one = cell(cards_match(PRICES), by_card(a=0.1), deals=20_000)
    rows = rows_of(one)
    assert rows["a"]["option_lead_value"] == pytest.approx(1, abs=0.2)
    assert not any(row["differs"] for row in rows.values())


def test_a_card_worth_more_than_the_curve_tells_is_told_by_its_bound() -> None:
    match = cards_match(PRICES)
    one = cell(match, gifts=by_card(a=0.05, b=0.1, c=0.15, d=0.2, f=0.48))
    near = played(match, GIFT, "e", 0, 0.415, 20_000, seed=9)
    rows = rows_of(replace(one, arms=(*(arm for arm in one.arms if arm.arm.subject != "e"), near)))
    assert [rows[name]["bound"] for name in "abcd"] == [""] * 4
    assert rows["e"]["bound"].startswith("more than 13.")
    assert rows["f"]["bound"] == "more than 14.0 gold"
    for name in "ef":
        for column in ("worth_value", "worth_low", f"{EXCESS}value"):
            assert np.isnan(rows[name][column])


def test_a_card_that_harms_its_owner_is_worth_less_than_nothing() -> None:
    gifts = by_card(a=-0.03, b=-0.2, c=0.1, d=0.1, e=0.1, f=0.1)
    rows = rows_of(cell(cards_match(PRICES), gifts=gifts))
    assert rows["a"]["worth_value"] == pytest.approx(-1, abs=0.5)
    assert rows["b"]["bound"].startswith("less than -")


def test_intervals_of_worth_and_excess_hold_the_truth() -> None:
    """Of 60 tables of six cards, on a curve that bends."""

    def curve(amount: float) -> float:
        return float(0.4 * (1 - np.exp(-amount / 10)))

    match = cards_match(PRICES)
    truth = 1.5 + np.array(PRICES) + np.array([0, 1.0, 0, -1.0, 0, 0])
    gifts = dict(zip(NAMES, map(curve, truth), strict=True))
    at = np.array([0, 1, 2, 4, 6, 8, 11, 14.0])
    # What straight lines between the points make of it.
    bent = np.interp([curve(k) for k in truth], [curve(k) for k in at], at)
    others = [[other for other in range(6) if other != card] for card in range(6)]
    off = np.array([
        bent[card] - np.polyval(np.polyfit(np.array(PRICES)[rest], bent[rest], 1), PRICES[card])
        for card, rest in enumerate(others)
    ])  # fmt: skip
    worths, excesses = 0, 0
    for seed in range(60):
        rows = card_values(cell(match, gifts=gifts, curve=curve, deals=4000, seed=seed), 0.02).table
        worths += ((rows["worth_low"] < bent) & (bent < rows["worth_high"])).sum()
        excesses += ((rows[f"{EXCESS}low"] < off) & (off < rows[f"{EXCESS}high"])).sum()
    assert worths / 360 == pytest.approx(0.95, abs=0.04)
    assert excesses / 360 == pytest.approx(0.95, abs=0.04)


def test_of_cards_that_do_nothing_hardly_any_is_found() -> None:
    match = cards_match(PRICES)
    found, called = 0, 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        one = cell(match, by_card(), by_card(), by_card(), deals=2000, seed=seed)
        # Each arm has its own luck here: else all would be off alike.
        arms = tuple(
            cell(match, {arm.arm.subject: 0.0}, deals=2000, seed=int(rng.integers(1 << 30))).arms[0]
            for arm in one.arms_of("ban")
        )
        rows = card_values(type(one)("x", match, 2000, 2000, {}, arms=arms), 0.02).table
        found += int(rows[f"{OPTION}sure"].any())
        called += int((rows["finding"] != "").any())
    assert found <= 8  # 3 of 60
    assert called == 0  # a ban alone calls nothing anything


def test_too_few_deals_say_nothing() -> None:
    one = cell(cards_match(PRICES), by_card(a=0.3), by_card(a=0.3), by_card(), deals=100)
    rows = card_values(one, 0.02).table
    for prefix in (OPTION, POSSESSION, "worth_", EXCESS, SLOPE):
        assert rows[f"{prefix}low"].isna().all()
    assert not rows[f"{OPTION}sure"].any()
    assert (rows["finding"] == "").all()


def test_what_was_not_played_is_not_there() -> None:
    match = cards_match(PRICES)
    assert not has_values(cell(match))
    one = cell(match, slopes={"b": -0.02})
    assert has_values(one)
    found = card_values(one, 0.02)
    assert found.table["id"].tolist() == ["b"]
    assert found.table[f"{OPTION}value"].isna().all()
    assert found.lines.empty


def test_a_card_without_a_price_has_no_worth_but_a_value() -> None:
    match = make_match(2, cards=("a", "b"))
    rows = card_values(cell(match, gifts={"a": 0.1, "b": 0.2}), 0.02).table
    assert rows["price"].isna().all()
    assert rows["worth_value"].isna().all()
    assert rows[f"{POSSESSION}sure"].all()
