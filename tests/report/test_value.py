"""The sections on what cards are worth and on drawn set-ups: what they say, and what not."""

import re
from dataclasses import replace

import numpy as np
import pytest

from balance.analysis.cell_result import CellResult
from balance.analysis.metrics.interactions import tally
from balance.report.number_format import cell_of
from balance.report.report_data import ReportData
from balance.report.section import Section, Style
from balance.report.sections import interactions, value
from balance.scenario.match import Match
from tests.analysis.conftest import make_match, make_records
from tests.analysis.made_up_arms import cards_match, cell
from tests.report.conftest import report_data

PRICES = (1, 2, 3, 4, 5, 6)


def section_of(one: CellResult) -> Section:
    section = value.build(report_data(one))
    assert section is not None
    return section


@pytest.fixture(scope="module")
def full() -> Section:
    """The section of six cards, of which C is worth two more than its price tells."""
    worth = {name: 0.06 + 0.03 * price for name, price in zip("abcdef", PRICES, strict=True)}
    worth["c"] += 0.06
    bans = dict.fromkeys("abcdef", 0.0) | {"c": 0.08}
    slopes = dict.fromkeys("abcdef", 0.0) | {"c": -0.04}
    return section_of(cell(cards_match(PRICES), bans, worth, slopes))


def test_the_strongest_and_the_too_cheap_are_named(full: Section) -> None:
    assert re.match(
        r"What it is worth to be able to take a card truly differs by about 3\.\d points \[2\.\d, ",
        full.finding,
    )
    assert re.search(
        r"Too cheap: C by [12]\.\d+ \[[12]\.\d+, 2\.\d+\] gold \(as a purchase [12]\.\d+ \[",
        full.finding,
    )
    assert re.search(
        r"C is the strongest card: who may not take it loses \d\.\d \[\d\.\d, \d\.\d\] points",
        full.finding,
    )
    assert "Too dear" not in full.finding


def test_the_head_of_the_report_gets_whole_sentences(full: Section) -> None:
    names = {table.name for table in full.tables}
    assert 1 <= len(full.verdicts) <= 3
    for said in full.verdicts:
        assert said.table in names
        assert said.text.endswith(".")
    assert max(said.importance for said in full.verdicts) == 70
    assert full.verdicts[0].text.startswith("C is the most too cheap card of 1, worth ")
    assert full.verdicts[0].text.endswith(" more at the start than others of its price.")


def test_every_number_has_its_interval(full: Section) -> None:
    for table in full.tables:
        for column in table.columns:
            if column.style in (Style.POINTS, Style.CHANGE, Style.MEAN):
                for _, row in table.frame.iterrows():
                    shown = cell_of(row, column)
                    assert bool(shown.interval) == bool(shown.order), (table.name, column.name)


def test_the_main_table_is_narrow_and_its_file_is_whole(full: Section) -> None:
    main = full.tables[0]
    assert (main.name, main.is_lead) == ("value", True)
    assert len(main.columns) <= 12
    assert {"option_q", "excess_best", "slope_group", "plus_2_low"} <= set(main.frame.columns)
    for table in full.tables[1:]:
        assert table.is_folded
        assert table.note


def test_each_number_has_its_table_with_ranks_and_groups(full: Section) -> None:
    names = [table.name for table in full.tables]
    assert names == [
        "value", "value_option", "value_possession", "value_excess", "value_slope", "value_lines",
    ]  # fmt: skip
    option = full.tables[1]
    assert option.frame["rank"].iloc[0] == "1"
    assert "The true spread (standard deviation) is about" in option.note
    slope = full.tables[4]
    assert slope.frame["card"].iloc[0] == "C"  # hurts most
    assert slope.frame["rank"].iloc[0] == "1"


def test_figures_show_each_experiment_and_worth_over_price(full: Section) -> None:
    assert [picture.name for picture in full.pictures] == [
        "value_option_tool", "value_possession_tool", "value_price_gold",
    ]  # fmt: skip
    texts = [text.get_text() for text in full.pictures[-1].figure.axes[0].texts]
    assert "C" in texts


def test_of_a_stopped_run_the_strongest_is_one_whose_ban_was_played() -> None:
    worth = {name: 0.06 + 0.03 * price for name, price in zip("abcdef", PRICES, strict=True)}
    bans = dict.fromkeys("abcef", 0.0) | {"c": 0.08}
    slopes = dict.fromkeys("abcdef", 0.0) | dict.fromkeys("cd", -0.04)
    section = section_of(cell(cards_match(PRICES), bans, worth | {"d": 0.4}, slopes))
    called = section.tables[0].frame.set_index("card")["finding"]
    assert "strong" in called["C"]
    assert "strong" in called["D"]
    assert "C is the strongest card: who may not take it loses " in section.finding


def test_with_bans_alone_nothing_is_said_of_prices() -> None:
    section = section_of(cell(cards_match(PRICES), dict.fromkeys("abcdef", 0.0)))
    assert [table.name for table in section.tables] == ["value", "value_option"]
    assert "cheap" not in section.finding
    heads = [column.header for column in section.tables[0].columns]
    assert heads == ["card", "kind", "price", "option value"]


def test_too_few_games_say_so() -> None:
    section = section_of(cell(cards_match(PRICES), dict.fromkeys("abcdef", 0.0), deals=100))
    assert "Too few games of experiments to tell what a card is worth." in section.finding
    assert section.verdicts == ()


def test_without_experiments_there_is_no_section() -> None:
    assert value.build(report_data(cell(cards_match(PRICES)))) is None


def drawn(match: Match, deals: int, effect: float) -> ReportData:
    rng = np.random.default_rng(5)
    there = rng.random((deals, 4)) < 0.5
    scores = rng.integers(20, 60, (deals, 2))
    records = make_records(
        match, np.eye(2, dtype=int)[scores.argmax(axis=1)], scores=scores,
        rounds=np.rint(rng.normal(20, 2, deals) + effect * there[:, 0]),
        available=there.astype(int),
    )  # fmt: skip
    one = CellResult("baseline", match, deals, deals, {"interactions": tally(records, match)})
    return replace(report_data(one), variants=(one,))


def test_what_chance_lays_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CellResult, "ended", 1)
    match = make_match(2, cards=tuple("abcd"))
    section = interactions.build(drawn(match, 2000, 0.9))
    assert section is not None
    assert re.match(
        r"With A in the game it lasts 0\.\d+ \[0\.\d+, \d\.\d+\] rounds more", section.finding
    )
    assert [table.name for table in section.tables] == ["interactions_cards", "interactions_pairs"]
    assert section.verdicts[0].table == "interactions_cards"
    assert "The surest 6 of 6 pairs" in section.tables[1].note
    assert interactions.build(drawn(match, 20, 0.9)) is None  # too few
