"""Play a bot of Dominion against the best buy list of each of some drawn Kingdoms.

    python examples/dominion/best_list.py search:200 --kingdoms 100

On each Kingdom all shipped buy lists that it can have play each other, and those in the better half
again, twice as often, until one is left: the best list. The bot then plays it on fresh deals. The
interval is over Kingdoms, which are drawn at random.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np

from balance.analysis.comparison.pairwise import pairing_outcome
from balance.games.dominion.bots import LISTS
from balance.games.dominion.services.sampling import sample_setup
from balance.games.loading import load_game
from balance.runner.bot_matches import BotMatch, build_test_tables, lineup_of
from balance.runner.pairings import PairingResult, pairing
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Entry, Lineup
from balance.stats.intervals import critical_value

FIRST_DEALS = 50  # that two lists play each other; each deal is two games
FRESH = 1 << 40  # added to the seed of the deals that the bot plays


def main() -> None:
    """Read the arguments, play, and print the result of each Kingdom and of all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bot", help="the bot that plays the best lists, such as search:200")
    parser.add_argument("--kingdoms", type=int, default=100)
    parser.add_argument("--deals", type=int, default=10, help="on each Kingdom; two games each")
    parser.add_argument("--seed", type=int, default=1, help="of the Kingdoms and the deals")
    arguments = parser.parse_args()
    game = load_game("dominion", Path())
    seating = LineupBuilder(game)
    entries = {name: lineup_of(seating, [name], 2).entries[0] for name in LISTS}
    bot = lineup_of(seating, [arguments.bot], 2).entries[0]
    shares, drawn = [], Random(arguments.seed)
    for number in range(arguments.kingdoms):
        setup = sample_setup(drawn, 2)
        (table,) = build_test_tables(game, 2, test_tables=[dict(setup.options)])
        tables = BotMatch(game, (table,), Lineup((bot,), (0, 0)), arguments.seed * 1000 + number)
        lists = [entries[name] for name in playable(setup.pieces)]
        best = best_list(tables, lists)
        fresh = BotMatch(game, (table,), tables.lineup, tables.seed + FRESH)
        shares.append(share(bot, best, fresh, arguments.deals))
        print(
            f"{number + 1}: {best.label} is the best of {len(lists)} lists, and the bot has "
            f"{shares[-1]:.0%} against it; {np.mean(shares):.1%} so far",
            flush=True,
        )
    mean, count = np.mean(shares), len(shares)
    half = critical_value(count) * np.std(shares, ddof=1) / np.sqrt(count)
    print(
        f"{arguments.bot} has {mean:.1%} [{mean - half:.1%}, {mean + half:.1%}] against the best "
        f"list of {count} Kingdoms, {2 * arguments.deals} games each"
    )


def playable(kingdom: Sequence[str]) -> list[str]:
    """Return the names of the lists for two players whose cards a Kingdom has."""
    return [
        name
        for name, one in LISTS.items()
        if set(one.needs) <= set(kingdom) and one.players[0] <= 2 <= one.players[1]
    ]


def best_list(tables: BotMatch, lists: Sequence[Entry]) -> Entry:
    """Return the list that does best against the others, by sequential halving."""
    left, deals = list(lists), FIRST_DEALS
    while len(left) > 1:
        pairs = [(one, two) for place, one in enumerate(left) for two in left[place + 1 :]]
        points = dict.fromkeys((one.label for one in left), 0.0)
        for one, two in pairs:
            won = share(one, two, tables, deals)
            points[one.label] += won
            points[two.label] += 1 - won
        left.sort(key=lambda one: -points[one.label])
        left = left[: (len(left) + 1) // 2]
        deals *= 2
    return left[0]


def share(one: Entry, two: Entry, tables: BotMatch, deals: int) -> float:
    """Return the first bot's share of the points against the second, in both seats of each deal."""
    (match,) = pairing(tables, one, two).bot_matches
    result = PairingResult(pairing(tables, one, two), (match.play(0, deals),))
    return float(pairing_outcome(result).excess.mean()) + 0.5


if __name__ == "__main__":
    main()
