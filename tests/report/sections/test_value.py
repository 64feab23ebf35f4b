"""The sections on what cards are worth and on random set-ups."""

from collections.abc import Callable
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
from tests.report.conftest import finding_of, heads_of, names_of, report_data, table_of

PRICES = (1, 2, 3, 4, 5, 6)


def section_of(one: CellResult) -> Section:
    section = value.build(report_data(one))
    assert section is not None
    return section


def six_cards() -> Section:
    """Return the section of six cards, of which C is strong."""
    worth = {name: 0.06 + 0.03 * price for name, price in zip("abcdef", PRICES, strict=True)}
    worth["c"] += 0.06
    bans = dict.fromkeys("abcdef", 0.0) | {"c": 0.08}
    slopes = dict.fromkeys("abcdef", 0.0) | {"c": -0.04}
    return section_of(cell(cards_match(PRICES), bans, worth, slopes))


@pytest.fixture(scope="module")
def full() -> Section:
    return six_cards()


def test_the_strongest_is_named(full: Section) -> None:
    spread = finding_of(full, "option_sd").facts
    assert spread["low"] < 0 < spread["high"]
    assert spread["high"] - spread["low"] == pytest.approx(2 * spread["sd"].value)
    assert spread["compared"] == 6
    strongest = finding_of(full, "strongest_banned").facts
    assert strongest["which"] == "C"
    assert 0 < strongest["size"].low < 0.08 < strongest["size"].high
    assert names_of(full) == ["option_sd", "strongest_banned"]


def test_the_head_of_the_report_gets_the_strongest(full: Section) -> None:
    names = {table.name for table in full.tables}
    assert {key.table for key in full.key_findings} <= names
    strongest = next(key for key in full.key_findings if key.name == "strongest_banned")
    assert strongest.tier_keys == ("option/option c",)


def test_every_number_has_its_interval(full: Section) -> None:
    for table in full.tables:
        for column in table.columns:
            if column.style in (Style.POINTS, Style.CHANGE, Style.MEAN):
                for _, row in table.frame.iterrows():
                    text = cell_of(row, column)
                    assert bool(text.interval) == bool(text.order), (table.name, column.name)


def test_the_main_table_is_narrow_and_its_file_is_whole(full: Section) -> None:
    main = full.tables[0]
    assert (main.name, main.is_lead) == ("value", True)
    assert len(main.columns) <= 12
    assert {"option_q", "option_best", "slope_group", "plus_2_low"} <= set(main.frame.columns)
    for table in full.tables[1:]:
        assert table.is_folded
        assert table.note


def test_each_number_has_its_table_with_ranks_and_groups(full: Section) -> None:
    names = [table.name for table in full.tables]
    assert names == ["value", "value_option", "value_possession", "value_slope"]
    assert full.tables[1].frame["rank"].iloc[0] == "1"
    slope = full.tables[3]
    assert slope.frame["card"].iloc[0] == "C"  # hurts most
    assert slope.frame["rank"].iloc[0] == "1"


def test_figures_show_each_experiment(full: Section) -> None:
    names = [picture.name for picture in full.pictures]
    assert names == ["value_option_tool", "value_possession_tool"]


def test_in_a_stopped_run_the_strongest_is_one_whose_ban_was_played() -> None:
    worth = {name: 0.06 + 0.03 * price for name, price in zip("abcdef", PRICES, strict=True)}
    bans = dict.fromkeys("abcef", 0.0) | {"c": 0.08}
    slopes = dict.fromkeys("abcdef", 0.0) | dict.fromkeys("cd", -0.04)
    section = section_of(cell(cards_match(PRICES), bans, worth | {"d": 0.4}, slopes))
    called = section.tables[0].frame.set_index("card")["finding"]
    assert "strong" in called["C"]
    assert "strong" in called["D"]
    assert finding_of(section, "strongest_banned").facts["which"] == "C"


def test_with_bans_alone_nothing_is_said_of_prices() -> None:
    section = section_of(cell(cards_match(PRICES), dict.fromkeys("abcdef", 0.0)))
    assert [table.name for table in section.tables] == ["value", "value_option"]
    assert "price" not in section.finding
    assert heads_of(section.tables[0]) == ["card", "kind", "price", "option value"]


def test_too_few_games_are_said_to_be_too_few() -> None:
    section = section_of(cell(cards_match(PRICES), dict.fromkeys("abcdef", 0.0), deals=100))
    assert "too_few" in names_of(section)
    assert finding_of(section, "too_few_for").facts["missing"] == 6
    assert section.key_findings == ()


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


@pytest.mark.parametrize(("effect", "direction"), [(0.9, "longer"), (-0.9, "shorter")])
def test_the_card_that_changes_the_length_of_games_most_is_named(
    monkeypatch: pytest.MonkeyPatch, effect: float, direction: str
) -> None:
    monkeypatch.setattr(CellResult, "ended", 1)
    match = make_match(2, cards=tuple("abcd"))
    section = interactions.build(drawn(match, 2000, effect))
    assert section is not None
    facts = finding_of(section, "length").facts
    assert (facts["names"], facts["direction"], facts["compared"]) == (["A"], direction, 4)
    assert facts["size"].low < 0.9 < facts["size"].high
    assert [table.name for table in section.tables] == ["interactions_cards", "interactions_pairs"]
    assert section.key_findings[0].table == "interactions_cards"
    assert "6 of 6 pairs" in table_of(section, "interactions_pairs").note


def test_too_few_deals_have_no_section_on_random_setups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CellResult, "ended", 1)
    assert interactions.build(drawn(make_match(2, cards=tuple("abcd")), 20, 0.9)) is None


def test_it_is_as_on_its_golden_page(full: Section, golden: Callable[[Section], None]) -> None:
    golden(full)


def test_interactions_are_as_on_their_golden_page(
    monkeypatch: pytest.MonkeyPatch, golden: Callable[[Section], None]
) -> None:
    monkeypatch.setattr(CellResult, "ended", 1)
    section = interactions.build(drawn(make_match(2, cards=tuple("abcd")), 2000, 0.9))
    assert section is not None
    golden(section)
