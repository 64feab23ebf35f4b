"""What cards are worth, where the truth is planted."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from balance.analysis.cell_result import CellResult
from balance.analysis.experiments.card_value import (
    OPTION,
    POSSESSION,
    SLOPE,
    card_values,
    has_values,
)
from balance.analysis.metrics import fold_sums
from tests.analysis.conftest import make_match, make_records
from tests.analysis.made_up_arms import cards_match, cell

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
    c = rows["c"]
    assert c[f"{OPTION}value"] == pytest.approx(0.08, abs=0.01)
    assert c[f"{OPTION}low"] < 0.08 < c[f"{OPTION}high"]
    assert c[f"{POSSESSION}value"] == pytest.approx(0.21, abs=0.01)
    assert c[f"{SLOPE}value"] == pytest.approx(-0.04, abs=0.005)
    assert c["minus_2_value"] == pytest.approx(0.08, abs=0.01)
    assert c["finding"] == "strong"
    assert [rows[name]["finding"] for name in "abdef"] == ["", "", "", "strong", ""]
    assert c[f"{OPTION}games"] == 60_000
    assert c[f"{OPTION}effective"] == pytest.approx(60_000, rel=0.2)
    assert c[f"{OPTION}best"] == c[f"{OPTION}worst"] == 1
    assert c[f"{OPTION}group"] == 1
    assert found.spreads[OPTION].things == 6


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


def test_a_card_that_hardly_anybody_takes_is_not_tested() -> None:
    match = cards_match(PRICES)
    games = 4000
    taken = np.zeros((games, 2, 6), int)
    taken[:, 0, 1:] = 1
    taken[:20, 0, 0] = 1  # a: in 1 of 200 games
    records = make_records(
        match, np.tile([1, 0], (games, 1)), taken=taken, available=np.ones((games, 6))
    )
    one = cell(match, by_card(c=0.08), slopes=by_card(c=-0.04))
    found = card_values(replace(one, sums={"folds": fold_sums.tally(records, match)}), 0.02)
    rows = {row["id"]: row for row in found.table.to_dict("records")}
    assert (rows["a"]["taken"], rows["b"]["taken"]) == (0.005, 1)
    assert [rows[name]["tested"] for name in NAMES] == [False, *[True] * 5]
    assert rows["a"]["finding"] == "not tested by this player"
    assert rows["c"]["finding"] == "strong"
    assert np.isnan(rows["a"][f"{OPTION}q"])
    assert np.isnan(rows["a"][f"{OPTION}best"])
    assert found.spreads[OPTION].things == 5


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
    for prefix in (OPTION, POSSESSION, SLOPE):
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


def test_a_card_without_a_price_has_a_value() -> None:
    match = make_match(2, cards=("a", "b"))
    rows = card_values(cell(match, gifts={"a": 0.1, "b": 0.2}), 0.02).table
    assert rows["price"].isna().all()
    assert rows[f"{POSSESSION}sure"].all()
