"""A described game played by the engine and by the referee at once, with the same chance."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from balance.engine.rng import below, open_stream
from balance.engine.session import Session
from balance.games.described.language.tree import Line
from balance.games.described.layout import ANSWERS, DECLINE, DICE, MOST_KNOWN, Decision
from balance.games.described.table.build import DescribedTable
from balance.games.described.table.numbering import numbering
from balance.games.loading import load_game
from tests.games.described.referee import Referee

LIMIT = 3000  # decisions
ASKING = {
    Decision.OPTION: {"choose_one", "pay_either"}, Decision.NUMBER: {"choose_number", "reroll_any"},
    Decision.PLAYER: {"choose_player"}, Decision.CARD: {"choose_card", "choose_cards"},
}  # fmt: skip


class SameChance:
    """The chance that the engine meets: its streams, drawn from once more."""

    def __init__(self, state: Any, table: DescribedTable) -> None:
        assert table.description is not None
        self.key = state.key
        self.streams = state.streams.copy()
        self.zones = dict(zip(table.description.zones, table.array[0].zones, strict=False))

    def draw(self, zone: str, seat: int | None, cards: list[str]) -> int:
        """Return the place of the card that is drawn."""
        return int(below(self.streams[self.zones[zone].stream + (seat or 0)], len(cards)))

    def roll(self, sides: int) -> int:
        """Return what a die shows."""
        return int(below(self.streams[DICE], sides)) + 1

    def new_turn(self, number: int) -> None:
        """Start the stream of dice anew."""
        open_stream(self.streams[DICE], self.key, DICE, number)


class Match:
    """One game on both sides."""

    def __init__(self, folder: Path, players: int, deal: int) -> None:
        self.game = load_game(str(folder), Path())
        table = self.game.build_table(self.game.options(), players, {}, Path())
        assert isinstance(table, DescribedTable)
        assert table.description is not None
        self.table, self.description = table, table.description
        self.numbers = numbering(self.description, players)
        self.words = {number: word for word, number in self.numbers.words.items() if number}
        self.players = players
        self.session = Session(self.game, self.table, seed=7)
        self.session.begin(deal, range(players))
        self.referee = Referee(folder, players, SameChance(self.session.state, self.table))

    def advance(self) -> None:
        """Go on to the next decision that is one."""
        self.session.advance()

    def play(self, chooser: Random) -> None:
        """Play to the end, and compare both at each decision."""
        for _ in range(LIMIT):
            self.advance()
            self.compare()
            if self.referee.decision is None:
                break
            index = chooser.randrange(len(self.referee.decision.choices))
            self.session.take(index)
            self.referee.take(index)
        else:
            return
        record = self.session.write_record(0)[0]
        scores = [
            dict(zip(self.description.score, record.parts[seat].tolist(), strict=False))
            for seat in range(self.players)
        ]
        theirs = self.referee.scores()
        assert scores == theirs, f"scores of engine and referee: {scores}, {theirs}"
        assert np.flatnonzero(record.wins).tolist() == self.referee.winners()
        ending = self.game.endings[record.ending]
        assert ending in {self.referee.ending, "a line ends the game"}

    def choices(self) -> list[tuple[Any, ...]]:
        """Return what the engine offers, as the referee says it."""
        state = self.session.state
        offered = state.choices[: state.num_choices].tolist()
        line = self.table.asked[int(state.asked)]
        assert line.what in ASKING[Decision(state.decision)]
        if state.decision == Decision.NUMBER:
            return [("decline",) if one == DECLINE else ("number", one) for one in offered]
        if line.what == "pay_either":
            return [("pay", number) for number in offered]
        if state.decision == Decision.OPTION:
            return [self.option(line, number) for number in offered]
        if state.decision == Decision.PLAYER:
            return [("decline",) if seat == DECLINE else ("player", seat) for seat in offered]
        return [
            ("decline",) if kind == DECLINE else ("card", self.description.cards[kind].id)
            for kind in offered
        ]

    def option(self, line: Line, choice: int) -> tuple[Any, ...]:
        """Return an option, or what is answered to one that is a choice itself."""
        option, answer = choice % ANSWERS, choice // ANSWERS - 1
        name = line.block[option].parts[0]
        if answer < 0:
            return "option", name
        what = line.block[option].block[0].what.removeprefix("choose_")
        return option, what, self.description.cards[answer].id if what == "card" else answer

    def compare(self) -> None:
        """Assert that both have the same state and decision."""
        state, referee = self.session.state, self.referee
        said: Any = {"decision": None}, {"decision": None}
        if referee.decision is not None:
            said[1]["decision"] = referee.decision.seat, referee.decision.choices
        if not self.session.is_over:
            said[0]["decision"] = int(state.due_seat), self.choices()
        for seat in range(self.players):
            theirs = referee.numbers(seat) | referee.secret_dice(seat)
            for name, row in self.numbers.numbers.items():
                said[0][seat, name] = self.plain(state.seats[seat].numbers[row], theirs[name])
                said[1][seat, name] = theirs[name]
        theirs = referee.shared()
        for name, row in self.numbers.shared.items():
            said[0][name] = self.plain(state.shared[row], theirs[name])
            said[1][name] = theirs[name]
        for name, row in self.numbers.zones.items():
            zone = self.table.array[0].zones[row]
            for seat in range(self.players if zone.per_player else 1):
                first = int(zone.cell + seat * zone.num_kinds)
                cells = state.cards[first : first + zone.num_kinds].tolist()
                cards = {
                    self.description.cards[zone.first_kind + kind].id: copies
                    for kind, copies in enumerate(cells) if copies
                }  # fmt: skip
                said[0][name, seat] = cards, int(state.sizes[zone.place + seat * zone.per_player])
                whole = referee.zone(name, seat if zone.per_player else None)
                said[1][name, seat] = whole, sum(whole.values())
                said[0][name, seat, "on cards"] = self.counters(zone, name, seat)
                whose = seat if zone.per_player else None
                said[1][name, seat, "on cards"] = referee.counters(name, whose)
                pile = referee.pile(name, seat if zone.per_player else None)
                said[1][name, seat, "from the top"] = pile
                said[0][name, seat, "from the top"] = self.pile(zone, seat, pile is not None)
        differing = {
            key: (said[0][key], said[1][key]) for key in said[0] if said[0][key] != said[1][key]
        }
        assert not differing, f"engine and referee differ: {differing}"

    def counters(self, zone: Any, name: str, seat: int) -> dict[tuple[str, str], int]:
        """Return what lies on the cards of a zone, by name and card; nothing that is 0."""
        found: dict[tuple[str, str], int] = {}
        names = self.description.zones[name].counters
        for place, counter in enumerate(names):
            first = int(zone.counters + (seat * len(names) + place) * zone.num_kinds)
            for kind, count in enumerate(self.session.state.cards[first : first + zone.num_kinds]):
                if count:
                    found[counter, self.description.cards[zone.first_kind + kind].id] = int(count)
        return found

    def pile(self, zone: Any, seat: int, is_ordered: bool) -> list[str | None] | None:
        """Return the cards of a zone from the top; None stands for one that was shuffled."""
        if not is_ordered:
            return None
        state = self.session.state
        first = int(zone.order + seat * zone.order_size)
        above, below = state.cards[first : first + 2].tolist()
        size = int(state.sizes[zone.place + seat * zone.per_player])
        start = first + 2 + int(zone.num_kinds + MOST_KNOWN * zone.knowers)
        listed = [self.description.cards[kind - 1].id
                  for kind in state.cards[start : start + above + below].tolist()]  # fmt: skip
        return [*listed[:above], *[None] * (size - above - below), *listed[above:]]

    def plain(self, number: Any, theirs: Any) -> Any:
        """Return a number, or the word that it stands for where the referee has a word."""
        return self.words.get(int(number), int(number)) if isinstance(theirs, str) else int(number)
