"""Games between engine and referee, and what comes up in them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from balance.engine.session import Session
from balance.games.valeria import GAME
from balance.games.valeria.layout import ENDINGS
from balance.games.valeria.table.options import Options
from tests.games import comparison
from tests.games.comparison import Comparison
from tests.games.referees import Pending
from tests.games.valeria.referee import Choice, Referee, new_game, read_sheets
from tests.games.valeria.speech import EngineChance, Speech, dealt, referee_options

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


class Duel(comparison.Duel):
    """Games of one table between engine and referee.

    Parameters
    ----------
    options
        The set-up and switches; everything is asked.
    players
        1 to 5.
    edits
        Changes of the box's cells.
    seed
        Of all chance.
    """

    new_seen = Seen

    def __init__(
        self,
        options: Options,
        players: int,
        edits: Mapping[str, object] | None = None,
        seed: int = 1,
    ) -> None:
        self.options = options.model_copy(update={"ask_everything": True})
        self.sheets = read_sheets(edits)
        game_table = GAME.build_table(self.options, players, edits or {}, Path())
        session = Session(GAME, game_table, seed)
        super().__init__(session, Speech(session, game_table, self.sheets), players)
        self.chance = EngineChance(self.speech)
        self._active = session.states["active"]  # a view: a record's attributes take microseconds

    def new_referee(self, deal: int) -> Referee:
        """A referee of what the engine dealt."""
        self.chance.forget()
        deal_ = dealt(self.speech, self.options, self.sheets)
        return new_game(self.sheets, deal_, referee_options(self.options), self.chance)

    def advance(self) -> None:
        """Go on to the next decision."""
        self.chance.advance()

    def deeds(self, choice: Choice, pending: Pending) -> list[str]:
        """What is in a choice, in words that are liked."""
        return [str(choice[0])]

    def note(self, choice: Choice, pending: Pending) -> None:
        """Count the cards that are used."""
        if choice[0] == "use":
            self.seen.deeds[f"use {choice[1]} {pending.seat == self._active[0]}"] += 1

    def compare_results(self, both: Comparison, record: Any) -> None:
        """Compare the results, and count how the game ended and what players took."""
        both.results(record)
        deeds = self.seen.deeds
        deeds[f"ending: {ENDINGS[record.ending]}"] += 1
        for seat in range(self.players):
            if self.speech.dukes:
                deeds[f"take {self.speech.dukes[record.kept[seat]]}"] += 1
            for row in np.flatnonzero(record.taken[seat]).tolist():
                deeds[f"take {self.speech.cards[row]}"] += int(record.taken[seat, row])
