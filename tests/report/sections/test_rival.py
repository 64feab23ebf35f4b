"""The section on games against the game itself."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from balance.engine.layout import WIN
from balance.report.page import sections_of
from balance.report.report_data import CellResult
from balance.report.section import Section
from tests.analysis.conftest import make_match, make_records
from tests.report.conftest import OBJECTIVES, finding_of, names_of, report_data, table_of
from tests.sections import METRICS


def against_the_rival() -> dict[str, Section]:
    """Return the sections of a report on a game against the game itself, by name."""
    match = make_match(
        1, objectives=OBJECTIVES, rival="Dark Lord", endings=("counted", "overrun", "never"),
        unscored=("overrun",),
    )  # fmt: skip
    rng = np.random.default_rng(4)
    games = 400
    scores, kept = rng.integers(20, 60, (games, 2)), rng.integers(0, 8, (games, 2))
    is_overrun = np.arange(games) % 10 == 0
    wins = np.where(is_overrun, 0, 30 * (np.sign(scores[:, 0] - scores[:, 1]) + 1))
    dealt = np.stack([kept[:, :1], (kept[:, :1] + 1) % 8], axis=2)
    records = make_records(
        match, wins[:, None], scores=scores, kept=kept, dealt=dealt, ending=is_overrun,
        rounds=9, parts=np.stack([scores[:, :1], 0 * scores[:, :1]], axis=2),
    )  # fmt: skip
    sums = {
        name: metric.tally(records, match)
        for name, metric in METRICS.items()
        if metric.applies(match)
    }
    data = report_data(CellResult("baseline", match, games, games, sums))
    return {section.name: section for section in sections_of(data)}


def of_all_together() -> dict[str, Section]:
    """Return the sections on a game that three players win or lose together, by name."""
    match = make_match(3, rival="game", endings=("saved", "lost"), unscored=("saved", "lost"))
    match = replace(match, game_table=replace(match.game_table, is_common=True))
    is_lost = np.arange(400) % 4 != 0
    wins = np.where(is_lost[:, None], 0, WIN // 3) * np.ones((1, 3), int)
    records = make_records(
        match, wins, scores=np.full((400, 3), 7), ending=is_lost, rounds=9 + np.arange(400) % 5
    )
    sums = {
        name: metric.tally(records, match)
        for name, metric in METRICS.items()
        if metric.applies(match)
    }
    assert [
        why for one in sums.values() for why, is_so in one.contradictions(400) if np.any(is_so)
    ] == []
    data = report_data(CellResult("baseline", match, 400, 400, sums))
    return {section.name: section for section in sections_of(data)}


def test_players_who_win_together_have_a_section_and_their_seats_none() -> None:
    sections = of_all_together()
    assert list(sections) == ["rival", "pace"]
    assert names_of(sections["rival"]) == ["outcomes_of_all", "wins_one_way", "losses_one_way"]
    result = finding_of(sections["rival"], "outcomes_of_all").facts
    assert (result["won"].value, result["lost"].value) == (0.25, 0.75)
    assert not any("score" in table.name for one in sections.values() for table in one.tables)
    assert finding_of(sections["rival"], "losses_one_way").facts["ending"] == "lost"


@pytest.fixture(scope="module")
def sections() -> dict[str, Section]:
    return against_the_rival()


def test_a_player_alone_has_a_rival_and_no_seats(sections: dict[str, Section]) -> None:
    assert list(sections) == ["rival", "pace", "objectives"]
    assert sections["rival"].title == "Rival"


def test_the_findings_are_how_often_how_and_by_how_much(sections: dict[str, Section]) -> None:
    section = sections["rival"]
    assert names_of(section) == [
        "outcomes_with_draws", "wins_one_way", "losses_most", "unscored", "margin"
    ]  # fmt: skip
    result = finding_of(section, "outcomes_with_draws").facts
    assert result["won"].value == pytest.approx(0.3875)
    assert sum(result[name].value for name in ("won", "drawn", "lost")) == pytest.approx(1)
    assert finding_of(section, "wins_one_way").facts["ending"] == "counted"
    unscored = finding_of(section, "unscored").facts
    assert (unscored["outcome"], unscored["ending"]) == ("loss", "overrun")
    assert unscored["share"].value == pytest.approx(0.1)
    assert section.key_findings[0].tier_keys == ("seats/player",)


def test_both_sides_objectives_have_a_table_and_a_figure(sections: dict[str, Section]) -> None:
    section = sections["rival"]
    names = {table.name for table in section.tables} & {
        picture.name for picture in section.pictures
    }
    assert names == {"ways", "wins_by_own_objective", "wins_by_rival_objective"}
    titles = [table.title for table in section.tables]
    assert "Wins by the player's Goal" in titles
    assert "Wins by the Dark Lord's Goal" in titles


def test_the_course_of_the_game_is_about_nobody_else(sections: dict[str, Section]) -> None:
    section = sections["pace"]
    assert {"score_alone", "length"} <= set(names_of(section))
    assert not {"scores", "margin"} & set(names_of(section))
    names = {table.name for table in section.tables}
    assert not names & {"margin_counts", "score_parts"}  # one part is never scored
    assert "outcomes" not in names  # nobody to tie with, and every game ended
    assert table_of(section, "endings").frame["ending"].tolist() == ["counted", "overrun"]


def test_objectives_are_compared_with_the_overall_win_rate(sections: dict[str, Section]) -> None:
    section = sections["objectives"]
    facts = section.findings[0].facts
    assert facts["fair"] == pytest.approx(0.40125)
    assert facts["bar"] == "the overall win rate"
    assert "fair" not in section.finding


def test_it_is_as_on_its_golden_page(
    sections: dict[str, Section], golden: Callable[[Section], None]
) -> None:
    golden(sections["rival"])
