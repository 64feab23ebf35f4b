"""Random options: of any table, to test the rules, and Kingdoms as players draw them."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from balance.engine.services import RandomSetup
from balance.games.dominion.layout import Special
from balance.games.dominion.sheets.files import KINGDOM, Face, read_box
from balance.games.dominion.table.kingdoms import (
    BANE_COSTS,
    MIN_MARKET,
    choose_kingdom,
    read_kingdoms,
)
from balance.games.dominion.table.options import (
    KINGDOM_SIZE,
    MAX_TARGET,
    OWN,
    RANDOM,
    SETS,
    Options,
)

_MOST_EXTRA_COINS = 8  # enough for a Province in the first turn
_MOST_INCLUDED = 4


def sample_options(rng: Random, num_seats: int) -> Options:
    """Return random options: a recommended set, a list of any length, or a random Kingdom."""
    cards = read_box(None, {}, Path()).of(KINGDOM)
    draw = rng.choice((_recommended, _listed, _listed, _random, _random))
    drawn = draw(rng, cards)
    if rng.random() < 1 / 4:
        seats = rng.randint(1, num_seats)
        drawn["extra_coins"] = tuple(rng.randint(0, _MOST_EXTRA_COINS) for _ in range(seats))
    if num_seats == 1 and rng.random() < 1 / 2:
        drawn["solo_target"] = rng.randint(1, MAX_TARGET)
    return Options(**drawn)


def sample_setup(rng: Random, num_seats: int) -> RandomSetup:
    """Return 10 of the Kingdom cards, all equally likely, and the Bane if needed (D1.11, D9.1)."""
    box = read_box(None, {}, Path())
    kingdom = rng.sample(box.of(KINGDOM), KINGDOM_SIZE)
    pieces = [face.id for face in sorted(kingdom, key=lambda face: face.kind)]
    drawn: dict[str, Any] = {"kingdom": tuple(pieces)}
    if banes := choose_kingdom(box, Options(**drawn)).banes:
        bane = rng.choice(banes).id
        drawn["bane"] = bane
        pieces.append(bane)
    return RandomSetup(options=drawn, pieces=tuple(pieces))


def recommended_setups(num_seats: int) -> Mapping[str, Mapping[str, Any]]:
    """Return the recommended sets of ten (D14)."""
    return {kingdom.name: {"kingdom": kingdom.id} for kingdom in read_kingdoms()}


def _recommended(rng: Random, cards: list[Face]) -> dict[str, Any]:
    return {"kingdom": rng.choice(read_kingdoms()).id}


def _listed(rng: Random, cards: list[Face]) -> dict[str, Any]:
    """Draw a Kingdom of any length, and perhaps the Bane and the deck that it needs."""
    size = rng.choice((KINGDOM_SIZE, KINGDOM_SIZE, rng.randint(0, KINGDOM_SIZE)))
    kingdom = rng.sample(cards, size)
    drawn: dict[str, Any] = {"kingdom": tuple(face.id for face in kingdom)}
    others = [face for face in cards if face not in kingdom]
    specials = {face.special for face in kingdom}
    if Special.YOUNG_WITCH in specials and rng.random() < 1 / 2:
        bane = rng.choice([face for face in others if face.cost in BANE_COSTS])
        drawn["bane"] = bane.id
        others.remove(bane)
        specials.add(bane.special)
    if Special.BLACK_MARKET in specials and rng.random() < 1 / 2:
        # One card more than there must be: the Bane may be drawn from among them (D9.4).
        deck = rng.sample(others, rng.randint(MIN_MARKET + 1, len(others)))
        drawn["black_market"] = tuple(face.id for face in deck)
    return drawn


def _random(rng: Random, cards: list[Face]) -> dict[str, Any]:
    """Draw the options of a random Kingdom; promotional cards alone are too few."""
    drawn: dict[str, Any] = {"kingdom": RANDOM}
    if rng.random() < 1 / 3:
        sets = [name for name in SETS if name != OWN and rng.random() < 1 / 2]
        drawn["sets"] = tuple(sets) if {*sets} - {"promo"} else ("cornucopia",)
    if rng.random() < 1 / 3:
        names = rng.sample([face.id for face in cards], 2 * _MOST_INCLUDED)
        included = rng.randint(0, _MOST_INCLUDED)
        drawn["include"] = tuple(names[:included])
        if "sets" not in drawn:
            drawn["exclude"] = tuple(names[included : included + rng.randint(0, _MOST_INCLUDED)])
    return drawn
