"""Skill against luck: what decides games, and how often the better player wins."""

from collections.abc import Sequence

import pandas as pd

from balance.analysis.skill import LEADS, WINS, contests, ladder, parts
from balance.report.figures.lines import stacked
from balance.report.figures.plots import BLUE, GREEN, GREY, ORANGE, YELLOW
from balance.report.number_format import joined, percent, with_interval
from balance.report.report_data import ReportData
from balance.report.section import Column, KeyFinding, Picture, Section, Style, Table
from balance.runner.replays import CHANCES, LUCKS
from balance.stats.paired_differences import FEW_FOLDS

_PARTS = (
    ("skill", "skill", BLUE),
    ("seat", "seat", GREEN),
    ("set_up", "set-up", YELLOW),
    ("luck", "later luck", ORANGE),
    ("bots", "bots", GREY),
)


def build(data: ReportData) -> Section | None:
    """Return the section on skill and luck; None where no deals were played again."""
    told = data.about("seats")
    if told is None or not told.replays:
        told = next((one for one in data.variants if one.replays), None)
    if told is None:
        return None
    found, pairs, rungs = parts(told.replays), contests(told.replays), ladder(told.match)
    by_wins = found[found["of"] == WINS].reset_index(drop=True)
    by_points = found[found["of"] == LEADS].reset_index(drop=True)
    tables = [_split(by_wins)]
    if not pairs.empty:
        tables.append(_contests(pairs))
    if not rungs.empty:
        tables.append(_ladder(rungs, told.match.game_table.num_seats))
    shown = by_wins[by_wins["skill_value"].notna()]
    pictures = []
    if not shown.empty:
        named = [(f"{key}_value", name, colour) for key, name, colour in _PARTS]
        pictures.append(
            Picture("skill", "What decides who wins",
                    stacked(shown, "contest", named, "share of the variance of wins"),
                    "The parts add up to all that wins vary; the intervals stand in the table.")
        )  # fmt: skip
    few = by_wins[by_wins["deals"] < FEW_FOLDS]
    tables.append(_split_points(by_points))
    return Section(
        "skill",
        f"Skill and luck: {told.name}" if data.is_comparison else "Skill and luck",
        _finding(by_wins, pairs),
        tuple(tables),
        tuple(pictures),
        _warning(few),
        _verdicts(pairs),
    )


def _warning(few: pd.DataFrame) -> str:
    if few.empty:
        return ""
    return (
        f"Too few deals for intervals of {joined(list(few['contest']))}: there was time for "
        f"{int(few['deals'].min())}, and {FEW_FOLDS} are the fewest."
    )


def _split(by_wins: pd.DataFrame) -> Table:
    note = (
        f"Each deal is played with {LUCKS} lucks after the same set-up, and each of these with "
        f"{CHANCES} chances of the bots, in all seats. Skill is what results vary between bots, "
        "seat what else they vary by who sits where; set-up is what is drawn and dealt before the "
        "first decision, later luck dice and whatever is drawn then, bots what they draw for "
        "themselves. The better bot sits alone among others. The parts are shares of "
        "the variance of one seat's wins, and add up to it but for what was cut off below 0."
    )
    return Table("skill", "What decides who wins", by_wins, _columns(), note)


def _split_points(by_points: pd.DataFrame) -> Table:
    note = "The same of a seat's points ahead of the mean of the others."
    return Table(
        "skill_points", "What decides by how much", by_points, _columns(), note, is_folded=True
    )


def _columns() -> tuple[Column, ...]:
    return (
        Column("who plays", "contest"),
        *(Column(name, f"{key}_", Style.PERCENT) for key, name, _ in _PARTS),
        Column("games", "games", Style.COUNT, is_brief=False),
        Column("deals", "deals", Style.COUNT, is_brief=False),
    )


def _contests(pairs: pd.DataFrame) -> Table:
    return Table("skill_contests", "How often the better bot wins", pairs, (
        Column("better", "better"),
        Column("against", "other"),
        Column("wins", "", Style.PERCENT, told="share of all wins that it has in its seats"),
        Column("as equals", "equal", Style.FAIR),
        Column("as if by skill", "skill_", Style.PERCENT,
               told="share of games as if won for certain by the better bot, the others by lot"),
        Column("games", "games", Style.COUNT, is_brief=False),
        Column("deals", "deals", Style.COUNT, is_brief=False),
    ), "As if by skill: the better bot wins as often as if it won that share of games for certain, "
       "and the others were decided by drawing lots.")  # fmt: skip


def _ladder(rungs: pd.DataFrame, players: int) -> Table:
    columns = [Column("better", "better"), Column("against", "other")]
    if players == 2:
        columns += [
            Column("points won", "", Style.PERCENT),
            Column("as if by skill", "skill_", Style.PERCENT),
        ]
    else:
        columns.append(Column("points over an equal share", "", Style.POINTS))
    columns.append(Column("games", "games", Style.COUNT))
    return Table("skill_ladder", "The ladder of bots, as published", rungs, tuple(columns),
                 "Measured at the tables at which the game's bots are compared, not at this one; "
                 "the share by skill is what is left when the rest is the toss of a coin."
                 if players == 2 else
                 "Measured at the tables at which the game's bots are compared, not at this one; "
                 "in percentage points.")  # fmt: skip


def _finding(by_wins: pd.DataFrame, pairs: pd.DataFrame) -> str:
    lines: list[str] = []
    for _, row in pairs.iterrows():
        equals = f" ({percent(row['equal'])} as equals)" if row["equal"] != 1 / 2 else ""
        lines.append(
            f"{row['better']} wins {with_interval(row, '', Style.PERCENT)}{equals} against "
            f"{row['other']}, as if skill decided {with_interval(row, 'skill_', Style.PERCENT)} of "
            "games and lots the rest."
        )
    for _, row in by_wins[by_wins["bots"] == 1].iterrows():
        named = _largest_first(row, ("set_up", "luck", "bots", "seat"))
        lines.append(f"Among equals ({row['contest']}) wins depend on {joined(named)}.")
    return "\n".join(lines)


def _largest_first(row: pd.Series, keys: Sequence[str]) -> list[str]:
    names = {key: name for key, name, _ in _PARTS}
    ranked = sorted(keys, key=lambda key: -row[f"{key}_value"])
    return [f"{names[key]} for {with_interval(row, f'{key}_', Style.PERCENT)}" for key in ranked]


def _verdicts(pairs: pd.DataFrame) -> tuple[KeyFinding, ...]:
    if pairs.empty:
        return ()
    row = pairs.iloc[-1]
    return (
        KeyFinding(
            f"{row['better']} against {row['other']}: as if skill decided "
            f"{with_interval(row, 'skill_', Style.PERCENT)} of games, and lots the rest.",
            "skill_contests",
            45.0,
        ),
    )
