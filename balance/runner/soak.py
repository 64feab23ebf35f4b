"""Soaking a game: millions of games at tables drawn by lot, watched for what must always hold."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.batch import lineup_arrays, new_batch, rules_of
from balance.engine.soak import Fault, Sum, no_check, soak_player
from balance.games.loading import load_game
from balance.runner.batches import MAX_DECISIONS
from balance.runner.play import StopSignal, run_on_threads
from balance.scenario.model import Scenario
from balance.scenario.prepare import PreparedCell, prepare

BY_CHANCE = 0.8  # of the seats play by chance: they go where no sensible player would
GREEDY = (
    "greedy"  # fills the others, where there is one: bots that look ahead take ten times as long
)
TABLES = 1_000  # of a long soak
FEWEST = 100  # games at a table
PORTION = 500  # games, after which Ctrl-C is looked for

Sums = NDArray[np.int64]  # shape (len(Sum),)


@dataclass(frozen=True)
class Found:
    """A game in which something did not hold.

    Attributes
    ----------
    scenario : Scenario
        In which it is played again.
    game, decision : int
        Its number, and how many decisions had been made.
    what : str
        What did not hold, in a few words.
    """

    scenario: Scenario
    game: int
    decision: int
    what: str


@dataclass
class SoakResult:
    """What a soak saw.

    Attributes
    ----------
    tables : int
    sums : int64 array, shape (len(Sum),)
    players : dict of int to int
        Games by number of players.
    found : list of Found
        Empty if all held; several if threads found something at once.
    """

    tables: int = 0
    sums: Sums = field(default_factory=lambda: np.zeros(len(Sum), np.int64))
    players: dict[int, int] = field(default_factory=dict)
    found: list[Found] = field(default_factory=list)

    def add(self, players: int, sums: Sums) -> None:
        """Add what was seen at a table."""
        longest = max(self.sums[Sum.LONGEST], sums[Sum.LONGEST])
        self.sums += sums
        self.sums[Sum.LONGEST] = longest
        self.tables += 1
        self.players[players] = self.players.get(players, 0) + int(sums[Sum.GAMES])


class SoakTester:
    """Draws tables of a game and soaks them.

    Parameters
    ----------
    game : str
        As in a scenario.
    seed : int
        Of all chance.
    settings : mapping
        What is changed at all tables: options and cells of sheets, by dotted key.
    folder : Path
        What relative paths start from.

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

    def draw(self, table: int) -> Scenario:
        """Return the scenario of a table: by lot who plays how many games with which options."""
        rng = Random(f"{self.seed} {table}")
        seats = rng.choice(self.game.seats)
        bots = [
            "random" if rng.random() < BY_CHANCE else rng.choice(self._bots) for _ in range(seats)
        ]
        options = {}
        invariants = self.game.invariants
        if invariants is not None and invariants.sample_options is not None:
            options = invariants.sample_options(rng, seats).model_dump(exclude_defaults=True)
        name = f"soak-{self.game.name}-{self.seed}-{table}"
        values = {
            "name": name,
            "game": self.name,
            "seed": rng.randrange(1 << 31),
            "bots": bots,
            "players": seats,
            "table": options,
            "set": self.settings,
        }
        return Scenario.model_validate(values).at(self.folder / f"{name}.toml")

    def watch(
        self, variant: PreparedCell, games: int, stop: StopSignal, tell: Callable[[int], None]
    ) -> tuple[Sums, tuple[int, int, str] | None]:
        """Play games of a table until something does not hold.

        Returns
        -------
        sums : Sums
        trouble : (game, decision, what) or None
        """
        game, match, lineup = self.game, variant.match, variant.match.lineup
        states, records = np.zeros(2, game.state), np.zeros(1, game.record)
        sums = np.zeros(len(Sum), np.int64)
        bots, lineups = lineup_arrays(lineup.entries, lineup.by_rotation)
        check = no_check if game.invariants is None else game.invariants.check
        first, failure = 0, ""
        while first < games and not stop.is_set():
            portion = min(PORTION, games - first)
            batches = new_batch(match.seed, first, MAX_DECISIONS)
            batch: Any = batches[0]
            try:
                self._play(
                    states, match.game_table.array, rules_of(game), check, bots, lineups, batches,
                    portion, records, sums,
                )  # fmt: skip
            except Exception as error:  # whatever the rules raise
                batch.fault, failure = Fault.FAILED, f"the rules failed: {error}"
            if batch.fault != Fault.NONE:
                what = failure or self._say(int(batch.fault))
                return sums, (int(batch.number), int(batch.decision), what)
            first += portion
            tell(portion)
        return sums, None

    def _say(self, fault: int) -> str:
        if fault < Fault.OWN or self.game.invariants is None:
            return Fault(fault).name.lower().replace("_", " ")
        return self.game.invariants.broken(fault - Fault.OWN).name.lower().replace("_", " ")


def soak(
    soaker: SoakTester,
    games: int,
    workers: int,
    stop: StopSignal,
    on_progress: Callable[[int], None],
) -> SoakResult:
    """Soak so many games; the first trouble ends it.

    Parameters
    ----------
    soaker : Soaker
    games : int
    workers : int
        Threads.
    stop : Stop
        Once set, what was seen so far is returned.
    on_progress : function (games)
        Told of games played, from the workers' threads, one at a time.

    Raises
    ------
    BalanceError
        If a table cannot be laid.
    """
    size = max(FEWEST, -(-games // TABLES))
    tables = iter(enumerate(range(0, games, size)))
    soaked = SoakResult()
    lock = threading.Lock()

    def tell(played: int) -> None:
        with lock:
            on_progress(played)

    def work() -> None:
        while not stop.is_set():
            with lock:
                table, first = next(tables, (-1, games))
            if table < 0:
                return
            scenario = soaker.draw(table)
            variant = prepare(scenario).variants[0]
            sums, trouble = soaker.watch(variant, min(size, games - first), stop, tell)
            with lock:
                soaked.add(variant.match.game_table.num_seats, sums)
                if trouble is not None:
                    soaked.found.append(Found(scenario, *trouble))
                    stop.set()

    run_on_threads(work, workers, stop)
    return soaked
