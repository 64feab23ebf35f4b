"""Setting up (V2, V12.1, V13.1, V14.2, V15.1): all that is fixed before the first question."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.games.valeria.referee.sheets import Monster, Sheets

AREAS_IN_A_GAME = 5
CITIZEN_STACKS = 10
CITIZENS_IN_A_STACK = 5
MOST_PLAYERS = 5  # who get one card more in every stack (V12.1)
EXHAUSTED = "exhausted"  # an Exhausted card, among the ids of events


@dataclass(frozen=True)
class Deal:
    """The grid and the Dukes. Stacks are listed from the left, cards from the top.

    One player plays solo (V13), five with a resting player (V12).

    Attributes
    ----------
    citizens
        For each of the ten stacks an id, whose copies fill it, or all its cards if they are mixed
        (V15).
    dukes
        The ids dealt to each seat, seat 0 plays first; empty without Dukes (V16).
    exhausted
        The Exhausted stack with Monster Events (V14.2): ids of events, and "exhausted" for an
        Exhausted card. Empty without events, as then nothing depends on it.
    dark_lord
        Solo: the Dark Lord's Duke.
    """

    num_players: int
    monsters: tuple[tuple[str, ...], ...]
    citizens: tuple[str | tuple[str, ...], ...]
    domains: tuple[tuple[str, ...], ...]
    dukes: tuple[tuple[str, ...], ...]
    exhausted: tuple[str, ...] = ()
    dark_lord: str = ""


def stack_size(base: int, num_players: int) -> int:
    """Cards of a Citizen or Domain stack (V2.11)."""
    return base + (num_players == MOST_PLAYERS)


def monster_stack(sheets: Sheets, area: str, edition: str, num_players: int = 4) -> tuple[str, ...]:
    """The stack of an area: V2.2 and V12.1, sorted as V2.3."""
    cards = sorted(_area_cards(sheets, area), key=lambda card: card.strength)
    extra = num_players == MOST_PLAYERS
    return tuple(
        card.id for card in cards for _ in range(card.count - (0 if extra else card.extra[edition]))
    )


def columns(
    sheets: Sheets, areas: Sequence[str], edition: str, num_players: int = 4
) -> tuple[tuple[str, ...], ...]:
    """The Monster stacks from the left (V2.4, R20)."""
    order = _areas(sheets)
    stacks = [monster_stack(sheets, area, edition, num_players) for area in areas]

    def place(stack: tuple[str, ...]) -> tuple[int, int, int]:
        top = sheets.monsters[stack[0]]
        return top.strength, top.magic, order.index(top.area)

    return tuple(sorted(stacks, key=place))


def _areas(sheets: Sheets) -> list[str]:
    return list(dict.fromkeys(card.area for card in sheets.monsters.values()))


def _area_cards(sheets: Sheets, area: str) -> list[Monster]:
    return [card for card in sheets.monsters.values() if card.area == area]
