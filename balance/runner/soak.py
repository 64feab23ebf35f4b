"""Soak tests: random games of every kind, checked against the invariants of the rules."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.batch import lineup_arrays, new_batch, rules_of, tables_for
from balance.engine.soak import Fault, Sum, no_check, soak_player
from balance.error_messages import checked
from balance.errors import BalanceError, CardError, ScenarioError
from balance.games.loading import load_game
from balance.runner.batches import MAX_DECISIONS, Batches
from balance.runner.play import CollectedGames, play_games
from balance.runner.stop_signal import StopSignal
from balance.runner.watching import watch_games
from balance.scenario.match import Match
from balance.scenario.model import Scenario
from balance.scenario.prepare import prepare

AT_RANDOM = (
    0.8  # share of seats that play at random, which reaches states that sensible players avoid
)
GREEDY = (
    "greedy"  # plays the other seats, if the game has it; bots that look ahead are ten times slower
)
TABLES = 1_000  # of a long soak test
FEWEST_GAMES = 100  # at a table
DRAWS = 100  # of a table, until one goes with the settings
PORTION = 500  # games, after which Ctrl-C is checked

Sums = NDArray[np.int64]  # shape (len(Sum),)


@dataclass(frozen=True)
class Failure:
    """A game in which an invariant did not hold."""

    scenario: Scenario  # the scenario that reproduces it
    game: int  # its number
    decision: int  # how many decisions had been made
    what: str  # the invariant, in a few words


@dataclass(frozen=True)
class SoakResult:
    """The result of a soak test.

    Attributes
    ----------
    sums : int64 array, shape (len(Sum),)
    failures : list of Failure
        Empty if all invariants held; several if threads found one at the same time.
    """

    tables: int = 0
    sums: NDArray[np.int64] = field(default_factory=lambda: np.zeros(len(Sum), np.int64))
    players: Mapping[int, int] = field(default_factory=dict)  # games by number of players
    failures: list[Failure] = field(default_factory=list)

    def __add__(self, other: "SoakResult") -> "SoakResult":
        """Return the results of both together."""
        sums = self.sums + other.sums
        sums[Sum.LONGEST] = max(self.sums[Sum.LONGEST], other.sums[Sum.LONGEST])
        players = Counter(self.players)
        players.update(other.players)
        failures = self.failures + other.failures
        return SoakResult(self.tables + other.tables, sums, players, failures)


class SoakTester:
    """Draws random tables of a game and tests it there.

    Parameters
    ----------
    game : str
        As in a scenario.
    settings : mapping
        Changes to all tables: options and cells of sheets, by dotted key.
    folder : Path
        The base of relative paths.

    Raises
    ------
    ScenarioError
        If there is no such game.
    """

    def __init__(self, game: str, seed: int, settings: Mapping[str, Any], folder: Path) -> None:
        self.name, self.seed, self.settings, self.folder = game, seed, settings, folder
        self.game = load_game(game, folder)
        self._bots = [GREEDY] if GREEDY in self.game.bots else list(self.game.bots)
        self._play = soak_player(self.game)

    def table(self, number: int) -> tuple[Scenario, Match]:
        """Return the scenario of a table, and its match.

        What was drawn and does not go with the settings is drawn again; if nothing does, the table
        has the settings alone.

        Raises
        ------
        ScenarioError, CardError
            If the settings cannot be played, whatever is drawn with them.
        """
        if not self.settings:
            return _ready(self.draw(number))
        for attempt in range(DRAWS):
            with suppress(ScenarioError, CardError):
                return _ready(self.draw(number, attempt))
        refusals: list[BalanceError] = []
        for seats in self.game.seats:
            try:
                return _ready(self._scenario(number, 0, ["random"] * seats, {}))
            except (ScenarioError, CardError) as error:
                refusals.append(error)
        raise refusals[0]

    def draw(self, table: int, attempt: int = 0) -> Scenario:
        """Return the scenario of a table, with random players, bots and options."""
        rng = Random(f"{self.seed} {table} {attempt}" if attempt else f"{self.seed} {table}")
        seats = rng.choice(self.game.seats)
        bots = [
            "random" if rng.random() < AT_RANDOM else rng.choice(self._bots) for _ in range(seats)
        ]
        options = {}
        invariants = self.game.invariants
        if invariants is not None and invariants.sample_options is not None:
            options = invariants.sample_options(rng, seats).model_dump(exclude_defaults=True)
        return self._scenario(table, rng.randrange(1 << 31), bots, options)

    def _scenario(
        self, table: int, seed: int, bots: Sequence[str], options: Mapping[str, Any]
    ) -> Scenario:
        name = f"soak-{self.game.name}-{self.seed}-{table}"
        values = {
            "name": name,
            "game": self.name,
            "seed": seed,
            "bots": bots,
            "players": len(bots),
            "table": options,
            "set": self.settings,
        }
        scenario = checked(Scenario, values, self.name)
        return scenario.at(self.folder / f"{name}.toml", self.name)

    def test(
        self, match: Match, games: int, stop: StopSignal
    ) -> tuple[NDArray[np.int64], tuple[int, int, str] | None]:
        """Play games of a table until an invariant does not hold.

        Returns
        -------
        sums : int64 array, shape (len(Sum),)
        failure : (game, decision, what) or None
        """
        game, lineup = self.game, match.lineup
        states, records = np.zeros(2, game.state), np.zeros(1, game.record)
        sums = np.zeros(len(Sum), np.int64)
        bots, lineups = lineup_arrays(lineup.entries, lineup.by_rotation, match.seed)
        check = no_check if game.invariants is None else game.invariants.check
        first, error_text = 0, ""
        while first < games and not stop.is_set():
            portion = min(PORTION, games - first)
            batches = new_batch(match.seed, first, MAX_DECISIONS)
            batch: Any = batches[0]
            try:
                with watch_games(match, states, batch):
                    self._play(
                        states, tables_for(lineup.entries, match.game_table.array),
                        rules_of(game), check, bots, lineups, batches, portion, records, sums,
                    )  # fmt: skip
            except Exception as error:  # whatever the rules raise
                batch.fault, error_text = Fault.FAILED, f"the rules failed: {error}"
            if batch.fault != Fault.NONE:
                what = error_text or self._name(int(batch.fault))
                if batch.fault in (Fault.ANSWER, Fault.WROTE):
                    entry = lineup.seated(int(batch.number) % lineup.rotations)[int(batch.seat)]
                    what += f", by the bot {lineup.labels[entry]!r}"
                return sums, (int(batch.number), int(batch.decision), what)
            first += portion
            if game.described_in and sums[Sum.ENDLESS] == sums[Sum.GAMES]:
                Batches(match).check_ends()
        return sums, None

    def _name(self, fault: int) -> str:
        if fault < Fault.OWN or self.game.invariants is None:
            return Fault(fault).name.lower().replace("_", " ")
        return self.game.invariants.broken(fault - Fault.OWN).name.lower().replace("_", " ")


def _ready(scenario: Scenario) -> tuple[Scenario, Match]:
    return scenario, prepare(scenario).cells[0].match


def soak(
    tester: SoakTester,
    games: int,
    workers: int,
    stop: StopSignal,
    on_progress: Callable[[int], None],
) -> SoakResult:
    """Play a number of games and check the invariants of the rules; the first failure ends it.

    Parameters
    ----------
    workers : int
        Threads.
    stop : StopSignal
        Once set, the results so far are returned.
    on_progress : function (games)

    Raises
    ------
    BalanceError
        If a table cannot be built.
    """
    size = max(FEWEST_GAMES, -(-games // TABLES))

    def play(first: int, tables: int) -> SoakResult:
        result = SoakResult()
        for table in range(first, first + tables):
            if stop.is_set() or result.failures:
                break
            scenario, match = tester.table(table)
            sums, failure = tester.test(match, min(size, games - table * size), stop)
            failures = [] if failure is None else [Failure(scenario, *failure)]
            players = {match.game_table.num_seats: int(sums[Sum.GAMES])}
            result += SoakResult(1, sums, players, failures)
            if failure is not None:
                stop.set()
        return result

    soaked = CollectedGames(play, lambda result: int(result.sums[Sum.GAMES]))
    play_games([soaked], [-(-games // size)], workers, stop, on_progress)
    return sum(soaked.results, SoakResult())
