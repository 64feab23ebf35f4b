"""Measure strategies that a search has found, on deals that it never played."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from balance.limits import MAX_SEED
from balance.runner.stop_signal import StopSignal
from balance.stats.intervals import Estimate
from balance.tuning.exploits import SEARCH, TABLE, FoundStrategy, Hunt
from balance.tuning.improvement import win_rate
from balance.tuning.mix_games import MixGames
from balance.tuning.takes import Takes, count_takes

TAKES_DEALS = 2_000  # at most


@dataclass(frozen=True)
class ConfirmedStrategy:
    """A found strategy on fresh deals."""

    name: str
    found: FoundStrategy
    rate: Estimate  # its win rate against the field's mix
    takes: Takes | None  # None where records do not have it
    deals: int


def fresh_deals(hunt: Hunt) -> int:
    """Return the number of fresh deals for each strategy that was found."""
    strategies = max(len(hunt.found), 1)
    return max(int((1 - SEARCH - TABLE) * hunt.games / (strategies * hunt.players)), 2)


def confirm(
    hunt: Hunt, stop: StopSignal, on_progress: Callable[[int], None]
) -> list[ConfirmedStrategy]:
    """Measure what was found, in the order of `Hunt.ranked`, all on the same fresh deals.

    The field's mix is that of the hunt.

    Raises
    ------
    BotError, LimitError
    Interrupted
        If it was stopped.
    """
    deals, mix = fresh_deals(hunt), hunt.field_mix
    tables = replace(hunt.tables, seed=(hunt.tables.seed + 3) % MAX_SEED)
    games = MixGames(tables, 1.0, hunt.workers, stop, on_progress)
    results = []
    for place, found in enumerate(hunt.ranked(), 1):
        wins = games.play([found.entry], mix, 0, deals).wins[0]
        few = min(deals, TAKES_DEALS)
        takes = count_takes(tables, found.entry, mix, 0, few, hunt.workers, stop)
        results.append(
            ConfirmedStrategy(f"found-{place}", found, win_rate(wins, hunt.players), takes, deals)
        )
    return results
