"""Method and trust: what the games are worth, how far numbers have settled, and who played them."""

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import pandas as pd

from balance.analysis.convergence import Running, arms_played, running, worth
from balance.analysis.metrics.fold_sums import FOLDS
from balance.errors import ScenarioError
from balance.report.figures.plots import settling
from balance.report.nouns import capital
from balance.report.number_format import count, points, with_interval
from balance.report.report_data import CellResult, ReportData, cut_off_text
from balance.report.section import Column, Picture, Section, Style, Table
from balance.report.tournament import published_text
from balance.scenario.ladder_file import Claim, Ladder, read_ladder
from balance.scenario.match import Match
from balance.stats.intervals import FEW_DEALS

NAME = "trust"
SELFTEST = "selftest.json"  # in balance/data, where `balance selftest` has left its figures


def build(data: ReportData) -> Section:
    """Return the section on how far the numbers can be trusted; every report has it."""
    told = data.about("folds")
    moved = running(told) if told else None
    played = arms_played(data.variants)
    tables = [_games(data), *_arms(played)]
    pictures = []
    if told and moved:
        tables.append(_settling(moved, _name_of(moved, told.match)))
        pictures.append(_drawn(moved, told.match))
    ladder = _ladder(data)
    if ladder is not None:
        tables += _bots(data, ladder)
    tables += _selftest()
    return Section(
        NAME,
        "How far to trust it",
        _finding(data, told, moved, played),
        tuple(tables),
        tuple(pictures),
        "\n".join(warnings_of(data, ladder)),
    )


def warnings_of(data: ReportData, ladder: Ladder | None) -> list[str]:
    """Return what a reader should know before believing a report, a sentence each.

    Parameters
    ----------
    data : Story
    ladder : Ladder or None
        Of the game, if it has one.
    """
    return [*_few_games(data), *_weak_bots(data, ladder)]


def _few_games(data: ReportData) -> list[str]:
    said = []
    fewest = min(data.variants, key=lambda one: one.deals)
    where = f' in "{fewest.name}"' if len(data.variants) > 1 else ""
    if fewest.deals < FEW_DEALS:
        said.append(f"Only {count(fewest.deals)} deals{where}: hardly anything can be told.")
    elif fewest.deals < FOLDS:
        said.append(
            f"Only {count(fewest.deals)} deals{where}: below {FOLDS} there are no intervals of "
            "differences between cells."
        )
    cut_off = cut_off_text(data.variants)
    return [*said, cut_off] if cut_off else said


def _weak_bots(data: ReportData, ladder: Ladder | None) -> list[str]:
    played = _bots_of(data)
    said = []
    by_chance = [bot for bot in played if bot.startswith("random")]
    if by_chance == played:
        said.append("All bots play by chance: what they make of a game says little of people.")
    if not data.has_tiers:
        bots = ", ".join(played)
        said.append(
            f"One strength of play only ({bots}): nothing here is checked over bots, as "
            "--tiers would."
        )
    if ladder is None:
        said.append("The game has no published ladder: how strong its bots are is not known.")
        return said
    unknown = [bot for bot in played if bot not in ladder.order]
    if unknown:
        said.append(f"Not on the ladder, so of unknown strength: {', '.join(unknown)}.")
    ranks = [ladder.order.index(bot) for bot in played if bot in ladder.order]
    if ranks and max(ranks) < len(ladder.order) - 1:
        above = ladder.order[max(ranks) + 1 :]
        said.append(
            f"Stronger bots than {ladder.order[max(ranks)]} are known: {', '.join(above)}. What "
            "holds among weak players may not among strong ones."
        )
    return said


def _finding(
    data: ReportData, told: CellResult | None, moved: Running | None, played: pd.DataFrame
) -> str:
    games = count(sum(one.games for one in data.variants))
    text = f"The numbers rest on {games} games of {count(data.baseline.deals)} deals."
    if len(data.variants) > 1:
        text = f"The numbers rest on {games} games in {len(data.variants)} cells."
    if not played.empty:
        text += (
            f" {count(played['games'].sum())} more were played in {count(played['arms'].sum())} "
            "arms of designed experiments."
        )
    if not told or not moved:
        return f"{text} There are too few to see how an estimate settles."
    rows = moved.table
    half, last = rows.iloc[(len(rows) - 1) // 2], rows.iloc[-1]
    apart = abs(last["value"] - half["value"])
    return (
        f"{text} From {count(half['deals'])} to {count(last['deals'])} deals the "
        f"{_name_of(moved, told.match)} moved by {points(apart, 2)} points; it stands at "
        f"{with_interval(last, '', Style.PERCENT)}."
    )


def _name_of(moved: Running, match: Match) -> str:
    return f"win rate of {'the player' if match.game_table.rival else f'seat {moved.seat + 1}'}"


def _games(data: ReportData) -> Table:
    rows = worth(data.variants)
    columns = [
        Column("cell", "cell"),
        Column("deals", "deals", Style.COUNT, told="Set-ups with their chance: the unit."),
        Column("games of a deal", "rotations", Style.COUNT, is_brief=False,
               told="Rotations of the bots over the seats, where bots differ."),
        Column("games", "games", Style.COUNT),
        *([Column("cut off", "cut_off", Style.COUNT,
                  told="Games that did not end within the limit of decisions; left out.")]
          if rows["cut_off"].any() else []),
        Column("design effect", "design_effect", Style.RATIO, is_brief=False,
               told="Games for each game of independent worth; below 1, rotations take luck away."),
        Column("pair correlation", "correlation", Style.RATIO, is_brief=False,
               told="Between the wins of a seat in two games of one deal."),
        Column("effective games", "effective", Style.COUNT,
               told="Games of independent worth: those that ended, over the design effect."),
    ]  # fmt: skip
    note = (
        "Of the seat for which games are worth the least. With one game a deal there is no pair, "
        "and the design effect only says how shared wins vary."
    )
    return Table("trust_games", "What the games are worth", rows, tuple(columns), note)


def _arms(played: pd.DataFrame) -> list[Table]:
    if played.empty:
        return []
    columns = (
        Column("cell", "cell"), Column("experiment", "kind"),
        Column("arms", "arms", Style.COUNT, told="Of which each changes one thing."),
        Column("games", "games", Style.COUNT),
        Column("fewest deals of an arm", "fewest", Style.COUNT),
        Column("most", "most", Style.COUNT),
    )  # fmt: skip
    note = "All arms of a cell meet the same deals as the cell itself, the first of them."
    return [Table("trust_arms", "Designed experiments", played, columns, note)]


def _settling(moved: Running, name: str) -> Table:
    columns = (
        Column("deals so far", "deals", Style.COUNT),
        Column("win rate", "", Style.PERCENT, told=f"The {name}, of these deals alone."),
    )
    note = (
        "Each line counts the deals of the one before as well, so they hang together. Deals come "
        "in by fold, not in the order played. Each interval holds for its own line."
    )
    title = f"How an estimate settles: {name}"
    return Table("trust_settling", title, moved.table, columns, note)


def _drawn(moved: Running, match: Match) -> Picture:
    name = _name_of(moved, match)
    fair = None if match.game_table.rival else 1 / match.game_table.num_seats
    return Picture(
        "trust_settling", "How an estimate settles",
        settling(moved.table, "deals", ("deals counted", name), fair),
        f"{capital(name)} with its 95% interval, the more deals are counted.",
    )  # fmt: skip


def _ladder(data: ReportData) -> Ladder | None:
    """Return the ladder of the game; None if it has none that can be read."""
    try:
        return read_ladder(data.baseline.match.game)
    except ScenarioError:
        return None


def _bots_of(data: ReportData) -> list[str]:
    """Return the bots that played, each once."""
    names = [
        entry.bot.name for one in data.variants for entry in _seated(one.match) if one.games
    ]  # fmt: skip
    return list(dict.fromkeys(names))


def _seated(match: Match) -> Sequence[Any]:
    return [match.lineup.entries[entry] for entry in dict.fromkeys(match.lineup.seats)]


def _bots(data: ReportData, ladder: Ladder) -> list[Table]:
    """Return what is published of the bots that played, against each other and stronger ones."""
    played, seats = set(_bots_of(data)), {one.match.game_table.num_seats for one in data.variants}
    claims = [one for one in ladder.claim if one.players in seats and played & _named_in(one)]
    if not claims:  # of other numbers of players, then
        claims = [one for one in ladder.claim if played & _named_in(one)]
    if not claims:
        return []
    rows = pd.DataFrame(
        [
            {
                "bot": one.bot, "against": one.against, "players": one.players,
                "measured": published_text(one), "on": _day(one),
            }
            for one in claims
        ]
    )  # fmt: skip
    columns = (
        Column("bot", "bot"), Column("against", "against"),
        Column("players", "players", Style.COUNT),
        Column("measured", "measured", told="With two players the share of points that the bot "
               "wins; with more, points above an equal share, with a 95% interval."),
        Column("on", "on", is_brief=False),
    )  # fmt: skip
    note = "The published ladder of the game, measured apart from this run."
    return [Table("trust_bots", "How strong the bots are", rows, columns, note)]


def _named_in(claim: Claim) -> set[str]:
    return {claim.bot, claim.against}


def _day(claim: Claim) -> str:
    return claim.published.date.isoformat() if claim.published else ""


def _selftest() -> list[Table]:
    """Return what the program's test of itself came to, if its figures are there.

    The file holds ``version``, ``date`` and ``checks``: a list of tables with ``check``,
    ``wanted`` and ``found``, texts all.
    """
    file = files("balance").joinpath("data", SELFTEST)
    if not file.is_file():
        return []
    kept = json.loads(file.read_text(encoding="utf-8"))
    rows = pd.DataFrame(kept["checks"], columns=["check", "wanted", "found"]).astype(str)
    columns = (
        Column("check", "check"),
        Column("wanted", "wanted"),
        Column("found", "found"),
    )
    note = f"Of balance {kept['version']}, {kept['date']}; `balance selftest` plays it again."
    return [Table("trust_selftest", "The program tested against itself", rows, columns, note)]
