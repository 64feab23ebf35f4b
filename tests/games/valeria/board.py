"""A table of Valeria set up as a rule test wants it, and played by saying the choices' names."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from balance.engine.agenda import push
from balance.engine.layout import Stream, digest_of
from balance.engine.rng import die, open_stream
from balance.engine.session import Session
from balance.games.valeria import GAME
from balance.games.valeria.layout import (
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    NO_CARD,
    NUM_STACKS,
    Chance,
    Decision,
    Good,
    Kind,
    Phase,
    Task,
)
from balance.games.valeria.rules.stacks import lift, num_exhausted, top_card, turn_up
from balance.games.valeria.rules.tableau import change_tableau, get_powers, wake_powers
from balance.games.valeria.sheets.box import Box, read_box
from balance.games.valeria.table.options import Options
from tests.games import referees
from tests.games.comparison import Comparison, compare
from tests.games.valeria.names import Names
from tests.games.valeria.referee import Choice, Referee, Sheets, new_game, read_sheets, resumed
from tests.games.valeria.speech import EngineChance, Speech, dealt, referee_options

_IDLE = ("done", "decline", "steal nothing")


class Goods(NamedTuple):
    gold: int = 0
    strength: int = 0
    magic: int = 0
    vp: int = 0


class Board:
    """A game in which nobody has anything but Starters, and nothing is on the agenda.

    The referee plays beside the engine: what is dealt, asked, done and scored is compared, unless
    a player bears a handicap or the test changes the table.

    Parameters
    ----------
    seats
        Number of players; seat 0 plays first. With one it is a solo game (V13).
    edits
        Cells of the sheets to change.
    citizens
        Ids of Citizens that take the places of those of the first set-up with their numbers; a
        tuple is the option itself.
    areas
        Ids of areas instead of those of the first set-up.
    domains
        Ids of Domains that must lie face up: a deal is sought in which they do.
    switches
        Rulings (V21) by their names.
    options
        Further keys of the game's options.

    Attributes
    ----------
    stops_after_turn
        Whether play stops before the next turn begins, so that the end of a turn can be looked at.
    """

    def __init__(
        self,
        seats: int = 3,
        edition: str = "second",
        edits: Mapping[str, object] | None = None,
        citizens: str | tuple[str, ...] = "",
        areas: str = "",
        domains: str = "",
        switches: Mapping[str, int] | None = None,
        **options: Any,
    ) -> None:
        keys = {"edition": edition, "rulings": dict(switches or {})}
        keys |= {"start_gold": 0, "start_magic": 0} | options
        if citizens:
            keys["citizens"] = _citizens(citizens) if isinstance(citizens, str) else citizens
        if areas:
            keys["areas"] = tuple(areas.split())
        made = Options.model_validate(keys)
        edited = tuple(sorted((edits or {}).items()))
        self.box, laid = _laid(made, seats, edited)
        self.game_table = replace(laid, array=laid.array.copy())  # a test may change it
        self._digest = laid.digest
        self._options, self._sheets = made, _sheets(made.cards, edited)
        self.table: Any = self.game_table.array[0]
        pieces = (*self.game_table.cards, *self.game_table.starting_cards)
        self.rows = {piece.id: row for row, piece in enumerate(pieces)}
        self.ids = {row: name for name, row in self.rows.items()}
        self.names = Names(self.box, self.table, self.ids)
        self.session = Session(GAME, self.game_table, seed=1)
        self.num_seats = seats
        self.stops_after_turn = False
        self._speech = Speech(self.session, self.game_table, self._sheets)
        self._chance = EngineChance(self._speech)
        self._both: Comparison | None = None
        self._is_alone = False
        self._deal(domains.split())
        self._new_referee()
        self._break_off()

    @property
    def state(self) -> Any:
        return self.session.state

    # Setting up

    def give(self, seat: int, cards: str = "", **goods: int) -> None:
        """Put cards (``"archer*2 goblin"``) before a player, and set what the player holds."""
        for word in cards.split():
            name, _, copies = word.partition("*")
            for _ in range(int(copies or 1)):
                change_tableau(self.state, self.table, seat, self.rows[name], 1)
                if self.table.cards[self.rows[name]].kind == Kind.DOMAIN:
                    get_powers(self.state, self.table, seat, self.rows[name])
        wake_powers(self.state, self.table, seat)
        for good, amount in goods.items():
            self.state.seats[seat].goods[Good[good.upper()]] = amount

    def set_duke(self, seat: int, duke: str) -> None:
        """Let a player have kept this Duke."""
        self.state.seats[seat].duke = 1 + [each.id for each in self.box.dukes].index(duke)

    def uncover(self, card: str) -> None:
        """Take cards off the stack of `card` until it is on top."""
        stack = self.stack_of(card)
        while self.top(stack) != card:
            self._lift(stack)

    def keep_one(self, stack: int) -> None:
        """Take cards off a stack until one is left, face up."""
        while self.height(stack) > 1:
            self._lift(stack)

    def exhaust(self, *stacks: int) -> None:
        """Take all cards off these stacks, and cover the spaces one after the other."""
        for stack in stacks:
            while self.height(stack):
                self._lift(stack)
            self._cover()

    def reveal(self, event: str, stack: int) -> None:
        """Exhaust a stack, and let this event be what covers it (V14.3)."""
        pile = self.state.exhausted_stack[: self.state.exhausted_cards]
        place = list(pile).index(self.rows[event] + 1)
        pile[place], pile[-1] = int(pile[-1]), int(pile[place])
        self.exhaust(stack)
        assert self.event_on(stack) == event

    # Playing

    def begin(self, deal: int = 0) -> None:
        """Deal anew and go on to the first decision of the game."""
        self.session.begin(deal, (0,) * self.num_seats)
        self._chance.forget()
        self._both = Comparison(self.session, self._speech, self._new_referee())
        self._go_on()

    def roll(self, seat: int, *dice: int) -> None:
        """Begin the turn of `seat` with this roll, or any, and go on to the first decision."""
        self._break_off()
        state = self.state
        if dice:
            state.turns = _turn_that_rolls(int(state.key), dice) - 1
        if seat and not state.rounds:
            state.rounds = 1
        begun = {"turn": int(state.turns), "round": int(state.rounds) - bool(seat)}
        self._compare_with(seat, "turn", **begun)
        push(state, Task.TURN, seat, 0, 0)
        self._go_on()

    def act(self, seat: int = 0) -> None:
        """Begin the Action Phase of `seat`, and go on to the first decision."""
        self._break_off()
        self.state.active = seat
        self._compare_with(seat, "action")
        push(self.state, Task.ACTION_PHASE, seat, 0, 0)
        self._go_on()

    def end_turn(self, seat: int) -> None:
        """Do the End Phase of `seat`, without going on to the next turn."""
        self._break_off()
        self.state.active = seat
        stops, self.stops_after_turn = self.stops_after_turn, True
        self._compare_with(seat, "end")
        push(self.state, Task.END_PHASE, seat, 0, 0)
        self._go_on()
        self.stops_after_turn = stops

    def finish(self, seat: int) -> None:
        """Gain strength and decline what can be declined until the turn of `seat` is over."""
        while self.state.active == seat and not self.is_over:
            idle = [name for name in self.offered() if name in (*_IDLE, "gain strength")]
            self.choose((idle or self.offered())[0])

    def choose(self, *names: str) -> None:
        """Take the choice with this name, or the only one that begins so; then the next."""
        for name in names:
            offered = self.offered()
            fitting = [i for i, each in enumerate(offered) if each == name]
            fitting = fitting or [i for i, each in enumerate(offered) if each.startswith(name)]
            assert len(fitting) == 1, f"{name!r} is not one of {offered}"
            self._take(fitting[0])

    def leave_referee(self) -> None:
        """Play on without the referee, as the test itself takes the steps of the engine."""
        self._both, self._is_alone = None, True

    def until(self, decision: Decision, seat: int = 0) -> None:
        """Decline everything until this decision is due from `seat`."""
        while self.asked != (decision, seat):
            idle = [name for name in self.offered() if name in _IDLE]
            assert idle, f"{self.asked} cannot be declined: {self.offered()}"
            self.choose(idle[0])

    # Looking

    @property
    def asked(self) -> tuple[Decision, int]:
        """What is due, from whom."""
        return Decision(self.state.decision), int(self.state.due_seat)

    @property
    def is_over(self) -> bool:
        return self.session.is_over

    @property
    def exhausted(self) -> int:
        """E, the number of exhausted stacks (V8.2)."""
        return int(num_exhausted(self.state))

    @property
    def dice(self) -> tuple[int, int]:
        return int(self.state.dice[0]), int(self.state.dice[1])

    def offered(self) -> list[str]:
        """Return the names of the choices offered, in their order."""
        state = self.state
        return [self.names.of(state, int(choice)) for choice in state.choices[: state.num_choices]]

    def may(self, name: str) -> bool:
        """Return whether a choice with this name, or one that begins with it, is offered."""
        return any(each.startswith(name) for each in self.offered())

    def goods(self, seat: int) -> Goods:
        return Goods(*(int(amount) for amount in self.state.seats[seat].goods))

    def owns(self, seat: int, card: str) -> int:
        """Return how many copies of a card a player has."""
        return int(self.state.seats[seat].owned[self.rows[card]])

    def top(self, stack: int) -> str:
        """Return the card on top of a stack, "" on an exhausted one."""
        row = int(top_card(self.state, stack))
        return "" if row == NO_CARD else self.ids[row]

    def height(self, stack: int) -> int:
        return int(self.state.heights[stack])

    def cards_in(self, stack: int) -> list[str]:
        """Return the cards of a stack, top first; "" lies face down."""
        rows = self.state.stacks[stack, : self.height(stack)][::-1]
        return [self.ids[int(row) - 1] if row else "" for row in rows]

    def stack_of(self, card: str) -> int:
        """Return the stack to which the card belongs, or where it lies revealed."""
        face = self.table.cards[self.rows[card]]
        if face.kind == Kind.CITIZEN:
            return int(face.home)
        areas = [int(area) for area in self.state.areas]
        if face.kind == Kind.MONSTER and face.area in areas:
            return areas.index(int(face.area))
        places = (self.top(stack) or self.event_on(stack) for stack in range(NUM_STACKS))
        return list(places).index(card)

    def event_on(self, stack: int) -> str:
        """Return the event that lies revealed on the space of a stack, or ""."""
        row = int(self.state.events[stack])
        return self.ids[row - 1] if row else ""

    def beneath(self, stack: int) -> list[str]:
        """Return the cards that lie face down in a stack, top first (V2.6, V15.1)."""
        if stack >= FIRST_DOMAINS:
            rows = self.state.face_down[stack - FIRST_DOMAINS]
        else:
            rows = self.state.face_down_citizens[stack - FIRST_CITIZENS]
        return [self.ids[int(row) - 1] for row in rows[: self.height(stack)][::-1] if row]

    def exhausted_stack(self) -> list[str]:
        """Return the Exhausted stack, top first: events by name, "" for Exhausted cards."""
        rows = self.state.exhausted_stack[: self.state.exhausted_cards][::-1]
        return [self.ids[int(row) - 1] if row else "" for row in rows]

    def result(self) -> Any:
        """Return the record of the game as it stands."""
        record = self.session.write_record(0)[0]
        if not self._cannot_compare():
            referee = self._resumed(0, "end")
            left_out = [] if self.state.turns else ["rounds", "turns"]
            if self._has_ended:
                referee.table.ending = self._both.referee.table.ending if self._both else ""
            else:
                left_out += ["ending", "outcome"]
            Comparison(self.session, self._speech, referee).results(record, *left_out)
        return record

    def _new_referee(self) -> Referee:
        """A referee of what has just been dealt, compared with its own reading of V2."""
        deal = dealt(self._speech, self._options, self._sheets)
        referee = new_game(self._sheets, deal, referee_options(self._options), self._chance)
        compare("what is dealt", self._speech.position(), referee.summary())
        return referee

    def _deal(self, domains: list[str]) -> None:
        for deal in count():
            self.session.begin(deal, (0,) * self.num_seats)
            tops = {self.top(stack) for stack in range(FIRST_DOMAINS, NUM_STACKS)}
            if tops.issuperset(domains):
                return

    def _cover(self) -> None:
        """Cover what is empty, as at the end of an action (V8.1)."""
        waiting = int(self.state.num_tasks)
        push(self.state, Task.COVER, int(self.state.active), 0, 0)
        while self.state.num_tasks > waiting:
            self.session.step()

    def _go_on(self, choice: Choice | None = None) -> None:
        """Go on to the next decision, or only to the next turn; the referee after the engine.

        Parameters
        ----------
        choice
            What the engine has just taken, in the referee's words.
        """
        state = self.state
        is_first = choice is None
        while not (self.is_over or state.decision):
            is_next = state.agenda[state.num_tasks - 1].what == Task.TURN
            if self.stops_after_turn and is_next and not is_first:
                break
            is_first = False
            self.session.step()
            self._chance.watch()
        if self._both:
            if choice:
                self._both.referee.choose(choice)
            self._let_catch_up(self._both.referee)
            self._both.choices()

    def _take(self, index: int) -> None:
        """Let engine and referee take the choice with that index."""
        choice = None
        if self._both:
            self._both.follow()
            choice = self._speech.choices()[index]
        self._chance.forget()
        self.session.take(index)
        self._chance.watch()
        self._go_on(choice)

    def _let_catch_up(self, referee: referees.Referee[Any]) -> None:
        """Take in the referee's game the plain gains about which the engine does not ask."""
        assert isinstance(referee, Referee)
        if self.table.ask_everything:
            return
        asked = self._speech.kind(), int(self.state.due_seat)
        offered = self._speech.choices() if asked[0] else []
        while pending := referee.pending():
            is_asked = (pending.kind, pending.seat) == asked
            if is_asked and {*pending.choices} == {*offered}:
                return
            if not referee.choose_what_is_plain(offered if is_asked else []):
                return

    @property
    def _has_ended(self) -> bool:
        """Whether the game has, and not only the phase that a test plays."""
        return self.is_over and self.state.phase == Phase.END

    def _cannot_compare(self) -> bool:
        is_changed = self._digest != digest_of(self.session.tables)
        return self._is_alone or is_changed or bool(self.table.has_handicaps)

    def _resumed(self, seat: int, phase: str, **numbers: int) -> Referee:
        """A referee that has the engine's position, before this phase."""
        return resumed(
            self._sheets,
            referee_options(self._options),
            self._chance,
            self._speech.position() | numbers,
            seat,
            phase,
            stops_after_turn=self.stops_after_turn,
        )

    def _compare_with(self, seat: int, phase: str, **numbers: int) -> None:
        self._chance.forget()
        self._both = None
        if not self._cannot_compare():
            referee = self._resumed(seat, phase, **numbers)
            self._both = Comparison(self.session, self._speech, referee)

    def _break_off(self) -> None:
        """Leave undone whatever is under way."""
        self.state.num_tasks = 0
        self.state.decision = Decision.NONE
        self.state.acting = 0

    def _lift(self, stack: int) -> None:
        lift(self.state, self.table, stack)
        if stack >= FIRST_DOMAINS:
            turn_up(self.state, stack)


def phases_of_a_turn(board: Board) -> list[int]:
    """The phases of the first turn, in their order."""
    board.session.begin(0, (0,) * board.num_seats)
    phases: list[int] = []
    while board.state.turns < 2:
        if board.state.decision:
            board.session.take(0)
        else:
            board.session.step()
        if board.state.turns == 1 and (not phases or phases[-1] != board.state.phase):
            phases.append(int(board.state.phase))
    return phases


def _citizens(others: str) -> tuple[str, ...]:
    """Return the first set-up's Citizens with others in the places of their numbers."""
    box = _laid(Options(), 2, ())[0]
    by_numbers = {card.numbers: card.id for card in box.citizens}
    for name in (*box.setups_by_id[Options().setup].citizens, *others.split()):
        by_numbers[next(card.numbers for card in box.citizens if card.id == name)] = name
    return tuple(by_numbers.values())


@cache
def _laid(options: Options, seats: int, edits: tuple[tuple[str, object], ...]) -> tuple[Box, Any]:
    box = read_box(tuple(Path(folder) for folder in options.cards), dict(edits))
    return box, GAME.build_table(options, seats, dict(edits), Path())


@cache
def _sheets(folders: tuple[str, ...], edits: tuple[tuple[str, object], ...]) -> Sheets:
    """The referee's own reading of the tables."""
    return read_sheets(dict(edits), [Path(folder) for folder in folders])


@cache
def _turn_that_rolls(key: int, dice: tuple[int, ...]) -> int:
    """Return the number of a turn that begins with this roll, in the deal with that key."""
    stream: Stream = np.zeros(2, np.uint64)
    for turn in count(1):
        open_stream(stream, np.uint64(key), Chance.DICE, turn)
        if (die(stream, 6), die(stream, 6)) == dice:
            return turn
    raise AssertionError("dice never stop")
