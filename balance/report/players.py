"""Who played, and how strong they are: the line at the head of a report."""

from collections.abc import Iterator

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.published_ratings import Rating, published_ratings
from balance.engine.game import Bot, Game, Learning
from balance.errors import ScenarioError
from balance.report.number_format import Estimated, joined, number, per_100, written
from balance.report.report_data import ReportData
from balance.report.section import Style
from balance.report.words import PAGE
from balance.scenario.cells import TIER
from balance.scenario.ladder_file import Claim, Ladder, read_ladder
from balance.scenario.match import Entry, Match

_SCORE = "score"
_TWO = 2  # players: points are then a share of wins
_RUNGS = {1: "rung_alone", _TWO: "rung"}  # of a claim, by players


def who_played(data: ReportData, is_rated: bool = True) -> str:
    """Return which bots played a report's games, how strong they are, and who checked them.

    `is_rated`: whether a rating is told where there is one.
    """
    if data.has_tiers:
        return PAGE.text("players.tiers", bots=data.tiers)
    cell = data.baseline
    lineups = {one.match.lineup.labels for one in data.variants}
    if len(lineups) > 1:
        return PAGE.text("players.by_cell")
    entries = cell.match.lineup.entries
    if len(entries) > 1:
        return PAGE.text("players.several", bots=cell.match.lineup.labels)
    said = [_strength(entries[0], cell.match, is_rated)]
    tables = {(one.match.game_table.num_seats, one.match.game_table.digest)
              for one in data.variants}  # fmt: skip
    if len(tables) > len({seats for seats, _ in tables}):
        said += filter(None, [learnt_before(cell.match)])
    others = [tier for tier in data.check_tiers if tier != entries[0].label]
    games = sum(one.games for one in data.check_cells)
    if others and games:
        said.append(PAGE.text("players.checked", bots=others, games=games))
    if not entries[0].bot.has_learnt:
        said += _beside_others(data, entries[0].label)
    if cell.match.game.described_in is not None and cell.sums:  # a study has none
        said += _usual_ending(data)
    return " ".join(said)


def takings_rest_on(match: Match, is_banned: bool = False) -> str:
    """Return on what the share of games rests in which a card is taken.

    Parameters
    ----------
    is_banned : bool
        Whether one player may not take it.
    """
    who = PAGE.text("takings.one_may_not" if is_banned else "takings.all_may")
    return PAGE.text(
        "takings.of_reach" if match.game_table.taking else "takings.of_box",
        card=match.game.card, bots=match.lineup.labels, seats=match.game_table.num_seats, who=who,
    )  # fmt: skip


def learnt_before(match: Match) -> str:
    """Return which players learnt a game as text as it is without a change; empty if none did."""
    bots = [one.label for one in match.lineup.entries if one.bot.learning and one.bot.has_learnt]
    return PAGE.text("players.learnt_before", bots=bots) if bots else ""


def _usual_ending(data: ReportData) -> Iterator[str]:
    """Yield how most games end: that most end by time says that players do not know the game."""
    names, measures = data.baseline.match.game.endings, data.baseline.measures
    shares = {name: measures[f"ending {name}"] for name in names if f"ending {name}" in measures}
    if len(shares) > 1:
        ending = max(shares, key=lambda name: shares[name].value)
        yield PAGE.text("players.ending", share=per_100(shares[ending].value), ending=ending)


def _beside_others(data: ReportData, bot: str) -> Iterator[str]:
    """Yield how many points a bot scores that has learnt nothing, beside bots that check it."""
    table = data.baseline.match.game_table.digest
    for cell in data.check_cells:
        if cell.match.game_table.digest == table and _SCORE in data.baseline.measures:
            own, others = data.baseline.measures[_SCORE], cell.measures[_SCORE]
            form = "worse" if own.high < others.low else "beside"
            yield PAGE.text(
                f"players.{form}", bot=bot, own=number(own.value), other=cell.axes[TIER],
                others=number(others.value),
            )  # fmt: skip


def who_was_asked(data: ReportData, cell: CellResult, of_experiments: bool = True) -> str:
    """Return which bots of a cell a verdict asked, and if so that no other strength was.

    Of several variants side by side it says in which one.
    `of_experiments`: whether it needs experiments, which may have been played in one tier only.
    """
    cells = [one for one in data.tier_cells or data.variants if one.arms or not of_experiments]
    strengths = {(one.axes.get(TIER), one.match.lineup.labels) for one in cells}
    bots = cell.match.lineup.labels
    text = joined(bots) if len(strengths) > 1 else asked_alone(*bots)
    if data.has_tiers or not data.is_comparison:
        return text
    return PAGE.text("players.asked_in", asked=text, cell=cell.name)


def asked_alone(*bots: str) -> str:
    """Return bots, and that no other strength of play was asked."""
    return PAGE.text("players.asked_alone", bots=bots, count=len(bots))


def rating_text(rating: Rating) -> str:
    """Return a published rating with its interval: ``+120 [+90, +150]``."""
    ends = (end * rating.half for end in (-1, 1)) if rating.half else ()
    return written(Estimated(rating.value, *(rating.value + end for end in ends)), Style.CHANGE)


def _strength(entry: Entry, match: Match, is_rated: bool) -> str:
    """Return who plays all seats, with its rung of the ladder and its rating if it has them."""
    ladder = _ladder_with(entry.bot, match.game) if entry.label == entry.bot.name else None
    players = match.game_table.num_seats
    claim = _claim_about(entry.bot, ladder, players) if ladder else None
    if entry.bot.learning is not None and entry.bot.has_learnt:
        return _what_it_learnt(entry, entry.bot.learning, players)
    if ladder is None or claim is None or claim.published is None:
        form = "one" if entry.bot.has_learnt else "untaught"
        return PAGE.text(f"players.{form}", bot=entry.label)
    found = claim.published
    points = Estimated(found.value / 100, found.low / 100, found.high / 100)
    form = _RUNGS.get(claim.players, "rung_of_more")
    rung = PAGE.text(
        f"players.{form}", bot=entry.label, against=claim.against, points=points,
        players=claim.players,
    )  # fmt: skip
    rating = published_ratings(ladder, players).get(entry.label)
    if rating is None or not is_rated:
        return rung
    text = PAGE.text(
        "players.rating", players=players, rating=rating_text(rating), anchor=ladder.anchor
    )
    return f"{rung} {text}"


def _what_it_learnt(entry: Entry, learning: Learning, players: int) -> str:
    """Return from how many games a bot learnt the game, and how strong that made it."""
    made = learning.made.get(players, {})
    form = "taught" if learning.is_fresh(players) else "taught_another"
    if not made.get("measured"):
        form = "one"
    return PAGE.text(
        f"players.{form}", bot=entry.label, games=made.get("games", 0),
        measured=made.get("measured", ""),
    )  # fmt: skip


def _ladder_with(bot: Bot, game: Game) -> Ladder | None:
    """Return the ladder of a game.

    None for a bot from outside the game, or if its weights or noise are not those of the ladder.
    """
    if bot.source is not None or bot.noise:
        return None
    try:
        return read_ladder(game)
    except ScenarioError:  # there is none
        return None


def _claim_about(bot: Bot, ladder: Ladder, players: int) -> Claim | None:
    """Return the first measured claim about a bot, with two players if there is one.

    For a report of one player it is one about one player, and no report of more has that.
    """
    claims = [one for one in ladder.claim if one.bot == bot.name and one.published]
    alone = [one for one in claims if one.players == 1]
    several = [one for one in claims if one.players > 1]
    if players == 1 and alone:
        return alone[0]
    return next((one for one in several if one.players == _TWO), several[0] if several else None)
