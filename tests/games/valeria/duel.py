"""Engine and referee play the same game and compare all they see, decision by decision.

The engine deals and rolls; the referee repeats it. Both must then ask the same seat the same
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
from balance.games.valeria.layout import DARK_LORD, NUM_COLUMNS, Decision
from balance.games.valeria.table.options import RANDOM, Options
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
    Decision.EVENT: "event",
    Decision.MARK: "mark",
    Decision.LOSE: "lose",
    Decision.COVER: "cover",
    Decision.ATTACK: "attack",
    Decision.CAPTURE: "capture",
}
PARTS = (
    *("collected", "monsters", "domains", "duke"),
    *("icons and leftovers", "majorities"),
)
OUTCOMES = {"won": WIN, "drawn": WIN // 2, "lost": 0}
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
    special: set[str] = field(default_factory=set)  # about tables, and the cards that came up

    def __add__(self, other: "Seen") -> "Seen":
        return Seen(
            self.games + other.games,
            self.decisions + other.decisions,
            self.kinds + other.kinds,
            self.cards + other.cards,
            self.used + other.used,
            self.endings + other.endings,
            self.special | other.special,
        )

    def things(self) -> set[str]:
        """All that came up, in words."""
        return {*self.kinds, *self.special, *(f"ending {ending}" for ending in self.endings)}


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
        1 to 5.
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
        game_table = GAME.build_table(self.options, players, edits or {}, sheets)
        self.session = Session(GAME, game_table, seed)
        self.speech = Speech(self.session, game_table, starters(self.sheets, options.edition))
        states: Any = self.session.states  # views: a record's attributes take microseconds
        names = ("decision", "due_seat", "active", "num_tasks", "robs")
        self._now = {name: states[name] for name in names}
        self.robberies: deque[tuple[int, int, str]] = deque()
        rulings = options.rulings.model_dump()
        self._referee_options = RefereeOptions(
            edition=options.edition,
            dukes="chosen" if options.dukes == "choose" else options.dukes,
            solo_sum_attacks=options.solo_sum_attacks,
            solo_exhausted_attacks=options.solo_exhausted_attacks,
            **rulings,
        )

    def play(self, deal: int, rng: random.Random) -> Seen:
        """Play one game, comparing at every decision; return what came up.

        Raises
        ------
        AssertionError
            If the two differ; says where and in what.
        """
        session, self.seen = self.session, Seen()
        session.begin(deal, (0,) * self.players)
        self.position = self.speech.position()
        chance = EngineChance(self)
        referee = Referee(self.sheets, self._deal(), self._referee_options, chance)
        self.robberies.clear()
        self._piles = self.speech.piles
        taste = TASTES[rng.choices((0, 1, 2), (6, 1, 1))[0]]
        decisions = 0
        self._advance()  # before the referee, which repeats what was drawn
        while True:
            pending = referee.pending()
            self._compare_positions(referee, decisions)
            if self._is_over or pending is None:
                break
            choices = self.speech.choices()
            kind = KINDS[Decision(self._at("decision"))]
            asked = kind, self._at("due_seat"), sorted(choices, key=str)
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
        assert self._is_over, f"the referee alone is through, at decision {decisions}"
        assert pending is None, f"the engine alone is through, at decision {decisions}"
        self._compare_results(deal, referee)
        return self.seen

    def _deal(self) -> Deal:
        """What the engine drew; the rest of the grid by the referee's own reading of V2."""
        state, options = self.session.state, self.options
        if options.setup == RANDOM:
            setup = tomllib.loads((self.folder / "setups.toml").read_text())["random_setup"]
            setup = {"areas": setup["areas_from"], "citizens": [*self.sheets.citizens]}
        else:
            setup = next(s for s in _setups(self.folder) if s["id"] == options.setup)
        areas = list(options.areas or setup["areas"])
        if len(areas) > NUM_COLUMNS:
            drawn = {self.sheets.monsters[stack[0]].area for stack in self.position["monsters"]}
            assert drawn <= set(areas), f"{drawn - set(areas)} cannot be drawn"
            areas = sorted(drawn)
        dukes: list[tuple[str, ...]] = []
        if options.dukes != "none":
            dealt = [state.seats[seat].dealt.tolist() for seat in range(self.players)]
            dukes = [tuple(self.speech.dukes[row - 1] for row in rows) for rows in dealt]
        return Deal(
            self.players,
            columns(self.sheets, areas, options.edition, self.players),
            self._citizens(options.citizens or setup["citizens"]),
            tuple(tuple(stack) for stack in self.position["domains"]),
            tuple(dukes),
            self.speech.exhausted_stack() if options.monster_events else (),
            self.speech.dukes[state.seats[DARK_LORD].duke - 1] if self.players == 1 else "",
        )

    def _citizens(self, pool: Sequence[str]) -> tuple[str | tuple[str, ...], ...]:
        """The Citizen stacks drawn from the pool (V2.5), or mixed (V15.1)."""
        stacks = self.position["citizens"]
        if not self.options.mixed_citizens:
            assert {stack[0] for stack in stacks} <= set(pool), "a Citizen that cannot be drawn"
            return tuple(stack[0] for stack in stacks)
        if self.options.citizens is not None:
            assert {card for stack in stacks for card in stack} <= set(pool)
        return tuple(tuple(stack) for stack in stacks)

    def _at(self, name: str) -> int:
        """Return a number of the engine's state."""
        return int(self._now[name][0])

    @property
    def _is_over(self) -> bool:
        return self._at("decision") == 0 and self._at("num_tasks") == 0

    def _advance(self) -> None:
        """Go to the next decision; note who robbed what on the way."""
        self._watch_piles()
        words = self.session.states.view(np.uint64)
        before = words.copy()
        self.session.advance()
        piles = self.speech.piles
        if self._at("robs") or (piles < self._piles).any():
            words[:] = before  # again, task by task: which card moved, and when
            while self._at("decision") == 0 and not self._is_over:
                self.session.step()
                self._watch_piles()
        self._piles = piles
        self.position = self.speech.position()

    def _watch_piles(self) -> None:
        """Note the card that has just moved from one victory pile to another, if one has."""
        piles = self.speech.piles
        moved = piles - self._piles
        self._piles = piles
        if not (moved < 0).any():
            return
        for robber, row in np.argwhere(moved > 0).tolist():
            for loser in np.flatnonzero(moved[:, row] < 0).tolist():
                self.robberies.append((robber, loser, self.speech.cards[row]))

    def _note(self, kind: str, choice: Choice) -> None:
        self.seen.decisions += 1
        self.seen.kinds[kind] += 1
        if choice[0] == "use":
            active = self._at("due_seat") == self._at("active")
            self.seen.used[str(choice[1]), active] += 1

    def _compare_positions(self, referee: Referee, decisions: int) -> None:
        ours, theirs = self.position, referee.summary()
        if theirs["phase"] == "over":
            theirs["phase"] = "end"
        if ours != theirs:
            both = {key: (ours[key], theirs[key]) for key in theirs if ours[key] != theirs[key]}
            asked = Decision(self.session.state.decision).name, referee.pending()
            raise AssertionError(f"decision {decisions} {asked}, engine and referee: {both}")

    def _compare_results(self, deal: int, referee: Referee) -> None:
        record = self.session.write_record(deal)[0]
        result = referee.result()
        seats = range(self.players)
        assert record.scores[: self.players].tolist() == result["scores"]
        parts = [[part.get(name, 0) for name in PARTS] for part in result["parts"]]
        assert record.parts[: self.players].tolist() == parts
        assert (record.rounds, record.turns) == (result["rounds"], result["turns"])
        assert not record.stopped
        if self.players == 1:
            self._compare_solo(record, result)
        else:
            self._compare_endings(record, result)
        self.seen.games += 1
        self.seen.endings[int(record.ending)] += 1
        for seat in seats:
            if self.speech.dukes:
                self.seen.cards[self.speech.dukes[record.kept[seat]]] += 1
            for row in np.flatnonzero(record.taken[seat]).tolist():
                self.seen.cards[self.speech.cards[row]] += int(record.taken[seat, row])

    def _compare_solo(self, record: Any, result: dict[str, Any]) -> None:
        assert GAME.endings[record.ending] == result["ending"]
        assert record.wins[0] == OUTCOMES[result["outcome"]]
        parts = [result["dark_lord_parts"].get(name, 0) for name in PARTS]
        assert record.parts[DARK_LORD].tolist() == parts
        assert record.scores[DARK_LORD] == result["dark_lord_score"]

    def _compare_endings(self, record: Any, result: dict[str, Any]) -> None:
        won = WIN // len(result["winners"])
        wins = [won if seat in result["winners"] else 0 for seat in range(self.players)]
        assert record.wins[: self.players].tolist() == wins
        if self.options.rulings.end_trigger_latched:
            named = set() if record.ending == SEVERAL else ENDINGS[record.ending]
            assert named <= set(result["latched"])
        elif record.ending == SEVERAL:
            assert len(result["ending"]) > 1
        else:
            assert set(result["ending"]) == ENDINGS[record.ending]


def starters(sheets: Sheets, edition: str) -> list[str]:
    """Ids of the Starters of an edition (V2.8)."""
    return [card.id for card in sheets.starters.values() if edition in card.editions]


def _setups(folder: Path) -> list[dict[str, Any]]:
    return tomllib.loads((folder / "setups.toml").read_text(encoding="utf-8"))["setup"]
