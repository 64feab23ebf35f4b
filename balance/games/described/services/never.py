"""What never happens in random games of a described game: perhaps a line is wrong."""

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.cards.effect_reader import in_a_row
from balance.engine.game import Game, GameTable
from balance.engine.session import Session
from balance.errors import LimitError
from balance.games.described.layout import ANSWERS, Decision
from balance.games.described.rules.dispatch import advance
from balance.games.described.table.build import DescribedTable

GAMES = 40
_FIRST = 5  # games; if none of them comes to an end, no other is played
_EVERY = 5  # decisions: after so many, it is looked where the cards are
_LIMIT = 2_000  # decisions of a game


class Seen:
    """What was seen in random games.

    Attributes
    ----------
    offered : set of (int, int)
        Options, by the row that asks and their number.
    moved : set of int
        Cards that were in another place than that where they start.
    endings : set of int
    cut : int
        Games that did not end.
    stuck : list of str
        Of games that went on without a choice, where.
    """

    def __init__(self, table: DescribedTable) -> None:
        self._kind_of, self._is_start = _cells(table)
        self.offered: set[tuple[int, int]] = set()
        self.moved: set[int] = set()
        self.endings: set[int] = set()
        self.cut = 0
        self.stuck: list[str] = []

    def look(self, state: Any) -> None:
        """Note what a position shows."""
        if state.decision == Decision.OPTION:
            choices = state.choices[: state.num_choices].tolist()
            self.offered |= {(int(state.asked), choice % ANSWERS) for choice in choices}
        if state.decision and state.num_decisions % _EVERY:
            return
        is_moved = (state.cards[: len(self._kind_of)] > 0) & ~self._is_start
        self.moved.update(self._kind_of[is_moved].tolist())


def _cells(table: DescribedTable) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the kind of each count of cards in a state, and whether it starts in that zone."""
    kinds, starts = [np.zeros(0, np.int64)], [np.zeros(0, np.bool_)]
    numbers = table.array[0]
    for zone in numbers.zones[: numbers.num_zones]:
        each = np.arange(zone["first_kind"], zone["first_kind"] + zone["num_kinds"])
        kind = np.tile(each, table.num_seats if zone["per_player"] else 1)
        kinds.append(kind)
        first, last = zone["first_start"], zone["first_start"] + zone["num_start"]
        starts.append((first <= kind) & (kind < last))
    return np.concatenate(kinds), np.concatenate(starts)


def never(game: Game, table: GameTable) -> list[str]:
    """Return sentences on what never happened in `GAMES` random games; it plays them.

    Raises LimitError if all the first games went on without a choice.
    """
    assert isinstance(table, DescribedTable)
    seen = Seen(table)
    session = Session(game, table, seed=1)
    go_on = session.advance
    if not game.own_rules:  # one call in place of one for each task

        def go_on() -> None:
            advance(session.state, table.array[0])

    for deal in range(GAMES):
        draws = Random(deal)
        session.begin(deal, range(table.num_seats))
        go_on()
        while not session.is_over and session.state.num_decisions < _LIMIT:
            seen.look(session.state)
            session.take(draws.randrange(int(session.state.num_choices)))
            go_on()
        seen.look(session.state)
        if why := table.why_endless(session.state):
            seen.stuck.append(why)
            if len(seen.stuck) == deal + 1 == _FIRST:
                raise LimitError(f"{why}.")
        elif session.is_over:
            seen.endings.add(int(session.state.ending))
        else:
            seen.cut += 1
    return _sentences(game, table, seen)


def _sentences(game: Game, table: DescribedTable, seen: Seen) -> list[str]:
    options = [
        repr(option.parts[0])
        for row, line in table.asked.items() if line.what == "choose_one"
        for number, option in enumerate(line.block)
        if (row, number) not in seen.offered and option.parts[1] is not None
    ]  # fmt: skip
    cards = [
        piece.name
        for kind, piece in enumerate((*table.cards, *table.objectives))
        if kind not in seen.moved and table.array[0].copies[kind] > 0
    ]
    endings = [
        repr(name) for number, name in enumerate(game.endings[:-1]) if number not in seen.endings
    ]
    texts = [
        f"{what}: {in_a_row(names, 'and')}"
        for what, names in (
            ("no player could choose", options),
            ("nothing ever happened with", cards),
            ("no game ended by", endings),
        )
        if names
    ]
    if seen.stuck:
        texts.append(f"{len(seen.stuck)} went on for ever: {seen.stuck[0]}")
    if seen.cut:
        texts.append(f"{seen.cut} did not end within {_LIMIT:,} decisions")
    return [f"In {GAMES} random games {text}." for text in texts]
