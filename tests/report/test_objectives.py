"""The section on objectives: what it says, and that the three numbers are never mixed."""

import numpy as np
import pandas as pd
import pytest

from balance.analysis.experiments import arm_sums
from balance.analysis.metrics import METRICS
from balance.report.figures.plots import as_png
from balance.report.report_data import CellResult, ReportData
from balance.report.section import Section
from balance.report.sections.objectives import build
from balance.report.terminal import as_text
from balance.runner.arms import ArmResult
from balance.scenario.experiments import BY_LOT, Arm
from balance.scenario.match import Match
from tests.analysis.conftest import make_match, make_records
from tests.analysis.objectives.test_strength import NAMES, cell, random_objective_options
from tests.report.conftest import report_data

GAMES = 20_000


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
    """Return the section of a cell with both arm_sums."""
    return built(
        cell(match, GAMES, played_arms=[random_objective_options(match, GAMES), random_objective()])
    )


def test_it_says_who_is_strong_how_sure_and_why(section: Section) -> None:
    lines = section.finding.splitlines()
    assert lines[0].startswith(
        "2 of 4 Goals win more or less than a fair win rate of 50.0% when forced, beyond chance (1 "
        "more, 1 less): the strongest is Sun with 73"
    )
    assert "Of 4 Goals 2 win within 2.0 points of 50.0% when forced, 2 lie outside" in lines[0]
    assert "True win rates when forced have a standard deviation of 1" in lines[0]
    assert lines[1].startswith("Sun itself scores most, +2.2")
    assert "seats with Star score most elsewhere, +2.98" in lines[1]
    assert lines[2].startswith("The Goal that a bot chooses is worth +")
    assert lines[2].endswith("bots choose better than by chance.")
    assert lines[3].startswith("The most lopsided pair: Sun ranks above Comet in 8")
    assert "None of 6 pairs differ from what strength alone foresees" in lines[3]


def test_each_number_has_its_column_and_says_what_it_estimates(section: Section) -> None:
    table = section.tables[0]
    told = {column.header: column.told for column in table.columns}
    assert "the deal is chance" in told["wins dealt"]
    assert "mixed with who chooses it" in told["wins kept"]
    assert "nobody chooses" in told["wins forced"]
    assert {"pick rate", "own points", "other points", "rating", "rank", "verdict"} <= set(told)
    assert '20,000 games in 20,000 deals ("unchosen")' in table.note
    assert table.frame["ranks"].tolist() == ["1", "2 to 3", "2 to 3", "4"]
    assert [one.name for one in section.tables] == [
        "objectives", "objectives_index", "objectives_choice", "objectives_pairs"
    ]  # fmt: skip


def test_all_pairs_are_in_the_file_each_from_the_stronger_side(section: Section) -> None:
    pairs = section.tables[3]
    assert pairs.file is not None
    assert len(pairs.file) == 6
    assert (pairs.file["value"] >= 0.5).all()
    assert (pairs.file["low"] < pairs.file["value"]).all()
    assert (pairs.file["high"] > pairs.file["value"]).all()
    assert pairs.frame.iloc[0][["one", "two"]].tolist() == ["Sun", "Comet"]


def test_the_head_of_the_report_gets_three_sentences_with_their_tables(section: Section) -> None:
    assert [one.table for one in section.verdicts] == [
        "objectives", "objectives", "objectives_choice"
    ]  # fmt: skip
    assert section.verdicts[0].findings == ("forced/kept sun", "forced/kept comet")
    assert section.verdicts[0].importance == 80


def test_figures_are_drawn_with_captions_of_what_each_shows(section: Section) -> None:
    captions = {one.name: one.caption for one in section.pictures}
    assert set(captions) == {
        "objectives_forced", "objectives", "objectives_split", "objectives_pairs"
    }  # fmt: skip
    assert "the grey band is 2.0 points on either side of 50.0%" in captions["objectives_forced"]
    assert captions["objectives"].startswith("Three questions, not one.")
    assert len(as_png(section.pictures[-1].figure)) > 1000


def test_without_forced_games_it_asks_for_them(match: Match) -> None:
    section = built(cell(match, GAMES))
    assert "when dealt" in section.finding
    assert "forced" not in section.finding
    assert "assigns one Goal to each seat" in section.warning
    headers = [column.header for column in section.tables[0].columns]
    assert "wins forced" not in headers
    assert "verdict" not in headers
    assert section.pictures[0].name == "objectives_dealt"


def test_where_nobody_chooses_only_forced_is_told(match: Match) -> None:
    section = built(cell(match, GAMES, is_forced=True))
    headers = [column.header for column in section.tables[0].columns]
    assert "wins forced" in headers
    assert "wins dealt" not in headers
    assert "pick rate" not in headers
    assert section.warning == "Here nobody chooses: each Goal is forced upon a seat by lot."


def test_too_few_games_are_said_to_be_too_few(match: Match) -> None:
    section = built(cell(match, 60, played_arms=[random_objective_options(match, 60)]))
    assert section.finding.startswith("Too few games to say how Goals differ when forced.")
    assert [one.name for one in section.tables] == ["objectives"]
    as_text(section)


def test_cells_are_compared_and_the_largest_difference_is_told(match: Match) -> None:
    turned = np.array([0.8, 0.5, -0.5, -0.8])
    cells = [cell(match, 8000, name="plain"), cell(match, 8000, name="turned", strength=turned)]
    section = built(*cells)
    assert "Goals by cell differ from their mean over cells beyond chance, most " in section.finding
    table = next(one for one in section.tables if one.name == "objectives_by_cell")
    assert [column.header for column in table.columns] == ["Goal", "plain", "turned"]
    assert table.file is not None
    assert {"cell", "id", "value", "low", "high", "q"} <= set(table.file.columns)
    many = [cell(match, 1500, name=f"cell {number}") for number in range(7)]
    told = built(*many)
    rows = next(one for one in told.tables if one.name == "objectives_by_cell")
    assert [column.header for column in rows.columns][1] == "cell"
    assert len(rows.frame) == 15
    assert "No Goal is stronger or weaker in one cell than in others" in told.finding


def test_a_player_alone_is_held_against_all_games() -> None:
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
    assert "the win rate of all games" in section.finding
    assert "rating" not in [column.header for column in section.tables[0].columns]
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
