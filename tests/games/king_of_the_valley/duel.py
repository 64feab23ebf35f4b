"""Engine and referee play the same game and compare all they see, decision by decision.

The engine shuffles; the referee is told. Both must then ask the same seat the same question with
the same answers, in the same position, until both say that the game is over.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from typing import Any

import pytest

from balance.engine.layout import WIN
from balance.engine.session import Session
from balance.errors import LimitError
from balance.games.king_of_the_valley import GAME
from balance.games.king_of_the_valley.layout import PARTS
from balance.games.king_of_the_valley.table.options import Options
from tests.games.king_of_the_valley.referee import Choice, Referee, Sheets
from tests.games.king_of_the_valley.referee.turns import MOST_TURNS, TooLongError
from tests.games.king_of_the_valley.speech import Speech

ORDERS = ("order of 3", "order of 4", "order of 5")


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
        """All that came up, in words."""
        return {*self.decisions, *self.special, *+self.deeds}


class Duel:
    """Games of one table between engine and referee.

    Parameters
    ----------
    options
        Of the engine's table.
    players
        2 to 4.
    sheets
        The referee's own reading of the same tables.
    folder
        What the options start from.
    edits
        Changes of cells, for the engine.
    seed
        Of all chance.
    """

    def __init__(
        self,
        options: Options,
        players: int,
        sheets: Sheets,
        folder: Path,
        edits: Mapping[str, object] | None = None,
        seed: int = 1,
    ) -> None:
        self.players = players
        self.sheets = sheets
        self.extra_gold = options.extra_gold
        game_table = GAME.build_table(options, players, edits or {}, folder)
        self.session = Session(GAME, game_table, seed)
        self.speech = Speech(self.session, sheets, players)

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
        referee = Referee(self.sheets, speech.stages(), self.players, self.extra_gold)
        decisions = 0
        session.advance()
        while True:
            pending = referee.pending()
            self._compare_positions(referee, decisions)
            if session.is_over or pending is None:
                break
            choices = speech.choices()
            kind, seat = speech.kind(), speech.at("due_seat")
            assert len(set(choices)) == len(choices), f"decision {decisions}: two alike, {choices}"
            where = f"decision {decisions}, seat {seat}, {kind}"
            assert (kind, seat) == (pending.kind, pending.seat), f"{where}; referee: {pending}"
            ours, theirs = set(choices), set(pending.choices)
            assert ours == theirs, f"{where}: engine {ours - theirs}, referee {theirs - ours}"
            index = choose(choices, referee, rng, taste)
            self.seen.decisions[kind] += 1
            self.seen.deeds.update(deeds(choices[index], referee))
            session.take(index)
            decisions += 1
            if self._is_too_long(referee, choices[index]):
                return self.seen
        assert session.is_over, f"the referee alone is through, at decision {decisions}"
        assert pending is None, f"the engine alone is through, at decision {decisions}"
        self._compare_results(deal, referee)
        return self.seen

    def _is_too_long(self, referee: Referee, choice: Choice) -> bool:
        """Let both go on; whether they then have more turns than a game may take (A32)."""
        try:
            referee.choose(choice)
        except TooLongError:
            with pytest.raises(LimitError):
                self.session.advance()
            compare("turns begun", self.speech.at("turns"), MOST_TURNS)
            self.seen.games[self.players] += 1
            self.seen.deeds["too many turns"] += 1
            return True
        self.session.advance()
        return False

    def _compare_positions(self, referee: Referee, decisions: int) -> None:
        ours, theirs = self.speech.position(), referee.summary()
        theirs["before last"] = theirs["before last"] or [0] * self.players
        if theirs["phase"] == "over":
            theirs["phase"] = "refill"
        if ours == theirs:
            pile = [tile.name for tile in referee.table.pile]
            assert self.speech.pile() == pile, f"decision {decisions}: another pile"
            return
        both = {name: (ours[name], theirs[name]) for name in theirs if ours[name] != theirs[name]}
        asked = self.speech.kind(), referee.pending()
        raise AssertionError(f"decision {decisions} {asked}, engine and referee: {both}")

    def _compare_results(self, deal: int, referee: Referee) -> None:
        record: Any = self.session.write_record(deal)[0]
        result = referee.result()
        seats = range(self.players)
        parts = [[part[name] for name in PARTS] for part in result["parts"]]
        winners = result["winners"]
        compare("parts", record.parts[: self.players].tolist(), parts)
        compare("scores", record.scores[: self.players].tolist(), result["scores"])
        wins = [WIN // len(winners) if seat in winners else 0 for seat in seats]
        compare("wins", record.wins[: self.players].tolist(), wins)
        turns = record.rounds, record.turns, record.stopped
        compare("rounds and turns", turns, (result["rounds"], result["turns"], 0))
        before = record.before_last[: self.players].tolist()
        compare("scores before the last round", before, result["before last"])
        ending = int(result["triggered"] != self.players - 1)
        compare("ending", int(record.ending), ending)
        compare_counts = self.speech.counts
        for seat in seats:
            taken, rounds = record.taken[seat].tolist(), record.rounds_taken[seat].tolist()
            compare(f"taken by {seat}", compare_counts(taken), result["gained"][seat])
            compare(f"rounds of {seat}", compare_counts(rounds), result["rounds gained"][seat])
        self._note_end(referee, result)

    def _note_end(self, referee: Referee, result: Mapping[str, Any]) -> None:
        self.seen.games[self.players] += 1
        deeds = self.seen.deeds
        deeds[f"ending {int(result['triggered'] != self.players - 1)}"] += 1
        for gained in result["gained"]:
            deeds.update({name: gained.get(name, 0) for name in ORDERS})
        best = max(result["scores"])
        deeds["shared win"] += len(result["winners"]) > 1
        deeds["won by influence"] += result["scores"].count(best) > len(result["winners"])
        deeds["empty space at the end"] += bool(referee.table.emptied)
        deeds["extra round"] += referee.table.extra_round
        deeds["no marker left"] += not referee.table.markers_left()
        deeds.update(referee.table.happened)


def compare(what: str, ours: object, theirs: object) -> None:
    """Compare something of a game that is over."""
    assert ours == theirs, f"{what}: engine {ours}, referee {theirs}"


def choose(
    choices: Sequence[Choice], referee: Referee, rng: random.Random, taste: Mapping[str, float]
) -> int:
    """The index of a choice by lot, the more likely the more it is liked."""
    if not taste:
        return rng.randrange(len(choices))
    liking = [prod(taste.get(deed, 1) for deed in deeds(each, referee)) for each in choices]
    return rng.choices(range(len(choices)), liking)[0]


def deeds(choice: Choice, referee: Referee) -> list[str]:
    """What is in a choice, in words that are counted and liked."""
    table = referee.table
    match choice[0]:
        case "nobody":
            return ["nobody"]
        case "move":
            return _moving(choice, referee)
        case "recruit":
            tile = table.hill[choice[1]][choice[2] - 1]
            return ["recruit", *(["recruit jester"] if tile.type == "jester" else [])]
        case "tax":
            needs = sum(map(bool, choice[1]))
            return [f"tax {needs} groups", *(["two ways to tax"] if needs else [])]
        case "turn":
            return ["turn jesters" if "jester" in str(choice) else "turn others"]
        case "swap":
            taken = table.hill[choice[2]][choice[3] - 1]
            found = ["swap"]
            found += ["give jester"] if choice[1].startswith("jester") else []
            found += ["take jester"] if taken.type == "jester" else []
            return found
        case "claim":
            jesters = sum("jester" in slot for slot in choice[1:])
            return ["claim", f"claim with {jesters} jesters"]
        case "refill":
            short = len(table.hill[choice[1]]) < len(table.emptied)
            return ["refill from a short column" if short else "refill"]
    return []


def _moving(choice: Choice, referee: Referee) -> list[str]:
    _, monks, end, taken = choice
    table = referee.table
    player = table.players[table.active]
    tiles = [table.valley[space] for space in taken]
    found = []
    if monks:
        found.append(f"{len(monks)} monks")
        coins = [table.coins[space] for space in monks]
        found += ["gold on a monk"] if any(coins) else []
        cost = table.sheets.params["monk_cost"]
        found += ["paid with a monk's gold"] if player.gold < cost * len(monks) else []
        found += ["back to the start"] if end == player.king else []
        found += ["ended on a monk's space"] if end in monks else []
    if len(tiles) > 1:
        found.append(f"{len(tiles)} tiles")
        found += ["shared space"] if table.is_blocked(end, player) else []
        found += ["ended on nothing"] if end not in table.valley and end not in monks else []
    found += ["gold in the valley"] if any(table.coins[space] for space in taken) else []
    if not tiles[0].is_subject or tiles[0].type == "jester":
        found.append(f"{len(tiles)} {tiles[0].type}s")
    if tiles[0].type == "tax_collector":
        found.append(f"{sum(tile.need > 0 for tile in tiles)} of {len(tiles)} with a need")
    return found
