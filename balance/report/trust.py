"""How far to trust a report: what its games are worth, and how strong the bots are."""

import json
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path

import pandas as pd

from balance.analysis.convergence import Running, arms_played, running, worth
from balance.analysis.metrics.fold_sums import FOLDS
from balance.errors import ScenarioError
from balance.report.figures.plots import settling
from balance.report.number_format import estimated
from balance.report.report_data import CellResult, Played, ReportData
from balance.report.section import Finding, Picture, Section, Table
from balance.report.studies.tournament import published_text
from balance.report.words import Words
from balance.scenario.ladder_file import Claim, Ladder, read_ladder
from balance.scenario.match import Match
from balance.stats.intervals import FEW_DEALS

WORDS = Words(Path(__file__).with_suffix(".toml"))
SELFTEST = "selftest.json"  # in balance/data, written by `balance selftest`
MANY = 0.01  # of games cut off: then the others differ noticeably from all games


def build(data: ReportData) -> Section:
    """Return the section on how far the numbers can be trusted; every report has it."""
    cell = None if data.played else data.about("folds")
    moved = running(cell) if cell else None
    arms = arms_played(data.variants)
    ladder = _ladder(data)
    tables: list[Table] = [_played(data.played) if data.played else _games(data)]
    if not arms.empty:
        tables.append(WORDS.table("trust_arms", arms))
    pictures: list[Picture] = []
    if cell and moved:
        rate = _rate_name(moved, cell.match)
        tables.append(WORDS.table("trust_settling", moved.table, rate=rate))
        pictures.append(_settling_drawn(moved, cell.match, rate))
    if ladder is not None:
        tables += _bots(data, ladder)
    tables += _selftest()
    warning = "\n".join(warnings_of(data, ladder))
    return WORDS.section(_findings(data, cell, moved, arms), tables, pictures, warning=warning)


def with_trust(sections: Iterable[Section], data: ReportData) -> tuple[Section, ...]:
    """Return the sections of a report, and after them how far it can be trusted."""
    return (*sections, build(data))


def cut_off_games(cells: Sequence[CellResult]) -> Finding | None:
    """Return how many games were cut off at the limit of decisions; None if none were."""
    by_cell = [(cell.games - cell.ended, cell) for cell in cells if cell.sums]
    cut_off, games = sum(number for number, _ in by_cell), sum(cell.games for cell in cells)
    if not cut_off:
        return None
    where = ""
    if len(cells) > 1:
        most, cell = max(by_cell, key=lambda one: one[0])
        phrase = "all_there" if most == cut_off else "most_there"
        where = WORDS.text(f"phrases.{phrase}", cell=cell.name, most=most, games=cell.games)
    consequence = WORDS.text("phrases.shorter") if cut_off > MANY * games else ""
    return WORDS.say("cut_off", cut_off=cut_off, games=games, where=where, consequence=consequence)


def warnings_of(data: ReportData, ladder: Ladder | None) -> list[str]:
    """Return what a reader should know before believing a report, a sentence each.

    `ladder`: of the game, if it has one.
    """
    return [*_few_games(data), *(() if data.is_of_bots else _weak_bots(data, ladder))]


def _few_games(data: ReportData) -> Iterator[str]:
    fewest = min(data.variants, key=lambda one: one.deals)
    where = WORDS.text("warnings.where", cell=fewest.name) if len(data.variants) > 1 else ""
    if fewest.deals < FEW_DEALS:
        yield WORDS.text("warnings.hardly_any", deals=fewest.deals, where=where)
    elif fewest.deals < FOLDS:
        yield WORDS.text("warnings.no_differences", deals=fewest.deals, where=where, folds=FOLDS)
    cut_off = cut_off_games(data.variants)
    if cut_off is not None:
        yield cut_off.text


def _weak_bots(data: ReportData, ladder: Ladder | None) -> Iterator[str]:
    played = _bots_of(data)
    if all(bot.startswith("random") for bot in played):
        yield WORDS.text("warnings.random")
    if not data.tier_cells and not data.check_tiers:
        option = "--bots" if data.played else "--tiers"
        yield WORDS.text("warnings.one_strength", bots=", ".join(played), option=option)
    if ladder is None:
        yield WORDS.text("warnings.no_ladder")
        return
    unknown = [bot for bot in played if bot not in ladder.order]
    if unknown:
        yield WORDS.text("warnings.not_on_ladder", bots=", ".join(unknown))
    ranks = [ladder.order.index(bot) for bot in played if bot in ladder.order]
    if ranks and max(ranks) < len(ladder.order) - 1:
        stronger = ", ".join(ladder.order[max(ranks) + 1 :])
        yield WORDS.text("warnings.stronger", best=ladder.order[max(ranks)], stronger=stronger)


def _findings(
    data: ReportData, cell: CellResult | None, moved: Running | None, arms: pd.DataFrame
) -> Iterator[Finding]:
    if data.played:
        yield _study(data)
        return
    games = sum(one.games for one in data.variants)
    if len(data.variants) > 1:
        yield WORDS.say("games_in_cells", games=games, cells=len(data.variants))
    else:
        yield WORDS.say("games", games=games, deals=data.baseline.deals)
    if not arms.empty:
        yield WORDS.say("experiments", games=arms["games"].sum(), arms=arms["arms"].sum())
    if not cell or not moved:
        yield WORDS.say("not_settled")
        return
    rows = moved.table
    half, last = rows.iloc[(len(rows) - 1) // 2], rows.iloc[-1]
    yield WORDS.say(
        "settled", half=half["deals"], deals=last["deals"], rate=_rate_name(moved, cell.match),
        change=100 * (last["value"] - half["value"]), now=estimated(last),
    )  # fmt: skip


def _study(data: ReportData) -> Finding:
    """Return how much a study played, of each version of the game."""
    each = [games for one in data.played for games in one.games]
    fewest, most = min(each), max(each)
    phrase = "each" if fewest == most else "each_from"
    if len(each) == 1 or (data.is_of_bots and len(data.played) > 1):
        return WORDS.say("games_of_study", games=sum(each))
    what = data.played[0].what if data.is_of_bots else WORDS.text("phrases.versions")
    return WORDS.say(
        "study", games=sum(each), versions=len(each), what=what,
        each=WORDS.text(f"phrases.{phrase}", fewest=fewest, most=most),
    )  # fmt: skip


def _played(played: Sequence[Played]) -> Table:
    rows = [
        {
            "what": one.what, "versions": len(one.games), "fewest": min(one.games),
            "most": max(one.games), "games": sum(one.games),
        }
        for one in played
    ]  # fmt: skip
    return WORDS.table("trust_played", pd.DataFrame(rows))


def _rate_name(moved: Running, match: Match) -> str:
    if match.game_table.rival:
        return WORDS.text("phrases.rate_of_player")
    return WORDS.text("phrases.rate_of_seat", seat=moved.seat + 1)


def _games(data: ReportData) -> Table:
    rows = worth(data.variants)
    drop = () if rows["cut_off"].any() else ("cut_off",)
    return WORDS.table("trust_games", rows, drop=drop)


def _settling_drawn(moved: Running, match: Match, rate: str) -> Picture:
    fair = None if match.game_table.rival else 1 / match.game_table.num_seats
    figure = settling(moved.table, "deals", WORDS.axes("trust_settling", rate=rate), fair)
    return WORDS.picture("trust_settling", figure, rate=rate)


def _ladder(data: ReportData) -> Ladder | None:
    """Return the ladder of the game; None if it has none that can be read."""
    try:
        return read_ladder(data.baseline.match.game)
    except ScenarioError:
        return None


def _bots_of(data: ReportData) -> list[str]:
    """Return the bots that played, each once."""
    names = [
        entry.bot.full_name
        for cell in (*data.variants, *data.check_cells)
        for entry in cell.match.lineup.entries
        if cell.games
    ]
    return list(dict.fromkeys(names))


def _bots(data: ReportData, ladder: Ladder) -> Iterator[Table]:
    """Yield what is published of the bots that played, against each other and stronger ones."""
    played, seats = set(_bots_of(data)), {one.match.game_table.num_seats for one in data.variants}
    known = [one for one in ladder.claim if played & {one.bot, one.against}]
    claims = [one for one in known if one.players in seats] or known
    if claims:
        rows = [
            {
                "bot": one.bot, "against": one.against, "players": one.players,
                "measured": published_text(one), "on": _day(one),
            }
            for one in claims
        ]  # fmt: skip
        found = pd.DataFrame([vars(one.published) if one.published else {} for one in claims])
        numbers = found.reindex(columns=["value", "low", "high", "games"])
        numbers[["value", "low", "high"]] /= 100
        shown = pd.DataFrame(rows)
        file = pd.concat([shown.drop(columns="measured"), numbers], axis=1)
        yield WORDS.table("trust_bots", shown, file=file)


def _day(claim: Claim) -> str:
    return claim.published.date.isoformat() if claim.published else ""


def _selftest() -> Iterator[Table]:
    """Yield the results of the program's self-test, if its file is there.

    The file holds ``version``, ``date`` and ``checks``: a list of tables with ``check``,
    ``wanted`` and ``found``, all of them texts.
    """
    file = files("balance").joinpath("data", SELFTEST)
    if file.is_file():
        results = json.loads(file.read_text(encoding="utf-8"))
        rows = pd.DataFrame(results["checks"], columns=["check", "wanted", "found"]).astype(str)
        facts = {key: results[key] for key in ("version", "date")}
        yield WORDS.table("trust_selftest", rows, **facts)
