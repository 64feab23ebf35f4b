"""What follows an action: spaces are covered (V8.1, V14.11), solo may end (V13.10)."""

from tests.games.valeria.referee.deals import EXHAUSTED
from tests.games.valeria.referee.sheets import Event
from tests.games.valeria.referee.table import Asking, Space, Table, ask

AFTER_EVENT, BARE = "after event", "bare"  # covers, see `Space`
NO_MONSTERS = "no Monsters left"
FIVE_EXHAUSTED = "five stacks exhausted"
MOST_EXHAUSTED = 5  # V13.10


class SoloOverError(Exception):
    """A solo game has ended; the message is its ending (V13.10)."""


def whole(table: Table, deed: Asking[None]) -> Asking[None]:
    """Carry out an action or ability with all that it causes, then do what follows.

    What is done inside another action or ability is part of that one (V6.8, V8.1).
    """
    table.unfinished += 1
    yield from deed
    table.unfinished -= 1
    if not table.unfinished:
        yield from _cover(table)
        check_solo_end(table)


def check_solo_end(table: Table) -> None:
    """Leave a solo game that is over (V13.10).

    Raises
    ------
    SoloOverError
        If all Monster stacks or any five stacks are exhausted.
    """
    if table.solo and not any(stack.cards for stack in table.monsters):
        raise SoloOverError(NO_MONSTERS)
    if table.solo and table.exhausted() >= MOST_EXHAUSTED:
        raise SoloOverError(FIVE_EXHAUSTED)


def uncover(table: Table, space: Space) -> None:
    """What lies on a space goes away, as a card is returned to it (V8.4, R10)."""
    if isinstance(space.cover, Event):
        table.exhausted_stack.insert(0, space.cover.id)  # V14.13: without its markers
    elif space.cover == EXHAUSTED:
        table.exhausted_stack.append(EXHAUSTED)
    space.cover = ""


def _cover(table: Table) -> Asking[None]:
    """The active player chooses which empty space is covered next (V8.1, V14.3)."""
    spaces = table.spaces()
    while table.exhausted_stack:
        empty = [
            number
            for number, space in enumerate(spaces)
            if not space.cards and space.cover in ("", AFTER_EVENT)
        ]
        if not empty:
            return
        answer = yield from ask("cover", table.active, [("cover", number) for number in empty])
        _lay_cover(table, spaces[int(answer[1])])


def _lay_cover(table: Table, space: Space) -> None:
    """The top card of the Exhausted stack; where an event was slain the bottom card (V14.11)."""
    events = table.sheets.events
    if space.cover != AFTER_EVENT:
        card = table.exhausted_stack.pop(0)
        space.cover = table.sheets.event(card) if card in events else card
    elif table.exhausted_stack[-1] in events:
        space.cover = BARE
    else:
        space.cover = table.exhausted_stack.pop()
