"""A game of Dominion played by its own rules and by `examples/games/dominion_base` at once."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from balance.engine.game import Game, GameTable
from balance.engine.rng import open_stream
from balance.engine.session import Session
from balance.games.described.layout import DECLINE
from balance.games.described.table.build import DescribedTable
from balance.games.described.table.numbering import numbering
from balance.games.dominion.layout import NOTHING, NUM_BASIC, Card, Chance, Decision
from balance.games.loading import load_game
from balance.scenario.prepare import build_table

FOLDER = Path(__file__).parents[3] / "examples" / "games" / "dominion_base"


def native_game() -> Game:
    """Return the game with rules of its own."""
    return load_game("dominion", Path())


def described_game() -> Game:
    """Return the game as text."""
    return load_game(str(FOLDER), Path())


def cards() -> tuple[str, ...]:
    """Return the ids on the sheet, the basic cards first."""
    return tuple(build_table(described_game(), 2, {}).kinds)


def described_table(kingdom: Sequence[str], players: int) -> GameTable:
    """Return the table of the described game with no other Kingdom cards than these."""
    left_out = set(cards()[NUM_BASIC:]) - {*kingdom}
    return build_table(
        described_game(), players, {}, {f"cards.{card}.count": 0 for card in left_out}
    )


class Pair:
    """Both games with the same cards and the same luck.

    Parameters
    ----------
    kingdom
        Ids of the Kingdom cards, 10 at most.
    players
        2 to 4.
    """

    def __init__(self, kingdom: Sequence[str], players: int, seed: int = 1) -> None:
        self.players = players
        table = build_table(native_game(), players, {"kingdom": list(kingdom)})
        self.native = Session(native_game(), table, seed)
        text = described_table(kingdom, players)
        assert isinstance(text, DescribedTable)
        assert text.description is not None
        self.described = Session(described_game(), text, seed)
        self.ids = tuple(text.kinds)
        # Both draw the same if they count cards in the same order.
        self.kinds = [Card[card] for card in self.ids]
        assert self.kinds == sorted(self.kinds)
        self.zones: dict[str, Any] = dict(
            zip(text.description.zones, text.array[0].zones, strict=False)
        )
        self.numbers = numbering(text.description, players).numbers

    def begin(self, deal: int) -> None:
        """Set up the game of a deal; each player's shuffles are the same on both sides."""
        for session in (self.native, self.described):
            session.begin(deal, range(self.players))
        state, first = self.described.state, int(self.zones["deck"].stream)
        for seat in range(self.players):
            open_stream(
                state.streams[first + seat], self.native.state.key, int(Chance.DRAW) + seat, 0
            )
        self.advance()

    def advance(self) -> None:
        """Go on to the next decision; all Treasures are played, as the text does by itself."""
        self.native.advance()
        while self.native.states["decision"][0] == Decision.TREASURE:
            self.native.take(0)
            self.native.advance()
        self.described.advance()

    def choices(self) -> list[str]:
        """Return the ids that both offer, in the native order; `nothing` declines."""
        state = self.native.state
        offered = state.choices[: state.num_choices].tolist()
        return ["nothing" if kind == NOTHING else Card(kind).name for kind in offered]

    def described_choices(self) -> list[str]:
        """Return the ids that the text offers."""
        state = self.described.state
        offered = state.choices[: state.num_choices].tolist()
        return ["nothing" if kind == DECLINE else self.ids[kind] for kind in offered]

    def take(self, index: int) -> None:
        """Make a choice on both sides, and go on."""
        choice = self.choices()[index]
        there = self.described_choices().index(choice)
        self.native.take(index)
        self.described.take(there)
        self.advance()

    def compare(self) -> None:
        """Assert that both have the same position and ask the same."""
        assert self.native.is_over == self.described.is_over
        if self.native.is_over:
            return
        native, described = self.native.state, self.described.state
        assert native.due_seat == described.due_seat
        assert sorted(self.choices()) == sorted(self.described_choices())
        seats, active = native.seats[: self.players], int(native.active)
        in_play = np.zeros_like(seats["hand"])
        in_play[active] = native.in_play
        for zone, theirs in (
            ("hand", seats["hand"]), ("deck", native.decks[: self.players]),
            ("discard", native.discards[: self.players]), ("play", in_play),
            ("supply", native.piles[None]), ("trash", native.trash[None]),
        ):  # fmt: skip
            cell, kinds = int(self.zones[zone].cell), len(self.ids)
            ours = described.cards[cell : cell + len(theirs) * kinds].reshape(-1, kinds)
            assert ours.tolist() == theirs[:, self.kinds].tolist(), zone
        theirs = described.seats["numbers"][: self.players]
        for name in ("actions", "buys", "coins"):
            assert theirs[active, self.numbers[name]] == native[name], name
        assert theirs[:, self.numbers["turns_taken"]].tolist() == seats["turns"].tolist()

    def results(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return what the records of both say; what a Witch hands out counts as taken by nobody."""
        native, described = self.native.write_record(0)[0], self.described.write_record(0)[0]
        rows = self.native.tables[0].rows[self.kinds]
        taken = native.taken[: self.players, rows] * (rows >= 0)  # others are not in the game
        taken[:, Card.curse] = described.taken[: self.players, Card.curse]
        return tuple(  # type: ignore[return-value]
            {
                "scores": record.scores[: self.players].tolist(),
                "wins": record.wins[: self.players].tolist(),
                "rounds": int(record.rounds),
                "turns": int(record.turns),
                "ending": int(record.ending),
                "taken": counts.tolist(),
            }
            for record, counts in (
                (native, taken),
                (described, described.taken[: self.players, : len(self.ids)]),
            )
        )
