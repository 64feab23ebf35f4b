"""Cells side by side: what differs between them, by how much, and how sure that is."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.cell_tables import fairness, headlines, win_rates
from balance.analysis.comparison.differences import (
    HEADLINES,
    along_axes,
    differences,
)
from balance.analysis.comparison.head_to_head import bot_matches, group_standings
from balance.analysis.metrics.fold_sums import FoldSums, tally
from balance.analysis.metrics.metric import Metric
from balance.report.certainty import or_others, rivals
from balance.report.figures.plots import heat
from balance.report.nouns import nouns
from balance.report.number_format import SHARE_ENDS, estimated, picked_share
from balance.report.report_data import ReportData
from balance.report.section import Finding, KeyFinding, Picture, Section, SectionDefinition, Table
from balance.report.sections.comparison_changes import (
    before_and_after,
    change_findings,
    change_pictures,
    compared_cells,
    own_changes,
)
from balance.report.sections.comparison_figures import pictures_of
from balance.report.sections.comparison_findings import (
    evening_findings,
    fairness_finding,
    findings_of,
    key_findings_of,
    same_games,
    take_home,
    with_off,
)
from balance.report.sections.comparison_tables import (
    bar_of,
    headline_tables,
    numbers_of_variants,
    topic_tables,
)
from balance.report.trust import cut_off_games
from balance.report.words import Words
from balance.scenario.prepare import PreparedScenario

PLAYERS = "players"  # the axis of a grid
MOST_OWN = 24  # variants whose numbers stand together on the page
TABLES = {
    "axis": ("comparison_axes",),
    "objectives_change": ("comparison_dealt", "comparison_extremes_dealt"),
    "things_change": ("comparison_copies", "comparison_card_changes"),
}  # that findings rest on, of few cells or of many
WORDS = Words(Path(__file__).with_suffix(".toml"))


def build(data: ReportData) -> Section | None:
    """Return the section that compares cells; None if there are no two with games."""
    cells = compared_cells(data)
    if len(cells) < 2:
        return None
    words = _words(cells, data)
    rows, axes = differences(cells), along_axes(cells)
    heads, verdicts = headlines(cells), fairness(cells, data.fair_within)
    matches = bot_matches(cells)
    standing = pd.DataFrame()
    if not matches.empty:  # bot against bot says more of bots than line-ups in a row
        standing = group_standings(matches, cells)
        axes = axes[axes["axis"] != "bots"] if len(axes) else axes
    judged = rows[rows["topic"].isin(HEADLINES)]
    changes = own_changes(cells, data)
    changed = list(change_findings(words, changes, cells, data))
    tables = [
        *([before_and_after(words, changes, cells)] if len(changes) else []),
        *bot_tables(words, matches, standing),
        *headline_tables(words, cells, judged, axes, heads, verdicts),
        *topic_tables(words, cells, rows, axes),
        *(
            [numbers_of_variants(words, cells)]
            if data.is_comparison and len(cells) <= MOST_OWN
            else []
        ),
        words.table("differences", rows),
    ]
    of_bots = list(bot_findings(words, standing))
    measured = with_off(heads, win_rates(cells)).assign(setup=[_setup_of(cell) for cell in cells])
    evening = evening_findings(words, measured) if data.is_comparison else []
    of_cells = [*findings_of(words, rows, axes, len(cells)), *evening]
    fair = fairness_finding(words, verdicts)
    same = same_games(words, cells)
    lines = [fair, *of_bots, *of_cells] if data.asks_fairness else [*of_bots, *of_cells, fair]
    return words.section(
        [same, *changed, *lines, cut_off_games([one for one in data.variants if one.games])],
        tables,
        [
            *change_pictures(words, changes, cells),
            *bot_pictures(words, matches, standing),
            *pictures_of(words, cells, rows, axes, measured),
        ],
        changed + _key_findings(
            data, {table.name for table in tables}, same, fair, of_bots, evening,
            key_findings_of(words, rows, axes, len(cells)),
        ),
    )  # fmt: skip


def _words(cells: Sequence[CellResult], data: ReportData) -> Words:
    return WORDS.with_facts(
        **nouns(cells[0].match.game), bar=bar_of(WORDS, cells), band=data.fair_within
    )


def said_of_changes(cells: Sequence[CellResult], data: ReportData) -> list[Finding]:
    """Return what became of what was changed from the first of some cells to others, for `diff`."""
    return list(change_findings(_words(cells, data), own_changes(cells, data), cells, data))


def _key_findings(
    data: ReportData,
    tables: Collection[str],
    same: Finding | None,
    fair: Finding | None,
    of_bots: Sequence[Finding],
    evening: Sequence[Finding],
    of_cells: Sequence[Finding],
) -> list[KeyFinding]:
    """Return what the head of the report may say: what is fair, who beats whom, what differs.

    Beside a baseline, variants only shed light on it.
    """
    is_main = data.is_comparison
    keys = (
        []
        if fair is None
        else [fair.key("comparison_fair", 75 if is_main else 50, subject="seats")]
    )
    if same is not None:
        keys.append(same.key("comparison", 82, None, is_asked=True))
    keys += [
        finding.key("comparison_bot_against_bot", 75, is_asked=True) for finding in of_bots[:1]
    ]
    for place, finding in enumerate(evening):
        claim = take_home(WORDS, finding) if place == 0 else ""
        importance = 81 if place == 0 else 79 - place
        keys.append(finding.key("comparison", importance, is_asked=True, claim=claim))
    for place, finding in enumerate(of_cells):
        rests_on = TABLES.get(finding.name, ())
        table = next((name for name in rests_on if name in tables), "comparison")
        is_asked = is_main and (finding.name != "axis" or place == 0)  # other axes are variants
        importance = 80 - place if is_asked else 45 if is_main else 35
        keys.append(finding.key(table, importance, is_asked=is_asked))
    return keys


def _setup_of(cell: CellResult) -> str:
    """Return what a cell is but for its number of players, set-ups by the names they have."""
    names = {setup.id: setup.name for setup in cell.match.game.setups.named()}
    each = [names.get(one, one) for axis, one in cell.axes.items() if axis != PLAYERS]
    return ", ".join(each) or cell.name


def bar_against(cells: Sequence[CellResult]) -> str:
    """Return what the win rates of objectives are compared with, where cells have any."""
    return bar_of(WORDS, cells)


def _why_not(prepared: PreparedScenario) -> str:
    return (
        "" if len(prepared.cells) > 1 else "it needs two variants or more: [[variants]] or a grid"
    )


def bot_tables(words: Words, matches: pd.DataFrame, standing: pd.DataFrame) -> Iterator[Table]:
    """Yield a table of each group, with a row and a column for each bot, the strongest first.

    `matches`: see `analysis.comparison.head_to_head.bot_matches`; `standing`: see
    `analysis.comparison.head_to_head.group_standings`.
    """
    for name, group, mine, ranked in _groups(matches, standing):
        wide = ranked.reset_index(drop=True)
        columns = []
        for place, other in enumerate(_opponents(mine, ranked)):
            names = {part: f"{place}_{part}" for part in ("value", "low", "high")}
            of_other = mine.loc[mine["against"] == other, ["bot", *names]]
            wide = wide.merge(of_other.rename(columns=names), on="bot", how="left")
            columns.append(words.column("against_bot", bot=other, place=place))
        yield words.table(
            "bot_against_bot", wide, save_as=name, file=mine.drop(columns="place"), more=columns,
            group=group, fair=ranked["fair"].iloc[0],
        )  # fmt: skip


def bot_pictures(words: Words, matches: pd.DataFrame, standing: pd.DataFrame) -> Iterator[Picture]:
    """Yield a figure of each group; see `bot_tables`."""
    for name, group, mine, ranked in _groups(matches, standing):
        frame = mine.pivot_table(index="bot", columns="against", values="value")
        frame = frame.reindex(index=list(ranked["bot"]), columns=_opponents(mine, ranked))
        texts = frame.map(lambda share: "" if pd.isna(share) else f"{100 * share:.0f}%")
        against, bot = words.axes("bot_against_bot")
        figure = heat(frame, texts, (bot, against), float(ranked["fair"].iloc[0]))
        yield words.picture("bot_against_bot", figure, save_as=name, group=group)


def bot_findings(words: Words, standing: pd.DataFrame) -> Iterator[Finding]:
    """Yield for each group which bots beat all others, and which bot wins most.

    With more than two players several may, each alone among the others.
    """
    if standing.empty:
        return
    for group, mine in standing.groupby("group", sort=False):
        is_master = (mine["beats"] == mine["met"]) & (mine["met"] == len(mine) - 1)
        masters = [str(bot) for bot in mine["bot"][is_master]]
        best = mine.iloc[0]
        if masters == [best["bot"]]:
            name = "beats_all"
        elif len(masters) > 1:
            name = "several_beat_all"
        else:
            name = "one_beats_all" if masters else "none_beats_all"
        yield words.say(
            name, group=group, best=best["bot"], masters=masters, against=best["against"],
            or_others=or_others(rivals(mine, best.name, "bot")), fair=best["fair"],
            mean=picked_share(mine, best),
            worst=estimated(best, "worst_").picked_of(int(mine["met"].sum()), ends=SHARE_ENDS),
        )  # fmt: skip


def _groups(
    matches: pd.DataFrame, standing: pd.DataFrame
) -> Iterator[tuple[str, str, pd.DataFrame, pd.DataFrame]]:
    """Yield for each group the name of its file, its own name, its matches and its standing."""
    if matches.empty:
        return
    for number, group in enumerate(dict.fromkeys(matches["group"]), 1):
        name = f"comparison_bot_against_bot{f'_{number}' if number > 1 else ''}"
        yield (
            name, group, matches[matches["group"] == group], standing[standing["group"] == group]
        )  # fmt: skip


def _opponents(matches: pd.DataFrame, ranked: pd.DataFrame) -> list[str]:
    """Return the opponents of a group, the strongest first; those never alone come last."""
    seen = set(matches["against"])
    known = [str(bot) for bot in ranked["bot"] if bot in seen]
    return known + sorted(seen.difference(known))


comparison = SectionDefinition(
    build, {"folds": Metric(tally, FoldSums)}, place=160, why_not=_why_not, is_of_all_cells=True
)
