"""What is measured besides games: searches, agents by the batch, a second worker, and starts."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from balance.bench.game_speed import FEWEST_REPEATS, SEED, games_in, row_of
from balance.bots import BOTS
from balance.engine.game import Bot, Game
from balance.engine.layout import State
from balance.engine.loop_types import compile_bot
from balance.engine.session import Session
from balance.runner.batches import MAX_DECISIONS, Batches
from balance.runner.cell_games import CellGames, MetricSet
from balance.runner.play import play_games
from balance.scenario.match import Match

PLAYERS = 2  # of searches; of agents too, or the fewest of the game
AS_SHIPPED, TO_THE_END = "as shipped", "to the end"
# Weights for the depth of the search, and for how long a better bot than the fast one plays on.
_TO_THE_END = {"rounds": 0.0, "turns": 0.0}
AGENTS = 1024  # games at once
STARTS = 3  # of each command; the fastest counts
AT_ONCE = (
    "balance --help", "balance list games", "balance list scenarios", "balance validate first-game",
)  # fmt: skip
_IMPORT = "import balance.app.commands.run"
_GAME = (
    "import sys; from pathlib import Path; from balance.games.loading import load_game; "
    "game = load_game(sys.argv[1], Path()); "
)
_FIRST_GAME = _GAME + (
    "from balance.bench.game_speed import row_of; from balance.runner.batches import Batches; "
    "row = row_of(game, game.seats[0], next(iter(game.bots.values()))); "
    "Batches(row.match).play(0, 1)"
)
_SAMPLES = _GAME + (
    "from balance.engine.branches import branch_player; "
    "from balance.engine.trajectories import trajectory_player; "
    "trajectory_player(game); branch_player(game)"
)


@dataclass(frozen=True)
class SearchSpeed:
    """Speed of a bot's search on one core.

    An iteration tries one choice on one sample of all hidden cards and future chance, and lets fast
    bots play on.  Each sample is drawn once for all choices that are compared on it.  The rest of a
    decision is timed too, so fewer iterations per decision have a lower rate.

    Attributes
    ----------
    setting : str
        `AS_SHIPPED`; or `TO_THE_END`, where the fast bot plays each iteration to the end of the
        game, if it does not do so anyway.
    """

    game: str
    bot: str
    players: int
    setting: str
    iterations_per_second: float  # of processor time
    iterations: float  # mean per decision that is searched
    milliseconds: float  # mean processor time per decision that is searched
    decisions: int  # number of searched decisions that were timed, in games of the game's first bot

    def __str__(self) -> str:
        """Return the speed in a sentence."""
        return (
            f"{self.bot}, {self.players} players, {self.setting}: "
            f"{self.iterations_per_second:,.0f} iterations/s; {self.iterations:.0f} iterations, "
            f"{self.milliseconds:.1f} ms per decision ({self.decisions} decisions)."
        )


def search_speeds(game: Game, seconds: float) -> Iterator[SearchSpeed]:
    """Yield the speeds of a game's bots that search, in so much processor time each."""
    for bot in game.bots.values() if PLAYERS in game.seats else ():
        if bot.count_iterations is not None:
            yield search_speed(game, bot, AS_SHIPPED, seconds)
            shipped = bot.at(PLAYERS)
            changed = {key: value for key, value in _TO_THE_END.items() if key in bot.weights}
            if any(shipped.weights[key] != value for key, value in changed.items()):
                yield search_speed(game, shipped.with_weights(changed), TO_THE_END, seconds)


def search_speed(game: Game, bot: Bot, setting: str, seconds: float) -> SearchSpeed:
    """Measure how fast a bot searches, at the decisions of whole games; compiled beforehand."""
    usual, count_iterations = next(iter(game.bots.values())).at(PLAYERS), bot.count_iterations
    assert count_iterations is not None
    usual_weights, weights = usual.numbers, bot.at(PLAYERS).numbers
    compile_bot(count_iterations, game)
    session = Session(game, row_of(game, PLAYERS, usual).match.game_table, SEED)
    stream = np.array([SEED, 1], np.uint64)
    decisions, iterations, spent = 0, 0, 0.0

    def answer(state: State) -> int:
        nonlocal decisions, iterations, spent
        if spent < seconds and state.num_choices > 1:
            seat = int(state.due_seat)
            view = session.view(seat)
            begun = time.thread_time()
            tried = count_iterations(view[0], session.tables[0], seat, weights, stream)
            if tried > 0:  # else a rule decided without a search
                spent += time.thread_time() - begun
                decisions += 1
                iterations += tried
        return session.ask(usual, usual_weights)

    deal = 0
    while spent < seconds or decisions == 0:
        session.play(deal, (0,) * PLAYERS, answer, MAX_DECISIONS)
        deal += 1
    return SearchSpeed(
        game.name, bot.name, PLAYERS, setting,
        iterations / spent, iterations / decisions, 1e3 * spent / decisions, decisions,
    )  # fmt: skip


@dataclass(frozen=True)
class StepSpeed:
    """The speed of games that agents play by the batch, on one core: with observations and masks.

    Actions are drawn at random, which is timed too.
    """

    game: str
    players: int
    games: int  # at once
    steps_per_second: float  # decisions, of processor time
    steps: int  # timed

    def __str__(self) -> str:
        """Return the speed in a sentence."""
        return (
            f"Agents by the batch, {self.players} players, {self.games:,} games at once: "
            f"{self.steps_per_second:,.0f} steps/s."
        )


def step_speed(game: Game, seconds: float) -> StepSpeed:
    """Measure how fast agents play a game by the batch; compiled beforehand.

    Raises
    ------
    ImportError
        If the extra for agents is not installed.
    """
    from balance.agents.batch_environment import BatchEnvironment  # noqa: PLC0415  # an extra

    players = PLAYERS if PLAYERS in game.seats else game.seats[0]
    env = BatchEnvironment(row_of(game, players, BOTS["random"]).match, AGENTS)
    rng = np.random.default_rng(SEED)
    seen, _ = env.reset()
    steps, begun, spent = 0, time.process_time(), 0.0
    while spent < seconds:
        offered = seen["action_mask"].sum(axis=1)
        seen, *_ = env.step((rng.random(AGENTS) * offered).astype(np.int64))
        steps += AGENTS
        spent = time.process_time() - begun
    return StepSpeed(game.name, players, AGENTS, steps / spent, steps)


@dataclass(frozen=True)
class RunSpeed:
    """How fast a run is, beside one worker that plays without counting anything."""

    two_workers: float  # the speed of two of these, divided by that of one
    counting: float  # of one that counts all that a report shows
    two_counting: float  # of two that count, divided by one that counts

    def __str__(self) -> str:
        """Return the speed in a sentence."""
        return (
            f"A worker that counts for a report is {self.counting:.2f} times as fast as one that "
            f"only plays. Two workers are {self.two_workers:.2f} times as fast as one, and "
            f"{self.two_counting:.2f} times when they count."
        )


def run_speed(match: Match, metrics: MetricSet, seconds: float) -> RunSpeed:
    """Measure workers that play so many seconds each, with these metrics and without."""
    batches = Batches(match)
    batches.play(0, 1)
    deals = max(1, games_in(batches, seconds) // match.lineup.rotations)

    def time_of(workers: int, counted: MetricSet) -> float:
        begun = time.perf_counter()
        play_games([CellGames("bench", match, counted)], [deals], workers)
        return time.perf_counter() - begun

    # In turns, so that other load on the machine affects all.
    ways = [(workers, counted) for counted in (MetricSet({}), metrics) for workers in (1, 2)]
    times = [[time_of(*way) for way in ways] for _ in range(FEWEST_REPEATS)]
    one, two, one_counting, two_counting = map(statistics.median, zip(*times, strict=True))
    return RunSpeed(one / two, one / one_counting, one_counting / two_counting)


def start_times() -> dict[str, float]:
    """Return seconds of wall-clock time for what answers at once, and for the imports of a run."""
    times = {name: _fastest("-m", *name.split()) for name in AT_ONCE}
    return {**times, "imports": _fastest("-c", _IMPORT)}


def first_games(game: str, compiling: bool) -> dict[str, float]:
    """Return seconds of wall-clock time to the first game; with `compiling`, without a cache too.

    With `compiling` also the seconds, with the compiled game at hand, to the loops that follow
    games round by round and that branch them, which reports and experiments compile as well.

    Parameters
    ----------
    game : str
        A name or a folder.
    """
    times = {}
    if compiling:
        with tempfile.TemporaryDirectory(prefix="balance-bench-") as empty:
            for what, code in (("first game", _FIRST_GAME), ("samples", _SAMPLES)):
                cache = {"BALANCE_CACHE": empty}
                times[f"{what} of {game}, compiling"] = _time_of("-c", code, game, settings=cache)
    _time_of("-c", _FIRST_GAME, game)
    return {f"first game of {game}": _fastest("-c", _FIRST_GAME, game), **times}


def _fastest(*arguments: str) -> float:
    return min(_time_of(*arguments) for _ in range(STARTS))


def _time_of(*arguments: str, settings: Mapping[str, str] = MappingProxyType({})) -> float:
    command = [sys.executable, "-P", *arguments]  # without files of the folder
    begun = time.perf_counter()
    environment = {**os.environ, **settings}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - begun
