"""Random options: any table that the sheets of the box allow, for soaks of the rules."""

from random import Random
from typing import Any

from balance.games.king_of_the_valley.table.options import BASE, DATA_SETS, Options

_MOST_EXTRA_GOLD = 12  # in the draw: enough for any row of the hill


def sample_options(rng: Random, num_seats: int) -> Options:
    """Return random options: a data set, or sheets of several that fit together, and extra gold."""
    drawn: dict[str, Any] = {"data": rng.choice(list(DATA_SETS))}
    if rng.random() < 1 / 2:
        # Tiles and tax collectors come together: both have the number of collectors by stage.
        for sheets in (("tiles", "tax_collectors"), ("hill",)):
            of = DATA_SETS[rng.choice(list(DATA_SETS))]
            drawn |= {sheet: of.get(sheet, BASE) for sheet in sheets}
    if rng.random() < 1 / 3:
        seats = rng.randint(1, num_seats)
        drawn["extra_gold"] = tuple(rng.randint(0, _MOST_EXTRA_GOLD) for _ in range(seats))
    return Options(**drawn)
