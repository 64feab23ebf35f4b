"""Notices before games are played: a bot that is far slower than the others, and very long runs."""

from collections.abc import Sequence
from statistics import fmean, median_low

from balance.app.notices import LONG_SECONDS, duration
from balance.bots import BOTS
from balance.errors import BalanceError
from balance.runner.bot_speed import BotSpeed, speed_of_bot
from balance.scenario.match import Entry, Match

FAR = 1_000.0  # times the seconds of the other bots
DAY = 86_400.0  # seconds

Planned = tuple[Match, int]  # a match, and the games that are to be played of it


def time_notices(planned: Sequence[Planned], workers: int, is_most: bool = False) -> list[str]:
    """Return a sentence for each bot that is far slower than the others, or for a very long run.

    Each bot plays a few games for this.  Nothing is said of what takes less than LONG_SECONDS, nor
    where a bot breaks a rule for bots, which playing will say better.

    Parameters
    ----------
    is_most : bool
        Whether fewer games may do.
    """
    planned = [(match, games) for match, games in planned if games]
    try:
        speeds = _speeds(planned)
        seconds = [games * _seconds_of(match, speeds) / workers for match, games in planned]
    except BalanceError:
        return []
    total = sum(seconds)
    most = "at most " if is_most else ""
    if total < LONG_SECONDS:
        return []
    notices = []
    for bot, usual in _slow_bots(speeds):
        mine = [
            place for place, (match, _) in enumerate(planned) if bot.label in match.lineup.labels
        ]
        rate = sum(planned[place][1] for place in mine) / sum(seconds[place] for place in mine)
        notices.append(
            f"The bot {bot.label!r} takes {_brief(bot.seconds)} for a decision, "
            f"{bot.seconds / usual.seconds:,.0f} times as long as {usual.label!r}: about "
            f"{rate:.2g} games/s, so that all games take {most}about {duration(total)}."
        )
    if total > DAY and not notices:
        notices.append(
            f"All games take {most}about {duration(total)}, at the speed of the first ones."
        )
    return notices


def _key(match: Match, entry: Entry) -> tuple[str, int]:
    return entry.label, match.game_table.num_seats


def _speeds(planned: Sequence[Planned]) -> dict[tuple[str, int], BotSpeed]:
    """Return the speed of each bot by its label and the number of seats."""
    speeds: dict[tuple[str, int], BotSpeed] = {}
    for match, _ in planned:
        for entry in match.lineup.entries:
            if _key(match, entry) not in speeds:
                speeds[_key(match, entry)] = speed_of_bot(match, entry)
    return speeds


def _seconds_of(match: Match, speeds: dict[tuple[str, int], BotSpeed]) -> float:
    """Return about how many seconds of a core a game takes.

    Where no game of its bots came to its end, it is as long as one of random choices.
    """
    lineup, seats = match.lineup, match.game_table.num_seats
    own = [speeds[_key(match, lineup.entries[entry])] for entry in lineup.seats]
    alike = [speed for (_, number), speed in speeds.items() if number == seats]
    lengths = [speed.decisions for speed in own if speed.decisions] or [
        speed.decisions for speed in alike if speed.decisions
    ]
    if not lengths:
        lengths = [speed_of_bot(match, Entry("random", BOTS["random"])).decisions]
    return fmean(lengths) * fmean(speed.seconds for speed in own)


def _slow_bots(speeds: dict[tuple[str, int], BotSpeed]) -> list[tuple[BotSpeed, BotSpeed]]:
    """Return each bot that is far slower than the others, and one of these."""
    by_label: dict[str, BotSpeed] = {}
    for speed in speeds.values():
        known = by_label.setdefault(speed.label, speed)
        if speed.seconds < known.seconds:
            by_label[speed.label] = speed
    slow = []
    for bot in by_label.values():
        others = [one for one in by_label.values() if one is not bot]
        if not others:
            continue
        middle = median_low(one.seconds for one in others)
        usual = next(one for one in others if one.seconds == middle)
        if bot.seconds >= FAR * usual.seconds:
            slow.append((bot, usual))
    return slow


def _brief(seconds: float) -> str:
    """Return a short time: ``1.2 s``, ``3.4 ms``."""
    return f"{seconds:.2g} s" if seconds >= 0.1 else f"{1000 * seconds:.2g} ms"
