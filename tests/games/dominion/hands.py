"""A table of Dominion laid out as a rule test wants it, played by naming the choices."""

import csv
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from balance.engine.agenda import push
from balance.engine.layout import WIN
from balance.engine.session import Session
from balance.games.dominion import GAME
from balance.games.dominion.layout import (
    ANY,
    ENDINGS,
    PARTS,
    Card,
    Decision,
    Phase,
    Task,
    Type,
)
from balance.games.dominion.table.build import build_table
from balance.games.dominion.table.options import Options
from tests.games.comparison import Comparison
from tests.games.dominion.names import CODES, UNKNOWN, cards, choice_name, counted, listed
from tests.games.dominion.referee import DATA, Face, Limits, Referee, read_sheet, resumed
from tests.games.dominion.referee.scoring import why_over
from tests.games.dominion.speech import Lot, Speech

__all__ = ["CODES", "Hands", "cards"]

_COUNTED = ("gained", "rounds gained")  # in a record, from the beginning of a game on
_TASKS = {Phase.ACTION: Task.ACT, Phase.BUY: Task.TREASURES, Phase.CLEAN_UP: Task.CLEAN_UP}


class Hands:
    """A game in which nobody has a card and nothing is on the agenda, but the supply is laid out.

    The referee plays beside the engine: whatever is asked, done and scored is compared, unless a
    player bears a handicap or the test changes the table.

    Parameters
    ----------
    kingdom
        Ids of the Kingdom cards; a recommended set by its name; or "random".
    seats
        Number of players.
    deal
        Its number: another one shuffles otherwise.
    is_dealt
        Whether the players have the cards of the start (D1.3), and the first turn is next.
    options
        Other keys of the game's options.
    """

    def __init__(
        self,
        kingdom: str = "",
        seats: int = 2,
        deal: int = 0,
        is_dealt: bool = False,
        **options: Any,
    ) -> None:
        words = tuple(kingdom.split())
        is_name = len(words) == 1 and words[0] not in CODES
        made = Options(kingdom=kingdom if is_name else words, **options)
        self.game_table = _laid(made, seats)
        self.num_seats = seats
        own_table = replace(self.game_table, array=self.game_table.array.copy())
        self.session = Session(GAME, own_table, seed=1)  # of which a test may change the table
        self.session.begin(deal, (0,) * seats)
        self.states, self.tables = self.session.states, self.session.tables
        self._faces = _faces(made)
        self._speech = Speech(self.session, seats, list(self._faces))
        self._lot = Lot(1, deal, seats, self._speech.order())
        self._limits = Limits(made.extra_coins, made.solo_target or 4, made.max_rounds)
        self._both: Comparison | None = None
        self._is_alone = False
        if not is_dealt:
            self.state.num_tasks = 0
            for seat in range(seats):
                self._clear(seat)

    @property
    def state(self) -> Any:
        return self.states[0]

    @property
    def table(self) -> Any:
        return self.tables[0]

    # Setting up

    def give(
        self,
        seat: int,
        hand: str = "",
        deck: str = "",
        discard: str = "",
        play: str = "",
        under: str = "",
    ) -> "Hands":
        """Let the seat have these cards and no others, and return the table.

        Parameters
        ----------
        deck
            The draw pile from the top; all of it is known.
        play
            What is in play: of the active seat only.
        under
            Cards of the draw pile below `deck` whose order nobody knows.
        """
        self._clear(seat)
        player, state = self.state.seats[seat], self.state
        for kind in self._kinds(hand):
            player.hand[kind] += 1
            player.hand_kinds |= 1 << kind
            player.num_hand += 1
        for kind in reversed(self._kinds(deck)):
            player.top[player.num_top] = kind
            player.num_top += 1
        for zone, kinds in (
            (state.decks, self._kinds(under)),
            (state.discards, self._kinds(discard)),
        ):
            for kind in kinds:
                zone[seat, kind] += 1
        player.num_deck, player.num_discard = len(self._kinds(under)), len(self._kinds(discard))
        if play or seat == state.active:
            state.in_play[:] = 0
            for kind in self._kinds(play):
                state.in_play[kind] += 1
            state.princesses = state.in_play[Card.princess]
            state.walled = int(state.in_play[Card.walled_village] > 0)
        for kind in self._kinds(" ".join((hand, deck, discard, play, under))):
            face = self.table.faces[kind]
            player.owned[kind] += 1
            player.num_owned += 1
            player.points += face.points
            player.money += face.money
            player.num_treasures += bool(face.types & Type.TREASURE)
            player.num_victories += bool(face.types & Type.VICTORY)
        return self

    def set_pile(self, card: str, count: int) -> "Hands":
        """Let so many cards be left of a pile, and return the table."""
        (kind,) = self._kinds(card)
        self.state.num_empty += int(count == 0) - int(self.state.piles[kind] == 0)
        self.state.piles[kind] = count
        return self

    def set_market(self, text: str) -> "Hands":
        """Let the Black Market deck have these cards, from the top, and return the table."""
        kinds = self._kinds(text)
        self.state.market[:] = 0
        self.state.market[: len(kinds)] = kinds
        self.state.num_market = len(kinds)
        return self

    # Playing

    def start(
        self,
        seat: int = 0,
        phase: Phase = Phase.ACTION,
        actions: int = 1,
        buys: int = 1,
        coins: int = 0,
    ) -> "Hands":
        """Go to this phase of a turn of `seat`, on to the first decision; return the table."""
        state = self.state
        state.num_tasks = state.decision = 0
        state.rounds = max(1, state.rounds)
        state.active, state.phase = seat, phase
        state.actions, state.buys, state.coins = actions, buys, coins
        state.bought = 0
        self._compare_with(self._referee(seat, Phase(phase).name.lower()))
        push(state, _TASKS[phase], seat, 0, 0)
        self.go_on()
        return self

    def next_turn(self) -> None:
        """Go on with the turn of the next player, to the first decision."""
        assert self._next_task() == Task.TURN
        if self._both:
            self._both.follow()
            self._both.referee.next_turn()
        elif int(self.state.turns) == 0:
            self._compare_with(self._referee(self.next_seat or 0, "start"))
        self.session.step()
        self.go_on()

    def choose(self, *names: str) -> None:
        """Take the choice with this name; then the next."""
        for name in names:
            offered = self.offered()
            assert name in offered, f"{self.asked.name}: {name!r} is not one of {offered}"
            index = offered.index(name)
            if self._both:
                self._both.follow()
                self._both.referee.choose(self._speech.choices()[index])
            self.session.take(index)
            self.go_on()

    def end_turn(self) -> None:
        """Do nothing more until the turn is over."""
        while self.state.decision:
            assert self.asked in (Decision.ACTION, Decision.TREASURE, Decision.BUY), self.asked
            self.choose("nothing")

    def go_on(self) -> None:
        """Go on to the next decision, or only to the next turn."""
        while not (self.is_over or self.state.decision) and self._next_task() != Task.TURN:
            self.session.step()
        if self._both:
            self._both.choices()

    def leave_referee(self) -> None:
        """Play on without the referee, as the test itself takes the steps of the engine."""
        self._both, self._is_alone = None, True

    # Looking

    @property
    def asked(self) -> Decision:
        return Decision(self.state.decision)

    @property
    def due_seat(self) -> int:
        return int(self.state.due_seat)

    @property
    def is_over(self) -> bool:
        return bool(self.state.decision == 0 and self.state.num_tasks == 0)

    @property
    def next_seat(self) -> int | None:
        """Whose turn is next, when a turn is over; nobody's after the last."""
        assert not self.state.decision
        return None if self.is_over else int(self.state.agenda[self.state.num_tasks - 1].seat)

    def offered(self) -> list[str]:
        """Return the names of the choices offered, in their order."""
        state = self.state
        assert state.decision, "nothing is due"
        choices = [int(choice) for choice in state.choices[: state.num_choices]]
        assert len(choices) == len(set(choices))
        return [choice_name(self.asked, choice) for choice in choices]

    @property
    def numbers(self) -> tuple[int, int, int]:
        """Actions, buys and coins, as in ``A1 B1 $0``."""
        return int(self.state.actions), int(self.state.buys), int(self.state.coins)

    def hand(self, seat: int = 0) -> Counter[str]:
        player = self.state.seats[seat]
        held = counted(player.hand)
        assert player.num_hand == held.total()
        assert player.hand_kinds == sum(1 << CODES.index(code) for code in held)
        return held

    def discard(self, seat: int = 0) -> Counter[str]:
        pile = counted(self.state.discards[seat])
        assert self.state.seats[seat].num_discard == pile.total()
        return pile

    def deck(self, seat: int = 0) -> list[str]:
        """Return the draw pile, the topmost first, with what nobody knows as UNKNOWN."""
        player = self.state.seats[seat]
        top = [int(kind) for kind in player.top[: player.num_top]][::-1]
        pile = [UNKNOWN if kind == ANY else CODES[kind] for kind in top]
        unknown = int(player.num_deck) - pile.count(UNKNOWN)
        assert unknown >= 0
        assert counted(self.state.decks[seat]).total() == player.num_deck
        return pile + [UNKNOWN] * unknown

    def under(self, seat: int = 0) -> Counter[str]:
        """Return the cards of the draw pile whose place nobody knows."""
        return counted(self.state.decks[seat])

    def in_play(self) -> Counter[str]:
        return counted(self.state.in_play)

    def trash(self) -> Counter[str]:
        return counted(self.state.trash)

    def aside(self, seat: int = 0) -> int:
        """Return how many Horse Traders the seat has set aside."""
        return int(self.state.seats[seat].aside)

    def owned(self, seat: int = 0) -> Counter[str]:
        """Return all cards of the seat, as counted and as they lie."""
        player, state = self.state.seats[seat], self.state
        owned = counted(player.owned)
        assert player.num_owned == owned.total()
        deck = Counter(card for card in self.deck(seat) if card != UNKNOWN)
        lying = self.hand(seat) + self.discard(seat) + deck + self.under(seat)
        if self.aside(seat):
            lying["horse_traders"] += self.aside(seat)
        if seat == state.active:
            lying += self.in_play()
        if state.num_revealed and seat == state.victim:
            lying += counted(state.revealed)
        lying += self._in_the_air(seat)
        assert lying == owned
        return owned

    def pile(self, card: str) -> int:
        """Return how many cards are left of a pile."""
        (kind,) = self._kinds(card)
        return int(self.state.piles[kind])

    def supply(self) -> dict[str, int]:
        """Return the piles of the supply."""
        state = self.state
        kinds = [int(kind) for kind in state.kinds[: state.num_supply]]
        assert state.in_supply == sum(1 << kind for kind in kinds)
        return {CODES[kind]: int(state.piles[kind]) for kind in kinds}

    def prizes(self) -> set[str]:
        """Return the prizes that are left."""
        state = self.state
        kinds = [int(kind) for kind in state.kinds[state.num_supply : state.num_kinds]]
        left = {CODES[kind] for kind in kinds if state.piles[kind]}
        assert len(left) == state.num_prizes
        return left

    def market(self) -> list[str]:
        """Return the Black Market deck, from the top."""
        return [CODES[kind] for kind in self.state.market[: self.state.num_market]]

    def shown(self) -> list[str]:
        """Return the cards of the Black Market deck that lie open."""
        return [CODES[kind] for kind in self.state.shown[: self.state.num_shown]]

    def result(self) -> Any:
        """Return the record of the game as it stands."""
        record = self.session.write_record(0)[0]
        left_out = _COUNTED if self.state.ending else (*_COUNTED, "ending")
        referee, limits = self._referee(0, "start"), self._limits
        referee.table.ended = why_over(referee.table, limits.solo_target, limits.max_rounds)
        Comparison(self.session, self._speech, referee).results(record, *left_out)
        return record

    def ending(self) -> str:
        """Return how the game has ended, or will with this turn."""
        return ENDINGS[self.state.ending - 1] if self.state.ending else ""

    def scores(self) -> list[int]:
        return [int(score) for score in self.result()["scores"][: self.num_seats]]

    def parts(self, seat: int = 0) -> dict[str, int]:
        """Return the parts of a score (D8.3) that are not 0."""
        parts = self.result()["parts"][seat]
        return {name: int(part) for name, part in zip(PARTS, parts, strict=True) if part}

    def wins(self) -> list[float]:
        return [int(win) / WIN for win in self.result()["wins"][: self.num_seats]]

    def _referee(self, seat: int, phase: str) -> Referee:
        """One that has the engine's position, before this phase of a turn."""
        return resumed(self._faces, self._lot, self._limits, self._speech.position(), seat, phase)

    def _compare_with(self, referee: Referee) -> None:
        seats = self.states["seats"]
        is_handicapped = seats["banned"].any() or seats["surcharge"].any()
        is_changed = self.tables.tobytes() != self.game_table.array.tobytes()
        is_alone = self._is_alone or is_handicapped or is_changed
        self._both = None if is_alone else Comparison(self.session, self._speech, referee)

    def _kinds(self, text: str) -> list[int]:
        kinds = [CODES.index(code) for code in listed(text)]
        known = set(self.state.kinds[: self.state.num_kinds].tolist())
        assert known.issuperset(kinds), f"{text}: not all of these are in the game"
        return kinds

    def _in_the_air(self, seat: int) -> Counter[str]:
        """Return the Stashes that a seat still has to place (D13.3)."""
        state = self.state
        stashes: Counter[str] = Counter()
        if self.asked == Decision.PLACE_STASH and state.due_seat == seat:
            stashes[CODES[state.looked]] += 1
        for task in state.agenda[: state.num_tasks]:
            if task["what"] == Task.PLACE_STASH and task["seat"] == seat:
                stashes[CODES[task["first"]]] += int(task["second"])
        return stashes

    def _clear(self, seat: int) -> None:
        """Let the seat have no card."""
        player, state = self.state.seats[seat], self.state
        for name in ("num_hand", "num_deck", "num_discard", "num_top", "num_owned", "points"):
            player[name] = 0
        for name in ("money", "num_treasures", "num_victories", "hand_kinds"):
            player[name] = 0
        player.aside = 0
        player.hand[:] = player.owned[:] = 0
        state.decks[seat] = state.discards[seat] = 0

    def _next_task(self) -> Task | None:
        state = self.state
        return Task(int(state.agenda[state.num_tasks - 1].what)) if state.num_tasks else None


@cache
def _faces(options: Options) -> dict[str, Face]:
    """The referee's own reading of the cards."""
    own = []
    if options.cards:
        with Path(options.cards).open(encoding="utf-8", newline="") as file:
            own = list(csv.DictReader(file))
    return read_sheet(DATA / "cards.csv", own=own)


@cache
def _laid(options: Options, seats: int) -> Any:
    return build_table(options, seats, {}, Path())
