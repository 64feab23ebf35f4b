"""The section on games against the game itself."""

import numpy as np
import pytest

from balance.analysis.metrics import METRICS
from balance.report.page import sections_of
from balance.report.report_data import CellResult
from balance.report.section import Section
from tests.analysis.conftest import make_match, make_records
from tests.report.conftest import OBJECTIVES, report_data


@pytest.fixture(scope="module")
def sections() -> dict[str, Section]:
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
        name: question.tally(records, match)
        for name, question in METRICS.items()
        if question.applies(match)
    }
    data = report_data(CellResult("baseline", match, games, games, sums))
    return {section.name: section for section in sections_of(data)}


def test_who_plays_alone_is_told_of_the_rival_and_not_of_seats(
    sections: dict[str, Section],
) -> None:
    assert list(sections) == ["rival", "pace", "objectives"]
    assert sections["rival"].title == "Against the Dark Lord"


def test_the_finding_says_how_often_how_and_by_how_much(sections: dict[str, Section]) -> None:
    text = sections["rival"].finding
    assert text.startswith("The player beats the Dark Lord in 38.8% [34.1, 43.6] of games, draws ")
    assert "All wins come so: counted. Most losses come so: counted (" in text
    assert "Without a count of points 10.0% [" in text
    assert "of games end as a loss: overrun." in text
    assert "Where points are counted, the player's score less the Dark Lord's is " in text


def test_both_sides_objectives_have_a_table_and_a_figure(sections: dict[str, Section]) -> None:
    section = sections["rival"]
    names = {table.name for table in section.tables} & {
        picture.name for picture in section.pictures
    }
    assert names == {"ways", "wins_by_own_objective", "wins_by_rival_objective"}
    titles = [table.title for table in section.tables]
    assert "Wins by the player's Goal" in titles
    assert "Wins by the Dark Lord's Goal" in titles


def test_the_course_of_the_game_speaks_of_nobody_else(sections: dict[str, Section]) -> None:
    section = sections["pace"]
    assert "ahead of the second" not in section.finding
    names = {table.name for table in section.tables}
    assert not names & {"margin_counts", "score_parts"}  # one part is never scored
    assert "outcomes" not in names  # nobody to tie with, and every game ended
    ends = next(table for table in section.tables if table.name == "endings")
    assert ends.frame["ending"].tolist() == ["counted", "overrun"]


def test_objectives_are_held_against_the_rate_of_all_games(sections: dict[str, Section]) -> None:
    section = sections["objectives"]
    assert "the win rate of all games of 40.1%" in section.finding
    assert "fair" not in section.finding
