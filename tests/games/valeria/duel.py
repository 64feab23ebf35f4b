"""Games between engine and referee, and what comes up in them."""

import tomllib
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from balance.engine.session import Session
from balance.games.valeria import GAME
from balance.games.valeria.layout import DARK_LORD, ENDINGS, NUM_COLUMNS
from balance.games.valeria.table.options import RANDOM, Options
from tests.games import comparison
from tests.games.comparison import Comparison
from tests.games.referees import Pending
from tests.games.valeria.referee import Choice, Deal, Referee
from tests.games.valeria.referee import Options as RefereeOptions
from tests.games.valeria.referee.deals import columns
from tests.games.valeria.referee.sheets import Sheets, read_sheets
from tests.games.valeria.speech import Speech

CONDITIONS = ({"a"}, {"b"}, {"c"})  # of V9.1, by ending
SEVERAL = 3  # the ending of two conditions at once
# How much random players like an answer, by its first word; a table of players has one taste.
TASTES = (
    {"build": 12, "slay": 6, "recruit": 5, "use": 8, "option": 4, "steal": 3},
    {"build": 80, "gain": 10, "slay": 0.5, "recruit": 1, "use": 20, "next": 2},
    {"slay": 60, "gain": 4, "use": 20, "recruit": 2, "build": 4, "pay": 2},
)


class Seen(comparison.Seen):
    """What came up in a game."""

    def things(self) -> set[str]:
        """All that came up, in words; of cards, what is noted about the table."""
        endings = {deed for deed in self.deeds if deed.startswith("ending")}
        return {*self.decisions, *self.special, *endings}


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


class Duel(comparison.Duel):
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

    new_seen = Seen

    def __init__(
        self,
        options: Options,
        players: int,
        sheets: Path,
        edits: Mapping[str, object] | None = None,
        seed: int = 1,
    ) -> None:
        self.options = options.model_copy(update={"ask_everything": True})
        self.folder = sheets
        self.sheets = read_sheets(sheets)
        game_table = GAME.build_table(self.options, players, edits or {}, sheets)
        session = Session(GAME, game_table, seed)
        speech = Speech(session, game_table, starters(self.sheets, options.edition))
        super().__init__(session, speech, players)
        states: Any = self.session.states  # views: a record's attributes take microseconds
        names = ("decision", "due_seat", "active", "robs")
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

    def new_referee(self, deal: int) -> Referee:
        """A referee of what the engine dealt."""
        self.position = self.speech.position()
        self.robberies.clear()
        self._piles = self.speech.piles
        return Referee(self.sheets, self._deal(), self._referee_options, EngineChance(self))

    def deeds(self, choice: Choice, pending: Pending) -> list[str]:
        """What is in a choice, in words that are liked."""
        return [str(choice[0])]

    def note(self, choice: Choice, pending: Pending) -> None:
        """Count the cards that are used."""
        if choice[0] == "use":
            self.seen.deeds[f"use {choice[1]} {pending.seat == self._at('active')}"] += 1

    def compare_results(self, both: Comparison, record: Any) -> None:
        """Compare the results; several players may have ended the game in two ways at once."""
        result = both.referee.result()
        if self.players == 1:
            both.results(record)
        else:
            both.results(record, "ending", "latched")
            ended = {*result["ending"]}
            if self.options.rulings.end_trigger_latched:
                named = set() if record.ending == SEVERAL else CONDITIONS[record.ending]
                assert named <= {*result["latched"]}
            elif record.ending == SEVERAL:
                assert len(ended) > 1
            else:
                assert ended == CONDITIONS[record.ending]
        deeds = self.seen.deeds
        deeds[f"ending: {ENDINGS[record.ending]}"] += 1
        for seat in range(self.players):
            if self.speech.dukes:
                deeds[f"take {self.speech.dukes[record.kept[seat]]}"] += 1
            for row in np.flatnonzero(record.taken[seat]).tolist():
                deeds[f"take {self.speech.cards[row]}"] += int(record.taken[seat, row])

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

    def advance(self) -> None:
        """Go to the next decision; note who robbed what on the way."""
        self._watch_piles()
        words = self.session.states.view(np.uint64)
        before = words.copy()
        self.session.advance()
        piles = self.speech.piles
        if self._at("robs") or (piles < self._piles).any():
            words[:] = before  # again, task by task: which card moved, and when
            while self._at("decision") == 0 and not self.session.is_over:
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


def starters(sheets: Sheets, edition: str) -> list[str]:
    """Ids of the Starters of an edition (V2.8)."""
    return [card.id for card in sheets.starters.values() if edition in card.editions]


def _setups(folder: Path) -> list[dict[str, Any]]:
    return tomllib.loads((folder / "setups.toml").read_text(encoding="utf-8"))["setup"]
