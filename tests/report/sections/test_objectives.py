"""The section on objectives: its findings, and that the three win rates are never mixed."""

import numpy as np
import pandas as pd
import pytest

from balance.analysis.experiments import arm_sums
from balance.report.figures.svg import as_svg
from balance.report.number_format import SHARE_ENDS, estimated
from balance.report.report_data import CellResult, ReportData
from balance.report.section import Section, importance_of
from balance.report.sections.objectives import build
from balance.report.terminal import as_text
from balance.runner.arms import ArmResult
from balance.scenario.experiments import BY_LOT, Arm
from balance.scenario.match import Match
from tests.analysis.conftest import make_match, make_records
from tests.analysis.objectives.test_strength import NAMES, cell, random_objective_options
from tests.report.conftest import finding_of, heads_of, names_of, report_data, table_of
from tests.sections import METRICS

GAMES = 30_000


@pytest.fixture(scope="module")
def match() -> Match:
    return make_match(2, objectives=NAMES)


def random_objective(share: float = 0.45) -> ArmResult:
    """Return an arm of which entry 0 wins a share of the games."""
    marked = make_match(2, lineup=("marked", "same"))
    games = 4000
    won = np.random.default_rng(1).random(games) < share
    first = won == (np.arange(games) % 2 == 0)
    records = make_records(marked, np.stack([first, ~first], axis=1).astype(int))
    totals = {"arm": arm_sums.tally(records, marked)}
    return ArmResult(Arm("by lot", BY_LOT, marked), games // 2, games, totals)


def built(*cells: CellResult) -> Section:
    section = build(report_data(*cells))
    assert section is not None
    return section


@pytest.fixture(scope="module")
def section(match: Match) -> Section:
    """Return the section of a cell with games of both sources."""
    return built(
        cell(match, GAMES, played_arms=[random_objective_options(match, GAMES), random_objective()])
    )


def test_the_findings_are_who_is_strong_how_sure_and_why(section: Section) -> None:
    assert names_of(section) == [
        "strengths", "bands", "sd", "split", "choice_better", "pairs", "pairs_odd"
    ]  # fmt: skip
    strong = finding_of(section, "strengths").facts
    assert [strong[name] for name in ("clear", "compared", "more", "less")] == [2, 4, 1, 1]
    assert (strong["best"], strong["worst"], strong["how"]) == (
        "Sun", "Comet", "assigned at random"
    )  # fmt: skip
    assert 0.5 < strong["best_rate"].low < strong["best_rate"].value
    rows = table_of(section, "objectives").frame
    wide = estimated(rows.iloc[0], "forced_").picked_of(4, ends=SHARE_ENDS)
    assert strong["best_rate"] == wide
    assert (strong["or_best"], strong["or_worst"]) == ("", "")
    bands = finding_of(section, "bands").facts
    assert [bands[name] for name in ("within", "outside", "strong", "weak")] == [2, 2, 1, 1]
    split = finding_of(section, "split").facts
    assert (split["own"], split["rest"]) == ("Sun", "Star")
    assert split["own_points"].value == pytest.approx(2.25, abs=0.05)
    assert split["rest_points"].value == pytest.approx(2.98, abs=0.05)
    assert finding_of(section, "choice_better").facts["worth"].low > 0
    pair = finding_of(section, "pairs").facts
    assert (pair["one"], pair["two"]) == ("Sun", "Comet")
    one_sided = table_of(section, "objectives_pairs").frame.iloc[0]
    assert pair["rate"].low < one_sided["low"] < one_sided["high"] < pair["rate"].high
    assert finding_of(section, "pairs_odd").facts["odd"] == 0


def test_each_count_says_what_it_counts(section: Section) -> None:
    """A reader of the title, the findings and the head sees three counts of the same objectives."""
    clear, bands = (finding_of(section, name).text for name in ("strengths", "bands"))
    off = "2 of 4 Goals are too strong or too weak by more than 2 points"
    assert section.key_findings[0].claim == off
    assert f"; {off} (1 too strong, 1 too weak" in bands
    assert bands.startswith(
        "When assigned at random, 2 of 4 Goals surely win within 2 points of 50%;"
    )
    assert clear.startswith(
        "2 of 4 Goals differ clearly from the fair win rate of 50% when assigned at random, "
        "by however little (1 win more, 1 less)"
    )


def test_those_not_yet_known_are_said_to_be_so_of_the_band(match: Match) -> None:
    few = built(cell(match, 2000, played_arms=[random_objective_options(match, 2000)]))
    bands = finding_of(few, "bands_open")
    unknown = bands.facts["unknown"]
    assert unknown > 1
    assert sum(bands.facts[name] for name in ("within", "outside", "unknown")) == 4
    assert (
        f"; of {unknown} it is not yet known whether they are off by more than 2 points: "
        in bands.text
    )
    assert bands.text.endswith((" for all of them.", " for all of them, a rough guess."))


def test_each_number_has_its_column_and_a_tooltip(section: Section) -> None:
    table = section.tables[0]
    assert heads_of(table)[1:5] == ["verdict", "wins assigned", "wins dealt", "wins kept"]
    assert {"pick rate", "own points", "other points", "rating", "rank", "verdict"} <= set(
        heads_of(table)
    )
    assert all(column.tooltip for column in table.columns[1:])
    assert '30,000 games in 30,000 deals ("unchosen")' in table.note
    assert table.frame["ranks"].tolist() == ["1", "2 to 3", "2 to 3", "4"]
    assert [one.name for one in section.tables] == [
        "objectives", "objectives_index", "objectives_choice", "objectives_pairs"
    ]  # fmt: skip
    index = section.tables[1]
    assert index.file is not None
    assert set(index.file["how"]) == {"dealt", "kept", "forced"}


def test_all_pairs_are_in_the_file_each_from_the_stronger_side(section: Section) -> None:
    pairs = section.tables[3]
    assert pairs.file is not None
    assert len(pairs.file) == 6
    assert (pairs.file["value"] >= 0.5).all()
    assert (pairs.file["low"] < pairs.file["value"]).all()
    assert (pairs.file["high"] > pairs.file["value"]).all()
    assert pairs.frame.iloc[0][["one", "two"]].tolist() == ["Sun", "Comet"]


def test_the_head_of_the_report_gets_two_findings_with_their_tables(section: Section) -> None:
    assert [one.table for one in section.key_findings] == ["objectives", "objectives_choice"]
    assert section.key_findings[0].tier_keys == ("forced/kept sun", "forced/kept comet")
    best = section.key_findings[0].facts["best_rate"].value
    worst = section.key_findings[0].facts["worst_rate"].value
    assert section.key_findings[0].importance == importance_of(max(best - 0.5, 0.5 - worst))
    assert section.key_findings[0].subject == "objectives"


def test_figures_are_drawn_with_captions(section: Section) -> None:
    captions = {one.name: one.caption for one in section.pictures}
    assert set(captions) == {
        "objectives_forced", "objectives", "objectives_split", "objectives_pairs"
    }  # fmt: skip
    assert "2 points on either side of 50%" in captions["objectives_forced"]
    assert len(as_svg(section.pictures[-1].figure)) > 1000


def test_without_assigned_ones_it_asks_for_them(match: Match) -> None:
    section = built(cell(match, GAMES))
    assert section.findings[0].facts["how"] == "dealt"
    assert "assigned" not in section.finding
    assert "assigns one Goal to each seat" in section.warning
    assert not {"wins assigned", "verdict"} & set(heads_of(section.tables[0]))
    assert section.pictures[0].name == "objectives_dealt"


def test_where_nobody_chooses_only_assigned_ones_are_reported(match: Match) -> None:
    section = built(cell(match, GAMES, is_forced=True))
    heads = heads_of(section.tables[0])
    assert "wins assigned" in heads
    assert not {"wins dealt", "wins kept", "pick rate"} & set(heads)
    assert "Nobody chooses" in section.warning


def test_too_few_games_are_said_to_be_too_few(match: Match) -> None:
    section = built(cell(match, 60, played_arms=[random_objective_options(match, 60)]))
    assert section.findings[0].name == "too_few"
    assert [one.name for one in section.tables] == ["objectives"]
    as_text(section)


def test_cells_are_compared_and_the_largest_difference_is_named(match: Match) -> None:
    turned = np.array([0.8, 0.5, -0.5, -0.8])
    cells = [cell(match, 8000, name="plain"), cell(match, 8000, name="turned", strength=turned)]
    section = built(*cells)
    facts = finding_of(section, "cells").facts
    assert facts["compared"] == 8
    assert facts["cell"] in ("plain", "turned")
    table = table_of(section, "objectives_by_cell")
    assert heads_of(table) == ["Goal", "plain", "turned"]
    assert table.file is not None
    assert {"cell", "id", "value", "low", "high", "q"} <= set(table.file.columns)
    many = built(*(cell(match, 1500, name=f"cell {number}") for number in range(7)))
    rows = table_of(many, "objectives_by_cell")
    assert heads_of(rows)[1] == "variant"
    assert len(rows.frame) == 15
    assert "cells_alike" in names_of(many)


def test_a_player_alone_is_compared_with_all_games() -> None:
    alone = make_match(1, objectives=NAMES, rival="Dark Lord")
    rng = np.random.default_rng(2)
    kept = rng.integers(0, 4, (2000, 1))
    dealt = np.stack([kept, (kept + 1) % 4], axis=2)
    won = rng.integers(0, 2, (2000, 1))
    records = make_records(
        alone, won, kept=kept, dealt=dealt, scores=rng.integers(20, 50, (2000, 2))
    )
    sums = {
        name: METRICS[name].tally(records, alone)
        for name in ("objectives", "folds", "meetings")
        if METRICS[name].applies(alone)
    }
    section = built(CellResult("baseline", alone, 2000, 2000, sums))
    assert section.findings[0].facts["bar"] == "the overall win rate"
    assert "rating" not in heads_of(section.tables[0])
    assert "objectives_pairs" not in [one.name for one in section.tables]


def test_a_game_without_objectives_has_no_section() -> None:
    data: ReportData = report_data(CellResult("baseline", make_match(2), 0, 0, {}))
    assert build(data) is None


def test_tables_hold_no_estimate_without_its_interval(section: Section) -> None:
    for table in section.tables:
        frame: pd.DataFrame = table.frame
        for column in frame.columns:
            prefix, _, part = str(column).rpartition("value")
            if prefix + "value" == column and not part:
                known = frame[column].notna()
                assert frame.loc[known, f"{prefix}low"].notna().all(), column
