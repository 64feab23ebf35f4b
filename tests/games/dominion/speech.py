"""What the engine sees and asks, in the words of the referee."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.layout import NOBODY
from balance.engine.rng import below, deal_key, open_stream
from balance.engine.session import Session
from balance.games.dominion.layout import (
    ALL,
    ANY,
    ENDINGS,
    NOTHING,
    Card,
    Chance,
    Decision,
    Phase,
    Special,
)
from tests.games import comparison
from tests.games.dominion.referee import Choice

BOX = [card.name for card in Card]
NUMBERS = {
    *(Decision.CHANCELLOR, Decision.SPY, Decision.LIBRARY, Decision.TOURNAMENT),
    *(Decision.YOUNG_WITCH, Decision.JESTER, Decision.PLACE_STASH, Decision.WALLED_VILLAGE),
}
NUMBERS_OF_SEAT = (
    *("turns", "num_hand", "num_deck", "num_discard", "num_top", "num_owned", "hand_kinds"),
    *("points", "num_treasures", "num_victories", "aside"),
)
WHY = ("provinces", "piles", "target", "rounds")  # the words of the referee for ENDINGS
assert len(WHY) == len(ENDINGS)


class Lot:
    """The luck of a deal: the referee draws from streams of its own that run like the engine's.

    Parameters
    ----------
    seed, deal
        Of the game.
    num_players
        One stream each.
    order
        The kinds in the order in which chance counts cards.
    """

    def __init__(self, seed: int, deal: int, num_players: int, order: Sequence[str]) -> None:
        self.streams = np.zeros((num_players, 2), np.uint64)
        self.order = order
        key = np.uint64(deal_key(seed, deal))  # Python makes a plain int of it
        for seat in range(num_players):
            open_stream(self.streams[seat], key, int(Chance.DRAW) + seat, 0)

    def __call__(self, seat: int, unknown: Mapping[str, int]) -> str:
        """The card drawn by a seat, of so many of each that nobody knows."""
        place = int(below(self.streams[seat], sum(unknown.values())))
        for name in self.order:
            place -= unknown.get(name, 0)
            if place < 0:
                return name
        raise AssertionError(f"{set(unknown) - set(self.order)} cannot come up in this game")


class Speech(comparison.Speech):
    """Says the engine's state and choices in the words of the referee.

    Parameters
    ----------
    session
        Whose state is described.
    num_players
        At the table.
    cards
        The ids of all cards: the box, then a designer's own.
    """

    def __init__(self, session: Session, num_players: int, cards: Sequence[str]) -> None:
        super().__init__(session, num_players)
        assert list(cards[: len(BOX)]) == BOX
        self.names = {NOTHING: "nothing", ALL: "all"} | dict(enumerate(cards))
        self.kinds = range(len(cards))
        self._told: dict[bytes, dict[str, int]] = {}
        self._sets: dict[int, set[str]] = {}

    def kind(self) -> str:
        """What is asked; "" for nothing."""
        decision = self.at("decision")
        return Decision(decision).name.lower() if decision else ""

    def choices(self) -> list[Choice]:
        """The choices offered, in the engine's order."""
        say = self._saying()
        return [say(choice) for choice in self._list("choices", self.at("num_choices"))]

    def about(self) -> dict[str, Choice]:
        """What else the player who decides learns."""
        return {
            "left": self.at("left"),
            "limit": self.at("limit"),
            "routine": Special(self.at("routine")).name.lower(),
            "looked": self.names[self.at("looked")],
            "victim": self.at("victim"),
        }

    def order(self) -> list[str]:
        """All kinds of this game in the order in which they are offered."""
        kinds = self._list("kinds", self.at("num_kinds"))
        assert len(set(kinds)) == len(kinds)
        return [self.names[kind] for kind in kinds]

    def kingdom(self) -> list[str]:
        """The Kingdom of this deal, without the Bane."""
        piles = [self.names[kind] for kind in self._list("kinds", self.at("num_supply"))]
        return [name for name in piles[7:] if name != self.bane()]

    def bane(self) -> str | None:
        """The Bane of this deal."""
        bane = self.at("bane")
        return None if bane == NOTHING else self.names[bane]

    def market(self) -> list[str]:
        """The Black Market deck, the top first."""
        return [self.names[kind] for kind in self._list("market", self.at("num_market"))]

    def position(self) -> dict[str, Any]:
        """The state as `Referee.summary` gives it."""
        kinds = self._list("kinds", self.at("num_kinds"))
        num_supply = self.at("num_supply")
        piles = self._now["piles"][0].tolist()
        listed = {self.names[kind] for kind in kinds[:num_supply]}
        bits = self._names_in(self.at("in_supply"))
        assert bits == listed, f"piles {listed}, but the bits say {bits}"
        prizes = [kind for kind in kinds[num_supply:] if piles[kind]]
        assert all(piles[kind] == 1 for kind in prizes)
        assert len(prizes) == self.at("num_prizes"), "the number of prizes left"
        assert sum(map(bool, piles)) == sum(bool(piles[kind]) for kind in kinds), "a pile unseen"
        opened, stolen = self._counted("revealed"), self._counted("stolen")
        assert sum(opened.values()) == self.at("num_revealed"), "the number of cards revealed"
        assert sum(stolen.values()) == self.at("num_stolen"), "the number of cards stolen"
        shown = self._list("shown", self.at("num_shown"))
        phase = Phase(self.at("phase")).name.lower()
        of_turn = {name: self.at(name) for name in ("actions", "buys", "coins")}
        of_turn["has_bought"] = bool(self.at("bought"))
        return ({} if phase == "clean_up" else of_turn) | {
            "phase": phase,
            "round": self.at("rounds"),
            "turn": self.at("turns"),
            "active": self.at("active"),
            "supply": {self.names[kind]: piles[kind] for kind in kinds[:num_supply]},
            "empty": self.at("num_empty"),
            "prizes": sorted(self.names[kind] for kind in prizes),
            "bane": self.bane(),
            "market": self.market(),
            "shown": sorted(self.names[kind] for kind in shown),
            "stolen": stolen,
            "trash": self._counted("trash"),
            "in play": self._counted("in_play"),
            "opened": opened,
            "before last": self._seats["before_last"].tolist(),
            "streams": self._streams(),
            "players": [self._player(seat) for seat in range(self.num_players)],
        }

    def result(self, record: Any) -> dict[str, Any]:
        """What a record says, as `Referee.result` gives it."""
        return super().result(record) | {"ending": WHY[record.ending]}

    def counts(self, by_piece: Sequence[int]) -> dict[str, int]:
        """What a record counts by piece, of what there is, by name."""
        rows = self.session.tables[0].rows.tolist()
        return {
            self.names[kind]: by_piece[rows[kind]]
            for kind in self.kinds
            if rows[kind] != NOBODY and by_piece[rows[kind]]
        }

    def _streams(self) -> list[list[int]]:
        """Where the streams stand from which the seats draw."""
        first = int(Chance.DRAW)
        found: list[list[int]] = self._now["streams"][0, first : first + self.num_players].tolist()
        return found

    def counted(self, counts: NDArray[np.int8]) -> dict[str, int]:
        """How many of each name, by kind, of those of which there are some; not to be changed."""
        key = counts.tobytes()  # most zones are as they were at the last decision
        if key not in self._told:
            listed = counts.tolist()
            assert min(listed) >= 0, f"less than no cards: {listed}"
            found = {self.names[kind]: count for kind, count in enumerate(listed) if count}
            self._told[key] = found
        return self._told[key]

    def _saying(self) -> Callable[[int], Choice]:
        decision = self.at("decision")
        if decision in NUMBERS:
            return lambda choice: choice
        if decision == Decision.TRUSTY_STEED:
            return lambda choice: "".join("abcd"[bit] for bit in range(4) if choice >> bit & 1)
        return self.names.__getitem__

    def _counted(self, name: str, seat: int | None = None) -> dict[str, int]:
        counts = self._now[name][0] if seat is None else self._now[name][0][seat]
        return self.counted(counts)

    def _names_in(self, bits: int) -> set[str]:
        """The kinds of a set of bits."""
        if bits not in self._sets:
            self._sets[bits] = {self.names[kind] for kind in self.kinds if bits >> kind & 1}
        return self._sets[bits]

    def _on_top(self, card: int) -> str | None:
        return None if card == ANY else self.names[card]

    def _player(self, seat: int) -> dict[str, Any]:
        held = {name: self._seats[name][seat].tolist() for name in NUMBERS_OF_SEAT}
        hand = self.counted(self._seats["hand"][seat])
        unknown = self._counted("decks", seat)
        discarded = self._counted("discards", seat)
        top = self._seats["top"][seat, : held["num_top"]].tolist()
        below_ = held["num_deck"] - top.count(ANY)
        assert below_ >= 0, f"seat {seat}: more unknown cards on top than there are"
        where = f"seat {seat}: a number of cards"
        assert held["num_hand"] == sum(hand.values()), where
        assert held["num_deck"] == sum(unknown.values()), where
        assert held["num_discard"] == sum(discarded.values()), where
        assert self._names_in(held["hand_kinds"]) == set(hand), f"seat {seat}: bits of the hand"
        owned = self.counted(self._seats["owned"][seat])
        assert held["num_owned"] == sum(owned.values()), where
        return {
            "turns": held["turns"],
            "hand": hand,
            "pile": [None if card == ANY else self.names[card] for card in top[::-1]]
            + [None] * below_,
            "unknown": unknown,
            "discarded": discarded,
            "waiting": held["aside"],
            "owned": owned,
            "points": held["points"],
            "treasures": held["num_treasures"],
            "victories": held["num_victories"],
        }
