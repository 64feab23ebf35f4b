"""A table of Dominion whose game is told from here on."""

from collections.abc import Iterator
from typing import Any

from balance.games.dominion.layout import Phase, Task
from balance.games.dominion.narrate.narrator import DominionNarrator
from balance.games.dominion.rules.dispatch import step, take
from tests.games.dominion.hands import Hands

NAMES = ("red", "blue", "green", "white")


class Told:
    """A table whose game is told from here on."""

    def __init__(self, table: Hands) -> None:
        self.table = table
        self.narrator = DominionNarrator(table.game_table, NAMES[: table.num_seats])

    def choose(self, *names: str) -> list[str]:
        """Return what is told as choices with these names are made, and of what comes of them."""
        return [line for name in names for line in self._choose(name)]

    def describe(self) -> list[str]:
        """Say all choices offered."""
        state = self.table.state
        return [self.narrator.describe(state, index) for index in range(state.num_choices)]

    def _choose(self, name: str) -> Iterator[str]:
        table = self.table
        before, index = table.states.copy(), table.offered().index(name)
        take(table.state, table.table, index)
        yield from self.narrator.choice(before[0], table.state, index)
        yield from self.go_on()

    def go_on(self, turns: bool = False) -> Iterator[str]:
        """Tell the tasks up to the next decision, or only to the next turn."""
        state = self.table.state
        while not (self.table.is_over or state.decision):
            if state.agenda[state.num_tasks - 1].what == Task.TURN and not turns:
                return
            before = self.table.states.copy()
            step(state, self.table.table)
            yield from self.narrator.task(before[0], state)


def told(kingdom: str, hand: str, deck: str = "", other: str = "", **keys: Any) -> Told:
    """Red is about to play; `other` is what blue has in hand."""
    zones = {name: keys.pop(name) for name in ("discard", "play", "under") if name in keys}
    phase = keys.pop("phase", Phase.ACTION)
    table = Hands(kingdom, **keys).give(0, hand, deck=deck, **zones).give(1, other)
    return Told(table.start(phase=phase))
