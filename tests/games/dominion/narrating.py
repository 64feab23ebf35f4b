"""A table of Dominion whose game is narrated."""

from collections.abc import Iterator
from typing import Any

from balance.games.dominion.layout import Phase, Task
from balance.games.dominion.narrate.narrator import DominionNarrator
from balance.games.dominion.rules.dispatch import step, take
from tests.games.dominion.hands import Hands

NAMES = ("red", "blue", "green", "white")


class NarratedTable:
    """A table whose game is narrated."""

    def __init__(self, table: Hands) -> None:
        self.table = table
        table.leave_referee()
        self.narrator = DominionNarrator(table.game_table, NAMES[: table.num_seats])

    def choose(self, *names: str) -> list[str]:
        """Return the lines about choices with these names and what happens then."""
        return [line for name in names for line in self._choose(name)]

    def describe(self) -> list[str]:
        """Return the texts of all choices offered."""
        state = self.table.state
        return [self.narrator.describe(state, index) for index in range(state.num_choices)]

    def _choose(self, name: str) -> Iterator[str]:
        table = self.table
        before, index = table.states.copy(), table.offered().index(name)
        take(table.state, table.table, index)
        yield from self.narrator.choice(before[0], table.state, index)
        yield from self.go_on()

    def go_on(self, turns: bool = False) -> Iterator[str]:
        """Narrate the tasks up to the next decision, or only to the next turn."""
        state = self.table.state
        while not (self.table.is_over or state.decision):
            if state.agenda[state.num_tasks - 1].what == Task.TURN and not turns:
                return
            before = self.table.states.copy()
            step(state, self.table.table)
            yield from self.narrator.task(before[0], state)


def narrated_table(
    kingdom: str, hand: str, deck: str = "", other: str = "", **keys: Any
) -> NarratedTable:
    """Red is about to play; `other` is what blue has in hand."""
    zones = {name: keys.pop(name) for name in ("discard", "play", "under") if name in keys}
    phase = keys.pop("phase", Phase.ACTION)
    table = Hands(kingdom, **keys).give(0, hand, deck=deck, **zones).give(1, other)
    return NarratedTable(table.start(phase=phase))
