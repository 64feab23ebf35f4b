"""Bot against bot, where the cells of a comparison are line-ups of bots."""

from collections.abc import Iterator

import pandas as pd

from balance.report.certainty import or_others, rivals
from balance.report.figures.plots import heat
from balance.report.number_format import SHARE_ENDS, estimated, picked_share
from balance.report.section import Finding, Picture, Table
from balance.report.words import Words


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
