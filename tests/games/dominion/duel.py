"""Engine and referee play the same game and compare all they see, decision by decision.

The engine draws the Kingdom, the Bane and the Black Market deck, which the referee checks; each
draws cards from streams of its own, which must stand at the same place whenever somebody is
asked. Both must then ask the same seat the same question with the same answers, in the same
position, until both say that the game is over.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from balance.engine.layout import NOBODY, WIN
from balance.engine.session import Session
from balance.games.dominion import GAME
from balance.games.dominion.bots import LISTS
from balance.games.dominion.layout import PARTS
from tests.games.dominion.random_tables import Drawn, laid_of, options_of
from tests.games.dominion.referee import Choice, Pending, Referee
from tests.games.dominion.speech import WHY, Lot, Speech

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


@dataclass
class Seen:
    """What came up in many games."""

    games: Counter[int] = field(default_factory=Counter)  # by number of players
    decisions: Counter[str] = field(default_factory=Counter)  # by kind
    deeds: Counter[str] = field(default_factory=Counter)  # what was chosen, and what came of it
    special: set[str] = field(default_factory=set)  # about tables

    def __add__(self, other: "Seen") -> "Seen":
        return Seen(
            self.games + other.games,
            self.decisions + other.decisions,
            self.deeds + other.deeds,
            self.special | other.special,
        )

    def things(self) -> set[str]:
        """All that came up, in words: of cards, whether they were gained and played."""
        seen = {deed for deed in +self.deeds if deed.startswith(("gain ", "play "))}
        return {*self.decisions, *self.special, *seen, *(RARE_THINGS & set(+self.deeds))}


class Duel:
    """Games of one table between engine and referee.

    Parameters
    ----------
    drawn
        The table.
    """

    def __init__(self, drawn: Drawn) -> None:
        self.drawn = drawn
        self.players = drawn.players
        self.session = Session(GAME, laid_of(drawn), drawn.seed)
        self.faces = drawn.faces()
        self.speech = Speech(self.session, self.players, list(self.faces))
        bots = random.Random(drawn.seed).choices(sorted(LISTS), k=self.players)
        self.bots = [GAME.bots[name] for name in bots]
        self.weights = [np.array(list(bot.weights.values()), float) for bot in self.bots]

    def play(self, deal: int, rng: random.Random, taste: Mapping[str, float]) -> Seen:
        """Play one game, comparing at every decision; return what came up.

        Parameters
        ----------
        deal
            Its number.
        rng
            Chooses.
        taste
            How much players like what they may do, by its name in `deeds`; 1 if it is not named.

        Raises
        ------
        AssertionError
            If the two differ; says where and in what.
        """
        session, speech, self.seen = self.session, self.speech, Seen()
        session.begin(deal, (0,) * self.players)
        referee, lot = self._referee(deal)
        decisions = 0
        session.advance()
        while True:
            pending = referee.pending()
            where = f"decision {decisions} ({speech.kind() or 'none'}; referee: {pending})"
            self._compare_positions(referee, lot, where)
            if session.is_over or pending is None:
                break
            choices = speech.choices()
            self._compare_questions(choices, pending, where)
            if self.drawn.are_bots and rng.random() < BY_BOT:
                bot = pending.seat
                choice = choices[session.ask(self.bots[bot], self.weights[bot])]
            else:
                choice = choices[choose(choices, pending, rng, taste)]
            self.seen.decisions[pending.kind] += 1
            session.take(choices.index(choice))
            referee.choose(choice)
            session.advance()
            decisions += 1
        assert session.is_over, f"the referee alone is through, at {where}"
        assert pending is None, f"the engine alone is through, at {where}"
        self._compare_results(deal, referee)
        self._note_end(referee)
        return self.seen

    def _referee(self, deal: int) -> tuple[Referee, Lot]:
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
        referee = Referee(
            self.faces,
            kingdom,
            self.players,
            lot,
            bane,
            market,
            options.extra_coins,
            options.solo_target or 4,
            options.max_rounds,
        )
        return referee, lot

    def _compare_positions(self, referee: Referee, lot: Lot, where: str) -> None:
        ours, theirs = self.speech.position(), referee.summary()
        if theirs["phase"] == "clean_up":  # what is left is lost then (D3.6)
            for name in ("actions", "buys", "coins", "has bought"):
                ours[name] = theirs[name]
        if ours != theirs:
            raise AssertionError(f"{where}, engine and referee: {difference(ours, theirs)}")
        assert self.speech.streams() == lot.streams.tolist(), f"{where}: another number of draws"

    def _compare_questions(self, choices: list[Choice], pending: Pending, where: str) -> None:
        speech = self.speech
        assert len(set(choices)) == len(choices), f"{where}: two alike, {choices}"
        compare(f"{where}: who is asked what", self._asked(), (pending.kind, pending.seat))
        ours, theirs = set(choices), set(pending.choices)
        assert ours == theirs, f"{where}: engine {ours - theirs}, referee {theirs - ours}"
        about = {name: value for name, value in speech.about().items() if name in pending.about}
        compare(f"{where}: what the player learns", about, dict(pending.about))

    def _asked(self) -> tuple[str, int]:
        return self.speech.kind(), self.speech.at("due_seat")

    def _compare_results(self, deal: int, referee: Referee) -> None:
        record: Any = self.session.write_record(deal)[0]
        result = referee.result()
        seats = range(self.players)
        parts = [[part[name] for name in PARTS] for part in result["parts"]]
        compare("parts", record.parts[: self.players].tolist(), parts)
        compare("scores", record.scores[: self.players].tolist(), result["scores"])
        winners = result["winners"]
        if self.players == 1 and result["ending"] != "target":
            winners = []  # D15.6: nothing to win but the Provinces wanted
        wins = [WIN // len(winners) if seat in winners else 0 for seat in seats]
        compare("wins", record.wins[: self.players].tolist(), wins)
        turns = record.rounds, record.turns, record.stopped
        compare("rounds and turns", turns, (result["rounds"], result["turns"], 0))
        before = record.before_last[: self.players].tolist()
        compare("scores before the last round", before, result["before last"])
        compare("ending", WHY[record.ending], result["ending"])
        rows = self.session.tables[0].rows.tolist()
        for seat in seats:
            for what, column in (("taken", "gained"), ("rounds_taken", "rounds gained")):
                by_row = record[what][seat].tolist()
                ours = {
                    name: by_row[rows[kind]]
                    for kind, name in enumerate(self.faces)
                    if rows[kind] != NOBODY and by_row[rows[kind]]
                }
                compare(f"{what} by {seat}", ours, result[column][seat])

    def _note_end(self, referee: Referee) -> None:
        self.seen.games[self.players] += 1
        deeds, result, table = self.seen.deeds, referee.result(), referee.table
        deeds[f"ended by {result['ending']}"] += 1
        deeds["shared win"] += len(result["winners"]) > 1
        best = max(result["scores"])
        deeds["won by fewer turns"] += result["scores"].count(best) > len(result["winners"])
        deeds["a Kingdom of other than ten"] += len(table.supply) - bool(table.bane) != 17
        deeds.update(f"in the supply {name}" for name in table.supply)
        deeds.update(table.happened)


def compare(what: str, ours: object, theirs: object) -> None:
    """Compare something of a game."""
    assert ours == theirs, f"{what}: engine {ours}, referee {theirs}"


def difference(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, Any]:
    """What differs, by where it does."""
    found: dict[str, Any] = {}
    for name in theirs:
        if ours[name] == theirs[name]:
            continue
        if name == "players":
            for seat, (mine, yours) in enumerate(zip(ours[name], theirs[name], strict=True)):
                found |= {f"seat {seat} {k}": v for k, v in difference(mine, yours).items()}
        else:
            found[name] = (ours[name], theirs[name])
    return found


def choose(
    choices: Sequence[Choice], pending: Pending, rng: random.Random, taste: Mapping[str, float]
) -> int:
    """The index of a choice by lot, the more likely the more it is liked."""
    if not taste:
        return rng.randrange(len(choices))
    liking = [prod(taste.get(deed, 1) for deed in deeds(each, pending)) for each in choices]
    return rng.choices(range(len(choices)), liking)[0]


def deeds(choice: Choice, pending: Pending) -> list[str]:
    """What is in a choice, in words that are liked: the card, the question, and both."""
    return [str(choice), pending.kind, f"{pending.kind} {choice}"]
