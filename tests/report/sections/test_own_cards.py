"""The section on the user's own cards."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from balance.report.report_data import CellResult
from balance.report.section import Section
from balance.report.sections.comparison import build as build_comparison
from balance.report.sections.own_cards import build
from tests.analysis.conftest import make_match
from tests.report.conftest import report_data, table_of, variant


def cell(name: str, own: str = "", cards: tuple[str, ...] = ("axe", "bow", "cup")) -> CellResult:
    match = make_match(2, cards=cards)
    texts = [
        f"{card.title()} ({'own ' if card == own else ''}card: 1 copy): nothing." for card in cards
    ]
    game_table = replace(match.game_table, card_texts=tuple(texts))
    return variant(replace(match, game_table=game_table), 400, name)


def test_without_own_cards_there_is_no_section() -> None:
    assert build(report_data(cell("baseline"))) is None


def test_own_cards_lead_with_what_is_known_and_what_would_tell() -> None:
    section = build(report_data(cell("baseline", own="bow")))
    assert section is not None
    table = table_of(section, "own_cards")
    assert table.frame["id"].tolist() == ["bow"]
    assert section.findings[0].facts["share"].value == pytest.approx(
        table.frame["taken_value"].iloc[0]
    )
    (key,) = section.key_findings
    assert key.is_asked
    assert key.name == "key_unknown"


def test_an_own_card_of_the_second_cell_alone_is_found_too_and_is_in_the_comparison() -> None:
    box = cell("box", own="mint", cards=("axe", "bow", "mint"))
    data = report_data(cell("printed"), box)
    section = build(data)
    assert section is not None
    assert table_of(section, "own_cards").frame[["id", "cell"]].to_numpy().tolist() == [
        ["mint", "box"]
    ]
    comparison = build_comparison(data)
    assert comparison is not None
    taken = table_of(comparison, "comparison_taken").frame.set_index("id")
    assert taken["0_value"].isna()["mint"]
    assert taken["1_value"].notna()["mint"]


def test_it_is_as_on_its_golden_page(golden: Callable[[Section], None]) -> None:
    section = build(report_data(cell("baseline", own="bow")))
    assert section is not None
    golden(section)
