"""The data of a game of Dominion: enums, state, table and record."""

from enum import IntEnum

from balance.engine.layout import (
    MAX_SEATS,
    engine_fields,
    int8,
    int16,
    int32,
    int64,
    record_fields,
    struct,
)

# A card is stored as its kind, as all copies are the same.  The kinds of the box are in `Card`, the
# basic ones first; a designer's own cards follow from FIRST_OWN on.
Card = IntEnum(
    "Card",
    "copper silver gold estate duchy province curse "
    "cellar chapel moat chancellor village woodcutter workshop bureaucrat feast gardens militia "
    "moneylender remodel smithy spy thief throne_room council_room festival laboratory library "
    "market mine witch adventurer hamlet fortune_teller menagerie farming_village horse_traders "
    "remake tournament young_witch harvest horn_of_plenty hunting_party jester fairgrounds "
    "bag_of_gold diadem followers princess trusty_steed black_market envoy walled_village stash",
    start=0,
)
COPPER, SILVER, GOLD, ESTATE, DUCHY, PROVINCE, CURSE = range(7)
NUM_BASIC = 7
FIRST_OWN = len(Card)
MAX_KINDS = 62  # a set of kinds must fit into an int64, a bit each
ROOM = 64  # length of arrays by kind: whole words, which are fast to copy


class Type(IntEnum):
    """What a card is; a card may be several at once (D2.9)."""

    ACTION = 1
    TREASURE = 2
    VICTORY = 4
    CURSE = 8
    ATTACK = 16
    REACTION = 32
    PRIZE = 64


class Special(IntEnum):
    """The special part of a card, beyond its numbers: the column ``special`` (D10 to D13)."""

    NONE = 0
    CELLAR = 1
    CHAPEL = 2
    MOAT_REACTION = 3
    CHANCELLOR = 4
    WORKSHOP = 5
    BUREAUCRAT = 6
    FEAST = 7
    GARDENS_VP = 8
    MILITIA = 9
    MONEYLENDER = 10
    REMODEL = 11
    SPY = 12
    THIEF = 13
    THRONE_ROOM = 14
    COUNCIL_ROOM = 15
    LIBRARY = 16
    MINE = 17
    WITCH = 18
    ADVENTURER = 19
    HAMLET = 20
    FORTUNE_TELLER = 21
    MENAGERIE = 22
    FARMING_VILLAGE = 23
    HORSE_TRADERS = 24
    REMAKE = 25
    TOURNAMENT = 26
    YOUNG_WITCH = 27
    HARVEST = 28
    HORN_OF_PLENTY = 29
    HUNTING_PARTY = 30
    JESTER = 31
    FAIRGROUNDS_VP = 32
    BAG_OF_GOLD = 33
    DIADEM = 34
    FOLLOWERS = 35
    PRINCESS = 36
    TRUSTY_STEED = 37
    BLACK_MARKET = 38
    ENVOY = 39
    WALLED_VILLAGE = 40
    STASH = 41


class Phase(IntEnum):
    """The phases of a turn (D3.1)."""

    ACTION = 0
    BUY = 1
    CLEAN_UP = 2


class Task(IntEnum):
    """The tasks on the agenda; `first` and `second` are the numbers that go with each."""

    TURN = 1  # D3.2
    TAKE_BACK = 2  # D11.5: the next Horse Traders that was set aside
    ACT = 3  # D3.3: the Action phase goes on
    DRAW = 4  # D4.2; first: how many cards are still to be drawn
    PLACE_STASH = 5  # D13.3; first: the card; second: how many are still to be placed
    PLAY = 6  # first: a card that lies in play already and is played (again): D6.1
    REACT = 7  # D7.2; first: the card that attacks
    INSTRUCT = 8  # D3.3; first: the card whose instructions are carried out
    ROUTINE = 9  # first: the card whose special part follows its numbers (D2.10)
    TREASURES = 10  # D3.5 step 1; first: 1 within a Black Market (D13.1)
    CLEAN_UP = 11  # D3.7; first: 1 once start-of-clean-up effects are done
    WALLED_VILLAGE = 12  # D13.4; first: the card
    DISCARD = 13  # first: how many cards the seat discards; second: for which Special
    DISCARD_TO = 14  # first: how many cards the seat keeps in hand; second: for which Special
    THRONE_ROOM = 15  # D6.1
    BUREAUCRAT = 16  # the seat is the one attacked, as in all attacks below
    SPY = 17  # the seat whose card is revealed
    THIEF = 18
    THIEF_GAIN = 19  # the seat is the thief
    LIBRARY = 20
    ADVENTURER = 21  # first: Treasures found so far
    FORTUNE_TELLER = 22
    FARMING_VILLAGE = 23
    HUNTING_PARTY = 24
    HARVEST = 25
    ENVOY = 26
    JESTER = 27
    HAMLET_ACTION = 28
    HAMLET_BUY = 29
    REMAKE = 30  # first: how many times are left
    TOURNAMENT = 31  # (1) and (2) of D11.7: the seat is asked to reveal a Province
    TOURNAMENT_PRIZE = 32  # (3)
    TOURNAMENT_DRAW = 33  # (4)
    YOUNG_WITCH = 34
    MARKET_BUY = 35
    MARKET_ORDER = 36
    STEED_SILVERS = 37  # D12.5


class Decision(IntEnum):
    """The decisions, with the meaning of the numbers in ``state.choices``.

    A *card* is its kind; NOTHING declines.  A card is offered once, however many copies there are.
    """

    NONE = 0
    ACTION = 1  # the card to play, or NOTHING: the Action phase ends (D3.3)
    TREASURE = 2  # ALL whose order cannot matter, the card to play, or NOTHING: no more (D3.5)
    BUY = 3  # the card, or NOTHING: no more (D3.5)
    REACT = 4  # the Reaction to reveal or set aside, or NOTHING (D7.2)
    DISCARD = 5  # the card of the hand; `left` more are to follow, this one included
    TRASH = 6  # the card of the hand; ``routine`` says for what
    GAIN = 7  # the card; ``limit`` and ``how`` say which may be gained
    THRONE_ROOM = 8  # the card of the hand that is played twice (D6.1)
    CELLAR = 9  # a card to discard, or NOTHING: no more (D10.1)
    CHAPEL = 10  # a card to trash, or NOTHING: no more (D10.2)
    CHANCELLOR = 11  # 1: the draw pile goes into the discard pile; 0: it does not (D10.4)
    BUREAUCRAT = 12  # the Victory card that goes on top of the draw pile (D10.8)
    SPY = 13  # 1: `looked`, of `victim`, is discarded; 0: it stays (D10.15)
    THIEF = 14  # the revealed Treasure of `victim` that is trashed (D10.16)
    THIEF_GAIN = 15  # a Treasure of `stolen` to gain, or NOTHING: no more
    LIBRARY = 16  # 1: `looked` is set aside; 0: it is taken into the hand (D10.21)
    HAMLET_ACTION = 17  # the card to discard for an action, or NOTHING (D11.1)
    HAMLET_BUY = 18  # the card to discard for a buy, or NOTHING
    TOURNAMENT = 19  # 1: a Province is revealed; 0: it is not (D11.7)
    PRIZE = 20  # a prize, the Duchy, or NOTHING: the empty prize pile (D11.7)
    YOUNG_WITCH = 21  # 1: a Bane card is revealed; 0: it is not (D11.8)
    JESTER = 22  # 1: `victim` gains a copy of `looked`; 0: the player of the Jester does (D11.12)
    TRUSTY_STEED = 23  # two bits of ``Steed`` (D12.5)
    MARKET_BUY = 24  # a card of `shown` to buy, or NOTHING (D13.1)
    MARKET_ORDER = 25  # the card of `shown` that goes under the Black Market deck next
    ENVOY = 26  # the card of `revealed` that is discarded (D13.2)
    PLACE_STASH = 27  # how many cards of the draw pile lie above the Stash (D13.3)
    WALLED_VILLAGE = 28  # 1: on top of the draw pile; 0: discarded (D13.4)


class Chance(IntEnum):
    """The random streams; seat s shuffles with stream ``DRAW + s``."""

    KINGDOM = 0  # random Kingdom and Bane (D1.11, D9.1)
    MARKET = 1  # the Black Market deck (D9.3)
    DRAW = 2


class How(IntEnum):
    """How a card is gained."""

    UP_TO = 0  # costing up to the limit, to the discard pile
    EXACTLY = 1  # costing exactly so much
    TREASURE = 2  # a Treasure only
    TO_HAND = 4
    BY_HORN = 8  # a Victory card trashes the Horn of Plenty (D11.10)


class Steed(IntEnum):
    """The effects of a Trusty Steed, of which two are chosen (D12.5)."""

    CARDS = 1
    ACTIONS = 2
    COINS = 4
    SILVERS = 8


NOTHING = -1  # a choice: no card, no more
ALL = -2  # a choice: all Treasures whose order cannot matter
ANY = -1  # in a draw pile: an unknown card

HAND_SIZE = 5  # D1.3
MAX_PLAYERS = 4
MAX_PILE = 380  # cards of one player at most: all of the game
MAX_SHOWN = 3  # cards of the Black Market deck shown at once (D13.1)
MAX_ROUNDS = 200  # D8.6
MAX_TAKEN = 127  # copies of a card that a record counts for a seat

SEAT = struct(
    ("turns", int32),  # begun
    ("num_hand", int32),
    ("num_deck", int32),  # cards of the draw pile below those of `top`
    ("num_discard", int32),
    ("num_top", int32),
    ("num_owned", int32),
    ("points", int32),  # of the cards owned, without those that count others (D8.3)
    ("money", int32),  # nominal, of the cards owned; this and the next two are for bots
    ("num_treasures", int32),
    ("num_victories", int32),
    ("aside", int32),  # Horse Traders set aside (D7.5)
    ("extra_coins", int32),  # in the first turn, by a handicap
    ("before_last", int32),  # points as the round began
    ("surcharged", int32),  # kind for which it pays more, by a handicap, or 0
    ("surcharge", int32),
    ("plays", int32),  # for the record: Actions played in the Action phases
    ("hand_kinds", int64),  # a bit for each kind that is in the hand
    ("banned", int64),  # kinds that it may not take, a bit each, by a handicap
    ("hand", int8, (ROOM,)),  # how many of each kind
    ("owned", int8, (ROOM,)),  # in all zones (D2.2)
    ("taken", int16, (ROOM,)),  # gained or bought, for the record
    ("rounds_taken", int16, (ROOM,)),
    ("top", int8, (MAX_PILE,)),  # the upper part of the draw pile, the topmost last; ANY: unknown
    # These follow `top`, and `plays` stands above, so that a seat is a multiple of 16 bytes long:
    # the arrays by kind, which are moved in whole vectors, then begin at such a multiple as well.
    ("opening", int8, (2,)),  # for the record: 1 + the first kind bought in the first two turns
    ("stuck", int16),  # for the record: turns with an Action left in hand that could not be played
)
STATE = struct(
    *engine_fields(num_streams=Chance.DRAW + MAX_PLAYERS, max_choices=MAX_PILE),
    ("rounds", int32),  # rounds begun
    ("turns", int32),  # turns begun
    ("active", int32),  # the seat whose turn it is
    ("phase", int32),
    ("actions", int32),
    ("buys", int32),
    ("coins", int32),
    ("bought", int32),  # 1 after the first buy of the Buy phase (D3.5)
    ("walled", int32),  # 1 if a Walled Village was played in this turn
    ("princesses", int32),  # in play: each makes cards 2 cheaper (D5.4)
    ("immune", int32),  # seats that the current attack does not affect, a bit each (D7.4)
    ("ending", int32),  # 1 + index in ENDINGS, once the game is sure to end with this turn
    ("num_empty", int32),  # empty piles of the supply
    ("routine", int32),  # Special of the card that asks, if several cards ask this decision
    ("left", int32),  # how many more cards the decision is about
    ("limit", int32),  # of the cost of what may be gained
    ("how", int32),
    ("looked", int32),  # the card looked at, or NOTHING
    ("victim", int32),  # the seat whose cards are revealed
    ("num_supply", int32),
    ("num_kinds", int32),
    ("num_prizes", int32),  # left in the prize pile
    ("bane", int32),  # its kind, or NOTHING (D9.1)
    ("revealing", int32),  # Provinces revealed in a Tournament: 1 the player's own, 2 another's
    ("num_revealed", int32),
    ("num_stolen", int32),
    ("num_shown", int32),
    ("num_market", int32),  # cards in the Black Market deck
    ("shown", int8, (MAX_SHOWN,)),  # cards of the Black Market deck that lie open
    ("kinds", int8, (ROOM,)),  # all kinds in this game: piles, then prizes, then market
    ("piles", int8, (ROOM,)),  # cards left in the supply and in the prize pile, by kind
    ("in_supply", int64),  # a bit for each kind with a pile, even an empty one
    ("trash", int8, (ROOM,)),
    ("in_play", int8, (ROOM,)),  # of the active seat (D2.3)
    ("revealed", int8, (ROOM,)),  # cards of `victim` that lie open or set aside
    ("stolen", int8, (ROOM,)),  # Treasures trashed by this Thief (D10.16)
    ("market", int8, (ROOM,)),  # the Black Market deck, the top first
    ("decks", int8, (MAX_PLAYERS, ROOM)),  # the lower part of each draw pile, by kind
    ("discards", int8, (MAX_PLAYERS, ROOM)),
    ("seats", SEAT, (MAX_PLAYERS,)),
)
HIDDEN = ("market", "decks", "discards")  # D4.6
OWN = ("hand", "hand_kinds")

FACE = struct(
    ("cost", int32),
    ("types", int32),  # bits of Type
    ("cards", int32),
    ("actions", int32),
    ("buys", int32),
    ("coins", int32),
    ("worth", int32),  # of a Treasure, in coins
    ("points", int32),
    ("special", int32),
    ("money", int32),  # nominal, for bots
    ("copies", int32),  # in its pile with this number of players, or as a prize
)
HANDICAP = struct(  # of an entry of the line-up, for a designed experiment
    ("banned", int64),  # kinds that it may not take, a bit each
    ("gift", int32),  # kind + 1 of an extra card that it begins with, or 0
    ("surcharged", int32),  # kind for which it pays more, or 0
    ("surcharge", int32),
    ("coins", int32),  # extra coins in its first turn
)
TABLE = struct(
    ("num_seats", int32),
    ("num_kinds", int32),
    ("num_fixed", int32),  # piles of every deal, the first ones of `pool`
    ("num_kingdom", int32),  # piles of the Kingdom in all, without the Bane
    ("num_pool", int32),
    ("pool", int8, (ROOM,)),  # cards of the Kingdom; those after `num_fixed` are drawn from
    ("bane", int32),  # its kind, or NOTHING: drawn if one is needed
    ("banes", int64),  # kinds that may be the Bane, a bit each
    ("market", int64),  # kinds that the Black Market deck may have, a bit each
    ("prizes", int64),  # kinds
    ("actions", int64),  # kinds that are Actions, a bit each; and so on
    ("treasures", int64),
    ("victories", int64),
    ("reactions", int64),
    ("horns", int64),  # Treasures whose order matters: by special, as those below
    ("stashes", int64),
    ("gardens", int64),
    ("fairgrounds", int64),
    ("solo_target", int32),  # Provinces that end a game of one player (D15.6)
    ("max_rounds", int32),  # D8.6
    ("extra_coins", int32, (MAX_SEATS,)),  # in the first turn, by seat
    ("rows", int8, (ROOM,)),  # the row of each kind in records, or NOBODY
    ("faces", FACE, (ROOM,)),
    ("handicaps", HANDICAP, (MAX_SEATS,)),  # by entry of the line-up
)

PARTS = ("Provinces", "Duchies", "Estates", "Curses", "Gardens", "Fairgrounds", "other cards")
# D8.1, D15.6, D8.6
ENDINGS = (
    "all Provinces are gone",
    "three piles are empty",
    "the wanted Provinces are owned",
    "the limit of rounds is reached",
)
RECORD = struct(
    *record_fields(num_parts=len(PARTS), max_cards=MAX_KINDS, last_round=True),
    ("opening", int16, (MAX_SEATS, 2)),  # rows of the cards first bought in the first two turns
    ("plays", int32, (MAX_SEATS,)),  # Actions played in the Action phases
    ("stuck", int32, (MAX_SEATS,)),  # turns with an Action left in hand that could not be played
)
