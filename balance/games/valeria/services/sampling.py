"""Random options: any table that the rules allow, for `balance soak` and tests."""

from functools import cache
from random import Random
from typing import Any

from balance.games.valeria.layout import NUM_COLUMNS, NUM_SLOTS
from balance.games.valeria.sheets.box import Box, read_box
from balance.games.valeria.table.grid import slot_of
from balance.games.valeria.table.options import RANDOM, Options, Rulings

_MOST_POINTS = 12  # that are drawn for a majority (R22)


def sample_options(rng: Random, num_seats: int) -> Options:
    """Return a random set-up, edition, variants (V0.6) and rulings (V21) for so many players."""
    box = _box()
    second = rng.random() < 2 / 3
    drawn: dict[str, Any] = {
        "edition": "second" if second else "first",
        "dukes": rng.choice(("choose", "choose", "assigned")),
        "mixed_citizens": rng.random() < 1 / 4,
        "rulings": _draw_rulings(rng),
    }
    if second and num_seats == 1:
        drawn["solo_sum_attacks"] = rng.random() < 1 / 2
        drawn["solo_exhausted_attacks"] = rng.random() < 1 / 2
    elif second:
        if rng.random() < 1 / 3:
            drawn |= _draw_events(rng, box, num_seats)
        if rng.random() < 1 / 4:
            drawn["dukes"] = "none"
    return Options(**drawn, **_draw_grid(rng, box, num_seats))


@cache
def _box() -> Box:
    return read_box()


def _draw_grid(rng: Random, box: Box, num_seats: int) -> dict[str, Any]:
    """Draw a recommended set-up (V17), the random one, or one that names its cards."""
    recommended = [setup for setup in box.setups if num_seats in setup.players]
    setup = rng.choice(recommended).id
    mode = rng.randrange(4)
    if mode < 2:
        return {"setup": RANDOM if mode else setup}
    has_pools = mode == 3  # more of each than the grid holds
    slots: list[list[str]] = [[] for _ in range(NUM_SLOTS)]
    for card in box.citizens:
        slots[slot_of(card)].append(card.id)
    citizens: list[str] = []
    for slot in slots:
        citizens += rng.sample(slot, rng.randint(1, len(slot)) if has_pools else 1)
    areas = rng.randint(NUM_COLUMNS, len(box.areas)) if has_pools else NUM_COLUMNS
    domains = [card.id for card in box.domains]
    rng.shuffle(domains)
    spare = len(domains) - NUM_COLUMNS * (4 if num_seats == 5 else 3)
    removed = rng.randint(0, spare)
    return {
        "setup": setup,
        "areas": tuple(rng.sample(box.areas, areas)),
        "citizens": tuple(citizens),
        "remove_domains": tuple(domains[:removed]),
        "force_domains": tuple(domains[removed : removed + rng.choice((0, 0, 3))]),
    }


def _draw_events(rng: Random, box: Box, num_seats: int) -> dict[str, Any]:
    """Draw Monster Events (V14): all of the box, or some to draw from."""
    if rng.random() < 1 / 2:
        return {"monster_events": True}
    events = [card.id for card in box.events]
    size = rng.randint(num_seats, len(events))
    return {"monster_events": True, "events": tuple(rng.sample(events, size))}


def _draw_rulings(rng: Random) -> Rulings:
    """Change up to three rulings."""
    changed: dict[str, Any] = {}
    for name in rng.sample(list(Rulings.model_fields), rng.choice((0, 1, 1, 2, 3))):
        default = getattr(Rulings(), name)
        if default is None:
            changed[name] = rng.random() < 1 / 2
        elif isinstance(default, bool):
            changed[name] = not default
        else:
            changed[name] = rng.randint(0, _MOST_POINTS)
    return Rulings(**changed)
