"""Narrates a described game: what was chosen, and everything that changed."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from balance.cards.effect_reader import in_a_row
from balance.engine.layout import State
from balance.engine.services import Narrator
from balance.games.described.layout import ANSWERS, DECLINE, MOST_KNOWN, Decision, Task


class DescribedNarrator(Narrator):
    """Narrates a game by comparing the state before and after."""

    def task(self, before: State, after: State) -> list[str]:  # noqa: D102
        what = before.agenda[before.num_tasks - 1].what
        lines = []
        if what == Task.ROUND:
            lines += ["", f"Round {after.rounds}."]
        if what == Task.TURN:
            lines += ["", f"Turn {after.turns}: {self.names[after.active]}."]
        return [*lines, *self._changes(before, after)]

    def choice(self, before: State, after: State, index: int) -> list[str]:  # noqa: D102
        return [
            f"{self.names[before.due_seat]}: {self.describe(before, index)}.",
            *self._changes(before, after),
        ]

    def describe(self, state: State, index: int) -> str:  # noqa: D102
        choice = int(state.choices[index])
        line = self._table.asked[int(state.asked)]
        if state.decision == Decision.OPTION:
            option = line.block[choice % ANSWERS]
            if choice < ANSWERS:
                return str(option.parts[0])
            line, choice = option.block[0], choice // ANSWERS - 1
        if line.what == "reroll_any":
            dice = [str(place + 1) for place in range(choice.bit_length()) if choice >> place & 1]
            return f"rolls again {in_a_row(dice, 'and')} of the dice" if dice else "keeps all dice"
        if line.what == "choose_number":
            return "no number" if choice == DECLINE else str(choice)
        if line.what == "choose_player":
            return "nobody" if choice == DECLINE else str(self.names[choice])
        if choice == DECLINE:
            return f"no card from {line.parts[0].name}"
        return f"{self._table.description.cards[choice].name} from {line.parts[0].name}"

    def _changes(self, before: State, after: State) -> list[str]:
        """Return what changed, each thing in a line."""
        return [f"  {line}." for line in (*self._dice(before, after), *self._numbers(before, after),
                                          *self._cards(before, after),
                                          *self._counters(before, after),
                                          *self._seen(before, after))]  # fmt: skip

    def _dice(self, before: State, after: State) -> Iterator[str]:
        if before.rolls != after.rolls:
            yield f"the dice show {', '.join(map(str, after.dice[: after.num_dice]))}"

    def _numbers(self, before: State, after: State) -> Iterator[str]:
        description = self._table.description
        for row, name in enumerate(description.shared):
            yield from self._changed("", name, before.shared[row], after.shared[row])
        for seat, who in enumerate(self.names):
            old, new = before.seats[seat].numbers, after.seats[seat].numbers
            for row, name in enumerate(description.each_player):
                yield from self._changed(f"{who}, ", name, old[row], new[row])

    def _changed(self, who: str, name: str, old: int, new: int) -> Iterator[str]:
        """Yield how a number changes, or the word that it holds."""
        if old == new:
            return
        if name in self._table.description.hold_words:
            yield f"{who}{name}: {self._table.words.get(int(new), new)}"
        else:
            yield f"{who}{name}: {old} to {new}"

    def _cards(self, before: State, after: State) -> Iterator[str]:
        names = tuple(self._table.description.zones)
        for place in range(self.table.num_places):
            number = int(self.table.zone_of[place])
            zone = self.table.zones[number]
            seat = place - int(zone.place)
            first = int(zone.cell) + seat * int(zone.num_kinds)
            cells = slice(first, first + int(zone.num_kinds))
            gained = after.cards[cells].astype(int) - before.cards[cells].astype(int)
            if not gained.any():
                continue
            changes = [
                f"{count:+} {self._table.description.cards[int(zone.first_kind) + row].name}"
                for row, count in enumerate(gained) if count
            ]  # fmt: skip
            who = f"{self.names[seat]}, " if zone.per_player else ""
            yield f"{who}{names[number]}: {', '.join(changes)}"

    def _counters(self, before: State, after: State) -> Iterator[str]:
        """Yield what is put on cards that stay, or taken from them."""
        for place in range(self.table.num_places):
            number = int(self.table.zone_of[place])
            zone, own = (
                self.table.zones[number],
                list(self._table.description.zones.values())[number],
            )
            owner = place - int(zone.place)
            for counter, name in enumerate(own.counters):
                first = int(zone.counters) + (owner * len(own.counters) + counter) * zone.num_kinds
                cells = slice(int(first), int(first + zone.num_kinds))
                old, new = (state.cards[cells].astype(int) for state in (before, after))
                for row in np.flatnonzero(old != new).tolist():
                    card = self._table.description.cards[int(zone.first_kind) + row].name
                    who = f"{self.names[owner]}, " if zone.per_player else ""
                    yield f"{who}{own.name}: {name} on {card} {old[row]} to {new[row]}"

    def _seen(self, before: State, after: State) -> Iterator[str]:
        """Yield what players saw of piles from which no card came or went."""
        cards = self._table.description.cards
        for place in range(self.table.num_places):
            number = int(self.table.zone_of[place])
            zone, name = self.table.zones[number], list(self._table.description.zones)[number]
            owner = place - int(zone.place)
            for seat in range(
                int(zone.knowers) if before.sizes[place] == after.sizes[place] else 0
            ):
                first = int(zone.order + owner * zone.order_size + 2 + zone.num_kinds)
                first += seat * MOST_KNOWN
                old, new = (
                    state.cards[first : first + MOST_KNOWN].tolist() for state in (before, after)
                )
                if new != old and any(new):
                    whose = f" of {self.names[owner]}" if zone.per_player else ""
                    seen = ", ".join(cards[one - 1].name for one in new if one)
                    yield f"{self.names[seat]} sees on top of {name}{whose}: {seen}"

    @property
    def _table(self) -> Any:
        return self.game_table
