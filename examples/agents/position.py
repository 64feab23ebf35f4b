"""What the network of `actor.py` sees of a game of Valeria for two, and how it knows choices."""

from balance.engine.layout import State, Weights
from balance.games.valeria.layout import NUM_GOODS, NUM_ROLES

DUKES = 20  # at most
GOODS, ROLES, CARDS, ROUNDS, STACKS = 10.0, 5.0, 5.0, 10.0, 5.0  # usual numbers, which become 1
OF_A_SEAT = NUM_GOODS + NUM_ROLES + 3
FEATURES = 1 + 2 * OF_A_SEAT + 1 + 3 + DUKES
CODES = 1_024  # more than there are codes of choices


def look(view: State, seat: int, features: Weights) -> None:
    """Write the features, each about 0 to 1: 1, both seats, the length of the game, the Duke."""
    features[:] = 0.0
    features[0] = 1.0
    place = 1
    for side in range(2):
        player = view.seats[seat if side == 0 else 1 - seat]
        for good in range(NUM_GOODS):
            features[place + good] = player.goods[good] / GOODS
        place += NUM_GOODS
        for role in range(NUM_ROLES):
            features[place + role] = player.roles[role] / ROLES
        place += NUM_ROLES
        features[place] = player.citizens / CARDS
        features[place + 1] = player.monsters / CARDS
        features[place + 2] = player.domains / CARDS
        place += 3
    features[place] = view.rounds / ROUNDS
    for kind in range(3):
        features[place + 1 + kind] = view.exhausted[kind] / STACKS
    if view.seats[seat].duke > 0:
        features[place + 3 + view.seats[seat].duke] = 1.0


def key_of(decision: int, code: int) -> int:
    """Return the number of a choice: what is decided, and its code, which may be -1."""
    return decision * CODES + code + 1
