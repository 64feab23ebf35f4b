"""Games between engine and referee, and what comes up in them.

The engine draws the Kingdom, the Bane and the Black Market deck, which the referee checks; each
draws cards from streams of its own, which must stand at the same place whenever somebody is asked.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.engine.session import Session
from balance.games.dominion import GAME
from balance.games.dominion.bots import LISTS
from tests.games import comparison
from tests.games.comparison import Taste, compare
from tests.games.dominion.random_tables import Drawn, laid_of, options_of
from tests.games.dominion.referee import Choice, Limits, Referee, new_game
from tests.games.dominion.speech import Lot, Speech
from tests.games.referees import Pending

DECK = 15  # different cards of a Black Market deck, at least (D9.3)

BY_BOT = 0.95  # of the choices where bots play
RARE_THINGS = {
    *("ended by provinces", "ended by piles", "ended by target", "ended by rounds"),
    *("shared win", "won by fewer turns", "a Kingdom of other than ten", "no card left"),
    *("shuffle within an instruction", "react moat", "react horse_traders", "bane"),
    *("horse traders taken back", "twice throne_room", "twice feast", "twice black_market"),
    *("tournament 00", "tournament 01", "tournament 10", "tournament 11"),
    *("menagerie with duplicates", "menagerie without duplicates", "black market buys"),
    *("walled village must not", "walled village on top", "trash horn_of_plenty"),
    *("nothing to gain by remake", "trash feast", "remodel while cards are cheaper"),
    *("remake while cards are cheaper", "mine while cards are cheaper"),
}


class Seen(comparison.Seen):
    """What came up in a game."""

    def things(self) -> set[str]:
        """All that came up, in words: of cards, whether they were gained and played."""
        seen = {deed for deed in +self.deeds if deed.startswith(("gain ", "play "))}
        return {*self.decisions, *self.special, *seen, *(RARE_THINGS & set(+self.deeds))}


class Duel(comparison.Duel):
    """Games of one table between engine and referee.

    Parameters
    ----------
    drawn
        The table.
    """

    new_seen = Seen

    def __init__(self, drawn: Drawn) -> None:
        self.drawn = drawn
        self.faces = drawn.faces()
        session = Session(GAME, laid_of(drawn), drawn.seed)
        super().__init__(session, Speech(session, drawn.players, list(self.faces)), drawn.players)
        bots = random.Random(drawn.seed).choices(sorted(LISTS), k=self.players)
        self.bots = [GAME.bots[name] for name in bots]
        self.weights = [np.array(list(bot.weights.values()), float) for bot in self.bots]

    def new_referee(self, deal: int) -> Referee:
        """A referee of this deal, once its set-up is one that the options allow."""
        speech, options = self.speech, options_of(self.drawn)
        kingdom, bane, market = speech.kingdom(), speech.bane(), speech.market()
        everything = {name for name, face in self.faces.items() if face.kind == "kingdom"}
        everything -= set(options.exclude)
        if isinstance(options.kingdom, tuple):
            compare("the Kingdom", sorted(kingdom), sorted(options.kingdom))
        elif options.kingdom == "random":
            compare("piles of the Kingdom", len(kingdom), 10)
            assert set(options.include) <= set(kingdom) <= everything
        compare("the Bane", bane, options.bane if bane and options.bane else bane)
        supply = {*kingdom, *([bane] if bane else [])}
        if any(self.faces[name].routine == "black_market" for name in supply):
            allowed = everything if options.black_market is None else {*options.black_market}
            compare("the Black Market deck", sorted(market), sorted(allowed - supply))
            assert len(market) >= DECK, f"a small Black Market deck: {market}"
        else:
            compare("the Black Market deck", market, [])
        lot = Lot(self.drawn.seed, deal, self.players, speech.order())
        limits = Limits(options.extra_coins, options.solo_target or 4, options.max_rounds)
        return new_game(self.faces, kingdom, self.players, lot, bane, market, limits)

    def choose(
        self, choices: Sequence[Choice], pending: Pending, rng: random.Random, taste: Taste
    ) -> Choice:
        """A bot's choice where bots play, else one by lot."""
        if self.drawn.are_bots and rng.random() < BY_BOT:
            bot = pending.seat
            return choices[self.session.ask(self.bots[bot], self.weights[bot])]
        return super().choose(choices, pending, rng, taste)

    def deeds(self, choice: Choice, pending: Pending) -> list[str]:
        """What is in a choice, in words that are liked: the card, the question, and both."""
        return [str(choice), pending.kind, f"{pending.kind} {choice}"]

    def note_end(self, result: Mapping[str, Any]) -> None:
        """Count what came of a game that is over."""
        seen, table = self.seen.deeds, self.referee.table
        seen[f"ended by {result['ending']}"] += 1
        seen["shared win"] += len(result["winners"]) > 1
        best = max(result["scores"])
        is_won = bool(result["winners"])
        seen["won by fewer turns"] += is_won and result["scores"].count(best) > len(
            result["winners"]
        )
        seen["a Kingdom of other than ten"] += len(table.supply) - bool(table.bane) != 17
        seen.update(f"in the supply {name}" for name in table.supply)
        seen.update(table.happened)
