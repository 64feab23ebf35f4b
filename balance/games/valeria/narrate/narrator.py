"""The narrator of Valeria: a game in sentences, for `balance play` and the golden traces."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from balance.engine.game import GameTable
from balance.engine.layout import MAX_SEATS, Record, State
from balance.engine.services import Narrator
from balance.games.valeria.layout import (
    DARK_LORD,
    DONE,
    ENDINGS,
    FIRST_STACK_CHOICE,
    NUM_COLUMNS,
    NUM_GOODS,
    PARTS,
    Decision,
    Kind,
    Space,
    Task,
)
from balance.games.valeria.rules.stacks import kind_of_stack

_GOODS = ("gold", "strength", "magic", "VP")
_DICE = ("first", "second")
_BUYS = {Kind.MONSTER: "slays", Kind.CITIZEN: "recruits", Kind.DOMAIN: "builds"}


class ValeriaNarrator(Narrator):
    """Narrates one game."""

    secret = frozenset({Decision.KEEP_DUKE})

    def __init__(self, game_table: GameTable, names: tuple[str, ...]) -> None:
        super().__init__(game_table, names)
        self._paid = np.zeros(NUM_GOODS, np.int64)

    def opening(self, state: State) -> list[str]:
        """Narrate the set-up: the grid from left to right, and the Dukes dealt."""
        lines = [*self.game_table.notes, ""]
        for column in range(NUM_COLUMNS):
            top = [self._pile(state, column + start) for start in (0, 5, 10, 15)]
            lines.append(f"Column {column + 1}: {'; '.join(top)}.")
        lines.append("")
        for seat, name in enumerate(self.names):
            first, second = (int(row) for row in state.seats[seat].dealt)
            if first and second:
                lines.append(f"{name} is dealt {self._duke(first)} and {self._duke(second)}.")
        if self.game_table.rival:
            duke = self._duke(state.seats[DARK_LORD].duke)
            lines.append(f"The {self.game_table.rival} follows {duke}, face down.")
        return lines

    def task(self, before: State, after: State) -> list[str]:
        """Narrate a task: a roll, a harvest, a card taken; others by their gains."""
        task = before.agenda[before.num_tasks - 1]
        seat = int(task.seat)
        match int(task.what):
            case Task.KEEP_DUKE:
                if after.seats[seat].duke:
                    return [f"{self.names[seat]} gets {self._duke(after.seats[seat].duke)}."]
                return []
            case Task.TURN:
                return self._turn(before, after, seat)
            case Task.HARVEST:
                return self._harvest(before, after)
            case Task.GET:
                return self._get(before, after, seat, int(task.first))
            case Task.COVER:
                return self._covered(before, after)
            case Task.CAPTURE | Task.ATTACK:
                return self._captured(before, after)
            case Task.MONSTERS:
                return ["  The Monsters attack.", *self._captured(before, after)]
            case Task.SECOND_HARVEST:
                return ["  The same roll is harvested again."]
            case Task.NEXT_EVENT:
                return self._event(before, after)
        return self._changes(before, after)

    def choice(self, before: State, after: State, index: int) -> list[str]:
        """Narrate a choice, unless the task that follows does so."""
        seat = int(before.due_seat)
        name = self.names[seat]
        choice = int(before.choices[index])
        self._note_payment(before, after, seat)
        match int(before.decision):
            case Decision.KEEP_DUKE:
                return [f"{name} keeps {self._duke(choice + 1)}."]
            case Decision.ACTION if choice < FIRST_STACK_CHOICE:
                return [f"  {name} takes 1 {_GOODS[choice]}."]
            case Decision.ACTION | Decision.PAY | Decision.BONUS if choice != DONE:
                return []  # narrated when the card is taken
            case Decision.HARVEST | Decision.STEAL_FIRST | Decision.DICE if choice == DONE:
                return []
            case Decision.CAPTURE:
                return self._captured(before, after)
            case Decision.COVER:
                return self._covered(before, after)
            case Decision.EVENT:
                return self._event(before, after)
            case Decision.HARVEST | Decision.STEAL_FIRST | Decision.OPTION if choice != DONE:
                gains = self._difference(before, after, seat)
                card = self._source(choice)
                return [f"  {name} uses {card}: {gains or self.describe(before, index)}."]
        return [f"  {name}: {self.describe(before, index)}{self._gains(before, after, seat)}."]

    def describe(self, state: State, index: int) -> str:
        """Return an offered choice in a few words."""
        choice = int(state.choices[index])
        match int(state.decision):
            case Decision.KEEP_DUKE:
                return f"keep {self._duke(choice + 1)}"
            case Decision.ACTION if choice < FIRST_STACK_CHOICE:
                return f"take 1 {_GOODS[choice]}"
            case Decision.ACTION:
                return self._buying(state, choice - FIRST_STACK_CHOICE)
            case Decision.BONUS:
                return "no bonus action" if choice == DONE else self._buying(state, choice)
            case Decision.DICE:
                if choice == DONE:
                    return "leave the dice"
                return f"{self._option(choice // 2)} with the {_DICE[choice % 2]} die"
            case Decision.HARVEST | Decision.STEAL_FIRST:
                return "use no more cards" if choice == DONE else self._option(choice)
            case Decision.OPTION:
                return "decline" if choice == DONE else self._option(choice)
            case Decision.PAY:
                return f"pay {choice} magic in place of {_GOODS[state.subject]}"
            case Decision.ORDER:
                return f"{self._card(self.table.abilities[choice].card)} next"
            case Decision.TAKE:
                return f"take {self._card(self._top(state, choice))}"
            case Decision.ROB:
                return f"rob {self.names[choice]}"
            case Decision.RETURN:
                return f"return {self._card(choice)}"
            case Decision.EVENT:
                return f"carry out {self._card(self._top(state, choice))}"
            case Decision.MARK:
                item = self.table.items[state.subject]
                marks = f"{item.amount} {_GOODS[item.good]}"
                return f"mark {self._card(self._top(state, choice))} with {marks}"
            case Decision.LOSE:
                return f"lose {_GOODS[choice]}"
            case Decision.COVER:
                return f"cover {_space(choice)}"
            case Decision.ATTACK:
                shown, column = choice // NUM_COLUMNS + 1, choice % NUM_COLUMNS + 1
                return f"the {shown} attacks column {column}"
            case Decision.CAPTURE:
                return f"give away {self._card(self._top(state, choice))}"
        if choice == 0:
            return "steal nothing"
        good = _GOODS[self.table.items[state.subject].good]
        amount, victim = (choice - 1) // MAX_SEATS + 1, (choice - 1) % MAX_SEATS
        whom = "the bank" if self.game_table.rival else self.names[victim]
        return f"steal {amount} {good} from {whom}"

    def closing(self, state: State, record: Record) -> list[str]:
        """Narrate the end, with the score sheet (V10)."""
        lines = ["", f"The game is over after {state.rounds} rounds: {ENDINGS[state.ending]}.", ""]
        columns = {part: record.parts[:, i] for i, part in enumerate(PARTS)}
        scored = {part: points for part, points in columns.items() if points.any()}
        heading, *rows = self.score_sheet(record, {**scored, "score": record.scores})
        if self.game_table.objectives:
            dukes = [self._duke(state.seats[seat].duke) for seat in range(len(rows))]
            rows = [f"{row}  {duke}".rstrip() for row, duke in zip(rows, dukes, strict=True)]
        return [*lines, heading, *rows]

    def _covered(self, before: State, after: State) -> list[str]:
        """Narrate which events and how many cards covered spaces (V8.1, V14.3)."""
        lines = []
        came = np.flatnonzero((after.events > 0) & (before.events == 0))
        for stack in came:
            lines.append(
                f"  {self._card(int(after.events[stack]) - 1)} covers {_space(int(stack))}."
            )
        newly = (after.covered == Space.COVERED) & (before.covered != Space.COVERED)
        covered = np.count_nonzero(newly)
        spaces = "1 space is" if covered == 1 else f"{covered} spaces are"
        return lines + ([f"  {spaces} covered: a stack is exhausted."] if covered else [])

    def _event(self, before: State, after: State) -> list[str]:
        """Narrate the instruction of an event (V14.4)."""
        begun = int(before.events_due) & ~int(after.events_due)
        if not begun:
            return []
        stack = begun.bit_length() - 1
        return [f"  {self._card(self._top(after, stack))} works.", *self._changes(before, after)]

    def _captured(self, before: State, after: State) -> list[str]:
        """Narrate what the Dark Lord took (V13.6)."""
        came = after.seats[DARK_LORD].owned - before.seats[DARK_LORD].owned
        cards = [self._card(int(card)) for card in np.flatnonzero(came > 0)]
        return [f"  The {self.game_table.rival} captures {', '.join(cards)}."] if cards else []

    def _turn(self, before: State, after: State, seat: int) -> list[str]:
        first, second = (int(value) for value in after.dice)
        name = self.names[seat]
        lines = [""]
        if after.rounds > before.rounds:
            lines += [f"Round {after.rounds}", ""]
        lines.append(f"{name} rolls {first} and {second}, together {first + second}.")
        if self.table.rests:
            lines.append(f"  {self.names[seat - 1]} rests.")
        return lines

    def _harvest(self, before: State, after: State) -> list[str]:
        """Narrate what each player's cards yield without a decision (V5)."""
        lines = []
        for seat, name in enumerate(self.names):
            gains = self._difference(before, after, seat)
            if gains:
                cards = self._harvesting(before, seat)
                by = f" ({', '.join(cards)})" if cards else ""
                lines.append(f"  {name} harvests {gains}{by}.")
        return lines

    def _harvesting(self, state: State, seat: int) -> list[str]:
        answers = self.table.answers[(state.dice[0] - 1) * 6 + state.dice[1] - 1]
        cards = []
        for card, times in zip(answers.cards, answers.times, strict=True):
            owned = int(state.seats[seat].owned[card]) if times else 0
            if owned:
                copies = owned * int(times)
                cards.append(self._card(card) + (f" x {copies}" if copies > 1 else ""))
        return cards

    def _get(self, before: State, after: State, seat: int, stack: int) -> list[str]:
        """Narrate which card was slain, recruited or built, at which price."""
        card = self._card(self._top(before, stack))
        verb = self._verb(before, stack)
        price = _listed(self._paid) or "nothing"
        self._paid[:] = 0
        gains = self._difference(before, after, seat)
        reward = f", and gains {gains}" if gains else ""
        return [f"  {self.names[seat]} {verb} {card} for {price}{reward}."]

    def _changes(self, before: State, after: State) -> list[str]:
        """Narrate all other changes of goods and tableaus."""
        lines = []
        for seat, name in enumerate(self.names):
            gains = self._difference(before, after, seat)
            came = after.seats[seat].owned - before.seats[seat].owned
            cards = [self._card(int(card)) for card in np.flatnonzero(came > 0)]
            gone = [self._card(int(card)) for card in np.flatnonzero(came < 0)]
            changes = [f"takes {', '.join(cards)}"] if cards else []
            changes += [f"gives up {', '.join(gone)}"] if gone else []
            losses = self._losses(before, after, seat)
            changes += [f"loses {losses}"] if losses else [f"gets {gains}"] if gains else []
            if changes:
                lines.append(f"  {name} {' and '.join(changes)}.")
        return lines

    def _note_payment(self, before: State, after: State, seat: int) -> None:
        if before.decision in (Decision.ACTION, Decision.BONUS, Decision.PAY):
            change = before.seats[seat].goods.astype(np.int64) - after.seats[seat].goods
            self._paid += np.maximum(change, 0)

    def _gains(self, before: State, after: State, seat: int) -> str:
        gains = self._difference(before, after, seat)
        return f" ({gains})" if gains else ""

    def _difference(self, before: State, after: State, seat: int) -> str:
        change = after.seats[seat].goods.astype(np.int64) - before.seats[seat].goods
        return ", ".join(f"{n:+d} {good}" for n, good in zip(change, _GOODS, strict=True) if n)

    def _losses(self, before: State, after: State, seat: int) -> str:
        """Return the losses in words; an empty string if something was gained too."""
        change = after.seats[seat].goods.astype(np.int64) - before.seats[seat].goods
        return _listed(-change) if (change <= 0).all() else ""

    def _buying(self, state: State, stack: int) -> str:
        verb = self._verb(state, stack).removesuffix("s")
        return f"{verb} {self._card(self._top(state, stack))}"

    def _verb(self, state: State, stack: int) -> str:
        return _BUYS[Kind.MONSTER if state.events[stack] > 0 else Kind(kind_of_stack(stack))]

    def _option(self, option: int) -> str:
        """Return an option in words: its card, what it gives and what it costs."""
        row = self.table.options[option]
        card = self._source(option)
        what = " for ".join(part for part in (_listed(row.gained), _listed(row.paid)) if part)
        return f"{card}: {what}" if what else card

    def _source(self, option: int) -> str:
        """Return the name of the option's card; the consolation (V5.7) has none."""
        card = self.table.abilities[self.table.options[option].ability].card
        return self._card(card) if card >= 0 else "the consolation"

    def _pile(self, state: State, stack: int) -> str:
        height = int(state.heights[stack])
        if height == 0:
            return "exhausted" if state.events[stack] == 0 else self._card(self._top(state, stack))
        return f"{self._card(self._top(state, stack))} ({height} cards)"

    def _top(self, state: State, stack: int) -> int:
        if state.events[stack] > 0:
            return int(state.events[stack]) - 1
        return int(state.stacks[stack, state.heights[stack] - 1]) - 1

    def _card(self, row: int) -> str:
        return (*self.game_table.cards, *self.game_table.starting_cards)[row].name

    def _duke(self, place: int) -> str:
        return self.game_table.objectives[place - 1].name


def _space(stack: int) -> str:
    """Return the name of a space of the grid, by row and column (V1.7)."""
    row = ("Monster", "upper Citizen", "lower Citizen", "Domain")[stack // NUM_COLUMNS]
    return f"the {row} space of column {stack % NUM_COLUMNS + 1}"


def _listed(amounts: Sequence[int] | np.ndarray[Any, Any]) -> str:
    """Return amounts of goods in words: `2 gold and 1 magic`."""
    return " and ".join(f"{n} {good}" for n, good in zip(amounts, _GOODS, strict=True) if n)
