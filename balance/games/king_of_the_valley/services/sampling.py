"""Options by lot: any table that the sheets of the box allow, to try the rules far and wide."""

from random import Random
from typing import Any

from balance.games.king_of_the_valley.table.options import BASE, DATA_SETS, Options

_MOST_EXTRA_GOLD = 12  # in the draw: enough for any row of the hill


def sample_options(rng: Random, num_seats: int) -> Options:
    """Return options by lot: a data set, or sheets of several that go together, and extra gold.

    Parameters
    ----------
    rng : Random
        All chance of it.
    num_seats : int
        2 to 4; the options fit that many players.
    """
    drawn: dict[str, Any] = {"data": rng.choice(list(DATA_SETS))}
    if rng.random() < 1 / 2:
        # Tiles bring their tax collectors along: both say how many of these a stage has.
        for sheets in (("tiles", "tax_collectors"), ("hill",)):
            of = DATA_SETS[rng.choice(list(DATA_SETS))]
            drawn |= {sheet: of.get(sheet, BASE) for sheet in sheets}
    if rng.random() < 1 / 3:
        seats = rng.randint(1, num_seats)
        drawn["extra_gold"] = tuple(rng.randint(0, _MOST_EXTRA_GOLD) for _ in range(seats))
    return Options(**drawn)
