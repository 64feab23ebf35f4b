"""Cells side by side, on made-up records with planted differences."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import pytest

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.cell_tables import (
    across,
    endings,
    headlines,
    last_rounds,
    parts,
    strengths,
    uses,
    win_rates,
)
from balance.analysis.comparison.differences import (
    along_axes,
    apart,
    differences,
    pairs_of,
)
from balance.analysis.measures import EXCESS, SPREAD
from balance.analysis.metrics import fold_sums, pace
from balance.analysis.readings import CellMeasures
from balance.scenario.match import Match
from balance.stats.intervals import Floats
from balance.stats.jackknife import concatenate, replicates, variance_between
from tests.analysis.conftest import make_match, make_records
from tests.sections import METRICS

GOALS = ("sun", "moon", "star", "comet")


def cell(
    match: Match,
    name: str,
    games: int = 2048,
    edge: float = 0.0,
    longer: int = 0,
    axe: float = 0.3,
    sun: float = 0.0,
    axes: Mapping[str, str] | None = None,
) -> CellResult:
    """Return a cell whose luck is that of all others: the same draws, put to other use.

    The first seat wins by so much more than a fair share, games take so many rounds more, so much
    of axe 0 is taken, and whoever is dealt the sun wins by so much more.
    """
    rng = np.random.default_rng(5)
    seats = match.game_table.num_seats
    luck, length, takes = rng.random(games), rng.integers(8, 15, games), rng.random((games, 5))
    dealt = rng.permuted(np.tile(np.arange(len(GOALS)), (games, 2)), axis=1)[:, :seats]
    has_sun = dealt[:, 0] == 0
    first = luck < 1 / seats + edge + np.where(has_sun, sun, -sun / 3)
    others = 1 + (luck * 7919 % 1 * (seats - 1)).astype(int)
    winner = np.where(first, 0, others)
    fields: dict[str, Any] = {}
    if match.game_table.cards:
        taken = np.zeros((games, seats, len(match.game_table.cards)), int)
        taken[:, 0, 0] = takes[:, 0] < axe
        taken[:, 1, 1:] = takes[:, 1 : len(match.game_table.cards)] < 0.5
        fields |= {"taken": taken, "available": np.ones((games, len(match.game_table.cards)))}
    if match.game_table.objectives:
        fields |= {"dealt": dealt[:, :, None], "kept": dealt, "fulfilled": 3}
    records = make_records(
        match, np.eye(seats, dtype=int)[winner], rounds=length + longer, turns=seats * length,
        scores=rng.integers(20, 60, (games, seats)), decisions=50, **fields,
    )  # fmt: skip
    sums = {
        question: asked.tally(records, match)
        for question, asked in METRICS.items()
        if asked.applies(match)
    }
    return CellResult(name, match, games, games, sums, axes or {})


def compared(*cells: CellResult) -> pd.DataFrame:
    return differences(cells)


def by_key(rows: pd.DataFrame, key: str = "key") -> dict[str, dict[str, Any]]:
    """Return the rows of a table, each by what stands in a column."""
    return {str(row[key]): {str(k): v for k, v in row.items()} for row in rows.to_dict("records")}


@pytest.fixture(scope="module")
def match() -> Match:
    return make_match(3, cards=("axe", "bow", "cup"), objectives=GOALS)


def test_what_was_planted_is_established_and_nothing_else(match: Match) -> None:
    table = compared(cell(match, "one"), cell(match, "two", edge=0.05, longer=1, axe=0.5))
    known = set(table[table["verdict"] == "established"]["key"])
    assert known == {"first", "last", "seat 2 of 3", "rounds", "copies axe", "taken axe"}
    assert table["steps"].is_monotonic_decreasing
    rows = by_key(table)
    rounds = rows["rounds"]
    assert rounds["now"] - rounds["was"] == pytest.approx(1)
    assert [rounds[part] for part in ("value", "low", "high")] == pytest.approx(
        [1, 1, 1], abs=0.002
    )
    assert rounds["p"] < 1e-9
    assert rows["first"]["low"] < 0.05 < rows["first"]["high"]
    assert rows["copies axe"]["low"] < 0.2 < rows["copies axe"]["high"]
    bow = rows["copies bow"]
    assert (bow["value"], bow["p"]) == (0, 1)
    assert -0.002 < bow["low"] < 0 < bow["high"] < 0.002


def test_shared_luck_makes_differences_surer_than_their_cells(match: Match) -> None:
    first = by_key(compared(cell(match, "one"), cell(match, "two", edge=0.05)))["first"]
    error = cell(match, "one").measures["first"].by_fold.errors()[0]
    assert (first["high"] - first["low"]) / 2 < 0.6 * 1.97 * np.sqrt(2) * error
    assert first["correlation"] > 0.8
    assert first["worth"] > 3


def test_a_spread_between_objectives_is_found(match: Match) -> None:
    flat, steep = cell(match, "flat", 20_000), cell(match, "steep", 20_000, sun=0.3)
    rows = by_key(compared(flat, steep))
    row = rows["spread dealt"]
    assert row["was"] < 0.01 < row["low"]
    assert row["verdict"] == "established"
    # Of the first seat with it 0.3 more, with another 0.1 less: a third of the seats.
    assert row["now"] == pytest.approx(0.3 * 4 / 3 / 3 / 2 * 1.25, rel=0.25)
    assert rows["dealt sun"]["verdict"] == "established"
    heads = headlines([flat, steep])
    one, two = by_key(heads, "cell").values()
    assert one["dealt_low"] == 0
    assert two["dealt_low"] < row["now"] < two["dealt_high"]


def test_cells_are_compared_in_what_both_have() -> None:
    three = make_match(3, cards=("axe", "bow"), objectives=GOALS)
    two = make_match(2, cards=("axe", "cup"))
    rows = compared(cell(three, "three"), cell(two, "two"))
    keys = set(rows["key"])
    assert {"first", "rounds", "margin", "copies axe", "taken axe"} <= keys
    assert not keys & {"last", "seat 2 of 3", "copies bow", "copies cup", "dealt sun"}


def test_what_never_or_always_happened_in_both_cells_is_left_out(match: Match) -> None:
    keys = set(compared(cell(match, "one"), cell(match, "two"))["key"])
    assert {"rounds", "first", "taken axe"} <= keys
    assert not keys & {"ending empty", "ending full", "stopped", "shared"}


def test_of_few_cells_all_pairs_are_compared_and_of_many_those_with_the_first(
    match: Match,
) -> None:
    cells = [cell(match, str(number), 256) for number in range(8)]
    assert pairs_of(cells[:3]) == [(0, 1), (0, 2), (1, 2)]
    assert len(pairs_of(cells[:6])) == 15
    assert pairs_of(cells) == [(0, other) for other in range(1, 8)]


def test_with_too_few_deals_there_are_no_intervals(match: Match) -> None:
    rows = compared(cell(match, "one", 255), cell(match, "two", 400, longer=1))
    assert set(rows["verdict"]) == {"too few deals"}
    assert rows["low"].isna().all()
    assert by_key(rows)["rounds"]["value"] != 0


def test_an_axis_is_what_it_changes_all_else_being_equal(match: Match) -> None:
    cells = [
        cell(match, f"{length} {edge}", longer=length, edge=edge,
             axes={"length": str(length), "edge": str(edge)})
        for length in (0, 2, 5) for edge in (0.0, 0.1)
        if (length, edge) != (5, 0.1)
    ]  # fmt: skip
    rows = along_axes(cells)
    heads = rows[["axis", "first", "second", "pairs", "place"]].drop_duplicates()
    assert heads.sort_values("place").to_numpy().tolist() == [
        ["length", "0", "2", 2, 0], ["length", "0", "5", 1, 1], ["edge", "0.0", "0.1", 2, 2]
    ]  # fmt: skip
    at = rows.set_index(["axis", "second", "key"])
    assert at.loc[("length", "2", "rounds"), "value"] == pytest.approx(2)
    assert at.loc[("edge", "0.1", "rounds"), "value"] == pytest.approx(0)
    assert at.loc[("edge", "0.1", "first"), "value"] == pytest.approx(0.1, abs=0.02)
    assert at.loc[("length", "5", "first"), "value"] == 0


def test_cells_without_a_grid_have_no_axes(match: Match) -> None:
    cells = [cell(match, name, 256) for name in ("one", "two")]
    assert along_axes(cells).empty


def test_headlines_have_what_a_cell_has_and_dashes_elsewhere(match: Match) -> None:
    two = cell(make_match(2), "two", edge=0.1)
    alone = cell_of_one()
    cells = [cell(match, "three"), two, alone]
    rows = headlines(cells)
    assert rows["players"].tolist() == [3, 2, 1]
    assert rows["bots"].tolist()[1] == "same, same"
    of_two, of_one = list(by_key(rows, "cell").values())[1:]
    assert of_two["first_low"] < 0.1 < of_two["first_high"]
    assert of_two["last_value"] == pytest.approx(-of_two["first_value"])
    assert rows["dealt_value"].notna().tolist() == [True, False, False]
    assert rows["first_value"].notna().tolist() == [True, True, False]
    assert of_one["player_value"] == 0.25
    assert of_one["margin_value"] == -5  # the rival's score is the other one


def cell_of_one() -> CellResult:
    match = make_match(1, rival="Dark Lord")
    wins = np.where(np.arange(400) % 4 == 0, 60, 0)[:, None]
    records = make_records(match, wins, scores=np.tile([20, 25], (400, 1)), rounds=7)
    sums = {
        name: asked.tally(records, match) for name, asked in METRICS.items() if asked.applies(match)
    }
    return CellResult("alone", match, 400, 400, sums)


def test_a_player_alone_is_compared_by_how_often_he_wins() -> None:
    rows = by_key(compared(cell_of_one(), cell_of_one()))
    assert rows["player"]["was"] == rows["player"]["now"] == 0.25
    assert rows["margin"]["measure"] == "score less the Dark Lord's"
    assert rows["margin"]["was"] == -5


def test_a_bot_is_followed_through_cells() -> None:
    match = make_match(2, lineup=("strong", "weak"))
    records = make_records(match, [[1, 0], [0, 1]] * 300, rounds=5)
    sums = {"folds": METRICS["folds"].tally(records, match)}
    one = CellResult("one", match, 600, 300, sums)
    rows = by_key(compared(one, one))
    assert rows["bot strong"]["was"] == 0.5
    assert rows["bot weak"]["was"] == -0.5
    assert rows["first"]["was"] == 0


def test_things_stand_across_with_a_gap_where_a_cell_has_them_not() -> None:
    one = cell(make_match(2, cards=("axe", "bow")), "one")
    two = cell(make_match(2, cards=("axe", "cup")), "two")
    used = uses([one, two])
    wide = across(used, ["one", "two"], ["card"], "copies_").set_index("card")
    assert wide.index.tolist() == ["Axe", "Bow", "Cup"]
    assert wide["0_value"].isna().tolist() == [False, False, True]
    assert wide["1_value"].isna().tolist() == [False, True, False]


def test_tables_by_cell_name_their_cell(match: Match) -> None:
    cells = [cell(match, "three"), cell_of_one()]
    assert win_rates(cells)[["cell", "players", "seat"]].to_numpy().tolist() == [
        ["three", 3, 1], ["three", 3, 2], ["three", 3, 3]
    ]  # fmt: skip
    assert endings(cells)[["cell", "ending"]].to_numpy().tolist() == [
        ["three", "empty"], ["alone", "empty"]
    ]  # fmt: skip
    strong = strengths(cells)
    assert set(strong["cell"]) == {"three"}
    assert strong["dealt_over_value"].tolist() == pytest.approx(
        (strong["dealt_value"] - 1 / 3).tolist()
    )
    assert win_rates([cell_of_one()]).empty


def test_how_often_leaders_are_overtaken_is_compared_where_it_is_known() -> None:
    match = make_match(2, last_round=True)
    cells = []
    for name, reach in (("one", 6), ("two", 20)):
        rng = np.random.default_rng(4)
        before, gains = rng.integers(0, 30, (2048, 2)), rng.random((2048, 2))
        scores = before + (reach * gains).astype(int)
        wins = np.where(scores == scores.max(axis=1, keepdims=True), 60, 0)
        wins[(wins > 0).all(axis=1)] = 30
        records = make_records(match, wins, scores=scores, before_last=before)
        sums = {
            question: asked.tally(records, match)
            for question, asked in METRICS.items()
            if asked.applies(match)
        }
        cells.append(CellResult(name, match, 2048, 2048, sums))
    row = by_key(compared(*cells))["overtaken"]
    assert row["verdict"] == "established"
    assert row["now"] > row["was"]
    rows = last_rounds(cells)
    assert rows["cell"].tolist() == ["one", "two"]
    assert rows["overtaken_value"].tolist() == pytest.approx([row["was"], row["now"]])
    assert rows["difference_value"].is_monotonic_increasing
    plain = make_match(2)
    assert "overtaken" not in by_key(compared(cell(plain, "a"), cell(plain, "b")))
    assert last_rounds([cell(plain, "a")]).empty


def test_parts_of_scores_are_told_cell_by_cell(match: Match) -> None:
    cells = []
    for name, points in (("one", 3), ("two", 5)):
        made_of = [[[points, 0], [1, 2], [1, 0]]] * 2
        records = make_records(match, [[1, 0, 0]] * 2, parts=made_of)
        sums = {"pace": pace.tally(records, match), "folds": fold_sums.tally(records, match)}
        cells.append(CellResult(name, match, 2, 2, sums))
    rows = parts(cells)
    assert rows[["cell", "part"]].to_numpy().tolist() == [
        ["one", "points"], ["one", "goal"], ["two", "points"], ["two", "goal"]
    ]  # fmt: skip
    assert rows["difference_value"].tolist() == [2, -1, 4, -1]
    assert parts([cell(match, "nothing scored")]).empty


def kept_here_and_there(rng: np.random.Generator, chances: Floats) -> CellMeasures:
    """Return measures of objectives that are kept in about 30 of 256 folds, in six games each."""
    kept = 6 * rng.binomial(1, 0.12, (256, len(chances)))
    wins = rng.binomial(kept, chances)
    rates = replicates(wins, kept, np.ones(256), 1.0)
    about = [{"key": f"kept {i}", "topic": "kept", "unit": EXCESS} for i in range(len(chances))]
    about.append({"key": "spread kept", "topic": "spread", "unit": SPREAD})
    return CellMeasures(pd.DataFrame(about), concatenate([rates, variance_between(rates)]))


def test_spreads_are_compared_between_the_same_objectives() -> None:
    rng = np.random.default_rng(1)
    p = []
    for _ in range(200):
        chances = np.clip(rng.normal(1 / 3, 0.1, 18), 0.02, 0.98)
        rows = apart(kept_here_and_there(rng, chances), kept_here_and_there(rng, chances))
        p += list(rows.loc[rows["key"] == "spread kept", "p"].dropna())
    assert len(p) > 150
    assert np.mean(np.array(p) < 0.05) < 0.08
