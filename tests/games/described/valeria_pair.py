"""A game of Valeria played by its own rules and by `examples/games/valeria_citizens` at once."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from balance.engine.game import Game, GameTable
from balance.engine.session import Session
from balance.games.described.layout import Decision as TextDecision
from balance.games.described.table.build import DescribedTable
from balance.games.described.table.numbering import numbering
from balance.games.loading import load_game
from balance.games.valeria.layout import (
    DONE,
    FIRST_CITIZENS,
    FIRST_DOMAINS,
    FIRST_STACK_CHOICE,
    NUM_STACKS,
    Decision,
    Good,
)
from balance.scenario.prepare import build_table

FOLDER = Path(__file__).parents[3] / "examples" / "games" / "valeria_citizens"
# Domains that need Monsters, or a player to steal from.
LEFT_OUT = (
    "eye_of_asteraten", "watcher_on_the_water", "the_violet_thorn", "purloiners_perch",
    "cathedral_of_st_aquila", "the_orb_of_urdr", "cutthroats_truce",
)  # fmt: skip
TOPS = ("above_none", "above_one", "above_two")  # by how many cards lie below
BUILD = ("build above none", "build above one", "build above two")
RETURN = "return a citizen"
POWERS = {
    "foxgrove_palisade": "palisade", "the_desert_orchid": "orchid", "palace_of_the_dawn": "palace",
}  # fmt: skip


def native_game() -> Game:
    """Return the game with rules of its own."""
    return load_game("valeria", Path())


def native_table(players: int) -> GameTable:
    """Return its table with the Domains of the text."""
    options = {"setup": "first_game_2e", "remove_domains": list(LEFT_OUT)}
    return build_table(native_game(), players, options)


def described_game() -> Game:
    """Return the game as text."""
    return load_game(str(FOLDER), Path())


class Pair:
    """Both games with the same luck; the choices are those of the native game but for Monsters.

    The text draws a Domain when it is turned up, and Dukes when they are dealt; the native game,
    which deals all at the start, gets the same ones under its cards before it turns them up.
    """

    def __init__(self, players: int, seed: int = 1) -> None:
        self.players = players
        table = native_table(players)
        self.native = Session(native_game(), table, seed)
        self.cards = [piece.id for piece in (*table.cards, *table.starting_cards)]
        self.dukes = [piece.id for piece in table.objectives]
        text = build_table(described_game(), players, {})
        assert isinstance(text, DescribedTable)
        assert text.description is not None
        self.table = text
        self.described = Session(described_game(), text, seed)
        self.ids = list(text.kinds)
        rows = text.array[0].zones[["cell", "num_kinds", "first_kind"]].tolist()
        self.zones = dict(zip(text.description.zones, rows, strict=False))
        self.numbering = numbering(text.description, players)

    # What the text says

    def in_zone(self, zone: str, seat: int = 0) -> dict[str, int]:
        """Return how many of each card are in a zone."""
        cell, kinds, first = self.zones[zone]
        cells = self.described.states["cards"][0, cell + seat * kinds : cell + (seat + 1) * kinds]
        return {self.ids[first + kind]: int(cells[kind]) for kind in cells.nonzero()[0]}

    def offered(self) -> list[Any]:
        """Return what the text offers: names of options, ids of cards, or numbers."""
        state = self.described.state
        choices = state.choices[: state.num_choices].tolist()
        if state.decision == TextDecision.OPTION:
            options = self.table.asked[int(state.asked)].block
            return [options[choice].parts[0] for choice in choices]
        if state.decision == TextDecision.CARD:
            return [self.ids[choice] for choice in choices]
        return choices

    def answer(self, choice: Any, among: Sequence[Any]) -> None:
        """Make a choice in the text, which is not asked if there is only one."""
        if len(set(among)) > 1:
            assert sorted(self.offered()) == sorted(set(among))
            self.described.take(self.offered().index(choice))
            self.described.advance()

    # What the native game says

    def begin(self, deal: int) -> None:
        """Set up the game of a deal."""
        for session in (self.native, self.described):
            session.begin(deal, range(self.players))
        # Both open the stream of the dice anew with the number of the turn; the text has none yet.
        self.described.state.turns = 1
        self.described.advance()
        native = self.native.state
        for column, card in enumerate(self.in_zone("above_two")):
            self._turn_face_up(FIRST_DOMAINS + column, card)
        assert native.key == self.described.state.key
        self._deal_as_the_text()
        self.native.advance()

    def _turn_face_up(self, stack: int, card: str) -> None:
        state, row = self.native.state, self.cards.index(card)
        state.stacks[stack, state.heights[stack] - 1] = row + 1
        state.tops[stack] = row

    def _deal_as_the_text(self) -> None:
        """Let the native game have the Dukes, and the next Domain, that the text has drawn."""
        state = self.native.state
        for seat in range(self.players):
            dealt = {**self.in_zone("dealt", seat), **self.in_zone("duke", seat)}
            if len(dealt) == 2:
                state.seats[seat].dealt[:] = [self.dukes.index(duke) + 1 for duke in dealt]
        there = {card for zone in TOPS for card in self.in_zone(zone)}
        heights = state.heights.tolist()
        stacks = [stack for stack in range(FIRST_DOMAINS, NUM_STACKS) if heights[stack]]
        for card in there - {self._top(stack) for stack in stacks}:
            # It comes where a Domain was taken from, or is the one that is being paid for.
            stack = next(stack for stack in stacks if self._top(stack) not in there)
            below = heights[stack] - (2 if self._top(stack) else 1)
            state.face_down[stack - FIRST_DOMAINS, below] = self.cards.index(card) + 1

    def _top(self, stack: int) -> str:
        top = self.native.states["tops"][0, stack]
        return self.cards[top] if top >= 0 else ""

    def choices(self) -> list[int]:
        """Return the indices of the native choices that the text has."""
        state = self.native.state
        choices = state.choices[: state.num_choices].tolist()
        monsters = range(0)
        if state.decision == Decision.ACTION:
            monsters = range(FIRST_STACK_CHOICE, FIRST_STACK_CHOICE + FIRST_CITIZENS)
        return [index for index, choice in enumerate(choices) if choice not in monsters]

    def said(self, choice: int) -> tuple[Any, ...]:
        """Return what the text calls a native choice: its option, its card or number, or both."""
        state, table = self.native.state, self.native.tables[0]
        match state.decision:
            case Decision.KEEP_DUKE:
                return (self.dukes[choice],)
            case Decision.DICE:
                if choice == DONE:
                    return ("keep the dice",)
                power = POWERS[self._card_of(choice // 2)]
                return (f"{power}, {('first', 'second')[choice % 2]} die",)
            case Decision.HARVEST:
                if choice == DONE:
                    return ("no more",)
                good = Good(table.options[choice].gained.argmax()).name.lower()
                return (f"{self._card_of(choice).removeprefix('starter_')} for {good}",)
            case Decision.ACTION:
                if choice < FIRST_STACK_CHOICE:
                    return (f"take a {Good(choice).name.lower()}",)
                stack = choice - FIRST_STACK_CHOICE
                if stack < FIRST_DOMAINS:
                    return "hire a citizen", self._top(stack)
                return BUILD[int(state.heights[stack]) - 1], self._top(stack)
            case Decision.OPTION:
                card = self._card_of(choice) if choice != DONE else ""
                return ({"": "keep", "golden_obelisk_of_nae": "buy points"}.get(card, RETURN),)
            case Decision.TAKE:
                return (self._top(choice),)
            case Decision.RETURN:
                return (self.cards[choice],)
        assert state.decision == Decision.PAY
        return (choice,)

    def _card_of(self, option: int) -> str:
        table = self.native.tables[0]
        return self.cards[int(table.abilities[table.options[option].ability].card)]

    def take(self, index: int) -> None:
        """Make a choice on both sides, and go on."""
        state = self.native.state
        said = {each: self.said(int(state.choices[each])) for each in self.choices()}
        if ("keep",) in said.values():  # the text says what is kept
            kept = (self.offered()[-1],)
            said = {each: kept if words == ("keep",) else words for each, words in said.items()}
        option, *card = said[index]
        self.answer(option, [words[0] for words in said.values()])
        if card:
            self.answer(card[0], [words[1] for words in said.values() if words[0] == option])
        self._deal_as_the_text()
        self.native.take(index)
        self.native.advance()

    def compare(self) -> None:
        """Assert that both are in the same position."""
        assert self.native.is_over == self.described.is_over
        native, described = self.native.states, self.described.states
        if not self.native.is_over:
            assert native["due_seat"] == described["due_seat"]
            rolled = [
                described["shared"][0, self.numbering.shared[die]] for die in ("first", "second")
            ]
            assert native["turns"] == 0 or native["dice"][0].tolist() == rolled
        goods = [self.numbering.numbers[good.name.lower()] for good in Good]
        seats = native["seats"][0, : self.players]
        assert (
            seats["goods"].tolist()
            == described["seats"]["numbers"][0, : self.players, goods].T.tolist()
        )
        for seat, owned in enumerate(seats["owned"]):
            mine = {self.cards[card]: int(owned[card]) for card in owned.nonzero()[0]}
            mine.pop("starter_herald")  # a rule of the text
            assert mine == self.in_zone("tableau", seat)
        heights = native["heights"][0].tolist()
        stacks = {self._top(stack): heights[stack] for stack in range(FIRST_CITIZENS, NUM_STACKS)}
        stacks.pop("", None)
        tops = {card: below + 1 for below, zone in enumerate(TOPS) for card in self.in_zone(zone)}
        assert stacks == {**self.in_zone("citizens"), **tops}

    def results(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return what the records of both say."""
        native, described = self.native.write_record(0)[0], self.described.write_record(0)[0]
        rows = [self.cards.index(card) for card in self.ids if card in self.cards]
        kinds = [kind for kind, card in enumerate(self.ids) if card in self.cards]
        collected, domains, duke = (
            self.native.game.parts.index(part) for part in ("collected", "Domains", "Duke")
        )
        return tuple(  # type: ignore[return-value]
            {
                "parts": record.parts[: self.players, parts].tolist(),
                "scores": record.scores[: self.players].tolist(),
                "wins": record.wins[: self.players].tolist(),
                "rounds": int(record.rounds),
                "taken": record.taken[: self.players, places].tolist(),
            }
            for record, parts, places in (
                (native, [collected, domains, duke], rows),
                (described, [0, 1, 2], kinds),
            )
        )
