"""Games of some bots at set-ups that were drawn or named, for `balance setups`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from balance.analysis.setup_matches import SetupMeasures, measures_of, tally
from balance.engine.game import Game
from balance.engine.services import RandomSetup
from balance.errors import BalanceError
from balance.report.section import Section
from balance.runner.random_setups import SetupMatch, SetupResult, games_of, matches_of, play_setups
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import Entry, Match
from balance.scenario.prepare import build_table

FRESH = 4  # times as many fresh games are played of a set-up of which something is said


@dataclass(frozen=True)
class Answered:
    """What was found about set-ups.

    Attributes
    ----------
    played : mapping of str to sequence of int
        Games, by what they were played for.
    made : mapping
        What the results depend on.
    text : str
        What was played, in a line.
    stopped : str
        What is said after Ctrl-C; else empty.
    bots : sequence of Entry
        Others that played.
    write : function (folder) -> pages
        Writes what else there is into the folder of the report; returns the pages to print.
    said : str
        What it is; may be empty.
    """

    section: Section
    played: Mapping[str, Sequence[int]]
    made: Mapping[str, object]
    text: str
    stopped: str = ""
    bots: Sequence[Entry] = ()
    write: Callable[[Path], Sequence[Path]] = lambda folder: ()
    said: str = ""


@dataclass(frozen=True)
class SetupGames:
    """Games at set-ups of a game for a number of players.

    The place of a set-up decides its deals: two set-ups at one place have the same.
    """

    game: Game
    players: int
    bots: Sequence[Entry]
    seed: int
    workers: int  # threads
    stop: StopSignal
    begin: Callable[[str, int], None]  # a part of the progress, with so many games
    on_progress: Callable[[int], None]
    names: dict[str, str] = field(default_factory=dict)  # of what was played, by id

    def play(
        self, setups: Mapping[int, RandomSetup], games: int, first_game: int = 0
    ) -> list[SetupResult[SetupMeasures]]:
        """Play set-ups, by their places; once stopped, return those that are complete.

        Parameters
        ----------
        games : int
            Of each line-up.
        first_game : int
            So many before them are left out, in whole deals: where they were played, the others
            are fresh.
        """
        places = list(setups)
        played = play_setups(
            list(setups.values()), lambda number: self._matches(setups, places[number]), games,
            tally, self.workers, self.stop, self.on_progress, first_game,
        )  # fmt: skip
        return [replace(self.named(one), place=places[one.place]) for one in played]

    def games_each(self, setup: RandomSetup, games: int) -> int:
        """Return how many games are played at a set-up."""
        return sum(games_of(match, games) for match in self._matches({0: setup}, 0))

    def match(self, setup: RandomSetup) -> Match:
        """Return a match at a set-up."""
        return self._matches({0: setup}, 0)[0].match

    def measures(self, setup: RandomSetup) -> Mapping[str, bool]:
        """Return what is measured: see `measures_of`."""
        return measures_of(self.match(setup))

    def can_play(self, setup: RandomSetup) -> bool:
        """Whether a table can be built of a set-up."""
        try:
            build_table(self.game, self.players, setup.options)
        except BalanceError:
            return False
        return True

    def name(self, piece: str) -> str:
        """Return the name of a card that was played, or its id with a capital."""
        return self.names.get(piece, piece.replace("_", " ").capitalize())

    def named_pieces(self, setup: RandomSetup) -> Sequence[tuple[str, str]]:
        """Return what a set-up has: what each card was drawn as, which may be empty, and name."""
        kinds = setup.drawn_as or ("",) * len(setup.pieces)
        return list(zip(kinds, map(self.name, setup.pieces), strict=True))

    def named(self, result: SetupResult[SetupMeasures]) -> SetupResult[SetupMeasures]:
        """Return the games at a set-up with the names of what was drawn in place of ids."""
        pieces = tuple(map(self.name, result.setup.pieces))
        return replace(result, setup=replace(result.setup, pieces=pieces))

    def _matches(self, setups: Mapping[int, RandomSetup], place: int) -> list[SetupMatch]:
        found = matches_of(self.game, setups[place], place, self.players, self.bots, self.seed)
        self.names.update((card.id, card.name) for card in found[0].match.game_table.cards)
        return found
