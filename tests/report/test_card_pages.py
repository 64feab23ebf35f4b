"""The pages of cards and objectives."""

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from balance.analysis.metrics.fold_sums import FoldSums, folds_of
from balance.report.card_facts import CardPage
from balance.report.card_pages import card_pages, page_of
from balance.report.page import sections_of
from balance.report.report_data import ReportData
from balance.report.section import Column, Section, Style, Table


def test_each_card_and_objective_has_a_page_with_what_is_known(data: ReportData) -> None:
    pages = card_pages(data, sections_of(data))
    assert [page.id for page in pages[:3]] == ["axe", "bow", "cup"]
    assert len(pages) == 3 + 8
    axe, sun = page_of(pages, "AXE"), page_of(pages, "sun")
    assert axe is not None
    assert sun is not None
    assert {fact.basis for fact in axe.facts} == {"counted", "correlational"}
    assert {fact.table for fact in axe.facts} == {"cards_card"}
    assert "experiment" in axe.verdict
    assert {fact.basis for fact in sun.facts} >= {"by experiment", "counted"}
    assert sun.verdict
    assert page_of(pages, "no such card") is None


def value_of(finding: str, option: float) -> Section:
    row: dict[str, object] = {"id": "axe", "card": "Axe", "finding": finding}
    for prefix, value in (("option_", option), ("possession_", 0.1), ("slope_", -0.01)):
        row |= {f"{prefix}value": value, f"{prefix}low": value - 0.01,
                f"{prefix}high": value + 0.01, f"{prefix}sure": True}  # fmt: skip
    return Section("value", "Value", (), (Table("value", "Value", pd.DataFrame([row]), ()),))


def test_experiments_come_first_and_give_the_verdict(data: ReportData) -> None:
    sections = (*sections_of(data), value_of("strong", 0.04))
    axe = page_of(card_pages(data, sections), "axe")
    assert axe is not None
    assert axe.verdict == (
        "The Axe is strong for same (the only player asked): "
        "a player who may not take it wins 4.0 fewer games in 100."
    )
    assert [fact.table for fact in axe.facts][:3] == ["value"] * 3
    assert "loses 4.0" in axe.facts[0].value
    assert "wins 10.0" in axe.facts[1].value
    weak = page_of(card_pages(data, (value_of("weak", -0.03),)), "axe")
    assert weak is not None
    assert weak.verdict.endswith("wins 3.0 more games in 100.")


def test_without_a_section_on_cards_it_says_what_was_counted(
    data: ReportData, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No experiment is named for a card that nobody could take."""
    monkeypatch.setattr("balance.report.card_pages.known_designs", lambda match: ("ban",))

    def axe_of(change: Callable[[FoldSums], FoldSums] | None) -> CardPage:
        cells = [
            replace(cell, sums={"folds": change(folds_of(cell.sums))} if change else {})
            for cell in data.variants
        ]
        page = page_of(card_pages(replace(data, variants=tuple(cells)), ()), "axe")
        assert page is not None
        return page

    taken = axe_of(lambda folds: folds)
    assert "How often the Axe is taken is known" in taken.verdict
    assert [(fact.label, fact.basis) for fact in taken.facts] == [("taken in", "counted")]
    assert re.fullmatch(r"6\d\.\d% \[.+\] of games", taken.facts[0].value)
    assert taken.command == "balance run first-game --designs all"
    none = np.zeros_like(folds_of(data.baseline.sums).taken)
    rare = axe_of(lambda folds: replace(folds, taken=none, copies=none))
    assert rare.verdict.startswith("Hardly anybody takes the ")
    absent = axe_of(lambda folds: replace(folds, taken=none, copies=none, available=none))
    assert absent.verdict == "None of these games had the Axe."
    assert (absent.facts, absent.command) == ((), "")
    unknown = axe_of(None)
    assert unknown.verdict == "How often the Axe is taken was not counted."


def test_prices_that_were_played_are_gathered(data: ReportData) -> None:
    prices = pd.DataFrame(
        {"id": "axe", "price": [2, 3, 4, 6], "judged": ["too low", "too low", "fair", "too high"]}
    )
    table = Table("prices_played", "Prices", prices, (Column("price", "price", Style.COUNT),))
    axe = page_of(card_pages(data, [Section("prices", "Prices", (), (table,))]), "axe")
    assert axe is not None
    (fact,) = (fact for fact in axe.facts if fact.table == "prices_played")
    assert [part.split(":")[0].strip() for part in fact.value.split(";")] == ["2 to 3", "4", "6"]


def test_the_command_names_the_scenario(data: ReportData) -> None:
    asked = replace(data, command="balance compare first-game box/own.toml --games 5")
    assert asked.command_for("price", "axe") == "balance price first-game axe"
    assert asked.command_for("price", "axe", "own, assigned") == "balance price box/own.toml axe"
    assert replace(data, command="balance run 'my box/a.toml'").command_for("run", "--x") == (
        "balance run 'my box/a.toml' --x"
    )
    trusting = replace(data, command="balance --trust my/game run my/game/a.toml --games 5")
    assert trusting.command_for("run", "--x") == ("balance --trust my/game run my/game/a.toml --x")
    assert replace(data, command="").command_for("run") == ""
