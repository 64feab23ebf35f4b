"""The usual orders of cards: which is played first (S3.2), and which is discarded first (S4.1).

A designer's own card has the place of the card of the box that it is most like: one with the same
special part, or else one with similar numbers.
"""

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.layout import State, Table, wide
from balance.games.dominion.layout import (
    COPPER,
    CURSE,
    DUCHY,
    ESTATE,
    FIRST_OWN,
    GOLD,
    NOTHING,
    PROVINCE,
    SILVER,
    Card,
    Special,
    Type,
)


def _in_order(names: str) -> list[str]:
    return names.split()


# Which Action is played first (S3.2).  Some have two places: see `acting.place_of`.
_PLAY = _in_order(
    "menagerie_first farming_village festival hamlet spy village walled_village "
    "smithy_early council_room_early envoy_early library_early trusty_steed throne_room "
    "bag_of_gold laboratory tournament hunting_party market tournament_late menagerie cellar "
    "followers witch young_witch harvest jester library adventurer moneylender princess envoy "
    "mine remodel council_room smithy feast bureaucrat horse_traders woodcutter chapel "
    "chancellor militia thief black_market fortune_teller moat remake chapel_late workshop"
)
MENAGERIE_FIRST, SMITHY_EARLY, COUNCIL_ROOM_EARLY, ENVOY_EARLY, LIBRARY_EARLY = (
    _PLAY.index(name)
    for name in (
        "menagerie_first", "smithy_early", "council_room_early", "envoy_early", "library_early",
    )
)  # fmt: skip
TOURNAMENT_LATE, CHAPEL_LATE = _PLAY.index("tournament_late"), _PLAY.index("chapel_late")
NOT_PLAYED = len(_PLAY)

# Which card is discarded first (S4.1).
_DISCARD = _in_order(
    "province fairgrounds duchy estate gardens curse copper remake cellar chapel remodel "
    "walled_village silver black_market bureaucrat chancellor hamlet horse_traders menagerie "
    "thief woodcutter moneylender village farming_village feast fortune_teller mine spy "
    "throne_room workshop moat stash gold smithy bag_of_gold envoy militia festival "
    "horn_of_plenty jester young_witch council_room harvest hunting_party diadem library market "
    "followers princess tournament adventurer laboratory witch trusty_steed"
)

# Which Treasure a Thief takes first, and which prize is taken first (S6).
_THIEF = _in_order("gold diadem stash horn_of_plenty silver copper")
_PRIZES = _in_order("followers trusty_steed bag_of_gold princess diadem")


def _places(order: list[str]) -> NDArray[np.int64]:
    """Return the place of each card of the box in an order; after all others if it is not named."""
    places = [order.index(card.name) if card.name in order else len(order) for card in Card]
    return np.array(places, np.int64)


PLAY_PLACES = _places(_PLAY)
DISCARD_PLACES = _places(_DISCARD)
THIEF_PLACES = _places(_THIEF)
PRIZE_PLACES = _places(_PRIZES)


def _card_of(special: Special) -> int:
    """Return the card of the box with this special part."""
    name = special.name.lower().removesuffix("_reaction").removesuffix("_vp")
    return int(Card[name]) if name in Card.__members__ else NOTHING


_CARD_OF = np.array([_card_of(special) for special in Special], np.int64)


@compiled
def like(table: Table, kind: int) -> int:
    """Return the card of the box whose place in the orders a card has."""
    if kind < FIRST_OWN:
        return kind
    face = table.faces[kind]
    if face.special != Special.NONE:
        return wide(_CARD_OF[face.special])
    if face.types & Type.ACTION:
        return like_action(table, kind)
    if face.types & Type.TREASURE:
        return wide(GOLD if face.worth > 2 else SILVER if face.worth == 2 else COPPER)
    if face.types & Type.CURSE:
        return wide(CURSE)
    return wide(PROVINCE if face.points > 4 else DUCHY if face.points > 1 else ESTATE)


@compiled
def like_action(table: Table, kind: int) -> int:
    """Return the Action of the box with numbers similar to those of this one."""
    face = table.faces[kind]
    if face.actions > 1:
        return wide(Card.village if face.cards > 0 else Card.festival)
    if face.actions == 1:
        return wide(Card.laboratory if face.cards > 1 else Card.market)
    if face.cards > 1:
        return wide(Card.smithy if face.cards > 2 else Card.moat)
    return wide(Card.militia if face.coins > 0 else Card.workshop)


@compiled
def discard_place(table: Table, kind: int) -> int:
    """Return the place of a card in the discard order (S4.1)."""
    return wide(DISCARD_PLACES[like(table, kind)])


@compiled
def is_terminal(table: Table, kind: int) -> bool:
    """Return whether a card is an Action that gives no Action."""
    face = table.faces[kind]
    return face.types & Type.ACTION != 0 and face.actions == 0


@compiled
def is_dead(table: Table, kind: int) -> bool:
    """Return whether a card does nothing in hand: a Victory card or Curse, and nothing else."""
    types = wide(table.faces[kind].types)
    return types & (Type.VICTORY | Type.CURSE) != 0 and types & (Type.ACTION | Type.TREASURE) == 0


@compiled
def count_terminals(view: State, table: Table, seat: int) -> int:
    """Return how many terminals are in the hand of a seat."""
    count = 0
    for place in range(view.num_kinds):
        kind = wide(view.kinds[place])
        if view.seats[seat].hand[kind] > 0 and is_terminal(table, kind):
            count += wide(view.seats[seat].hand[kind])
    return count
