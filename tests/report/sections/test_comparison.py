"""The section that compares cells: what differs, what does not, and cells that lack something."""

import re
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from rich.console import Console

from balance.report.figures.shapes import BLUE, ORANGE, Marker
from balance.report.number_format import estimated
from balance.report.page import sections_of
from balance.report.report_data import CellResult, ReportData
from balance.report.section import Section
from balance.report.sections.comparison import WORDS, bot_findings
from balance.report.terminal import as_text
from balance.scenario.match import Match
from tests.analysis.comparison.test_differences import GOALS, cell, cell_of_one
from tests.analysis.comparison.test_head_to_head import STRENGTHS, met_in
from tests.analysis.conftest import make_match, make_records
from tests.report.conftest import (
    build_report,
    finding_of,
    heads_of,
    names_of,
    report_data,
    table_of,
    variant,
)
from tests.sections import METRICS, SECTIONS


def section_of(data: ReportData) -> Section:
    section = SECTIONS["comparison"].build(data)
    assert section is not None
    return section


def only(data: ReportData) -> ReportData:
    """Return a run whose page is the comparison alone, which is quicker."""
    return replace(data, sections=("comparison",))


@pytest.fixture(scope="module")
def match() -> Match:
    return make_match(3, cards=("axe", "bow", "cup"), objectives=GOALS)


@pytest.fixture(scope="module")
def two(match: Match) -> Section:
    return section_of(
        report_data(cell(match, "as it is"), cell(match, "dear axe", longer=1, axe=0.5))
    )


@pytest.fixture(scope="module")
def grid(match: Match) -> tuple[CellResult, ...]:
    """Return cells of another number of players, cards, objectives, and one without seats."""
    other = make_match(2, cards=("axe", "pot"))
    return (
        cell(match, "3, short", axes={"players": "3", "length": "short"}),
        cell(match, "3, long", longer=3, axes={"players": "3", "length": "long"}),
        cell(other, "2, short", edge=0.1, axes={"players": "2", "length": "short"}),
        cell(other, "2, long", edge=0.1, longer=3, axes={"players": "2", "length": "long"}),
        cell_of_one(),
    )


def test_of_two_cells_it_is_said_what_differs_and_what_does_not(two: Section) -> None:
    assert names_of(two)[:3] == ["two_differ", "clearest", "not_clear"]
    facts = finding_of(two, "two_differ").facts
    assert (facts["first"], facts["second"], facts["clear"]) == ("as it is", "dear axe", 1)
    (change,) = finding_of(two, "clearest").facts["changes"]
    assert change.facts["measure"] == "rounds"
    difference = change.facts["size"].facts["difference"]
    was, now = (change.facts[name].facts["value"] for name in ("was", "now"))
    assert difference.value == pytest.approx(now - was) == pytest.approx(1)
    own = estimated(table_of(two, "comparison_established").frame.iloc[0])
    assert difference == own.picked_of(facts["compared"])
    unclear = [one.facts["measure"] for one in finding_of(two, "not_clear").facts["changes"]]
    assert "first player's advantage" in unclear
    assert [key.name for key in two.key_findings][:2] == ["fairness", "two_key"]


def test_what_differs_and_what_does_not_are_tables_of_their_own(two: Section) -> None:
    clear = table_of(two, "comparison_established")
    others = table_of(two, "comparison_not_established")
    assert clear.frame["key"].tolist() == ["rounds"]
    assert "first" in others.frame["key"].tolist()
    assert heads_of(clear)[1:4] == ["difference", "as it is", "dear axe"]
    assert "Holm" in clear.note
    assert clear.is_lead


def test_the_clearest_card_stands_first_and_is_marked(two: Section) -> None:
    rows = table_of(two, "comparison_copies").frame
    assert rows["card"].tolist()[0] == "Axe"
    assert rows["sure"].tolist() == [True, False, False]
    assert finding_of(two, "things_change").facts["clear"] == 1
    assert [picture.name for picture in two.pictures][-1] == "comparison_cards"


def test_of_more_cells_those_that_differ_from_the_first_are_marked(match: Match) -> None:
    cells = [cell(match, name, axe=axe) for name, axe in (("a", 0.3), ("b", 0.3), ("c", 0.6))]
    copies = table_of(section_of(report_data(*cells)), "comparison_copies")
    axe = copies.frame.set_index("card").loc["Axe"]
    assert [bool(axe[f"{place}_sure"]) for place in (1, 2)] == [False, True]
    assert [column.sure for column in copies.columns][2:] == ["", "1_sure", "2_sure"]
    assert "q below 0.05" in copies.note


def test_where_nothing_differs_that_is_said(match: Match) -> None:
    section = section_of(report_data(cell(match, "one"), cell(match, "two")))
    assert names_of(section)[:2] == ["same_games", "two_alike"]
    assert section.key_findings[2].name == "two_alike"
    known = table_of(section, "comparison_established")
    assert known.frame.empty
    assert not known.columns  # nothing for the page


def test_cells_that_played_the_same_games_are_named(match: Match) -> None:
    one, longer = cell(match, "first edition"), cell(match, "long", longer=1)
    data = report_data(one, longer, replace(one, name="second edition"))
    section = section_of(data)
    same = finding_of(section, "same_games")
    assert same.text.startswith('Variants "first edition" and "second edition" played the same')
    assert max(section.key_findings, key=lambda key: key.importance).name == "same_games"
    assert "same_games" not in names_of(section_of(report_data(one, longer)))


def test_too_few_deals_are_said_to_be_too_few(match: Match, tmp_path: Path) -> None:
    data = report_data(cell(match, "one", 40), cell(match, "two", 40, longer=1))
    assert names_of(section_of(data))[0] == "too_few"
    page = build_report(only(data), tmp_path).read_text(encoding="utf-8")
    assert "nan" not in re.sub(r"<svg.*?</svg>|<style>.*?</style>", "", page, flags=re.DOTALL)


def test_text_and_map_of_a_grid_say_that_one_has_means_and_the_other_variants(
    grid: tuple[CellResult, ...],
) -> None:
    section = section_of(report_data(*grid))
    words = "Players, 2 instead of 3 (each number a mean over 2 variants): "
    assert section.findings[0].text.startswith(words)
    assert section.key_findings[1].text.startswith(words)
    (field,) = (one for one in section.pictures if one.name == "comparison_grid_first")
    assert "Each field is one variant, not a mean over several." in field.caption


def test_a_number_that_is_no_mean_is_not_called_one(grid: tuple[CellResult, ...]) -> None:
    short = replace(grid[0], axes={"length": "short"}), replace(grid[1], axes={"length": "long"})
    longest = replace(grid[1], name="3, longest", axes={"length": "longest"})
    section = section_of(report_data(*short, longest))
    assert finding_of(section, "axis").facts["basis"] == ""


def test_a_count_of_cards_that_differ_says_that_it_is_between_variants(two: Section) -> None:
    counted = finding_of(two, "things_change")
    assert counted.facts["clear"] == 1
    assert counted.text.startswith(
        "Cards: 1 of 3 differs clearly between the variants in copies taken per game"
    )


def test_a_grid_is_reported_axis_by_axis(grid: tuple[CellResult, ...]) -> None:
    section = section_of(report_data(*grid))
    assert names_of(section)[:3] == ["axis", "axis", "all_pairs"]
    players, length = section.findings[:2]
    assert players.facts["axis"] == "players, 2 instead of 3"
    first, *others = length.facts["changes"]
    assert first.facts["measure"] == "rounds"
    assert first.facts["size"].facts["difference"].value == pytest.approx(3)
    assert [one.name for one in others] == ["no_clear_difference"]
    assert [one.facts["basis"] for one in (players, length)] == [
        " (each number a mean over 2 variants)"
    ] * 2
    assert section.tables[0].name == "comparison_axes"
    assert [key.table for key in section.key_findings[1:]] == ["comparison_axes"] * 2
    assert {"comparison_grid_first", "comparison_grid_rounds"} <= {
        picture.name for picture in section.pictures
    }


def test_without_a_grid_the_extremes_are_named(match: Match) -> None:
    cells = [cell(match, name, longer=by) for name, by in (("a", 0), ("b", 2), ("c", 5))]
    section = section_of(report_data(*cells))
    assert "largest_unclear" in names_of(section)
    facts = finding_of(section, "largest").facts
    assert (facts["measure"], facts["first"], facts["second"]) == ("rounds", "a", "c")
    assert facts["size"].facts["difference"].value == pytest.approx(5)
    assert finding_of(section, "all_pairs").facts["cells"] == 3


def test_cells_that_lack_something_have_dashes_and_all_cells_are_counted(
    grid: tuple[CellResult, ...], tmp_path: Path
) -> None:
    page = build_report(only(report_data(*grid)), tmp_path, tables=True).read_text("utf-8")
    assert "nan" not in re.sub(r"<svg.*?</svg>|<style>.*?</style>", "", page, flags=re.DOTALL)
    rows = pd.read_csv(tmp_path / "tables" / "comparison.csv").set_index("cell")
    assert rows["first_value"].isna().to_dict()["alone"]
    assert rows["player_value"].notna().tolist() == [False] * 4 + [True]
    assert "1, 2 and 3 players" in page
    assert "<b>5</b> variants" in page
    assert "<b>8,592</b> games" in page


def test_a_comparison_comes_first_and_other_sections_name_their_cell(
    grid: tuple[CellResult, ...],
) -> None:
    sections = sections_of(report_data(*grid))
    assert [section.title for section in sections] == [
        "Comparison", "Seats: 3, short", "Rival: alone",
        "Pace: 3, short", "Goals: 3, short", "Cards: 3, short",
    ]  # fmt: skip


def test_variants_of_a_scenario_come_last(match: Match) -> None:
    sections = sections_of(report_data(cell(match, "baseline"), cell(match, "other")))
    assert sections[0].title == "Seats"
    assert sections[-1].name == "comparison"


def test_many_cells_stay_readable(match: Match) -> None:
    cells = [
        cell(match, f"cell {number}", 256, longer=number % 3, axe=0.2 + 0.02 * number)
        for number in range(24)
    ]
    section = section_of(report_data(*cells))
    visible = [table for table in section.tables if table.columns and not table.is_folded]
    assert all(len(table.frame) <= 40 for table in visible)
    assert all(len(table.columns) <= 12 for table in section.tables)
    assert finding_of(section, "from_first").facts["cells"] == 24


def test_the_terminal_shows_whole_names(grid: tuple[CellResult, ...]) -> None:
    console = Console(width=100, record=True, file=StringIO())
    console.print(as_text(section_of(report_data(*grid))))
    text = console.export_text()
    assert "…" not in text
    assert "3, long" in text
    assert " *" in text


def test_objectives_of_another_cell_of_the_grid_do_not_count_as_assigned(
    full_match: Match,
) -> None:
    cells = (variant(full_match, 300, "a"), variant(full_match, 300, "b", is_forced=True))
    cells = (
        replace(cells[0], axes={"length": "short", "goals": "choose"}),
        replace(cells[1], axes={"length": "long", "goals": "assigned"}),
    )
    strength = next(one for one in sections_of(report_data(*cells)) if one.name == "objectives")
    assert "forced_value" not in strength.tables[0].frame
    beside = replace(cells[1], axes={"length": "short", "goals": "assigned"})
    strength = next(
        one for one in sections_of(report_data(cells[0], beside)) if one.name == "objectives"
    )
    assert "forced_value" in strength.tables[0].frame


def test_bots_stand_by_cell_where_there_are_several() -> None:
    cells = [variant(make_match(2, lineup=("a", "b")), 600, name, first) for name, first in
             (("one", 0.5), ("two", 0.7))]  # fmt: skip
    section = section_of(report_data(*cells))
    rows = table_of(section, "comparison_bots").frame
    assert rows[["cell", "bot"]].to_numpy().tolist() == [
        ["one", "a"], ["one", "b"], ["two", "a"], ["two", "b"]
    ]  # fmt: skip
    keys = table_of(section, "differences").frame["key"].tolist()
    assert {"bot a", "bot b", "first"} <= set(keys)


def test_the_last_round_and_the_parts_of_scores_stand_by_cell() -> None:
    cells = [variant(make_match(2, last_round=True), 600, name) for name in ("one", "two")]
    section = section_of(report_data(*cells))
    last, made_of = (table_of(section, f"comparison_{name}") for name in ("last_round", "parts"))
    assert last.frame["cell"].tolist() == ["one", "two"]
    assert heads_of(last)[2:] == ["winners", "others", "difference"]
    assert made_of.frame[["cell", "part"]].to_numpy().tolist() == [
        ["one", "points"], ["one", "goal"], ["two", "points"], ["two", "goal"]
    ]  # fmt: skip
    plain = [variant(make_match(2), 600, name) for name in ("one", "two")]
    names = {table.name for table in section_of(report_data(*plain)).tables}
    assert "comparison_parts" in names
    assert "comparison_last_round" not in names


def test_objectives_that_one_cell_alone_has_are_not_compared(match: Match) -> None:
    without = make_match(3, cards=("axe", "bow", "cup"))
    cells = [cell(without, "none"), cell(match, "goals"), cell(match, "more", sun=0.1)]
    names = {table.name for table in section_of(report_data(*cells[:2])).tables}
    assert not names & {"comparison_dealt", "comparison_kept"}
    dealt = table_of(section_of(report_data(*cells)), "comparison_dealt")
    assert heads_of(dealt) == ["Goal", "difference", "goals", "more", "q"]


def test_a_player_alone_has_no_fair_share() -> None:
    alone = make_match(1, objectives=GOALS, rival="Dark Lord")
    cells = []
    for name, chance in (("one", 0.4), ("two", 0.6)):
        rng = np.random.default_rng(2)
        goals = rng.permuted(np.tile(np.arange(4), (600, 1)), axis=1)
        records = make_records(
            alone, (rng.random((600, 1)) < chance).astype(int), rounds=rng.integers(5, 9, 600),
            scores=rng.integers(20, 60, (600, 2)), dealt=goals[:, None, :2], kept=goals[:, :2],
        )  # fmt: skip
        sums = {
            key: metric.tally(records, alone)
            for key, metric in METRICS.items()
            if metric.applies(alone)
        }
        cells.append(CellResult(name, alone, 600, 600, sums))
    section = section_of(report_data(*cells))
    texts = [section.finding]
    texts += [f"{table.title} {table.note}" for table in section.tables if table.columns]
    texts += [f"{picture.title} {picture.caption}" for picture in section.pictures]
    assert not [text for text in texts if "fair" in text.lower()]
    assert "the overall win rate" in table_of(section, "comparison_dealt").title


def test_files_of_tables_by_cell_have_a_row_for_each_cell_and_thing(
    grid: tuple[CellResult, ...], match: Match, tmp_path: Path
) -> None:
    cells = (cell(match, "first one", axe=0.3), *grid[:2])
    build_report(only(report_data(*cells)), tmp_path, tables=True)
    names = [one.name for one in cells]
    for file, thing, count in (
        ("seats", "seat", 3), ("dealt", "id", 4), ("kept", "id", 4),
        ("copies", "id", 3), ("taken", "id", 3),
    ):  # fmt: skip
        rows = pd.read_csv(tmp_path / "tables" / f"comparison_{file}.csv")
        assert not [column for column in rows.columns if column[0].isdigit()]
        assert rows["cell"].tolist() == [name for name in names for _ in range(count)]
        assert not rows.duplicated(["cell", thing]).any()


def test_each_cell_is_judged_fair_or_not(match: Match) -> None:
    cells = [cell(match, "few", 200), cell(match, "many", 4000), cell(match, "more", 4000)]
    section = section_of(replace(report_data(*cells), fair_within=0.25))
    facts = section.findings[-1].facts
    assert (facts["band"], facts["yes"], facts["no"]) == (0.25, ["few", "many", "more"], [])
    assert facts["answers"] == "yes in all 3 variants"
    table = table_of(section, "comparison_fair")
    assert table.frame["verdict"].tolist() == ["fair"] * 3
    assert table.frame["needed"].isna().all()


def test_of_set_ups_the_shortest_the_closest_and_the_most_even_are_named(match: Match) -> None:
    cells = [
        cell(match, name, 4000, longer=longer, edge=edge)
        for name, longer, edge in (("a", 4, 0.0), ("b", 0, 0.4), ("c", 4, 0.4))
    ]
    section = section_of(report_data(*cells))
    facts = finding_of(section, "evening").facts
    assert facts["shortest"] == '"b"'
    assert facts["even"] == '"a"'
    assert facts["closest"].endswith((" others)", " other)", '"')) or " or " in facts["closest"]
    assert facts["shortest_at"].value == pytest.approx(cells[1].measures["rounds"].value)
    assert "evening" in [key.name for key in section.key_findings]


def by_players(best: str) -> tuple[CellResult, ...]:
    """Return three set-ups with two and with three players, of which one is even with both."""
    return tuple(
        cell(
            make_match(players, cards=("axe", "bow", "cup"), objectives=GOALS),
            f"{players} players, {name}", 4000, edge=0.0 if name == best else edge,
            axes={"players": str(players), "setup": name},
        )
        for players in (2, 3)
        for name, edge in (("sea", 0.3), ("hill", 0.31), ("wood", 0.32))
    )  # fmt: skip


def test_a_grid_of_set_ups_and_players_says_which_is_best_with_how_many() -> None:
    section = section_of(report_data(*by_players("hill")))
    facts = finding_of(section, "evening_of_all").facts
    assert facts["even"] == '"hill"'
    assert [group.text for group in facts["groups"]] == [
        'with 2 players "hill"', 'with 3 players "hill"'
    ]  # fmt: skip
    key = next(one for one in section.key_findings if one.name == "evening_of_all")
    assert key.claim == '"hill" is the most even of 3 with any number of players'
    assert key.importance == max(one.importance for one in section.key_findings)
    assert section.pictures[0].name == "comparison_grid_off"
    assert names_of(section).count("evening_of_players") == 2
    for name, best in (("evening_shortest", "shortest"), ("evening_closest", "closest")):
        groups = [group.facts for group in finding_of(section, name).facts["groups"]]
        assert [group["players"] for group in groups] == [2, 3]
        assert all(group[f"{best}_at"].value > 0 for group in groups)
    assert "to_tell" not in names_of(section)


def test_where_none_is_known_to_be_the_best_the_title_says_so() -> None:
    section = section_of(report_data(*by_players("none")))
    key = next(one for one in section.key_findings if one.name == "evening_of_all")
    assert key.claim == "nothing shows which of 3 is the most even with any number of players"
    assert '"sea" (or any other)' in finding_of(section, "evening_of_all").text
    assert "times as many games would tell." in finding_of(section, "to_tell").text


def test_variants_side_by_side_are_one_picture_that_marks_the_ends(match: Match) -> None:
    cells = [
        cell(match, name, 4000, longer=longer, edge=edge)
        for name, longer, edge in (("a", 4, 0.0), ("b", 0, 0.4), ("c", 4, 0.4))
    ]
    section = section_of(report_data(*cells))
    assert section.pictures[0].name == "comparison_measures"
    colours = [
        shape.colour for shape in section.pictures[0].figure.shapes if isinstance(shape, Marker)
    ]
    even, rounds = colours[:3], colours[3:6]
    assert even == [BLUE, ORANGE, ORANGE]
    assert rounds == [ORANGE, BLUE, ORANGE]


def test_line_ups_are_no_set_ups_to_choose_from(grid: tuple[CellResult, ...]) -> None:
    assert "evening" not in names_of(section_of(report_data(*grid)))


def test_one_cell_of_several_seats_is_named(match: Match) -> None:
    section = section_of(report_data(cell(match, "few", 200), cell_of_one()))
    assert section.findings[-1].facts["undecided"] == ["few"]
    assert section.finding.endswith('in "few".')


def test_where_it_is_not_known_deals_are_named(match: Match) -> None:
    section = section_of(report_data(cell(match, "few", 200), cell(match, "more", 400)))
    assert section.findings[-1].facts["undecided"] == ["few", "more"]
    assert (table_of(section, "comparison_fair").frame["needed"] > 400).any()


def test_a_scenario_that_asks_what_is_fair_is_answered_first(match: Match) -> None:
    cells = [cell(match, "few", 200), cell(match, "more", 400)]
    data = replace(report_data(*cells), asks_fairness=True)
    assert names_of(section_of(data))[0] == "fairness"


def round_of_bots(games: int = 1536) -> ReportData:
    return report_data(*(met_in(pair, games) for pair in combinations(STRENGTHS, 2)))


def test_a_round_of_bots_is_one_table_and_one_figure(tmp_path: Path) -> None:
    data = round_of_bots()
    section = section_of(data)
    table = table_of(section, "comparison_bot_against_bot")
    assert heads_of(table) == [
        "bot", "mean", "beats", "loses to", "against fox", "against cat", "against ox"
    ]  # fmt: skip
    rows = table.frame
    assert rows["bot"].tolist() == ["fox", "cat", "ox"]
    assert rows["0_value"].isna().tolist() == [True, False, False]
    assert rows["0_high"].tolist()[2] < 0.5 < rows["2_low"].tolist()[0]
    assert section.pictures[0].name == "comparison_bot_against_bot"
    page = build_report(only(data), tmp_path, tables=True).read_text(encoding="utf-8")
    assert "against fox" in page
    file = pd.read_csv(tmp_path / "tables" / "comparison_bot_against_bot.csv")
    assert len(file) == 6
    assert file.columns.tolist()[:3] == ["group", "bot", "against"]


def test_the_bot_that_beats_all_others_comes_first() -> None:
    section = section_of(round_of_bots())
    facts = section.findings[0].facts
    assert section.findings[0].name == "beats_all"
    assert (facts["group"], facts["best"], facts["against"]) == ("2 players", "fox", "cat")
    assert 0.5 < facts["worst"].low < facts["worst"].value < facts["mean"].value
    few = section_of(round_of_bots(60)).findings[0]
    assert few.name in ("none_beats_all", "beats_all")
    assert "nan" not in few.text


@pytest.mark.parametrize(
    ("beats", "name", "masters"),
    [
        ([2, 0, 0], "beats_all", ["fox"]),
        ([0, 2, 0], "one_beats_all", ["cat"]),
        ([2, 2, 0], "several_beat_all", ["fox", "cat"]),
        ([0, 2, 2], "several_beat_all", ["cat", "ox"]),
        ([1, 1, 1], "none_beats_all", []),
    ],
)
def test_with_more_players_several_may_beat_all_others(
    beats: Sequence[int], name: str, masters: list[str]
) -> None:
    shares = {
        f"{prefix}{part}": 0.4 for prefix in ("", "worst_") for part in ("value", "low", "high")
    }
    standing = pd.DataFrame(
        {"group": "3 players", "bot": ["fox", "cat", "ox"], "fair": 1 / 3, "met": 2,
         "beats": beats, "against": "ox", **shares}
    )  # fmt: skip
    (finding,) = bot_findings(WORDS, standing)
    assert (finding.name, finding.facts["masters"]) == (name, masters)
    assert finding.facts["best"] == "fox"
