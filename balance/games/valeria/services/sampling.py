"""Random options: set-ups as players draw them, and any table that the rules allow for `soak`."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

from balance.engine.services import RandomSetup
from balance.errors import CardError
from balance.games.valeria.layout import NUM_COLUMNS, NUM_SLOTS
from balance.games.valeria.sheets.box import Box, read_box
from balance.games.valeria.table.grid import NUMBERS, slot_of
from balance.games.valeria.table.options import RANDOM, Options, Rulings

_MOST_POINTS = 12  # that are drawn for a majority (R22)


def sample_setup(rng: Random, num_seats: int) -> RandomSetup:
    """Draw five areas, and a Citizen for each number, as players do (V2.1, V2.5)."""
    return draw_setup(_box(), rng)


def draw_setup(box: Box, rng: Random) -> RandomSetup:
    """Draw a set-up from a box.

    Raises
    ------
    CardError
        If it has too few areas, or no Citizen for a number.
    """
    areas, slots = box.random_setup.areas_from, _by_number(box)
    numbers = ["/".join(map(str, each)) for each in NUMBERS]
    if len(areas) < NUM_COLUMNS:
        raise CardError(
            f"setups.toml, random_setup, areas_from: {len(areas)} areas; expected {NUM_COLUMNS} or "
            "more to draw from (V2.1)"
        )
    missing = [number for number, cards in zip(numbers, slots, strict=True) if not cards]
    if missing:
        raise CardError(
            f"citizens.csv: no Citizen for {', '.join(missing)}; expected one or more for each "
            "activation number (V2.5)"
        )
    drawn = tuple(rng.sample(areas, NUM_COLUMNS)), tuple(rng.choice(cards) for cards in slots)
    options = {"setup": RANDOM, "areas": drawn[0], "citizens": drawn[1]}
    kinds = (*["area"] * NUM_COLUMNS, *numbers)
    return RandomSetup(options, (*drawn[0], *drawn[1]), kinds)


def recommended_setups(num_seats: int) -> Mapping[str, Mapping[str, Any]]:
    """Return the set-ups of the rulebooks (V17), with the rules of the second edition."""
    setups = [setup for setup in _box().setups if num_seats in setup.players]
    times = Counter(setup.name for setup in setups)
    return {
        setup.name if times[setup.name] == 1 else f"{setup.name}, {setup.edition} edition":
        {"setup": setup.id}
        for setup in setups
    }  # fmt: skip


def _by_number(box: Box) -> list[list[str]]:
    """Return the Citizens that there are for each activation number."""
    slots: list[list[str]] = [[] for _ in range(NUM_SLOTS)]
    for card in box.citizens:
        if card.count:
            slots[slot_of(card)].append(card.id)
    return slots


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
    slots = _by_number(box)
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
