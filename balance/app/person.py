"""A person at the table of `balance play`, who is asked in the terminal."""

from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from balance.engine.session import Session
from balance.errors import Interrupted

HUMAN = "human"  # names a person where bots are named
_UNDO, _QUIT = ("u", "undo"), ("q", "quit")


class TakenBack(Exception):  # noqa: N818 (no error: an answer)
    """A person took the last answer back; the session is at that decision again."""


class Person:
    """The people of a game, and what they may see.

    Parameters
    ----------
    seats : set of int
        The seats of people; without any, everything is shown.
    read : function (prompt) -> str
        Raises EOFError where there is nothing more to read.
    """

    def __init__(
        self, session: Session, seats: frozenset[int], read: Callable[[str], str] = input
    ) -> None:
        self.session, self.seats, self._read = session, seats, read
        self._earlier: list[tuple[NDArray[Any], NDArray[Any]]] = []  # states and streams

    def sees(self) -> NDArray[Any]:
        """Return a copy of the state as the people see it, shape (1,).

        Of several, it is the one whose decision is due, or else the first.
        """
        if not self.seats:
            return self.session.states.copy()
        due = int(self.session.state.due_seat)
        seat = due if self.session.state.decision and due in self.seats else min(self.seats)
        view = self.session.view(seat)
        view["choices"] = self.session.states["choices"]
        return view

    def ask(self) -> int:
        """Return the index of a choice that the person typed.

        Raises
        ------
        TakenBack
        Interrupted
            If the person leaves.
        """
        count = int(self.session.state.num_choices)
        while True:
            try:
                typed = self._read(f"Your choice, 0 to {count - 1} (u: undo, q: quit): ")
            except EOFError:
                raise Interrupted("The game ends here: no choice was typed.") from None
            word = typed.strip().lower()
            if word in _QUIT:
                raise Interrupted("The game ends here.")
            if word in _UNDO and self._earlier:
                states, streams = self._earlier.pop()
                self.session.states[:] = states
                self.session.streams[:] = streams
                raise TakenBack
            if word.isdecimal() and int(word) < count:
                self._earlier.append((self.session.states.copy(), self.session.streams.copy()))
                return int(word)
            nothing = "There is nothing to undo. " if word in _UNDO else ""
            print(f"{nothing}Expected a number from 0 to {count - 1}.")
