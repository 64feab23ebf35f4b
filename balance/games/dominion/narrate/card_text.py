"""What each card does, in sentences made of its numbers and its special part."""

from collections.abc import Iterable

from balance.cards.effect_reader import in_a_row
from balance.games.dominion.layout import Special, Type
from balance.games.dominion.sheets.files import Face

_SPECIALS = {
    Special.CELLAR: "discard any number of cards, then draw as many",
    Special.CHAPEL: "trash up to 4 cards of your hand",
    Special.MOAT_REACTION: "when another player plays an Attack, you may reveal this from your "
    "hand: the Attack does not affect you",
    Special.CHANCELLOR: "you may put your draw pile into your discard pile",
    Special.WORKSHOP: "gain a card costing up to 4",
    Special.BUREAUCRAT: "gain a Silver onto your draw pile; each other player puts a Victory card "
    "of the hand onto the draw pile, or reveals a hand without one",
    Special.FEAST: "trash this; gain a card costing up to 5",
    Special.GARDENS_VP: "1 point for every 10 cards you own",
    Special.MILITIA: "each other player discards down to 3 cards in hand",
    Special.MONEYLENDER: "trash a Copper of your hand, if there is one, for 3 coins",
    Special.REMODEL: "trash a card of your hand, then gain one costing up to 2 more",
    Special.SPY: "each player, you too, reveals the top card of the draw pile, and you choose "
    "whether it is discarded or put back",
    Special.THIEF: "each other player reveals the top 2 cards of the draw pile, trashes a Treasure "
    "of them that you choose, and discards the rest; you may gain any of the trashed Treasures",
    Special.THRONE_ROOM: "choose an Action of your hand and play it twice",
    Special.COUNCIL_ROOM: "each other player draws a card",
    Special.LIBRARY: "draw until you have 7 cards in hand; Actions may be set aside as they come, "
    "and are discarded afterwards",
    Special.MINE: "trash a Treasure of your hand, then gain one costing up to 3 more into your "
    "hand",
    Special.WITCH: "each other player gains a Curse",
    Special.ADVENTURER: "reveal cards of your draw pile until 2 Treasures lie open, take these "
    "into your hand and discard the rest",
    Special.HAMLET: "you may discard a card for +1 Action, then one for +1 Buy",
    Special.FORTUNE_TELLER: "each other player reveals cards of the draw pile until a Victory card "
    "or a Curse, puts that one on top and discards the rest",
    Special.MENAGERIE: "reveal your hand: +3 Cards if no two have the same name, else +1 Card",
    Special.FARMING_VILLAGE: "reveal cards of your draw pile until an Action or a Treasure, take "
    "that one into your hand and discard the rest",
    Special.HORSE_TRADERS: "discard 2 cards; when another player plays an Attack, you may set this "
    "aside from your hand: at the start of your next turn +1 Card, and it comes back",
    Special.REMAKE: "twice: trash a card of your hand, then gain one costing exactly 1 more",
    Special.TOURNAMENT: "each player may reveal a Province of the hand: if you do, discard it and "
    "gain a prize or a Duchy onto your draw pile; if nobody else does, +1 Card and 1 coin",
    Special.YOUNG_WITCH: "discard 2 cards; each other player gains a Curse, unless a Bane is "
    "revealed from the hand",
    Special.HARVEST: "reveal the top 4 cards of your draw pile, discard them, 1 coin for each name",
    Special.HORN_OF_PLENTY: "gain a card costing up to 1 for each name among your cards in play, "
    "this too; a Victory card gained so trashes this",
    Special.HUNTING_PARTY: "reveal your hand, then cards of your draw pile until one of a name "
    "that your hand lacks, take that one and discard the rest",
    Special.JESTER: "each other player discards the top card of the draw pile: for a Victory card "
    "that player gains a Curse, else you choose which of you gains a copy",
    Special.FAIRGROUNDS_VP: "2 points for every 5 names among the cards you own",
    Special.BAG_OF_GOLD: "gain a Gold onto your draw pile",
    Special.DIADEM: "1 coin for each unused action",
    Special.FOLLOWERS: "gain an Estate; each other player gains a Curse, then discards down to 3 "
    "cards in hand",
    Special.PRINCESS: "while this is in play, cards cost 2 less",
    Special.TRUSTY_STEED: "choose two: +2 Cards; +2 Actions; 2 coins; gain 4 Silvers and put your "
    "draw pile into your discard pile",
    Special.BLACK_MARKET: "reveal the top 3 cards of the Black Market deck; you may play "
    "Treasures, and buy one of these cards",
    Special.ENVOY: "reveal the top 5 cards of your draw pile; the player to your left discards "
    "one, you take the rest",
    Special.WALLED_VILLAGE: "at clean-up, with at most one other Action in play, you may put this "
    "onto your draw pile",
    Special.STASH: "as you shuffle, you may put this anywhere in your draw pile",
}


def describe_card(face: Face) -> str:
    """Return a sentence on what a card is, costs and does."""
    does = "; ".join(part for part in (_numbers(face), _SPECIALS.get(face.special, "")) if part)
    return f"{face.name} ({types_text(face.types)}, costs {face.cost}): {does or 'nothing'}."


def types_text(types: int) -> str:
    """Return the types of a card: ``Action and Attack``."""
    return in_a_row([str(kind.name).capitalize() for kind in Type if kind & types], "and")


def names_of(faces: Iterable[Face]) -> str:
    """Return the names of cards, or ``none``."""
    return ", ".join(face.name for face in faces) or "none"


def _numbers(face: Face) -> str:
    """Return what the numbers of a card give."""
    parts = [
        f"+{number} {name}{'' if number == 1 else 's'}"
        for number, name in ((face.cards, "Card"), (face.actions, "Action"), (face.buys, "Buy"))
        if number
    ]
    if coins := face.coins or face.worth:
        parts.append(_many(coins, "coin"))
    if face.points:
        parts.append(_many(face.points, "point"))
    return ", ".join(parts)


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if abs(number) == 1 else 's'}"
