"""Engine and referee play the same game and compare all they see, decision by decision.

The engine deals and rolls; the referee is told. Both must then ask the same seat the same
question with the same answers, in the same position, until both say that the game is over.
"""

import random
import tomllib
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from balance.engine.layout import WIN
from balance.engine.session import Session
from balance.games.valeria import GAME
from balance.games.valeria.layout import (
    Decision,
)
from balance.games.valeria.options import Options
from tests.games.valeria.referee import Choice, Deal, Referee
from tests.games.valeria.referee import Options as RefereeOptions
from tests.games.valeria.referee.deals import columns
from tests.games.valeria.referee.sheets import Sheets, read_sheets
from tests.games.valeria.speech import Speech

KINDS = {
    Decision.KEEP_DUKE: "duke",
    Decision.DICE: "dice",
    Decision.STEAL_FIRST: "steal_first",
    Decision.HARVEST: "harvest",
    Decision.ACTION: "action",
    Decision.PAY: "pay",
    Decision.OPTION: "option",
    Decision.ORDER: "order",
    Decision.TAKE: "take",
    Decision.STEAL: "steal",
    Decision.ROB: "rob",
    Decision.RETURN: "return",
    Decision.BONUS: "bonus",
}
ENDINGS = ({"a"}, {"b"}, {"c"})
SEVERAL = 3  # the ending of two conditions at once
MOST_DECISIONS = 20_000
# How much random players like an answer, by its first word; a table of players has one taste.
TASTES = (
    {"build": 12, "slay": 6, "recruit": 5, "use": 8, "option": 4, "steal": 3},
    {"build": 80, "gain": 10, "slay": 0.5, "recruit": 1, "use": 20, "next": 2},
    {"slay": 60, "gain": 4, "use": 20, "recruit": 2, "build": 4, "pay": 2},
)


@dataclass
class Seen:
    """What came up in many games."""

    games: int = 0
    decisions: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)  # came to a player, or Duke kept
    used: Counter[tuple[str, bool]] = field(default_factory=Counter)  # card, by the active player
    endings: Counter[int] = field(default_factory=Counter)

    def __add__(self, other: "Seen") -> "Seen":
        return Seen(
            self.games + other.games,
            self.decisions + other.decisions,
            self.kinds + other.kinds,
            self.cards + other.cards,
            self.used + other.used,
            self.endings + other.endings,
        )


class EngineChance:
    """The referee's chance: what the engine drew."""

    def __init__(self, duel: "Duel") -> None:
        self.duel = duel

    def dice(self, turn: int) -> tuple[int, int]:
        """The dice as they lie: nobody can have changed them since the roll."""
        state = self.duel.session.state
        assert state.turns == turn + 1, "the engine is in another turn"
        return int(state.dice[0]), int(state.dice[1])

    def robbed(self, turn: int, robber: int, victim: int, pile: Sequence[str]) -> str:
        """The card that the engine moved."""
        thief, loser, card = self.duel.robberies.popleft()
        assert (thief, loser) == (robber, victim), "the engine robbed somebody else"
        return card

    def duke(self, seat: int, dealt: Sequence[str]) -> str:
        """The Duke that the engine assigned."""
        return self.duel.speech.dukes[self.duel.session.state.seats[seat].duke - 1]


class Duel:
    """Games of one table between engine and referee.

    Parameters
    ----------
    options
        The set-up and switches; everything is asked.
    players
        2 to 4.
    sheets
        Folder of the referee's card tables.
    edits
        The same changes of the box's cells for the engine.
    seed
        Of all chance.
    """

    def __init__(
        self,
        options: Options,
        players: int,
        sheets: Path,
        edits: Mapping[str, object] | None = None,
        seed: int = 1,
    ) -> None:
        self.options = options.model_copy(update={"ask_everything": True})
        self.players = players
        self.folder = sheets
        self.sheets = read_sheets(sheets)
        laid = GAME.lay_table(self.options, players, edits or {}, sheets)
        self.session = Session(GAME, laid, seed)
        self.speech = Speech(self.session, laid, starters(self.sheets, options.edition))
        self.robberies: deque[tuple[int, int, str]] = deque()
        self.seen = Seen()
        rulings = options.rulings.model_dump()
        dukes = "assigned" if options.dukes == "assigned" else "chosen"
        self._referee_options = RefereeOptions(edition=options.edition, dukes=dukes, **rulings)

    def play(self, deal: int, rng: random.Random) -> None:
        """Play one game, comparing at every decision.

        Raises
        ------
        AssertionError
            If the two differ; says where and in what.
        """
        session = self.session
        session.begin(deal, (0,) * self.players)
        self.position = self.speech.position()
        chance = EngineChance(self)
        referee = Referee(self.folder, self._deal(), self._referee_options, chance)
        self.robberies.clear()
        taste = TASTES[rng.choices((0, 1, 2), (6, 1, 1))[0]]
        decisions = 0
        self._advance()  # before the referee, which is told what was drawn
        while True:
            pending = referee.pending()
            self._compare_positions(referee, decisions)
            if session.is_over or pending is None:
                break
            state = session.state
            choices = self.speech.choices()
            kind = KINDS[Decision(int(state.decision))]
            asked = kind, int(state.due_seat), sorted(choices, key=str)
            wanted = pending.kind, pending.seat, sorted(pending.choices, key=str)
            assert asked == wanted, f"decision {decisions}: engine {asked}, referee {wanted}"
            liking = [taste.get(str(choice[0]), 1) for choice in choices]
            index = rng.choices(range(len(choices)), liking)[0]
            self._note(kind, choices[index])
            session.take(index)
            self._advance()
            referee.choose(choices[index])
            decisions += 1
            assert decisions < MOST_DECISIONS, "the game does not end"
        assert session.is_over, f"the referee alone is through, at decision {decisions}"
        assert pending is None, f"the engine alone is through, at decision {decisions}"
        self._compare_results(deal, referee)

    def _deal(self) -> Deal:
        """What the engine dealt; the rest of the grid by the referee's own reading of V2."""
        state = self.session.state
        setup = next(s for s in _setups(self.folder) if s["id"] == self.options.setup)
        areas = self.options.areas or setup["areas"]
        return Deal(
            self.players,
            columns(self.sheets, areas, self.options.edition),
            tuple(self.options.citizens or setup["citizens"]),
            tuple(tuple(stack) for stack in self.position["domains"]),
            tuple(
                tuple(self.speech.dukes[duke - 1] for duke in state.seats[seat].dealt.tolist())
                for seat in range(self.players)
            ),
        )

    def _advance(self) -> None:
        """Go to the next decision; note who robbed what on the way."""
        self.session.advance()
        before = [player["pile"] for player in self.position["players"]]
        self.position = self.speech.position()
        after = [player["pile"] for player in self.position["players"]]
        for loser in range(self.players):
            if len(after[loser]) < len(before[loser]):
                gone = Counter(before[loser]) - Counter(after[loser])
                for robber in range(self.players):
                    moved = (Counter(after[robber]) - Counter(before[robber])) & gone
                    self.robberies += [(robber, loser, card) for card in moved.elements()]

    def _note(self, kind: str, choice: Choice) -> None:
        state = self.session.state
        self.seen.decisions += 1
        self.seen.kinds[kind] += 1
        if choice[0] == "use":
            self.seen.used[str(choice[1]), bool(state.due_seat == state.active)] += 1

    def _compare_positions(self, referee: Referee, decisions: int) -> None:
        ours, theirs = self.position, referee.summary()
        if theirs["phase"] == "over":
            theirs["phase"] = "end"
        if ours != theirs:
            both = {key: (ours[key], theirs[key]) for key in theirs if ours[key] != theirs[key]}
            asked = Decision(self.session.state.decision).name, referee.pending()
            raise AssertionError(f"decision {decisions} {asked}, engine and referee: {both}")

    def _compare_results(self, deal: int, referee: Referee) -> None:
        record = self.session.keep(deal)[0]
        result = referee.result()
        seats = range(self.players)
        assert record.scores[: self.players].tolist() == result["scores"]
        names = ("collected", "monsters", "domains", "duke")
        parts = [[part[name] for name in names] for part in result["parts"]]
        assert record.parts[: self.players].tolist() == parts
        won = WIN // len(result["winners"])
        wins = [won if seat in result["winners"] else 0 for seat in seats]
        assert record.wins[: self.players].tolist() == wins
        assert (record.rounds, record.turns) == (result["rounds"], result["turns"])
        assert not record.stopped
        if self.options.rulings.end_trigger_latched:
            named = set() if record.ending == SEVERAL else ENDINGS[record.ending]
            assert named <= set(result["latched"])
        elif record.ending == SEVERAL:
            assert len(result["ending"]) > 1
        else:
            assert set(result["ending"]) == ENDINGS[record.ending]
        self.seen.games += 1
        self.seen.endings[int(record.ending)] += 1
        for seat in seats:
            self.seen.cards[self.speech.dukes[record.kept[seat]]] += 1
            for row in np.flatnonzero(record.taken[seat]).tolist():
                self.seen.cards[self.speech.cards[row]] += int(record.taken[seat, row])


def starters(sheets: Sheets, edition: str) -> list[str]:
    """Ids of the Starters of an edition (V2.8)."""
    return [card.id for card in sheets.starters.values() if edition in card.editions]


def _setups(folder: Path) -> list[dict[str, Any]]:
    return tomllib.loads((folder / "setups.toml").read_text(encoding="utf-8"))["setup"]
