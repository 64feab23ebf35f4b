"""What the referees of all games have in common: a game is a generator that asks questions."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

T = TypeVar("T")
TableT = TypeVar("TableT")


@dataclass(frozen=True)
class Pending:
    """A question: what is asked, who answers, and at least two answers without an order.

    Attributes
    ----------
    about
        What else the rules let the player know who is asked: numbers and names.
    """

    kind: str
    seat: int
    choices: list[Any]
    about: Mapping[str, Any] = field(default_factory=dict)


Asking = Generator[Pending | None, Any, T]  # None between two turns


def ask(kind: str, seat: int, choices: Sequence[Any], **about: Any) -> Asking[Any]:
    """Ask a player, or answer for them if there is but one choice."""
    assert len(set(choices)) == len(choices) > 0, f"choices of {kind}: {choices}"
    if len(choices) == 1:
        return choices[0]
    answer = yield Pending(kind, seat, list(choices), about)
    return answer


class Referee(Generic[TableT]):
    """One game: ask what is pending, answer, read the state and the result.

    Parameters
    ----------
    table
        The state; may be changed by hand whenever nothing is being carried out.
    game
        The game from here on.
    stops_after_turn
        Whether nothing is pending after a turn until `next_turn` is called.

    Attributes
    ----------
    is_over
        Whether the game is.
    """

    def __init__(
        self, table: TableT, game: Asking[None], *, stops_after_turn: bool = False
    ) -> None:
        self.table = table
        self.is_over = False
        self._game = game
        self._stops_after_turn = stops_after_turn
        self._pending: Pending | None = None
        self._started = False

    def pending(self) -> Pending | None:
        """The next question, the same one until it is answered; None when there is none."""
        if not self._started:
            self._started = True
            self._advance(None)
        return self._pending

    def choose(self, choice: Any) -> None:
        """Answer the pending question.

        Raises
        ------
        ValueError
            If nothing is pending or the choice is not among those offered.
        """
        pending = self.pending()
        if pending is None or choice not in pending.choices:
            raise ValueError(f"{choice} is no answer to {pending}")
        self._advance(choice)

    def next_turn(self) -> None:
        """Go on with the next turn, when one is over."""
        assert self.pending() is None
        self._advance(None)

    def summary(self) -> dict[str, Any]:
        """The state in plain values."""
        raise NotImplementedError

    def put(self, summary: Mapping[str, Any]) -> None:
        """Let the state be another one, of which this is the summary."""
        raise NotImplementedError

    def result(self) -> dict[str, Any]:
        """Scores by seat, their parts, and whatever else is known at the end."""
        raise NotImplementedError

    def _advance(self, choice: Any) -> None:
        try:
            self._pending = self._game.send(choice)
            while self._pending is None and not self._stops_after_turn:
                self._pending = next(self._game)
        except StopIteration:
            self._pending, self.is_over = None, True
