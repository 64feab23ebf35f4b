"""Skill against luck: what decides games, and how often the better player wins."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from balance.analysis.skill import LEADS, WINS, contest_parts, contests, ladder_results
from balance.report.figures.lines import stacked
from balance.report.figures.shapes import BLUE, GREEN, GREY, ORANGE, YELLOW
from balance.report.number_format import estimated
from balance.report.report_data import ReportData
from balance.report.section import Finding, Picture, Section, SectionDefinition, Table, unless_any
from balance.report.words import Words
from balance.runner.replays import CHANCES, LUCKS, why_no_replays
from balance.scenario.match import has_share_of_points
from balance.stats.jackknife import FEW_FOLDS

WORDS = Words(Path(__file__).with_suffix(".toml"))
PARTS = {"skill": BLUE, "seat": GREEN, "set_up": YELLOW, "luck": ORANGE, "bots": GREY}


def build(data: ReportData) -> Section | None:
    """Return the section on skill and luck; None where no deals were played again."""
    cell = data.about("seats")
    if cell is None or not cell.replays:
        cell = next((one for one in data.variants if one.replays), None)
    if cell is None:
        return None
    shares, pairs, rungs = (
        contest_parts(cell.replays),
        contests(cell.replays),
        ladder_results(cell.match),
    )
    by_wins = shares[shares["of"] == WINS].reset_index(drop=True)
    by_points = shares[shares["of"] == LEADS].reset_index(drop=True)
    tables = [
        WORDS.table("skill", by_wins, lucks=LUCKS, chances=CHANCES),
        None if pairs.empty else WORDS.table("skill_contests", pairs),
        None if rungs.empty else _ladder(rungs, cell.match.game_table.num_seats),
        WORDS.table("skill_points", by_points),
    ]
    return WORDS.section(
        _findings(by_wins, pairs),
        tables,
        _drawn(by_wins),
        [_best(pairs).key("skill_contests", 45)] if not pairs.empty else [],
        warning=_warning(by_wins),
        title=WORDS.text("title_of_cell", cell=cell.name) if data.is_comparison else "",
    )


def _warning(by_wins: pd.DataFrame) -> str:
    few = by_wins[by_wins["deals"] < FEW_FOLDS]
    if few.empty:
        return ""
    deals = few["deals"].min()
    contests = list(few["contest"])
    return WORDS.text("phrases.too_few", contests=contests, deals=deals, fewest=FEW_FOLDS)


def _drawn(by_wins: pd.DataFrame) -> Iterator[Picture]:
    known = by_wins[by_wins["skill_value"].notna()]
    if not known.empty:
        series = [
            (f"{key}_value", WORDS.text(f"phrases.{key}"), colour) for key, colour in PARTS.items()
        ]
        yield WORDS.picture("skill", stacked(known, "contest", series, WORDS.axis("skill")))


def _ladder(rungs: pd.DataFrame, players: int) -> Table:
    name = "skill_ladder_of_two" if has_share_of_points(players) else "skill_ladder_of_several"
    return WORDS.table(name, rungs, save_as="skill_ladder")


def _findings(by_wins: pd.DataFrame, pairs: pd.DataFrame) -> Iterator[Finding]:
    for _, row in pairs.iterrows():
        is_half = row["equal"] == 1 / 2
        yield WORDS.say(
            "better", better=row["better"], other=row["other"], wins=estimated(row),
            skill=estimated(row, "skill_"), equal=row["equal"],
            equals="" if is_half else WORDS.text("phrases.equals", equal=row["equal"]),
        )  # fmt: skip
    for _, row in by_wins[by_wins["bots"] == 1].iterrows():
        ranked = sorted(("set_up", "luck", "bots", "seat"), key=lambda key: -row[f"{key}_value"])
        finding = [
            WORDS.phrase("part", name=WORDS.text(f"phrases.{key}"), share=estimated(row, f"{key}_"))
            for key in ranked
        ]
        yield WORDS.say("among_equals", contest=row["contest"], parts=finding)


def _best(pairs: pd.DataFrame) -> Finding:
    row = pairs.iloc[-1]
    skill = estimated(row, "skill_")
    return WORDS.say("better_key", better=row["better"], other=row["other"], skill=skill)


skill = SectionDefinition(build, place=70, why_not=unless_any(why_no_replays))
