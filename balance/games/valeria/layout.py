"""The enums of Valeria, and the structs of its state, table and record."""

from enum import IntEnum

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
    uint64,
)


class Good(IntEnum):
    """The goods (V1.2); victory points are held like a resource but are none."""

    GOLD = 0
    STRENGTH = 1
    MAGIC = 2
    VP = 3


class Role(IntEnum):
    """The role icons of Citizens and Domains (V1.3)."""

    WORKER = 0
    SOLDIER = 1
    SHADOW = 2
    HOLY = 3


class Timing(IntEnum):
    """When an ability works (V18.6); PLAIN stands for an ability without a timing word."""

    PLAIN = 0
    NOW = 1
    ROLL = 2
    ANY_DOUBLES = 3
    ACTION_START = 4
    ON_SLAY = 5
    ON_GAIN_CITIZEN = 6
    ACTION_END = 7
    ALWAYS = 8


class Op(IntEnum):
    """The effects (V18.4, V18.5): what an item of a card text does; see `effect_grammar.py`."""

    GAIN = 0  # amount of good, per set
    TAKE = 1  # take citizen
    STEAL = 2
    ROB = 3
    RETURN_MONSTER = 4
    RETURN_CITIZEN = 5
    MAY_SLAY = 6
    MAY_RECRUIT = 7
    MAY_BUILD = 8
    LOSE = 9
    ALL_LOSE = 10
    MARK = 11
    DIE_SET = 12
    DIE_LOWER = 13
    DIE_RAISE = 14
    IGNORE_PLUS = 15
    DISCOUNT_SLAY = 16
    DISCOUNT_RECRUIT = 17
    DISCOUNT_BUILD = 18


class Kind(IntEnum):
    """The card types (V1.4)."""

    CITIZEN = 0
    MONSTER = 1
    DOMAIN = 2
    STARTER = 3


class Chance(IntEnum):
    """Sources of chance, each with its own stream."""

    DICE = 0
    START = 1  # the set-up, a place for each thing that is drawn or dealt
    ROB = 2


class Phase(IntEnum):
    """The phases of a turn (V3.1)."""

    SETUP = 0
    ROLL = 1
    HARVEST = 2
    ACTION = 3
    MONSTERS = 4  # V13.4
    SECOND_HARVEST = 5  # V13.9
    END = 6


class Task(IntEnum):
    """The tasks on the agenda; `first` and `second` are a task's numbers."""

    KEEP_DUKE = 1  # V2.9
    TURN = 2  # V3.1
    DICE = 3  # V4.3
    STEAL_FIRST = 4  # V5.6; first: how far the seat is from the active one
    HARVEST = 5  # V5.3; first: likewise
    HARVEST_MORE = 6  # V5.5; first: the decision
    ACTION_PHASE = 7  # V6.1
    ACTION = 8  # V6.2
    COVER = 9  # V8.1
    TRIGGER = 10  # V18.6; first: the timing
    ORDER = 11  # V3.3; first: how many abilities wait below
    ABILITY = 12  # V18.3; first: the ability
    ITEM = 13  # V18.4, V18.5; first: the item, second: the die it changes
    BONUS = 14  # V6.8; first: the kind of action's card
    GET = 15  # V6.4 - V6.7; first: the stack whose card was paid
    TURN_UP = 16  # V6.7; first: the Domain stack
    END_PHASE = 17  # V9.2
    EVENTS = 18  # V14.4
    NEXT_EVENT = 19  # V14.4, until none is left
    LOSE = 20  # V18.5, a kind to be chosen; first: the item
    MONSTERS = 21  # V13.4, all of them
    ATTACK = 22  # V13.4, by one
    CAPTURE = 23  # V13.6; first: the column
    SECOND_HARVEST = 24  # V13.9


class Decision(IntEnum):
    """The decisions; the comments say what a number in ``state.choices`` means."""

    NONE = 0
    KEEP_DUKE = 1  # the Duke's row
    DICE = 2  # option row * 2 + which die, or DONE
    STEAL_FIRST = 3  # option row of a theft, or DONE
    HARVEST = 4  # option row, or DONE
    ACTION = 5  # the good, or 3 + the stack
    PAY = 6  # units of magic in place of gold or strength
    OPTION = 7  # option row, or DONE to decline
    ORDER = 8  # ability row
    TAKE = 9  # stack
    STEAL = 10  # 0 for nothing, or 1 + victim + MAX_SEATS * (amount - 1)
    ROB = 11  # the victim
    RETURN = 12  # card row
    BONUS = 13  # stack, or DONE to decline
    EVENT = 14  # the stack where the event lies
    MARK = 15  # the stack of the Monster or event
    LOSE = 16  # the good
    COVER = 17  # the stack
    ATTACK = 18  # the column + NUM_COLUMNS * (what the die shows - 1)
    CAPTURE = 19  # the stack


class Space(IntEnum):
    """The state of a space of the grid whose stack is empty (V8.2, V14.11)."""

    OPEN = 0  # nothing, or a revealed event
    COVERED = 1  # an Exhausted card
    AFTER_EVENT = 2  # nothing yet: the event there was slain
    BARE = 3  # nothing for good


DONE = -1

# The grid (V1.7): one number for each of its 20 stacks.
NUM_COLUMNS = 5
FIRST_CITIZENS = 5
FIRST_DOMAINS = 15
NUM_STACKS = 20
FIRST_STACK_CHOICE = 3  # in Decision.ACTION, after the three goods

NUM_GOODS = 4
NUM_RESOURCES = 3
NUM_ROLES = 4
NUM_TIMINGS = 9
MAX_CARDS = 120  # kinds of cards; rows + 1 are stored in int8
MAX_DUKES = 40
MAX_AREAS = 24
MAX_IN_SLOT = 24  # kinds of Citizens for one number
MAX_EVENTS = 24
MAX_EXHAUSTED = 32  # Exhausted cards and events
MAX_HEIGHT = 8  # cards in a stack
MAX_DOMAINS = 4  # cards in a Domain stack (V2.11)
NUM_SLOTS = 10  # activation numbers with a Citizen stack each (V1.7)
NUM_MARKABLE = FIRST_CITIZENS * MAX_HEIGHT + NUM_STACKS  # cards of Monster stacks, events
MAX_POWERS = 32  # lasting abilities of a player
MAX_WAITING = 24  # kinds of activations in a Harvest
MAX_STARTERS = 6
MAX_ANSWERS = 24  # kinds of cards that one roll activates
MAX_ABILITIES = 480
MAX_OPTIONS = 720
MAX_ITEMS = 1440
MAX_SETS = 64
MAX_ROBS = 64  # in a turn, before chance repeats itself
BANNED = 1 << 20  # a surcharge that no player can pay
BAN_WORDS = 4  # of 32 cards each
MAX_PRICE = 99  # a payment offers a choice for each unit of magic in it
MAX_ICONS = 99  # of a kind on a Domain
MAX_HELD = 99_999  # of a good, as squares of scores are added up over all games
MAX_SCORE = 9_999_999
MAX_MARKERS = 9_999  # of a kind on a card
MAX_DISCOUNT = 9_999  # more than any price that can be paid
MAX_POINTS = 32_767  # that a Duke gives for one more of a card
MAX_TAKEN = 127  # copies of a card that a record counts for a seat
MAX_ROUNDS = 32_767  # sum of the rounds in which a seat took a card, in a record
NO_SET = NO_CARD = NO_AREA = -1
ANY_GOOD = -1  # of an item: the kind is chosen when it takes effect
DARK_LORD = 1  # his seat (V13)

ITEM = struct(
    ("op", int16),
    ("good", int16),
    ("amount", int32),
    ("members", int16),  # row of table.sets whose cards are counted, or NO_SET
    ("divisor", int16),  # for "per K resources", else 0
)
OPTION = struct(
    ("ability", int16),
    ("exchange", int16),  # 1 if it has a "->", so that it may be declined
    ("asks", int16),  # 1 if its items need the agenda
    ("moves", int16),  # 1 if its items, or what they trigger, may empty a stack
    ("pays", int16),  # 1 if amounts are paid for it
    ("certain", int16),  # 1 if it can always be carried out (V18.3)
    ("first_pay", int16),
    ("first_gain", int16),
    ("end", int16),  # items: [first_pay, first_gain) are paid, [first_gain, end) gained
    ("printed", int16),  # 1 if it only pays and gains printed amounts: these
    ("paid", int32, (NUM_GOODS,)),
    ("gained", int32, (NUM_GOODS,)),
    ("net", float64, (NUM_GOODS,)),  # printed amounts gained less those paid
    ("varies", int16),  # 1 if it has amounts that count something
)
ABILITY = struct(
    ("card", int16),  # whose it is, or NO_CARD
    ("timing", int16),
    ("first_option", int16),
    ("num_options", int16),
    ("constant", int16),  # 1 if it is only a gain of printed amounts: no order or choice matters
    ("counted", int16),  # 1 if it is only a gain, of amounts that count own cards
    ("steals", int16),  # 1 if it takes from players, and so comes first in a Harvest (V5.6)
    ("rate", float64),  # of a card's activation: how often to expect it in a round (V5.10)
)
CARD = struct(
    ("kind", int16),
    ("area", int8),  # row of table.areas, or NO_AREA
    ("home", int8),  # of a Citizen, the stack that it is returned to (V18.5)
    ("namesakes", int16),  # Starters that raise its recruiting cost (V1.5, V6.5)
    ("cost", int32),
    ("strength", int32),
    ("magic", int32),
    ("vp", int32),
    ("icons", int16, (NUM_ROLES,)),  # V1.3; a Citizen has one of its role
    ("role", int16),
    ("number", int8),  # of an event (V14.4)
    ("steals", int8),  # 1 if its activation steals (V5.6)
    # Facts for bots, which follow from the effects
    ("varied", int16),  # 1 if it has more than lasting powers and the plain gains that follow
    ("plain", float64, (NUM_GOODS,)),  # of a Citizen expected in a round, of others at once
    ("lasting", int16),  # how many lasting powers it has
    ("chance", float64),  # expected activations by a roll of unchanged dice (V5.10)
    # What it does
    ("on_doubles", int16),  # V5.8a
    ("on_none", int16),  # V5.8b
    ("first_active", int16),  # abilities; of a Monster the reward, of a Domain all
    ("end_active", int16),
    ("first_inactive", int16),  # of an event the instruction
    ("end_inactive", int16),
)
DUKE = struct(
    ("first_item", int16),
    ("end_item", int16),
    # A resource gives resource_points / divisor points, before rounding; divisor is 0 for none.
    ("resource_points", int16),
    ("divisor", int16),
    ("points", int16, (MAX_CARDS,)),  # victory points for one more of each card
)
SET = struct(  # a set of cards (V18.4)
    ("num_members", int32),
    ("members", int16, (MAX_CARDS,)),  # the cards in play that are in it
    ("counts", int16, (MAX_CARDS,)),  # by card: how much it counts
)
ANSWERS = struct(
    ("num_answers", int32),
    ("cards", int16, (MAX_ANSWERS,)),
    ("times", int16, (MAX_ANSWERS,)),
)
AREA = struct(  # a stack of Monsters (V2.2, V2.3)
    ("height", int16),
    ("stack", int8, (MAX_HEIGHT,)),  # rows + 1 from the bottom
)
SLOT = struct(  # the Citizens for a number (V2.5)
    ("num_cards", int16),
    ("cards", int16, (MAX_IN_SLOT,)),
    ("copies", int16, (MAX_IN_SLOT,)),
)
HANDICAP = struct(  # of an entry of the line-up, in a designed experiment
    ("card", int16),  # what it pays more for, by `surcharge`, or NO_CARD
    ("surcharge", int32),
    ("banned", int32, (BAN_WORDS,)),  # cards that it may not have, a bit each
    ("gift", int16),  # a card that it starts with, or NO_CARD
    ("goods", int32, (NUM_GOODS,)),  # that it starts with in addition
    ("random_objective", int16),  # 1 if its Duke is drawn from those dealt
)
TABLE = struct(
    ("num_seats", int32),
    ("num_cards", int32),
    ("num_dukes", int32),
    ("ask_everything", int32),
    ("dukes_assigned", int32),
    ("starts", int32, (NUM_GOODS,)),  # V2.8
    ("extra", int32, (MAX_SEATS, NUM_GOODS)),  # what a seat starts with in addition
    ("has_handicaps", int32),
    ("handicaps", HANDICAP, (MAX_SEATS,)),  # by entry of the line-up
    ("num_starters", int32),
    ("starters", int16, (MAX_STARTERS,)),
    ("doublers", int32),  # Starters with on_doubles or on_none
    ("exhausted_cards", int32),  # V2.7
    ("exhausted_end", int32),  # V9.1c
    ("consolation", int16),  # ability of V5.7, or NO_CARD [1E]
    ("harvest_moves", int16),  # 1 if some card moves cards in the Harvest
    ("num_areas", int32),  # of more than five, five are drawn for every deal (V2.1)
    ("areas", AREA, (MAX_AREAS,)),  # in the order of V2.4
    ("slots", SLOT, (NUM_SLOTS,)),  # of several Citizens, one is drawn for every deal
    ("citizen_height", int32),  # V2.11
    ("domain_height", int32),
    ("num_domains", int32),
    ("num_forced", int32),  # how many Domains, the first ones, are always dealt
    ("domains", int16, (MAX_CARDS,)),  # V2.6: what is shuffled
    # Variants
    ("solo", int32),  # V13
    ("solo_sum_attacks", int32),  # V13.7
    ("solo_exhausted_attacks", int32),
    ("rests", int32),  # V12.3: one player has no Harvest
    ("resting_not_in_play", int32),  # V12.4
    ("num_events", int32),  # V14.2: how many are drawn; 0 without events
    ("num_event_cards", int32),  # of how many
    ("events", int16, (MAX_EVENTS,)),
    ("marks", int32),  # 1 if Monsters may get markers (V14.5), or events lie in the grid
    ("mixed", int32),  # V15
    ("no_dukes", int32),  # V16: all players score by the first row of dukes
    # Rulings (V21)
    ("starters_block_consolation", int32),
    ("magic_substitutes_everywhere", int32),
    ("end_trigger_latched", int32),
    ("tiebreak_counts_pile", int32),
    ("power_same_turn", int32),
    ("starters_are_citizens", int32),
    ("solo_counts_vp", int32),
    ("solo_uses_final_dice", int32),
    ("no_duke_majority", int32),
    ("no_duke_tie", int32),
    ("cards", CARD, (MAX_CARDS,)),
    # Facts for bots
    ("num_earners", int32),
    ("earners", int16, (MAX_CARDS,)),  # the cards with a plain gain in a round, in their order
    ("dukes", DUKE, (MAX_DUKES,)),
    ("abilities", ABILITY, (MAX_ABILITIES,)),
    ("options", OPTION, (MAX_OPTIONS,)),
    ("items", ITEM, (MAX_ITEMS,)),
    ("sets", SET, (MAX_SETS,)),
    ("answers", ANSWERS, (36,)),  # by (d1 - 1) * 6 + d2 - 1
)

WAITING = struct(("ability", int16), ("times", int16))
SEAT = struct(
    ("dealt", int8, (2,)),  # Dukes, rows + 1
    ("duke", int8),  # the one kept, row + 1
    ("goods", int32, (NUM_GOODS,)),
    ("roles", int16, (NUM_ROLES,)),  # of own Citizen cards
    ("icons", int16, (NUM_ROLES,)),  # on own Citizens and Domains
    ("points", int32),  # printed on its cards
    ("citizens", int16),
    ("monsters", int16),  # slain events included
    ("events", int16),
    ("domains", int16),
    ("starters", int16),
    ("ignore_plus", int16),  # how many powers have this effect
    ("discounts", int16, (3, NUM_RESOURCES)),  # by kind of card and resource (V7.5)
    ("num_powers", int16),
    ("awake", int16),  # powers that work already (R12)
    ("powers", int16, (MAX_POWERS,)),  # abilities
    ("timed", int16, (NUM_TIMINGS,)),  # how many powers awake have this timing
    ("dearer", int16),  # the card whose price a handicap changes for this seat
    ("surcharge", int32),  # by how much
    ("banned", int32, (BAN_WORDS,)),  # cards that a handicap forbids, a bit each
    ("random_objective", int8),  # 1 if its Duke is drawn, by a handicap
    ("owned", int16, (MAX_CARDS,)),
    ("taken", int8, (MAX_CARDS,)),  # for the record
    ("rounds_taken", int16, (MAX_CARDS,)),
)
STATE = struct(
    *engine_fields(num_streams=len(Chance)),
    ("face_down", int8, (NUM_COLUMNS, MAX_DOMAINS)),  # Domains, rows + 1 from the bottom
    ("face_down_citizens", int8, (NUM_SLOTS, MAX_HEIGHT)),  # V15.1
    ("exhausted_stack", int8, (MAX_EXHAUSTED,)),  # V14.2: events' rows + 1 from the bottom
    ("turns", int32),  # begun
    ("rounds", int32),
    ("active", int32),
    ("phase", int32),
    ("dice", int32, (2,)),
    ("rolled", int32, (2,)),  # R16
    ("acting", int32),  # 1 within what ends with the covering of empty spaces (V8.1)
    ("dice_used", int64),  # bit p: power p of the active player was used (V4.3)
    ("robs", int32),  # so far in this turn
    ("stealing", int32),  # 1 if some card in this game steals in the Harvest (V5.6)
    ("end_reached", int32),  # R5
    ("ending", int32),
    ("exhausted", int32, (3,)),  # Monster, Citizen, Domain stacks without cards (V8.2)
    ("exhausted_cards", int32),  # left in their stack
    ("covered", int8, (NUM_STACKS,)),  # see Space
    ("events", int8, (NUM_STACKS,)),  # revealed ones, rows + 1 (V14.3)
    ("unseen", int32),  # bit s: nobody chose an action yet with what lies on stack s there
    ("was_in_reach", uint64, (2,)),  # cards that lay on top, covered or captured since; a bit each
    ("events_due", int32),  # bit s: the event on stack s is still to be carried out (V14.4)
    ("markers", int16, (NUM_MARKABLE, NUM_RESOURCES)),  # V14.5; see marker_place
    ("attacks", int8, (3,)),  # V13.4: numbers that still attack
    ("areas", int8, (NUM_COLUMNS,)),  # whose Monsters lie in the columns
    ("tops", int16, (NUM_STACKS,)),  # the card face up on top, or NO_CARD
    ("heights", int16, (NUM_STACKS,)),
    ("stacks", int8, (NUM_STACKS, MAX_HEIGHT)),  # rows + 1 from the bottom, 0 face down
    ("subject", int32),  # what the decision is about: an item, an ability or a stack
    ("bill", int32, (NUM_GOODS,)),  # still to be paid
    ("substitutes", int32),  # 1 if magic may stand in (V7.1)
    ("num_waiting", int32),
    ("waiting", WAITING, (MAX_WAITING,)),  # activations not yet used
    ("seats", SEAT, (MAX_SEATS,)),
)
HIDDEN = ("face_down", "face_down_citizens", "exhausted_stack")  # V1.11
OWN = ("dealt", "duke")

ENDINGS = (
    "Monster stacks",
    "Domain stacks",
    "exhausted stacks",
    "several at once",
    "no Monsters left",  # these three end a solo game (V13.10)
    "five stacks exhausted",
    "column destroyed",
)
UNSCORED = ("no Monsters left", "column destroyed")
PARTS = ("collected", "Monsters", "Domains", "Duke", "icons and leftovers", "majorities")
RECORD = struct(*record_fields(num_parts=len(PARTS), max_cards=MAX_CARDS, max_dealt=2))
