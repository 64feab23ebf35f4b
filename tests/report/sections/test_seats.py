"""The section on seats: verdicts, what games are worth, and what would make seats even."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from balance.analysis.metrics.fold_sums import tally
from balance.report.number_format import Estimated
from balance.report.report_data import CellResult
from balance.report.section import Section
from balance.report.sections.seats import build, verdict_text
from balance.stats.verdict import Verdict
from tests.analysis.conftest import make_match, make_records
from tests.analysis.experiments.test_compensation import cell_of
from tests.report.conftest import (
    OBJECTIVES,
    finding_of,
    heads_of,
    names_of,
    report_data,
    table_of,
    variant,
)


def section_of(cell: CellResult, until: str | None = None) -> Section:
    section = build(replace(report_data(cell), until=until))
    assert section is not None
    return section


def with_arms(strengths: list[float], worth: float, deals: int = 12_800) -> CellResult:
    """Return a cell with experiments on goods whose effects are known."""
    cell = cell_of(strengths, worth, deals)
    luck = np.random.default_rng(3).gumbel(size=(deals, len(strengths)))
    won = np.argmax(luck + np.log(strengths), axis=1)
    records = make_records(cell.match, np.eye(len(strengths), dtype=int)[won])
    return replace(cell, sums=dict.fromkeys(("folds", "seats"), tally(records, cell.match)))


def test_with_few_games_it_is_not_known_whether_seats_are_even() -> None:
    section = section_of(variant(make_match(2), 2000, first=0.5))
    assert names_of(section) == ["open_needed", "no_seat"]
    facts = section.findings[0].facts
    assert (facts["fair"], facts["band"]) == (0.5, 0.02)
    assert 5000 < facts["more"] < 15_000


def test_with_enough_games_seats_are_even_or_not_and_both_ends_are_named() -> None:
    even = section_of(variant(make_match(2), 40_000, first=0.5))
    assert even.findings[0].name == "within"
    section = section_of(variant(make_match(2), 40_000, first=0.55))
    facts = finding_of(section, "outside").facts
    assert (facts["best"], facts["worst"]) == (1, 2)
    assert facts["best_rate"].value == pytest.approx(0.55, abs=0.01)
    assert facts["worst_rate"].value == pytest.approx(1 - facts["best_rate"].value)
    assert section.findings[0].text.startswith("The seats are not even: seat 1 wins 5")


def test_the_seat_farthest_from_fair_is_named_with_its_interval() -> None:
    section = section_of(variant(make_match(2), 2000, first=0.6))
    facts = finding_of(section, "farthest").facts
    assert (facts["seat"], facts["direction"]) == (1, "more")
    rate: Estimated = facts["rate"]
    assert 0.5 < rate.low < rate.value < rate.high
    assert facts["gap"] == pytest.approx(rate.value - 0.5)


def test_the_best_bot_is_named() -> None:
    section = section_of(variant(make_match(2, lineup=("a", "b")), 400, first=0.6))
    assert finding_of(section, "best_bot").facts["bot"] in ("a", "b")


@pytest.mark.parametrize(
    ("verdict", "needed", "expected"),
    [
        (Verdict.YES, np.nan, "fair"),
        (Verdict.NO, np.nan, "not fair"),
        (Verdict.UNDECIDED, np.nan, "not yet known"),
        (
            Verdict.UNDECIDED,
            4500.0,
            "not yet known: about 4,000 more deals would decide if it is fair",
        ),
        (
            Verdict.UNDECIDED,
            1035.0,
            "not yet known: fewer than 100 more deals would decide if it is fair",
        ),
        (
            Verdict.UNDECIDED,
            1_101_000.0,
            "not yet known: perhaps 10 times as many deals or more would decide if it is fair, "
            "a rough guess",
        ),
    ],
)
def test_each_verdict_has_its_text(verdict: Verdict, needed: float, expected: str) -> None:
    row = pd.Series({"verdict": verdict, "needed": needed, "deals": 1000})
    assert verdict_text(row) == expected


def test_every_seat_and_bot_has_a_verdict_and_what_its_games_are_worth() -> None:
    section = section_of(variant(make_match(2, lineup=("fox", "cat")), 4000, first=0.55))
    for name in ("win_rate_by_seat", "win_rate_by_bot", "win_rate_by_bot_and_seat"):
        table = table_of(section, name)
        assert {"verdict", "deals", "effective games", "design effect"} <= set(heads_of(table))
        assert table.frame[["deals", "effective", "design_effect"]].notna().all(axis=None)
        assert table.frame["verdict"].ne("").all()
    assert "pair correlation" in heads_of(table_of(section, "win_rate_by_seat"))
    both = table_of(section, "win_rate_by_bot_and_seat")
    assert both.frame["pair_correlation"].isna().all()  # a bot has a seat once a deal


def test_bots_stand_side_by_side_in_what_they_score_take_and_keep() -> None:
    match = make_match(2, ("fox", "cat"), cards=tuple("abcdefgh"), objectives=OBJECTIVES)
    section = section_of(variant(match, 400))
    for name, by, columns in (
        ("bot_score_parts", ["part"], 1), ("bot_cards", ["id", "card", "kind"], 1),
        ("bot_objectives", ["id", "objective"], 2),
    ):  # fmt: skip
        table = table_of(section, name)
        assert len(heads_of(table)) == 1 + 2 * columns
        assert all(head.startswith(("fox", "cat")) for head in heads_of(table)[1:])
        assert table.file is not None
        first = table.file[table.file["bot"] == "fox"].set_index(by)
        for column in table.columns[1 : 1 + columns]:
            prefix = column.name.removeprefix("0_")
            shown = table.frame.set_index(by)[f"{column.name}value"]
            expected = first[f"{prefix}value"].reindex(shown.index)
            np.testing.assert_array_equal(shown, expected)


def test_the_cards_in_which_bots_differ_most_come_first() -> None:
    cell = variant(make_match(2, ("fox", "cat"), cards=tuple("abcdefgh")), 400)
    frame = table_of(section_of(cell), "bot_cards").frame
    apart = (frame["0_bot_copies_value"] - frame["1_bot_copies_value"]).abs()
    assert apart.is_monotonic_decreasing
    assert apart.iloc[0] > apart.iloc[-1]


def test_one_bot_alone_has_no_tables_by_bot() -> None:
    names = [table.name for table in section_of(variant(make_match(2), 400)).tables]
    assert not [name for name in names if "bot" in name]


def test_deals_of_one_game_have_no_pairs() -> None:
    seats = table_of(section_of(variant(make_match(2), 400)), "win_rate_by_seat")
    assert "pair correlation" not in heads_of(seats)


def test_what_would_make_seats_even_has_its_interval_and_whole_pieces() -> None:
    section = section_of(with_arms([0.54, 0.46], 0.1))
    facts = finding_of(section, "even_amounts").facts
    assert (facts["good"], facts["base"]) == ("gold", 1)
    (amount,) = facts["amounts"]
    assert amount.facts["seat"] == 2
    assert amount.facts["amount"].low < 1.6 < amount.facts["amount"].high
    whole = finding_of(section, "even_whole").facts
    assert [one.facts["pieces"] for one in whole["pieces"]] == [0, 2]
    assert [key.table for key in section.key_findings] == ["compensation"]
    assert table_of(section, "compensation").frame["whole"].tolist() == [0, 2]


def test_of_several_seats_each_has_its_amount() -> None:
    section = section_of(with_arms([0.36, 0.30, 0.34], 0.08))
    amounts = finding_of(section, "even_amounts").facts["amounts"]
    assert [one.facts["seat"] for one in amounts] == [2, 3]
    assert amounts[0].facts["amount"].value > amounts[1].facts["amount"].value
    assert [picture.name for picture in section.pictures][-1] == "compensation"


def test_no_amount_beyond_what_was_played_is_given() -> None:
    section = section_of(with_arms([0.7, 0.3], 0.05))
    (amount,) = finding_of(section, "even_amounts").facts["amounts"]
    assert amount.name == "beyond"
    frame = table_of(section, "compensation").file
    assert frame is not None
    assert frame["more_value"].isna().tolist() == [False, True]
    assert frame["whole"].max() == 3


def test_the_head_advises_an_amount_that_was_played() -> None:
    (key,) = section_of(with_arms([0.54, 0.46], 0.1)).key_findings
    assert (key.name, key.table, key.subject) == ("uneven_key", "compensation", "seats")
    assert "played" in key.action
    (unknown,) = section_of(variant(make_match(2), 4000, first=0.6)).key_findings
    assert not unknown.action


@pytest.mark.parametrize(
    ("strengths", "worth", "deals", "name"),
    [
        ([0.5, 0.5], 0.1, 12_800, "even_none"),
        ([0.54, 0.46], 0.0, 12_800, "even_no_help"),
        ([0.54, 0.46], 0.1, 200, "even_few_deals"),
    ],
)
def test_where_no_amount_is_known_the_reason_is_given(
    strengths: list[float], worth: float, deals: int, name: str
) -> None:
    assert name in names_of(section_of(with_arms(strengths, worth, deals)))


def test_a_target_precision_has_a_table() -> None:
    table = table_of(section_of(variant(make_match(2), 4000), "halfwidth<2pp"), "precision")
    assert table.frame["reached"].tolist() == ["not yet", "not yet"]
    assert "halfwidth<2pp" in table.title
    rounds = section_of(variant(make_match(2), 4000), "halfwidth(rounds)<0.5")
    assert table_of(rounds, "precision").frame["reached"].tolist() == ["yes"]


def test_that_seats_are_even_is_as_stable_as_the_least_stable_of_all_seats() -> None:
    (even,) = section_of(replace(with_arms([1, 1, 1], 0.1, 2560), arms=())).key_findings
    assert even.name in ("even_key", "open_key")
    assert even.tier_keys == ("seats/first", "seats/seat 2 of 3", "seats/last")
    (uneven,) = section_of(replace(with_arms([1, 1, 3], 0.1, 2560), arms=())).key_findings
    assert uneven.tier_keys == ("seats/last",)


def for_score(is_level: bool = False) -> CellResult:
    """Return games in which seat 1 wins as often as seat 2, but for more; or by the score alone."""
    match = make_match(2)
    match = replace(match, game=replace(match.game, is_for_score=True))
    rng = np.random.default_rng(2)
    won = rng.integers(0, 2, 4000)
    stake = np.where(won == 1, 8, 2) + rng.integers(-1, 2, 4000)
    scores = np.stack([np.where(won, stake, -stake), np.where(won, -stake, stake)], axis=1)
    if is_level:
        scores = -abs(scores)
    records = make_records(match, np.stack([won, 1 - won], axis=1), scores=scores)
    sums = dict.fromkeys(("folds", "seats"), tally(records, match))
    cell = variant(match, 400)
    return replace(cell, sums={**cell.sums, **sums})


def test_where_the_score_is_the_result_the_head_goes_by_it() -> None:
    section = section_of(for_score())
    table = table_of(section, "score_by_seat").frame
    assert table["score_value"].tolist() == pytest.approx([2.96, -2.96], abs=0.005)
    assert table["lead_high"][0] - table["lead_value"][0] == pytest.approx(0.155, rel=0.1)
    (key,) = section.key_findings
    assert (key.name, key.table, key.subject) == ("score_key", "score_by_seat", "seats")
    assert key.text.startswith("The first player scores 2.96 [")
    assert key.claim.startswith("the first player scores 2.96 more")
    assert "more than the 0.0 of all seats" in key.text
    (key,) = section_of(for_score(is_level=True)).key_findings
    assert (key.name, key.claim) == ("open_score_key", "")
