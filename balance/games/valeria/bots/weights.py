"""What a position is made of, for the bots that value positions, in the order of their files."""

from enum import IntEnum, auto


class Feature(IntEnum):
    """Facts of a position; each weighs otherwise early, in the middle and late in the game."""

    POINTS = 0  # victory points collected and printed
    DUKE = auto()  # points from the Duke, but for resources
    LEFTOVERS = auto()  # resources over how many the Duke wants for a point
    GOLD = auto()
    STRENGTH = auto()
    MAGIC = auto()
    GOLD_ROOT = auto()  # square roots: a first unit is worth more than a tenth
    STRENGTH_ROOT = auto()
    MAGIC_ROOT = auto()
    GOLD_INCOME = auto()  # expected in a round, by the dice table
    STRENGTH_INCOME = auto()
    MAGIC_INCOME = auto()
    POINT_INCOME = auto()
    VARIED_INCOME = auto()  # in points, of activations that count, exchange or steal
    COVERED = auto()  # chance of activations by a roll, each kind of card once
    POWERS_ROLL = auto()  # lasting powers, by when they work
    POWERS_DOUBLES = auto()
    POWERS_START = auto()
    POWERS_SLAY = auto()
    POWERS_CITIZEN = auto()
    POWERS_END = auto()
    POWERS_ALWAYS = auto()
    MONSTERS = auto()  # cards taken
    CITIZENS = auto()
    DOMAINS = auto()
    MONSTER_NEXT = auto()  # points of the best Monster that may be slain next turn
    MONSTERS_NEAR = auto()  # points of all, the less the more is lacking
    DOMAIN_NEXT = auto()
    DOMAINS_NEAR = auto()
    ROLES_LACKING = auto()  # for Domains in view
    LEFT_TO_NEXT = auto()  # points of the best card that the next player can take at once
    DUKE_MONSTERS = auto()  # points that the Duke gives for a Monster, Citizen, Domain in the grid
    DUKE_CITIZENS = auto()
    DUKE_DOMAINS = auto()
    DUKE_RESOURCES = auto()  # points that the Duke gives for a resource


NUM_FEATURES = len(Feature)
TIMES = 3  # weights of a feature: late, in the middle and early in the game
NUM_WEIGHTS = NUM_FEATURES * TIMES


class Weight(IntEnum):
    """What else the bots weigh, after the features."""

    LEAD = NUM_WEIGHTS  # being ahead as the end comes near
    ROUNDS = auto()  # rounds of a game
    BUDGET = auto()  # positions looked at in a decision
