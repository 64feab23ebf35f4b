"""The state of a game, and how cards move from zone to zone (D2, D4, D5)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.games.dominion.referee.sheets import Face
from tests.games.referees import Asking, ask

Choice = str | int
NOTHING = "nothing"


class Luck(Protocol):
    """Says which card a seat draws.

    Attributes
    ----------
    streams
        An array of what the luck of each seat depends on.
    """

    streams: Any

    def __call__(self, seat: int, unknown: Mapping[str, int]) -> str:
        """The card drawn by a seat, of so many of each that nobody knows."""


@dataclass
class Player:
    """The zones of a player (D2.1).

    Attributes
    ----------
    pile
        The draw pile, the top first; None is a card that nobody knows.
    unknown
        What the cards are that nobody knows.
    in_play
        In the order of playing; a card that is played twice lies there once (D6.5).
    opened
        Cards that lie open or set aside while an instruction is carried out (D4.3).
    placing
        Stashes that still go into the draw pile (D13.3).
    waiting
        Horse Traders that were set aside (D7.5).
    gained, rounds_gained
        How often each card was gained, and the rounds of that added up.
    """

    seat: int
    turns: int = 0
    pile: list[str | None] = field(default_factory=list)
    unknown: Counter[str] = field(default_factory=Counter)
    hand: list[str] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    in_play: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    placing: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    gained: Counter[str] = field(default_factory=Counter)
    rounds_gained: Counter[str] = field(default_factory=Counter)

    def owned(self) -> list[str]:
        """All cards of the player (D2.2)."""
        known = [card for card in self.pile if card is not None]
        zones = (known, self.hand, self.discarded, self.in_play, self.opened, self.placing)
        return [*self.unknown.elements(), *self.waiting, *(card for zone in zones for card in zone)]

    def put_on_top(self, card: str) -> None:
        """Put a card on the draw pile, known to all (D4.4)."""
        self.pile.insert(0, card)

    def discard(self, card: str) -> None:
        """Discard a card of the hand (D2.4)."""
        self.hand.remove(card)
        self.discarded.append(card)

    def discard_opened(self) -> None:
        """Discard all that lies open."""
        self.discarded += self.opened
        self.opened.clear()

    def discard_pile(self) -> None:
        """Put the draw pile, unseen, onto the discard pile (D4.5)."""
        self.discarded += [card for card in self.pile if card is not None]
        self.discarded += self.unknown.elements()
        self.pile.clear()
        self.unknown.clear()


@dataclass
class Table:
    """Everything that changes during a game, with what it is played by.

    Attributes
    ----------
    supply
        Cards left in each pile, by name (D1.9).
    prizes
        Left in the prize pile (D9.2).
    market
        The Black Market deck, the top first (D9.3).
    shown
        Cards of it that lie open.
    stolen
        Treasures trashed by the Thief that is carried out.
    has_bought
        Whether a card was bought in this Buy phase (D3.5).
    ended
        Why the game is over, or "".
    happened
        How often things came up, for counting.
    """

    faces: Mapping[str, Face]
    players: list[Player]
    luck: Luck
    supply: dict[str, int] = field(default_factory=dict)
    bane: str | None = None
    prizes: list[str] = field(default_factory=list)
    market: list[str] = field(default_factory=list)
    trash: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    stolen: list[str] = field(default_factory=list)
    phase: str = "action"
    active: int = 0
    actions: int = 0
    buys: int = 0
    coins: int = 0
    has_bought: bool = False
    round: int = 0
    turn: int = 0
    before_last: list[int] = field(default_factory=list)  # points as the round began
    ended: str = ""
    happened: Counter[str] = field(default_factory=Counter)

    def is_a(self, card: str, type_: str) -> bool:
        """Whether a card is, among others, of that type (D2.9)."""
        return type_ in self.faces[card].types

    def cost(self, card: str) -> int:
        """What a card costs now (D5.4)."""
        names = self.players[self.active].in_play
        princesses = sum(self.faces[name].routine == "princess" for name in names)
        return max(0, self.faces[card].cost - 2 * princesses)

    def others(self, player: Player) -> list[Player]:
        """The other players in turn order (D2.11)."""
        number = len(self.players)
        return [self.players[(player.seat + step) % number] for step in range(1, number)]

    def of_hand(self, player: Player, type_: str) -> list[str]:
        """The names in a hand that are of that type."""
        return names(card for card in player.hand if self.is_a(card, type_))

    def gain(self, player: Player, card: str, to: str = "discarded") -> bool:
        """Gain a card of the supply, to the discard pile, the hand or the top of the draw pile.

        Returns whether there was one (D5.1).
        """
        if not self.supply.get(card):
            return False
        self.supply[card] -= 1
        self.receive(player, card, to)
        return True

    def receive(self, player: Player, card: str, to: str = "discarded") -> None:
        """A card comes to a player, who gains it (D2.5, D5.3)."""
        match to:
            case "top":
                player.put_on_top(card)
            case "hand":
                player.hand.append(card)
            case _:
                player.discarded.append(card)
        player.gained[card] += 1
        player.rounds_gained[card] += self.round
        self.happened[f"gain {card}"] += 1

    def trash_from_hand(self, player: Player, card: str) -> None:
        """Trash a card of the hand (D2.4)."""
        player.hand.remove(card)
        self.trash.append(card)
        self.happened[f"trash {card}"] += 1


def names(cards: Iterable[str]) -> list[str]:
    """Each name once (D2.8)."""
    return list(dict.fromkeys(cards))


def ask_card(kind: str, seat: int, cards: Sequence[str], **about: Choice) -> Asking[str]:
    """Ask for a card."""
    answer = yield from ask(kind, seat, list(cards), **about)
    return str(answer)


def take(table: Table, player: Player) -> Asking[str | None]:
    """Take the top card of the draw pile, after a shuffle if need be; None if there is none."""
    if not player.pile:  # D4.1, D4.2
        if not player.discarded:
            table.happened["no card left"] += 1
            return None
        yield from _shuffle(table, player)
    card = player.pile.pop(0)
    if card is None:
        card = table.luck(player.seat, +player.unknown)
        assert player.unknown[card] > 0, f"seat {player.seat} cannot have drawn {card}"
        player.unknown[card] -= 1
    return card


def _shuffle(table: Table, player: Player) -> Asking[None]:
    """The discard pile becomes the draw pile; the owner places Stashes (D4.7, D13.3)."""
    assert not player.pile
    assert not +player.unknown
    table.happened["shuffle"] += 1
    if player.opened or player.in_play:
        table.happened["shuffle within an instruction"] += 1
    stashes = [card for card in player.discarded if table.faces[card].routine == "stash"]
    rest = [card for card in player.discarded if table.faces[card].routine != "stash"]
    player.unknown = Counter(rest)
    player.pile = [None] * len(rest)
    player.discarded, player.placing = [], stashes
    while player.placing:
        places = range(len(player.pile) + 1)
        card = player.placing[-1]
        place = yield from ask("place_stash", player.seat, list(places), looked=card)
        player.pile.insert(int(place), player.placing.pop())


def draw(table: Table, player: Player, number: int) -> Asking[None]:
    """Draw cards into the hand, fewer if there are no more (D4.2)."""
    for _ in range(number):
        card = yield from take(table, player)
        if card is None:
            return
        player.hand.append(card)


def discard_cards(table: Table, player: Player, number: int, routine: str) -> Asking[None]:
    """Discard so many cards of the hand, fewer if there are no more."""
    for left in range(min(number, len(player.hand)), 0, -1):
        card = yield from ask_card(
            "discard", player.seat, names(player.hand), left=left, routine=routine
        )
        player.discard(card)


def trash_card(
    table: Table, player: Player, routine: str, cards: Sequence[str] | None = None
) -> Asking[str | None]:
    """Trash a card of the hand, any or one of these; None if there is none (D5.5)."""
    cards = names(player.hand) if cards is None else cards
    if not cards:
        return None
    card = yield from ask_card("trash", player.seat, cards, routine=routine)
    table.trash_from_hand(player, card)
    table.happened[f"{routine} while cards are cheaper"] += (
        table.cost(card) < table.faces[card].cost
    )
    return card


def gain_card(
    table: Table,
    player: Player,
    routine: str,
    limit: int,
    exactly: bool = False,
    type_: str | None = None,
    to: str = "discarded",
) -> Asking[str | None]:
    """Gain a card of the supply costing up to so much, or exactly so much (D5.2)."""
    cards = [
        card
        for card, left in table.supply.items()
        if left
        and (table.cost(card) == limit if exactly else table.cost(card) <= limit)
        and (type_ is None or table.is_a(card, type_))
    ]
    if not cards:
        table.happened[f"nothing to gain by {routine}"] += 1
        return None
    card = yield from ask_card("gain", player.seat, cards, limit=limit, routine=routine)
    table.gain(player, card, to)
    return card
