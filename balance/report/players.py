"""Who played, and how strong they are: the line at the head of a report."""

from balance.analysis.cell_result import CellResult
from balance.engine.game import Bot, Game
from balance.errors import ScenarioError
from balance.report.number_format import Estimated, joined
from balance.report.report_data import ReportData
from balance.report.words import PAGE
from balance.scenario.cells import TIER
from balance.scenario.ladder_file import Claim, read_ladder
from balance.scenario.match import Entry

_TWO = 2  # players: points are then a share of wins


def who_played(data: ReportData) -> str:
    """Return which bots played a report's games, how strong they are, and who checked them."""
    if data.has_tiers:
        return PAGE.text("players.tiers", bots=data.tiers)
    cell = data.baseline
    lineups = {one.match.lineup.labels for one in data.variants}
    if len(lineups) > 1:
        return PAGE.text("players.by_cell")
    entries = cell.match.lineup.entries
    if len(entries) > 1:
        return PAGE.text("players.several", bots=cell.match.lineup.labels)
    played = _strength(entries[0], cell.match.game)
    others = [tier for tier in data.check_tiers if tier != entries[0].label]
    if not others:
        return played
    games = sum(one.games for one in data.check_cells)
    return f"{played} {PAGE.text('players.checked', bots=others, games=games)}"


def who_was_asked(data: ReportData, cell: CellResult, of_experiments: bool = True) -> str:
    """Return which bots of a cell a verdict asked, and if so that no other strength was.

    `of_experiments`: whether it needs experiments, which may have been played in one tier only.
    """
    cells = [one for one in data.tier_cells or data.variants if one.arms or not of_experiments]
    strengths = {(one.axes.get(TIER), one.match.lineup.labels) for one in cells}
    bots = cell.match.lineup.labels
    return joined(bots) if len(strengths) > 1 else asked_alone(*bots)


def asked_alone(*bots: str) -> str:
    """Return bots, and that no other strength of play was asked."""
    return PAGE.text("players.asked_alone", bots=bots, count=len(bots))


def _strength(entry: Entry, game: Game) -> str:
    """Return who plays all seats, with its rung of the ladder if it has one."""
    claim = _claim_about(entry.bot, game) if entry.label == entry.bot.name else None
    if claim is None or claim.published is None:
        return PAGE.text("players.one", bot=entry.label)
    found = claim.published
    points = Estimated(found.value / 100, found.low / 100, found.high / 100)
    form = "rung" if claim.players == _TWO else "rung_of_more"
    return PAGE.text(
        f"players.{form}", bot=entry.label, against=claim.against, points=points,
        players=claim.players,
    )  # fmt: skip


def _claim_about(bot: Bot, game: Game) -> Claim | None:
    """Return the first measured claim of the ladder about a bot, with two players if there is one.

    None for a bot from outside the game, or if its weights or noise are not those of the ladder.
    """
    if bot.source is not None or bot.noise:
        return None
    try:
        ladder = read_ladder(game)
    except ScenarioError:  # there is none
        return None
    claims = [one for one in ladder.claim if one.bot == bot.name and one.published]
    return next((one for one in claims if one.players == _TWO), claims[0] if claims else None)
