"""Games by chance at tables by lot, and what must hold in those of every game.

A game's own walks are in `walks.py` of its tests.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from balance.compiling.jit import is_compiling
from balance.engine.game import Game, GameTable
from balance.engine.session import Session

LIMIT = 20_000
Visit = Callable[[Session], None]


@dataclass(frozen=True)
class Walk:
    """A game of small numbers, so that a failing one can be read.

    Attributes
    ----------
    game
        Which game.
    uncompiled_steps
        Uncompiled, only one of so many decisions is looked at.
    """

    game: ClassVar[Game]
    uncompiled_steps: ClassVar[int] = 1

    seed: int
    players: int

    def game_table(self) -> GameTable:
        """The table that was drawn."""
        raise NotImplementedError

    def answer(self, session: Session, rng: random.Random) -> int:
        """Choose, by chance."""
        return rng.randrange(int(session.state.num_choices))

    def session(self) -> Session:
        """A session at the table."""
        return Session(self.game, self.game_table(), self.seed)

    def dealt(self, deal: int = 0) -> tuple[Session, Any]:
        """A game that was dealt, and a copy of its state."""
        session = self.session()
        session.begin(deal, (0,) * self.players)
        return session, session.states.copy()

    def play(self, visit: Visit | None = None, session: Session | None = None) -> Session:
        """Play a game to its end, looking at it at every decision."""
        session = session or self.session()
        rng = random.Random(self.seed)

        def answer(state: Any) -> int:
            if visit:
                visit(session)
            return self.answer(session, rng)

        session.play(0, (0,) * self.players, answer, LIMIT)
        assert session.is_over
        return session

    def under_way(self, is_wanted: Callable[[Any], bool], deals: int = 60) -> tuple[Session, Any]:
        """A game at a decision of that sort, and a copy of the state as it was dealt."""
        rng = random.Random(self.seed)
        for deal in range(deals):
            session, dealt = self.dealt(deal)
            session.advance()
            while not session.is_over:
                if is_wanted(session.state):
                    return session, dealt
                session.take(self.answer(session, rng))
                session.advance()
        raise AssertionError("no game comes to it")

    def check_invariants(self) -> None:
        """All that a soak looks at must hold at every decision."""
        session, dealt = self.dealt()
        self.play(self._some(lambda one: check_sound(one, dealt)), session)
        check_sound(session, dealt)

    def check_choices(self) -> None:
        """Every choice must be offered once, and lead to a sound position."""
        session, dealt = self.dealt()
        copy = self.session()

        def visit(session: Session) -> None:
            choices = session.state.choices[: session.state.num_choices].tolist()
            assert len(set(choices)) == len(choices) >= 2
            for index in range(len(choices)):
                copy.states[:] = session.states
                copy.take(index)
                copy.advance()
                check_sound(copy, dealt)

        self.play(self._some(visit), session)

    def check_repeats(self) -> None:
        """The same seed must give the same game."""
        assert self.play().states.tobytes() == self.play().states.tobytes()

    def check_copy(self, place: int) -> None:
        """A game that is played on from a copy of a position must end the same."""
        copies: list[tuple[Any, int]] = []

        def visit(session: Session) -> None:
            if session.state.num_decisions == place:
                copies.append((session.states.copy(), len(answers)))

        session = self.session()
        answers = noted_answers(session)
        self.play(visit, session)
        other = self.session()
        for states, done in copies:
            other.states[:] = states
            other.advance()
            for *_, index in answers[done:]:
                other.take(index)
                other.advance()
            assert other.is_over
            assert other.write_record(0).tobytes() == session.write_record(0).tobytes()

    def _some(self, visit: Visit) -> Visit:
        """Look at each decision; uncompiled, only at some."""
        steps = 1 if is_compiling() else self.uncompiled_steps

        def visit_some(session: Session) -> None:
            if session.state.num_decisions % steps == 0:
                visit(session)

        return visit_some


def check_sound(session: Session, dealt: Any) -> None:
    """The rules' invariants must hold in a game that was dealt so."""
    invariants = session.game.invariants
    assert invariants
    broken = invariants.broken(invariants.check(dealt[0], session.state, session.tables[0]))
    assert broken == 0, broken.name


def noted_answers(session: Session) -> list[tuple[int, int, int, int]]:
    """A list that grows with what a session is answered: decision, seat, choice and its index."""
    noted: list[tuple[int, int, int, int]] = []
    take = session.take

    def take_noted(index: int) -> None:
        state = session.state
        asked = int(state.decision), int(state.due_seat), int(state.choices[index])
        noted.append((*asked, index))
        take(index)

    session.take = take_noted  # type: ignore[method-assign]
    return noted
