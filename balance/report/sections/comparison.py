"""Cells side by side: what differs between them, by how much, and how sure that is."""

from collections.abc import Sequence

import pandas as pd

from balance.analysis.comparison.cell_tables import fairness, headlines
from balance.analysis.comparison.differences import (
    ESTABLISHED,
    HEADLINES,
    along_axes,
    cell_measures,
    differences,
)
from balance.analysis.comparison.head_to_head import meetings, standings
from balance.report.nouns import plural
from balance.report.report_data import ReportData, cut_off_text
from balance.report.section import Column, KeyFinding, Picture, Section, Style, Table
from balance.report.sections.cells import fair_of, tables_of
from balance.report.sections.cells_bots import (
    LONG,
    meeting_pictures,
    meeting_tables,
    meetings_told,
)
from balance.report.sections.cells_drawn import pictures_of
from balance.report.sections.cells_fair import fair_tables, fair_told
from balance.report.sections.cells_told import finding_of, sentences_of

# The headline numbers as columns: of the cells, and of the differences from the first.
_NUMBERS = (
    ("player", "player wins", Style.PERCENT),
    ("first", "first player over fair", Style.POINTS),
    ("rounds", "rounds", Style.MEAN),
    ("dealt", "spread dealt", Style.SPREAD),
    ("score", "score of a player", Style.MEAN),
    ("margin", "margin", Style.MEAN),
    ("last", "last player over fair", Style.POINTS),
    ("shared", "shared wins", Style.PERCENT),
    ("winner", "score of the winner", Style.MEAN),
    ("kept", "spread kept", Style.SPREAD),
)
_BRIEF = {"first", "player", "rounds"}


def build(data: ReportData) -> Section | None:
    """Return the section that compares cells; None if there are no two with games."""
    cells = [one for one in data.variants if one.ended]
    if len(cells) < 2:
        return None
    found = [cell_measures(cell) for cell in cells]
    rows, axes = differences(cells, found), along_axes(cells, found)
    heads = headlines(cells, found)
    met = meetings(cells)
    tables: list[Table] = []
    pictures: list[Picture] = []
    told: list[str] = []
    if not met.empty:  # who met whom says more of bots than line-ups in a row
        standing = standings(met, found)
        axes = axes[axes["axis"] != "bots"] if len(axes) else axes
        tables += meeting_tables(met, standing)
        pictures += meeting_pictures(met, standing)
        told += meetings_told(standing)
    judged = rows[rows["topic"].isin(HEADLINES)]
    names = [cell.name for cell in cells]
    objective = cells[0].match.game.objective or "objective"
    if len(cells) > 2 and not axes.empty:
        tables.append(_along_axes(axes[axes["topic"].isin(HEADLINES)]))
    tables.append(_side_by_side(heads, objective))
    if len(cells) > 2:
        tables.append(_from_first(judged, names))
    tables += _what_differs(judged, len(cells))
    verdicts = fairness(cells, data.fair_within)
    tables += fair_tables(verdicts, data.fair_within)
    tables += tables_of(cells, rows, axes)
    tables.append(Table("differences", "All differences", rows, ()))
    finding = finding_of(rows, axes, len(cells), cells[0].match.game, fair_of(cells))
    fair = fair_told(verdicts, data.fair_within)
    lines = [fair, *told, finding] if data.asks_fairness else [*told, finding, fair]
    played = [one for one in data.variants if one.games]
    return Section(
        "comparison",
        "Comparison",
        "\n".join(filter(None, [*lines, cut_off_text(played)])),
        tuple(tables),
        (*pictures, *pictures_of(cells, rows, axes, heads)),
        verdicts=_verdicts(
            KeyFinding(fair, "comparison_fair", 88 if data.is_comparison else 50),
            told,
            sentences_of(rows, axes, len(cells)),
            tables,
            60 if data.is_comparison else 35,  # else the variants only shed light on the baseline
        ),
    )


def _verdicts(
    fair: KeyFinding,
    of_bots: Sequence[str],
    sentences: Sequence[str],
    tables: Sequence[Table],
    importance: int,
) -> tuple[KeyFinding, ...]:
    """Return what the head of the report may say: what is fair, who beats whom, what differs."""
    there = {table.name for table in tables}
    table = "comparison_axes" if "comparison_axes" in there else "comparison"
    said = [fair] if fair.text else []
    said += [KeyFinding(line, "comparison_bot_against_bot", 75) for line in of_bots[:1]]
    said += [KeyFinding(line, table, importance) for line in sentences]
    return tuple(said)


def _side_by_side(heads: pd.DataFrame, objective: str) -> Table:
    shown = [one for one in _NUMBERS if heads[f"{one[0]}_value"].notna().any()]
    if heads["players"].max() <= 2:
        shown = [one for one in shown if one[0] != "last"]
    columns = [Column("cell", "cell"), Column("games", "games", Style.COUNT, is_brief=False)]
    columns += [Column(head, f"{name}_", style, name in _BRIEF) for name, head, style in shown]
    names = {name for name, _, _ in shown}
    note = "Each number with its own interval."
    if "first" in names:
        note += " Over fair: points above one win shared by all seats."
    if "player" in names:
        note += (
            " Of who plays alone a draw is half a win, and the margin is the score less the "
            "game's own."
        )
    if heads["dealt_value"].notna().any():
        note += (
            f" Spread: the standard deviation between the true win rates of {plural(objective)}, "
            "in points, without the noise of each."
        )
    return Table(
        "comparison", "The cells side by side", heads, tuple(columns), note,
        len(heads) > LONG, len(heads) <= LONG,
    )  # fmt: skip


def _from_first(judged: pd.DataFrame, cells: list[str]) -> Table:
    """Return the differences of each cell from the first, a row a cell."""
    rows = judged[judged["first"] == cells[0]].assign(
        cell=lambda rows: rows["second"], sure=lambda rows: rows["verdict"] == "established"
    )
    wide, columns = _turned(rows, pd.DataFrame({"cell": cells[1:]}), ["cell"])
    note = f"Paired, deal by deal; bold (in the terminal *) is established. {HOW_JUDGED}"
    return Table(
        "comparison_from_first", f"Differences from: {cells[0]}", wide,
        (Column("cell", "cell"), *columns), note, len(wide) > LONG, len(wide) <= LONG,
    )  # fmt: skip


def _along_axes(axes: pd.DataFrame) -> Table:
    """Return what each axis of a grid changes, a row a value."""
    by = ["axis", "first", "second", "pairs", "place"]
    order = axes[by].drop_duplicates().sort_values("place", ignore_index=True)
    rows = axes.assign(sure=axes["verdict"] == "established")
    wide, columns = _turned(rows, order, by)
    shown = (
        Column("axis", "axis"), Column("from", "first"), Column("to", "second"),
        Column("pairs of cells", "pairs", Style.COUNT, is_brief=False), *columns,
    )  # fmt: skip
    note = (
        "The mean difference over the pairs of cells that differ in this alone; bold (in the "
        "terminal *) is established by Holm's correction for all numbers of this table."
    )
    return Table("comparison_axes", "What each axis changes", wide, shown, note, is_lead=True)


def _turned(
    rows: pd.DataFrame, wide: pd.DataFrame, by: list[str]
) -> tuple[pd.DataFrame, list[Column]]:
    """Return differences with a column a headline number, beside what names their rows."""
    columns = []
    for name, head, style in _NUMBERS:
        mine = rows[rows["key"] == (f"spread {name}" if style == Style.SPREAD else name)]
        if mine.empty:
            continue
        names = {part: f"{name}_{part}" for part in ("value", "low", "high", "sure")}
        wide = wide.merge(mine[[*by, *names]].rename(columns=names), on=by, how="left")
        wide[f"{name}_sure"] = wide[f"{name}_sure"].eq(True)
        kind = Style.CHANGE if style == Style.MEAN else Style.POINTS
        columns.append(Column(head, f"{name}_", kind, name in _BRIEF, f"{name}_sure"))
    return wide, columns


HOW_JUDGED = (
    f"Established: p below {ESTABLISHED:g} after Holm's correction for all headline differences "
    "of this page, so that among all that are called so there is with 95% no false one."
)


def _what_differs(judged: pd.DataFrame, cells: int) -> list[Table]:
    """Return the differences that are established, and those that are not, the surest first."""
    pair = (
        ()
        if cells == 2
        else (Column("from", "first", is_brief=False), Column("to", "second", is_brief=False))
    )
    one, two = judged[["first", "second"]].iloc[0]
    columns = (
        Column("measure", "measure"),
        *pair,
        Column("difference", "", Style.SHIFT),
        Column(str(one) if cells == 2 else "was", "was", Style.VALUE),
        Column(str(two) if cells == 2 else "is", "now", Style.VALUE),
        Column("p, corrected", "adjusted", Style.SURPRISE, is_brief=False),
        Column("shared luck", "worth", Style.TIMES, is_brief=False),
    )
    known, others = (
        judged[(judged["verdict"] == "established") == is_known] for is_known in (True, False)
    )
    luck = (
        "Shared luck: how many times the games would have been needed without the same deals in "
        "both."
    )
    return [
        Table("comparison_established", "What differs", known, columns if len(known) else (),
              f"The surest first. {HOW_JUDGED} {luck}", cells > 2, cells == 2),
        Table("comparison_not_established", "No difference established", others,
              columns if len(others) else (),
              "The interval, which is not corrected, says how large a difference could still be "
              f"hidden. {luck}", cells > 2, cells == 2),
    ]  # fmt: skip
