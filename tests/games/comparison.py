"""Engine and referee play the same game and compare all they see, decision by decision.

The engine draws; the referee repeats it. Both must then ask the same seat the same question with
the same answers, in the same position, until both say that the game is over. So they play random
games (`Duel`), and whatever a test of a rule lays out (`Comparison`, beside the table of the test).
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from balance.engine.layout import WIN
from balance.engine.session import Session
from tests.games.referees import Pending, Referee

MOST_DECISIONS = 20_000
Taste = Mapping[str, float]


class Speech:
    """Says what the engine sees and asks, in the words of a game's referee.

    Parameters
    ----------
    session
        Whose state is described.
    num_players
        At the table.
    """

    def __init__(self, session: Session, num_players: int) -> None:
        self.session = session
        self.num_players = num_players
        # Views, which stay good as the session plays: a record's attributes take a microsecond.
        state: Any = session.states
        self._now = {name: state[name] for name in state.dtype.names}
        seats = state["seats"][0, :num_players]
        self._seats = {name: seats[name] for name in seats.dtype.names}

    def at(self, name: str) -> int:
        """Return a number of the state."""
        return int(self._now[name][0])

    def kind(self) -> str:
        """What is asked; "" for nothing."""
        raise NotImplementedError

    def choices(self) -> list[Any]:
        """The choices offered, in the engine's order."""
        raise NotImplementedError

    def about(self) -> dict[str, Any]:
        """What else the player who decides learns."""
        return {}

    def position(self) -> dict[str, Any]:
        """The state as `Referee.summary` gives it."""
        raise NotImplementedError

    def result(self, record: Any) -> dict[str, Any]:
        """What a record says, as `Referee.result` gives it."""
        names = self.session.game.parts
        scores, parts, wins, before = (
            record[name][: self.num_players].tolist()
            for name in ("scores", "parts", "wins", "before_last")
        )
        return {
            "scores": scores,
            "parts": [dict(zip(names, each, strict=True)) for each in parts],
            "winners": winners(wins),
            "rounds": int(record.rounds),
            "turns": int(record.turns),
            "before last": before,
            "gained": [self.counts(each) for each in record.taken[: self.num_players].tolist()],
            "rounds gained": [
                self.counts(each) for each in record.rounds_taken[: self.num_players].tolist()
            ],
        }

    def counts(self, by_piece: Sequence[int]) -> dict[str, int]:
        """What a record counts by piece, of what there is, by the referee's names."""
        raise NotImplementedError

    def _list(self, name: str, length: int) -> list[int]:
        found: list[int] = self._now[name][0, :length].tolist()
        return found


class Comparison:
    """Engine and referee at the same point of the same game."""

    def __init__(self, session: Session, speech: Speech, referee: Referee[Any]) -> None:
        self.session = session
        self.speech = speech
        self.referee = referee
        self._position: dict[str, Any] = {}  # when they were compared last

    def choices(self, where: str = "") -> list[Any]:
        """Compare the position and the question; return the answers in the engine's order.

        Raises
        ------
        AssertionError
            If the two differ; says in what.
        """
        speech, pending = self.speech, self.referee.pending()
        where = f"{where}{speech.kind() or 'nothing asked'}; referee: {pending}"
        self._position, theirs = speech.position(), self.referee.summary()
        if self._position != theirs:
            told = difference(self._position, theirs)
            raise AssertionError(f"{where}, engine and referee: {told}")
        compare(f"{where}: over", self.session.is_over, self.referee.is_over)
        if pending is None:
            compare(f"{where}: asked", speech.kind(), "")
            return []
        asked = speech.kind(), int(self.session.state.due_seat)
        compare(f"{where}: who is asked what", asked, (pending.kind, pending.seat))
        choices = speech.choices()
        assert len(set(choices)) == len(choices), f"{where}: two alike, {choices}"
        ours, theirs_ = set(choices), set(pending.choices)
        assert ours == theirs_, f"{where}: engine {ours - theirs_}, referee {theirs_ - ours}"
        about = {name: value for name, value in speech.about().items() if name in pending.about}
        compare(f"{where}: what the player learns", about, dict(pending.about))
        return choices

    def follow(self) -> None:
        """Let the referee have the engine's position, if a test has changed that by hand."""
        if self._position and (position := self.speech.position()) != self._position:
            self.referee.put(position)

    def results(self, record: Any, *left_out: str) -> None:
        """Compare what a record says with the referee's result, but for what is left out."""
        ours, theirs = self.speech.result(record), self.referee.result()
        for name in theirs.keys() - {*left_out}:
            compare(name, ours[name], theirs[name])


@dataclass
class Seen:
    """What came up in many games."""

    games: Counter[int] = field(default_factory=Counter)  # by number of players
    decisions: Counter[str] = field(default_factory=Counter)  # by kind
    deeds: Counter[str] = field(default_factory=Counter)  # what was chosen, and what came of it
    special: set[str] = field(default_factory=set)  # about tables

    def __add__(self, other: "Seen") -> "Seen":
        return Seen(
            self.games + other.games,
            self.decisions + other.decisions,
            self.deeds + other.deeds,
            self.special | other.special,
        )

    def things(self) -> set[str]:
        """All that came up, in words."""
        return {*self.decisions, *self.special, *+self.deeds}


class Duel:
    """Games of one table between engine and referee.

    Parameters
    ----------
    session
        Of the engine, at the table.
    speech
        Reads its state.
    players
        At the table.
    """

    new_seen: type[Seen] = Seen

    def __init__(self, session: Session, speech: Any, players: int) -> None:
        self.session = session
        self.speech = speech
        self.players = players
        self.seen = Seen()
        self.referee: Any = None

    def play(self, deal: int, rng: random.Random, taste: Taste) -> Seen:
        """Play one game, comparing at every decision; return what came up.

        Parameters
        ----------
        deal
            Its number.
        rng
            Chooses.
        taste
            How much players like what they may do, by its name in `deeds`; 1 if it is not named.

        Raises
        ------
        AssertionError
            If the two differ; says where and in what.
        """
        self.seen = seen = self.new_seen()
        self.session.begin(deal, (0,) * self.players)
        self.referee = self.new_referee(deal)
        both = Comparison(self.session, self.speech, self.referee)
        self.advance()
        while choices := both.choices(f"decision {seen.decisions.total()}, "):
            pending = self.referee.pending()
            choice = self.choose(choices, pending, rng, taste)
            seen.decisions[pending.kind] += 1
            self.note(choice, pending)
            self.session.take(choices.index(choice))
            if not self.go_on(choice):
                break
            assert seen.decisions.total() < MOST_DECISIONS, "the game does not end"
        else:
            record = self.session.write_record(deal)[0]
            compare("stopped", int(record.stopped), 0)
            self.compare_results(both, record)
            self.note_end(self.referee.result())
        seen.games[self.players] += 1
        return seen

    def new_referee(self, deal: int) -> Referee[Any]:
        """A referee of the deal that the engine has begun."""
        raise NotImplementedError

    def advance(self) -> None:
        """Let the engine go on to the next decision."""
        self.session.advance()

    def go_on(self, choice: Any) -> bool:
        """Let both go on from a choice that the engine has taken; whether the game goes on."""
        self.advance()
        self.referee.choose(choice)
        return True

    def choose(
        self, choices: Sequence[Any], pending: Pending, rng: random.Random, taste: Taste
    ) -> Any:
        """A choice by lot, the more likely the more it is liked."""
        if not taste:
            return rng.choice(choices)
        liking = [
            prod(taste.get(deed, 1) for deed in self.deeds(each, pending)) for each in choices
        ]
        return rng.choices(choices, liking)[0]

    def deeds(self, choice: Any, pending: Pending) -> list[str]:
        """What is in a choice, in words that are liked."""
        raise NotImplementedError

    def note(self, choice: Any, pending: Pending) -> None:
        """Count what is chosen."""

    def compare_results(self, both: Comparison, record: Any) -> None:
        """Compare the results of a game that is over."""
        both.results(record)

    def note_end(self, result: Mapping[str, Any]) -> None:
        """Count what came of a game that is over."""


def winners(wins: Sequence[int]) -> list[int]:
    """The seats that share a win, from the wins of all seats."""
    found = [seat for seat, won in enumerate(wins) if won]
    assert all(wins[seat] == WIN // len(found) for seat in found), f"wins {wins}"
    return found


def compare(what: str, ours: object, theirs: object) -> None:
    """Compare something of a game."""
    assert ours == theirs, f"{what}: engine {ours}, referee {theirs}"


def difference(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, Any]:
    """What differs, by where it does."""
    found: dict[str, Any] = {}
    for name in {**ours, **theirs}:
        if name == "players":
            for seat, players in enumerate(zip(ours[name], theirs[name], strict=True)):
                told = difference(*players)
                found |= {f"seat {seat} {key}": both for key, both in told.items()}
        elif ours.get(name) != theirs.get(name):
            found[name] = ours.get(name), theirs.get(name)
    return found
