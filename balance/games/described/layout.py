"""The structs that all described games share, and the operations of the program on a table.

A game's text becomes rows of the table; the rules carry the rows out.  So another game, or a
changed one, compiles nothing.
"""

from enum import IntEnum

import numpy as np

from balance.engine.layout import (
    MAX_SEATS,
    engine_fields,
    float64,
    int8,
    int16,
    int32,
    int64,
    record_fields,
    struct,
)

MAX_KINDS = 120  # of cards on all sheets
MAX_ZONES = 24
MAX_PLACES = 64  # zones, one for each player counted apart
MAX_CELLS = 2048  # counts of a kind of card in a place, or in places with a common count
MAX_COPIES = 250  # of a card, and of all cards of one kind
MAX_NUMBERS = 24  # that each player has
MAX_SHARED = 16
MAX_COLUMNS = 24
MAX_COUNTERS = 8  # on the cards of a zone
MOST_COUNTED = 250  # of one on a card
MAX_FEATURES = 512  # of a position: see `bots.value`
MAX_SETS = 256  # of kinds, which conditions on cards alone say
MAX_WORTHS = 8192  # of kinds of cards in sums; a sum without room is worked out card by card
MAX_USED = 8  # columns with lines
MAX_CODE = 4096
MAX_DICE = 8
MOST_CHOSEN_DICE = 7  # the first ones, of which any can be rolled again
MAX_PARTS = 8
MAX_TIES = 4
MAX_ENDINGS = 8
MAX_STREAMS = 24
MAX_STACK = 48
MAX_ROUNDS = 100_000  # of a game; one with more is cut off
MAX_TURNS = 1_000_000
MAX_CHOSEN = 250  # the highest number that can be chosen
MAX_TRIED = 24  # payments with which the lines of a choice begin
MAX_WAYS = 64  # of paying them, where one or the other can be paid
MAX_CALLED = 8  # functions of a Python file
MAX_DEALT = 8  # objectives from which a player chooses
MAX_IN_ORDER = 250  # cards that can be in a zone with an order
MOST_KNOWN = 8  # cards on top of a hidden pile of which a player remembers what they are
MAX_IDLE = 30_000  # tasks, and times round a `repeat`, without a choice; a task holds 16 bits

MOST_TAKEN = 127  # copies of a card that are counted as taken, and the sum of their rounds
MOST_ROUNDS = 32_767
MOST_OF_A_TIE = 32_767  # of a value of `ties`, so that four fit 64 bits
MOST_CARDS = 4000

NOBODY = -1
ALL_WIN = 1  # of an ending
DICE = 0  # the stream of the dice; those of zones follow
DECLINE = 1000  # among cards that are offered
ANSWERS = 256  # times 1 and the answer of a choice among options, is added to its option
MOST_UNLESS_STATED = 30_000
MOST_NAMED = 1_000_000  # of `numbers`, up or down
MOST_SCORE = 1_000_000  # of a part of a score, up or down: sums of many games fit 64 bits


class Decision(IntEnum):
    """What a player may be asked for."""

    NONE = 0
    CARD = 1  # choices are kinds of cards, or DECLINE
    OPTION = 2  # choices are numbers of options, from 0, or with an answer: see `ANSWERS`
    NUMBER = 3  # or DECLINE
    PLAYER = 4  # choices are seats, or DECLINE


class Task(IntEnum):
    """What may be on the agenda."""

    RUN = 1  # lines from row `first` on, with the register `second`
    KEEP = 2  # the register `second`, for after a choice; `first` had the card that is chosen
    LOOP = (
        3  # how often a line is still to be repeated: `first`; whether a card was chosen: `second`
    )
    EACH_CARD = 4  # the row `first`, and the card in use with its copy: `second`
    ROUND = 5
    TURNS = 6
    TURN = 7
    AFTER_TURN = 8
    ROUND_END = 9
    AFTER_ROUND = 10
    CALL = 11  # the function `first`, with the register `second`


class Owner(IntEnum):
    """Whose number or zone is meant."""

    YOU = 0
    ACTIVE = 1
    NEXT = 2
    PREVIOUS = 3
    LEADER = 4
    SHARED = 5


class Moment(IntEnum):
    """When an ending is tested."""

    AT_ONCE = 0
    AFTER_TURN = 1
    AFTER_ROUND = 2


class Who(IntEnum):
    """For whom lines are carried out."""

    ALL = 0
    OTHERS = 1
    EACH_BEST = 2
    FIRST_BEST = 3
    ONLY_BEST = 4
    RANDOM = 5


class Fold(IntEnum):
    """How values of cards or players become one."""

    COPIES = 0
    KINDS = 1
    TOTAL = 2
    MOST = 3
    LEAST = 4
    ANY = 5
    EVERY = 6


class Op(IntEnum):
    """The operations of a program: lines first, then those of values."""

    END = 0
    JUMP = 1
    TEST = 2
    GAIN = 3
    LOSE = 4
    SET = 5
    ROLL = 6
    DRAW = 7
    FILL = 8
    MOVE_IT = 9
    MOVE_ALL = 10
    MOVE_CARD = 11
    PASS = 12
    USE = 13
    USE_EACH = 14
    DO = 15
    BECOME_LEADER = 16
    END_TURN = 17
    END_GAME = 18
    REPEAT = 19
    AGAIN = 20
    DROP = 21
    CHOOSE_CARD = 22
    CHOOSE_NUMBER = 23
    CHOOSE_OPTION = 24
    OPTION = 25
    RESTORE = 26
    PLAYERS_DO = 27
    CHECK = 28
    TRY_PAY = 29  # rows that say what a choice begins with: only then it is offered
    TRY_CARDS = 30
    CHOSEN_ONE = 31
    LEAVE = 32
    CHOOSE_PLAYER = 33
    REROLL = 34
    ANOTHER_TURN = 35
    CALL = 36
    SHUFFLE = 37
    ENDS = 38  # at which end of a pile the next row puts and takes cards
    LOOK = 39  # at the top of a pile

    GIVE = 40
    CONSTANT = 41
    NUMBER = 42
    OF_IT = 43
    OF_CARD = 44
    DIE = 45
    DICE_SUM = 46
    CHOSEN = 47
    ROUNDS = 48
    TURNS = 49
    ADD = 50
    SUBTRACT = 51
    MULTIPLY = 52
    DIVIDE = 53
    EQUAL = 54
    UNEQUAL = 55
    LESS = 56
    AT_MOST = 57
    AND = 58
    OR = 59
    NOT = 60
    SMALLER = 61
    LARGER = 62
    INCLUDES = 63
    REMAINDER = 64
    SIZE = 65
    EMPTY_PILES = 66
    PLAYERS = 67
    NEXT_PLAYER = 68
    SKIP_AND = 69  # the right side of `and`, if the left one is false
    SKIP_OR = 70
    FOLD_CARDS = 71  # of a set of kinds
    CARDS = 72  # for which a condition holds
    NEXT_CARD = 73
    SHOWING = 74
    OF_TOP = 75  # what the top card of a pile has in a column
    NEAR_TOP = 76  # whether the card in question is among the top ones of a pile
    COUNTER = 77  # what lies on a card

    COUNT = 78  # lines that put something on cards, or take it away
    COUNT_EACH = 79
    ROLL_SECRETLY = 80
    REROLL_SET = 81  # the dice of which the chosen number has the bits
    DICE_SETS = 82  # a value: the number that has the bits of all dice


# A row of a program; what `a` to `f` are depends on the operation.  `then` is of a row that makes a
# value: the operation of the next row, if it joins this value to the one before, plus `GIVES` if
# what follows is GIVE.  Of a row that asks for a card it is 1 if that counts as taken then.
ROW = struct(
    ("op", int32), ("a", int32), ("b", int32), ("c", int32),
    ("d", int32), ("e", int32), ("f", int32), ("then", int32),
)  # fmt: skip
GIVES = 256

ZONE = struct(
    ("place", int32),  # of the first player
    ("per_player", int32),  # 0 or 1: the step from one player's place to the next one's
    ("cell", int32),  # of the first player and the first kind
    ("num_kinds", int32),  # that can be there
    ("first_kind", int32),
    ("stream", int32),  # of the first player
    ("refill", int32),  # a zone or NOBODY
    ("counted", int32),  # 1 if cards that come here count as taken
    ("first_start", int32),  # the kinds with which it starts
    ("num_start", int32),
    ("feature", int32),  # of kind 0 there, for the value of a position
    ("order", int32),  # the first cell with the order of the cards, see `rules.piles`; 0 for none
    ("order_size", int32),  # the cells of one player
    ("counters", int32),  # the first cell of the first counter on its cards
    ("num_counters", int32),
    ("counter_feature", int32),  # of the first counter on a player's own cards
    ("knowers", int32),  # the seats that remember what they saw put on top; 0 if all see it
)
NUMBER = struct(("start", int32), ("least", int32), ("most", int32))
# `wins` is 0 if scores decide, 1 if all win, 2 if all lose.
ENDING = struct(("moment", int32), ("test", int32), ("wins", int32))

WORDS = 2  # of 64 cards each
# Where a policy finds its features: see `table.decisions`.
POLICY = struct(
    ("position", int32),  # how many features of a position, of a choice, and kinds of choices
    ("choice", int32),
    ("kinds", int32),
    ("num_columns", int32),
    ("num_words", int32),
    ("columns", int32, (MAX_COLUMNS,)),  # with numbers
    ("words", int32, (MAX_COLUMNS,)),  # columns with a word
    ("scales", float64, (MAX_COLUMNS,)),  # of columns with numbers: they become 1 at most
    ("summed", int32, (MAX_ZONES,)),  # that of the first sum of a column in a zone, or NOBODY
    ("open", int32, (MAX_ZONES,)),  # the feature of the first kind in an open zone, or NOBODY
    # The kind of choices by the row that asks, NOBODY if the networks of the game do not know the
    # line; the number by that of an option, which is its feature too.
    ("slots", int16, (MAX_CODE,)),
)
# The conditions of an experiment under which an entry of the line-up plays.
HANDICAP = struct(
    ("banned", np.uint64, (WORDS,)),
    ("goods", int32, (MAX_NUMBERS,)),
    ("gift", int32),  # 1 + a kind of which it starts with a copy, or 0
    ("dear", int32),  # 1 + a kind of which the price is another one for it, or 0
    ("surcharge", int32),  # what is added to that price
    ("by_lot", int32),  # 1 if its objective is drawn from those dealt
)

OBJECTIVES = struct(
    ("kept_in", int32),  # the zone of each player with the one that scores, or NOBODY
    ("offered_in", int32),  # the zone from which it is chosen, or NOBODY
    ("first_kind", int32),
    ("part", int32),  # of the score
    ("by_lot", int32),  # 1 if they are drawn from those dealt
)

TABLE = struct(
    ("num_seats", int32),
    ("num_kinds", int32),
    ("num_zones", int32),
    ("num_places", int32),
    ("num_cells", int32),
    ("num_numbers", int32),
    ("num_shared", int32),
    ("num_parts", int32),
    ("num_ties", int32),
    ("num_endings", int32),
    ("num_features", int32),
    ("setup", int32),  # rows where lines begin; 0 for none
    ("round_begin", int32),
    ("turn", int32),
    ("round_end", int32),
    ("checks_at_once", int32),
    # The first number of a player for dice that others do not see: how many they are, their sides,
    # and what they show; NOBODY if there are none.
    ("secret_dice", int32),
    ("most_secret", int32),  # so many dice
    ("has_counters", int32),  # 1 if something can lie on players' own cards
    ("is_common", int32),  # 1 if all players win or lose together
    ("zones", ZONE, (MAX_ZONES,)),
    ("numbers", NUMBER, (MAX_NUMBERS,)),
    ("shared", NUMBER, (MAX_SHARED,)),
    ("endings", ENDING, (MAX_ENDINGS,)),
    ("parts", int32, (MAX_PARTS,)),
    ("ties", int32, (MAX_TIES,)),
    ("prospects", int32, (MAX_PARTS,)),  # `parts`, of which more is known: see `table.prospects`
    ("extra", int32, (MAX_SEATS, MAX_NUMBERS)),  # added to what each seat starts with
    ("handicaps", HANDICAP, (MAX_SEATS,)),  # by entry of the line-up
    ("copies", int32, (MAX_KINDS,)),
    ("can_be_taken", int32, (MAX_KINDS,)),  # a number of `Taking`
    # Of each card a group of which some are in play, drawn for every game; 0 for none.
    ("group", int32, (MAX_KINDS,)),
    ("drawn", int32, (MAX_KINDS + 1,)),  # how many cards of each group
    ("num_groups", int32),
    ("price", int32, (MAX_KINDS,)),  # the column with the price of a card, or NOBODY
    ("gifts", int32),  # the zone in which a gift is, or NOBODY
    ("objectives", OBJECTIVES),
    ("attributes", int64, (MAX_KINDS, MAX_COLUMNS)),  # numbers, numbers of words, sets as bits
    ("sets", np.uint64, (MAX_SETS, WORDS)),  # of kinds, as bits; set 0 has all
    # Of each sum of cards, what a copy of each kind in the zone adds: `FOLD_CARDS` says where.
    ("worths", int32, (MAX_WORTHS,)),
    ("uses", int32, (MAX_KINDS, MAX_USED)),  # rows where a card's lines begin; 0 for none
    # Of each place between which and others cards move unseen: the cell with the count of kind 0 in
    # all these places together, which everybody can know; NOBODY if there are no others.
    ("common", int32, (MAX_PLACES,)),
    ("seen_by", int32, (MAX_PLACES,)),  # of these: the seat that sees it, or NOBODY
    ("zone_of", int32, (MAX_PLACES,)),
    ("code", ROW, (MAX_CODE,)),
    ("policy", POLICY),
)

SEAT = struct(
    ("banned", np.uint64, (WORDS,)),  # cards that may not be chosen from shared zones, as bits
    ("numbers", int32, (MAX_NUMBERS,)),
    ("taken", int8, (MAX_KINDS,)),
    ("rounds_taken", int16, (MAX_KINDS,)),
    ("dealt", int16, (MAX_DEALT,)),  # for the record: the objectives, NOBODY after the last one
    ("dear", int32),  # of an experiment, as in the handicap
    ("surcharge", int32),
    ("by_lot", int32),
)
STATE = struct(
    *engine_fields(num_streams=MAX_STREAMS, max_choices=MAX_CHOSEN + 2),
    ("rounds", int32),
    ("turns", int32),
    ("ends", int32),  # bits of `Ends`, while a line moves cards
    ("idle", int32),  # tasks, and times round a `repeat`, since the last choice
    ("stuck", int32),  # if these were too many: the row of lines that went on, or -1
    ("active", int32),
    ("leader", int32),
    ("ending", int32),
    ("asked", int32),  # the row of the choice that is due
    ("again", int32),  # 1 if the player whose turn it is takes another one
    ("rolls", int32),  # of dice so far
    ("sides", int32),  # of the dice
    ("num_dice", int32),
    ("dice", int32, (MAX_DICE,)),
    ("shared", int32, (MAX_SHARED,)),
    ("sizes", int16, (MAX_PLACES,)),
    ("stack", int64, (MAX_STACK,)),  # of values that are being computed; empty at a decision
    ("tried", int32, (MAX_TRIED,)),  # numbers before payments that are being tried; likewise
    ("left_out", np.uint64, (WORDS,)),  # cards that were not drawn into the game, as bits
    ("lay", np.uint64, (WORDS,)),  # cards that lay where a choice was offered, as bits
    ("cards", np.uint8, (MAX_CELLS,)),
    ("seats", SEAT, (MAX_SEATS,)),
)  # fmt: skip
RECORD = struct(*record_fields(MAX_PARTS, MAX_KINDS, MAX_DEALT))


class Taking(IntEnum):
    """How a card can come to count as taken."""

    NEVER = 0
    UNASKED = 1  # by lines alone
    BY_CHOICE = 2


class Ends(IntEnum):
    """Where a line puts and takes cards of piles, if not at the top."""

    TO_BOTTOM = 1
    FROM_BOTTOM = 2


class Sight(IntEnum):
    """Who sees the cards of a place."""

    ALL = 0
    OWNER = 1
    NOBODY = 2
