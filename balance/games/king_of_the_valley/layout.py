"""The enums of King of the Valley, and the layouts of its state, table and record."""

from enum import IntEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from balance.engine.layout import (
    MAX_SEATS,
    engine_fields,
    int8,
    int16,
    int32,
    record_fields,
    struct,
)

Worths: TypeAlias = NDArray[np.float64]  # of spaces, kinds of tiles, or choices, for bots


class Type(IntEnum):
    """What makes two tiles same-named (K2.4)."""

    QUEEN = 0
    DUKE = 1
    COUNTESS = 2
    KNIGHT = 3
    FARMER = 4
    FARMWOMAN = 5
    JESTER = 6
    MONK = 7
    WIZARD = 8
    TAX_COLLECTOR = 9


class Kind(IntEnum):
    """The kinds of tiles: two tiles of a kind are the same.

    Each tax collector is a kind, from COLLECTOR on, in the order of their sheet.
    """

    QUEEN = 0
    DUKE = 1
    COUNTESS = 2
    KNIGHT_A = 3
    KNIGHT_B = 4
    KNIGHT_C = 5
    KNIGHT_D = 6
    FARMER = 7
    FARMWOMAN = 8
    JESTER = 9
    MONK = 10
    WIZARD = 11
    COLLECTOR = 12


class Column(IntEnum):
    """The castle columns (K2.3); a group is a column with all tiles in it (K2.5)."""

    QUEEN = 0
    DUKE = 1
    COUNTESS = 2
    KNIGHT = 3
    FARMER = 4
    FARMWOMAN = 5


class Side(IntEnum):
    """The hill's columns (K2.2)."""

    LEFT = 0
    RIGHT = 1


class Phase(IntEnum):
    """The phases of a turn (K4.2)."""

    SETUP = 0
    RECRUIT = 1
    COLLECT = 2
    CLAIM = 3
    REFILL = 4


class Task(IntEnum):
    """The tasks on the agenda; `first` and `second` are their numbers."""

    PLACE = 1  # K3.7
    TURN = 2  # K4.1
    RECRUIT = 3  # K5
    COLLECT = 4  # K6
    JESTER = 5  # K7.3
    TAX = 6  # K8.5; first: the collectors taken, see `rules.tax`
    TURN_DOWN = 7  # K8.3; first: the collector's kind, second: the column
    SWAP = 8  # K8.12
    CLAIM = 9  # K9
    REFILL = 10  # K10
    END_TURN = 11  # K11


class Decision(IntEnum):
    """The decisions, with the meaning of the numbers in ``state.choices``."""

    NONE = 0
    PLACE = 1  # the space
    RECRUIT = 2  # 0 for nobody, or 1 + the place on the hill
    COLLECT = 3  # the move: see `rules.moves`
    JESTER = 4  # the castle column
    TAX = 5  # for each collector taken, 1 + its column, 0 for one without a need: see `rules.tax`
    TURN_DOWN = 6  # how many of each: see `rules.tax`
    SWAP = 7  # slot given * HILL_SPACES + place on the hill
    CLAIM = 8  # 0 for no, or which five: see `rules.bonus`
    REFILL = 9  # the side


# The parts of the numbers of choices, in bits.
END_BIT, MONKS_BIT, SPACE_BITS = 3, 8, 5  # COLLECT: see `rules.moves`
GROUP_BITS, COLLECTOR_BITS = 3, 5  # TAX, and collectors on the agenda: see `rules.tax`
COUNT_BITS, JESTERS_BIT = 4, 16  # TURN_DOWN: see `rules.tax`
KNIGHT_BIT, FARM_BIT = 4, 7  # CLAIM: see `rules.bonus`
SPACE, GROUP, COLLECTOR, COUNT = (
    (1 << bits) - 1 for bits in (SPACE_BITS, GROUP_BITS, COLLECTOR_BITS, COUNT_BITS)
)
MASK = (1 << END_BIT) - 1


class Chance(IntEnum):
    """Sources of chance: the shuffle of each stage (K3.3), each with its own stream."""

    STAGE_I = 0
    STAGE_II = 1
    STAGE_III = 2


class Extra(IntEnum):
    """The deeds that records count like tiles, in the rows between WIZARD and COLLECTOR."""

    HILL_1 = 12  # a recruit from that row of the hill; six rows
    JESTER_QUEEN = 18  # a jester put into that column; six columns
    BONUS = 24  # a kingdom bonus
    ORDER_3 = 25  # the first time that a seat has three knights of an order
    ORDER_4 = 26
    ORDER_5 = 27
    TWO_TILES = 28  # a multi-take of two
    THREE_TILES = 29
    START_CENTRE = 30  # where the king was placed
    START_INNER = 31  # next to the centre
    START_EDGE = 32
    START_CORNER = 33


GRID = 5  # the valley's rows and columns (K2.1)
SPACES = GRID * GRID  # space (r, c) is (r - 1) * GRID + c - 1
NUM_SIDES = len(Side)
HILL_ROWS = 6  # K2.2
HILL_SPACES = NUM_SIDES * HILL_ROWS  # the place in row r, from 0, is side * HILL_ROWS + r
NUM_STAGES = len(Chance)
NUM_RINGS = 4  # of the valley: the centre, next to it, the edge but for corners, the corners
NUM_COLUMNS = len(Column)
NUM_ORDERS = 4
FIRST_ORDER = int(Kind.KNIGHT_A)

# A castle is counts by slot: the kinds QUEEN to FARMWOMAN, then the jesters in each column.
FIRST_JESTER = int(Kind.JESTER)
NUM_SLOTS = FIRST_JESTER + NUM_COLUMNS
# By column, the slot of its own subjects; of the knights', which has four, the first.
OWN_SLOTS = (Kind.QUEEN, Kind.DUKE, Kind.COUNTESS, FIRST_ORDER, Kind.FARMER, Kind.FARMWOMAN)

MAX_COLLECTORS = 16
MAX_KINDS = Kind.COLLECTOR + MAX_COLLECTORS
FIRST_COLLECTOR = max(Extra) + 1  # the row of the first tax collector in records
MAX_PIECES = FIRST_COLLECTOR + MAX_COLLECTORS
MAX_STAGE = 80  # tiles in a stage
MAX_PILE = 160  # tiles in all
MAX_KNIGHTS = 40
MAX_MONKS = 4  # in all stages, so that a move may visit all (K8.9)
MAX_TAKEN = 3  # tiles in one multi-take: a straight move passes over no more
MAX_TURNS = 200  # A32
MAX_PATHS = 64  # over one to four monks, in any order: 4 + 12 + 24 + 24
MAX_MOVES = 24 * (1 + MAX_PATHS)  # at most 24 straight moves collect: from a corner, 12 and 12

SEAT = struct(
    ("king", int32),  # the space, or NOBODY before it is placed
    ("gold", int32),
    ("markers", int32),  # kingdom markers
    ("up", int8, (NUM_SLOTS,)),  # face-up tiles by slot (K2.6)
    ("down", int8, (NUM_SLOTS,)),  # face-down tiles by slot
    ("taxed", int8, (NUM_COLUMNS,)),  # 1 with a tax marker (K8.3)
    ("num_knights", int32),
    ("knights", int8, (MAX_KNIGHTS,)),  # orders of the face-up knights, the oldest first
    ("before_last", int32),  # fame as the round began
    ("banned", int32),  # kinds that a handicap forbids, a bit each
    ("gift", int32),  # kind + 1 of a tile from a handicap, or 0
    ("bought", int16, (HILL_ROWS,)),  # for the record: influence recruited, by row of the hill
    ("rings", int16, (NUM_RINGS,)),  # for the record: turns begun with the king in each ring
    ("taken", int16, (MAX_PIECES,)),  # for the record
    ("rounds_taken", int16, (MAX_PIECES,)),
)
STATE = struct(
    *engine_fields(num_streams=NUM_STAGES, max_choices=MAX_MOVES),
    ("rounds", int32),  # rounds begun
    ("turns", int32),  # turns begun
    ("active", int32),  # the seat whose turn it is
    ("phase", int32),
    ("recruits", int32),  # made this turn (A1)
    ("bonuses", int32),  # claimed this turn (K9.3)
    ("collectors", int32),  # those that tax next: see `rules.tax`
    ("group", int32),  # the column whose tiles are turned down next
    ("triggered", int32),  # 1 + the seat in whose turn the hill could not be filled (K11.1)
    ("extra_round", int32),  # 1 in the extra final round (K11.4)
    ("valley", int8, (SPACES,)),  # kind + 1, or 0 without a tile
    ("coins", int8, (SPACES,)),  # gold on each space (K8.6)
    ("hill", int8, (NUM_SIDES, HILL_ROWS)),  # kind + 1, the foot first
    ("heights", int32, (NUM_SIDES,)),
    ("num_emptied", int32),
    ("emptied", int8, (SPACES,)),  # spaces without a tile, the first one emptied first (K10.1)
    ("discarded", int8, (MAX_KINDS,)),  # specialists out of the game, by kind (K6.10)
    ("entered", int32),  # kinds that came into the valley so far, a bit each
    ("was_in_reach", int32),  # kinds in the valley at a move, or for hire on the hill
    ("drawn", int32),  # tiles drawn from the piles since the set-up
    ("num_pile", int32),  # tiles left in the piles
    ("pile", int8, (MAX_PILE,)),  # kind + 1 in the order of drawing; the next is ``pile[drawn]``
    ("seats", SEAT, (MAX_SEATS,)),
)
HIDDEN = ("pile",)  # K13.2
OWN = ()

KIND = struct(
    ("influence", int32),
    ("need", int32),  # of a tax collector (K8.1)
    ("gold", int32),
    ("count", int32),  # in all stages, and as gifts
)
HANDICAP = struct(  # of an entry of the line-up, for a designed experiment
    ("banned", int32),  # kinds that it may not have, a bit each
    ("gift", int32),  # kind + 1 of a tile that it starts with, or 0
    ("gold", int32),  # added to what it starts with
)
TABLE = struct(
    ("num_seats", int32),
    ("num_kinds", int32),
    ("kinds", KIND, (MAX_KINDS,)),
    ("stages", int8, (NUM_STAGES, MAX_STAGE)),  # the kinds of each stage's tiles
    ("stage_sizes", int32, (NUM_STAGES,)),
    ("prices", int32, (HILL_ROWS,)),  # from the foot (K2.2)
    ("row_stages", int32, (HILL_ROWS,)),  # the stage that fills each row at the set-up
    ("start_gold", int32, (MAX_SEATS,)),
    ("first_recruit_round", int32),
    ("max_recruits_per_turn", int32),  # per turn (A1)
    ("same_name_min", int32),
    ("same_name_max", int32),
    ("monk_cost", int32),
    ("kingdom_bonus_gold", int32),
    ("kingdom_bonus_per_turn", int32),
    ("kingdom_markers", int32),  # in the supply
    ("kingdom_marker_points", int32),
    ("order_points", int32, (6,)),  # by knights of an order; from five on the same (K12.2)
    ("couple_points", int32),
    ("gold_points", int32),
    ("jester_counts_in_couples", int32),  # A24
    ("extra_final_round", int32),  # K11.4
    ("handicaps", HANDICAP, (MAX_SEATS,)),  # by entry of the line-up
)

PARTS = ("influence", "knight orders", "couples", "kingdom markers", "gold")
# Where an earlier seat triggers the end, later seats still have a turn (K11.2).
ENDINGS = (
    "the hill could not be filled in the last seat's turn",
    "the hill could not be filled in an earlier seat's turn",
)
RECORD = struct(
    *record_fields(num_parts=len(PARTS), max_cards=MAX_PIECES, last_round=True),
    ("bought", int32, (MAX_SEATS, HILL_ROWS)),  # influence recruited from each row of the hill
    ("rings", int32, (MAX_SEATS, NUM_RINGS)),  # turns begun with the king in each ring
    ("left", int32),  # tiles on the hill at the end
)
