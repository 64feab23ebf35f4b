"""Bot against bot in a comparison: tables, figures and the finding."""

import re
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pandas as pd
import pytest

from balance.report.page import build_report
from balance.report.section import Section
from balance.report.sections import SECTIONS
from balance.report.sections.cells_bots import meetings_told
from tests.analysis.comparison.test_head_to_head import STRENGTHS, met_in
from tests.report.conftest import report_data


def section_of(games: int = 1536) -> Section:
    cells = [met_in(pair, games) for pair in combinations(STRENGTHS, 2)]
    section = SECTIONS["comparison"](report_data(*cells))
    assert section is not None
    return section


def test_a_round_of_bots_is_one_table_and_one_figure() -> None:
    section = section_of()
    table = section.tables[[one.name for one in section.tables].index("comparison_bot_against_bot")]
    assert [column.header for column in table.columns] == [
        "bot", "mean", "beats", "loses to", "against fox", "against cat", "against ox"
    ]  # fmt: skip
    rows = table.frame
    assert rows["bot"].tolist() == ["fox", "cat", "ox"]
    assert rows["0_value"].isna().tolist() == [True, False, False]
    assert rows["0_high"].tolist()[2] < 0.5 < rows["2_low"].tolist()[0]
    assert table.file is not None
    assert table.file.columns.tolist()[:3] == ["group", "bot", "against"]
    assert section.pictures[0].name == "comparison_bot_against_bot"


def test_who_beats_all_others_is_said_first() -> None:
    first = section_of().finding.splitlines()[0]
    assert first.startswith("Bot against bot, 2 players: fox beats all others, 6")
    assert re.search(r"at least 5\d\.\d% \[5.*%?\] against cat \(50\.0% is fair\)\.$", first)


def standing(beats: Sequence[int]) -> pd.DataFrame:
    """Return the standings of three bots, the strongest first, that beat so many others."""
    shares = {
        f"{prefix}{part}": 0.4 for prefix in ("", "worst_") for part in ("value", "low", "high")
    }
    return pd.DataFrame(
        {"group": "3 players", "bot": ["fox", "cat", "ox"], "fair": 1 / 3, "met": 2,
         "beats": beats, "against": "ox", **shares}
    )  # fmt: skip


@pytest.mark.parametrize(
    ("beats", "said"),
    [
        ([2, 0, 0], "fox beats all others, 40"),
        ([0, 2, 0], "cat beats all others; fox wins most, 40"),
        ([2, 2, 0], "fox and cat each beat all others; fox wins most, 40"),
        ([0, 2, 2], "cat and ox each beat all others; fox wins most, 40"),
        ([1, 1, 1], "no bot beats all others; fox wins most, 40"),
    ],
)
def test_of_more_players_several_may_beat_all_others(beats: list[int], said: str) -> None:
    (line,) = meetings_told(standing(beats))
    assert line.startswith(f"Bot against bot, 3 players: {said}")


def test_that_nobody_beats_all_others_is_said() -> None:
    first = section_of(60).finding.splitlines()[0]
    assert "no bot beats all others" in first or "fox beats all others" in first
    assert "nan" not in first


def test_the_page_and_the_file_hold_all_meetings(tmp_path: Path) -> None:
    data = report_data(*(met_in(pair) for pair in combinations(STRENGTHS, 2)))
    page = build_report(data, tmp_path).read_text(encoding="utf-8")
    assert "against fox" in page
    rows = pd.read_csv(tmp_path / "tables" / "comparison_bot_against_bot.csv")
    assert len(rows) == 6
