"""``balance train``: teach a policy by rounds of self-play, and write its network."""

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from rich.console import Console

import balance
from balance.app.bot_matches import players_of
from balance.app.notices import announce_compiling, print_notes, stderr_console
from balance.app.output import NO_OPTIONS, Output, Sentences
from balance.app.progress import show_progress
from balance.bots import BOTS
from balance.bots.policy_file import Network, read_made, read_networks, write_networks
from balance.compiling.sources import source_digest
from balance.engine.game import Bot, Game
from balance.error_messages import did_you_mean
from balance.errors import BotError, Interrupted, ScenarioError, StoreError
from balance.games.loading import load_game
from balance.portable import command_line
from balance.report.figures.chart import Chart
from balance.report.figures.lines import Band, bands
from balance.report.figures.png import as_png
from balance.report.nouns import several
from balance.report.number_format import signed_points
from balance.report.section import Table
from balance.report.studies.duel import points_text
from balance.runner.bot_matches import BotMatch, build_test_tables, lineup_of
from balance.runner.bot_speed import warm_up
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import available_cores
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Lineup, has_share_of_points, players_in_words
from balance.stats.intervals import Estimate
from balance.store.disk import write_whole, writing_in
from balance.tuning.policy_rounds import Round, Rounds, Training
from balance.tuning.policy_training import QUICK, Learner, Rates, Teacher, first_network

GAMES = 200_000  # of self-play, by default
FINAL = 5_000  # deals on which the network is measured in the end
_JUDGED = 1 << 32  # added to the seed, for games that decide; those learnt from have the seed
_PROBE_SECONDS = 5.0  # to measure how fast it learns, for --hours
_LEARNING = 0.85  # about the share of the time that is spent learning, not on challenges


@dataclass(frozen=True)
class TrainOptions:
    """How a policy is trained."""

    bot: str
    players: int | None  # None is the smallest number above one
    games: int | None  # of self-play in all rounds
    rounds: int
    hours: float | None  # sets the number of games
    seed: int
    against: str | None  # whom it is measured against; None is the bot it falls back on
    is_new: bool  # begin with an untrained network
    out: Path | None
    replace: bool
    workers: int | None
    output: Output = NO_OPTIONS  # how the answer is printed


def train(name: str, options: TrainOptions) -> None:
    """Train a policy; print each round; write the network if it became stronger.

    Parameters
    ----------
    name : str
        A game's name or folder.

    Raises
    ------
    BalanceError
        If there is no such game, bot or number of players, or a file cannot be written.
    Interrupted
        After Ctrl-C; what was learnt is kept, and the same command goes on.
    """
    console = stderr_console()
    game = load_game(name, Path())
    bot = policy_of(game, options.bot)
    players = players_of(game, options.players)
    out = options.out or Path(f"{game.name}-{bot.name}.json")
    before = _networks_in(out, bot)
    announce_compiling(game, console)
    rounds = _rounds(game, bot, players, options, console)
    settings = _settings(rounds, options)
    state = out.with_suffix(".training.npz")
    training = None if options.replace else _saved(state, settings, options)
    if training is None:
        training = _start(bot, players, options)
        settings["games"] = options.games or GAMES
        if options.hours is not None:
            settings["games"] = _games_in(rounds, training.champion, options.hours)
            console.print(f"About {settings['games']:,} games fit into {options.hours:g} hours.")
    else:
        console.print(f"Going on after round {len(training.rounds)}, from {state}.")
    rounds = replace(rounds, deals=_per_round(settings["games"], rounds))
    _play(rounds, training, state, settings, console)
    said = Sentences("training", options.output)
    _finish(rounds, training, out, before, _command(name, settings, options, out), said)
    if options.output.is_json:
        curve = pd.DataFrame([asdict(one) for one in training.rounds])
        said.show(Table("rounds", "Strength after each round", curve, ()))
    said.end(f"Training of {bot.name}", **settings)


def policy_of(game: Game, name: str) -> Bot:
    """Return the bot of a game that is to be trained.

    Raises
    ------
    ScenarioError
        If there is no such bot.
    BotError
        If it has no network.
    """
    if name not in game.bots:
        raise ScenarioError(f"{game.title} has no bot {name!r}: {did_you_mean(name, game.bots)}")
    bot = game.bots[name]
    if bot.inputs is None:
        able = [one.name for one in game.bots.values() if one.inputs is not None]
        hint = f": expected {' or '.join(able)}" if able else ""
        raise BotError(f"The bot {name!r} has no network to train{hint}.")
    return bot


def _rounds(game: Game, bot: Bot, players: int, options: TrainOptions, console: Console) -> Rounds:
    """Return the rounds, everything compiled; the number of games is still open."""
    tables = build_test_tables(game, players)
    seating = LineupBuilder(game)
    usual = lineup_of(seating, [options.against or _fallback(game, bot)], players).entries[0]
    print_notes(seating.notices, console)
    taught = build_test_tables(game, players, test_tables=game.setups.training_tables)
    workers = options.workers or available_cores()
    rates = Rates() if bot.learning is None else QUICK
    teacher = Teacher(game, bot.at(players), taught, options.seed, workers, rates)
    judged = BotMatch(game, tables, Lineup((usual,), (0,) * players), options.seed + _JUDGED)
    rounds = Rounds(teacher, 0, options.rounds, usual, judged)
    entries = (rounds.entry(first_network(teacher.inputs), bot.name), usual)
    warm_up(replace(judged.matches[0], lineup=Lineup(entries, (0, *(1,) * (players - 1)))))
    return rounds


def _fallback(game: Game, bot: Bot) -> str:
    """Return the name of the bot that makes the decisions which the policy leaves to it."""
    assert bot.inputs is not None
    known = {**game.bots, **BOTS}
    return next(name for name, one in known.items() if one.choose is bot.inputs.fallback)


def _settings(rounds: Rounds, options: TrainOptions) -> dict[str, Any]:
    """Return all that determines the network, but for the number of games."""
    teacher = rounds.teacher
    return {
        "version": balance.__version__,
        "sources": source_digest(teacher.game.home),
        "bot": teacher.bot.name,
        "players": rounds.tables.players,
        "rounds": options.rounds,
        "seed": options.seed,
        "against": rounds.usual.label,
        "new": options.is_new,
        "rates": asdict(teacher.rates),
    }


def _saved(state: Path, settings: dict[str, Any], options: TrainOptions) -> Training | None:
    """Return the training to go on with, None without one; its games are added to the settings.

    Raises
    ------
    StoreError
        If the file belongs to other training.
    """
    if not state.exists():
        return None
    training, saved = Training.load(state)
    games = saved.pop("games", None)
    if saved != settings or (options.hours is None and games != (options.games or GAMES)):
        raise StoreError(
            f"{state} belongs to training with other settings: repeat those to go on with it, or "
            "use --replace or another --out."
        )
    settings["games"] = games
    return training


def _start(bot: Bot, players: int, options: TrainOptions) -> Training:
    """Return the training before its first round."""
    assert bot.inputs is not None
    network = first_network(bot.inputs, options.seed)
    if bot.networks and not options.is_new:
        network = np.array(bot.at(players).network)
    return Training(Learner.starting_with(network), network)


def _per_round(games: int, rounds: Rounds) -> int:
    """Return the games of a round: whole batches."""
    batch = rounds.teacher.rates.batch
    return max(-(-games // (rounds.count * batch)), 1) * batch


def _games_in(rounds: Rounds, network: NDArray[np.float64], hours: float) -> int:
    """Return about how many games of self-play fit into so many hours."""
    learner = Learner.starting_with(network.copy())
    begun = time.perf_counter()
    while (seconds := time.perf_counter() - begun) < _PROBE_SECONDS:
        rounds.teacher.teach(learner, 0.0, StopSignal())
    games = _LEARNING * 3600 * hours * learner.deals / seconds
    return max(int(games), rounds.teacher.rates.batch * rounds.count)


def _play(
    rounds: Rounds, training: Training, state: Path, settings: dict[str, Any], console: Console
) -> None:
    """Play what is left of the rounds; the state is stored after each and when it is stopped."""
    stop = StopSignal()
    begun, first = time.perf_counter(), training.learner.deals
    with stop.on_interrupt(), writing_in(state.parent), show_progress(console) as progress:

        def begin_round() -> None:
            left = rounds.deals - (training.learner.deals - training.since)
            progress.begin(f"round {len(training.rounds) + 1} of {rounds.count}", max(left, 0))

        def end_round(result: Round) -> None:
            training.save(state, settings)
            speed = (result.deals - first) / (time.perf_counter() - begun)
            console.print(f"{_line(result, rounds)}; {speed:,.0f} games/s")
            if len(training.rounds) < rounds.count:
                begin_round()

        if len(training.rounds) < rounds.count:
            begin_round()
        rounds.go_on(training, stop, progress.add, end_round)
        training.save(state, settings)
    if stop.is_set():
        raise Interrupted(
            f"Stopped in round {len(training.rounds) + 1} of {rounds.count}: {state} keeps what "
            "was learnt. To go on, run the same command again."
        )


def _line(result: Round, rounds: Rounds) -> str:
    """Return the result of a round in a line."""
    verdict = "the new champion" if result.is_accepted else "not clearly stronger"
    strength = _points(result.points, rounds)
    return (
        f"round {result.number} of {rounds.count}: {signed_points(result.gain)} pp against the "
        f"champion, {verdict}; the champion has {strength} against {rounds.usual.label}; error of "
        f"the critic {result.error:.3f}"
    )


def _points(strength: Estimate, rounds: Rounds) -> str:
    players = rounds.tables.players
    return points_text(strength, players) + (
        " of the points" if has_share_of_points(players) else ""
    )


def _finish(
    rounds: Rounds,
    training: Training,
    out: Path,
    before: tuple[dict[int, Network], dict[int, dict[str, Any]]],
    command: str,
    said: Sentences,
) -> None:
    """Measure the champion on fresh deals; write its network and the curve, if it is better."""
    if not training.is_better:
        played = several(len(training.rounds), "round")
        said.say(f"No stronger network was found in {played}: nothing is written.")
        return
    players, inputs = rounds.tables.players, rounds.teacher.inputs
    seed = rounds.tables.seed + rounds.count + 1
    measured = rounds.measure(training.champion, rounds.usual, FINAL, seed, StopSignal())
    assert measured is not None
    strength = _points(measured, rounds)
    networks, made = before
    networks[players] = tuple(map(float, training.champion))
    made[players] = {
        "command": command,
        "version": balance.__version__,
        "games": training.rounds[-1].deals,
        "measured": f"{strength} against {rounds.usual.label}, on {FINAL:,} fresh deals",
    }
    curve = out.with_suffix(".png")
    with writing_in(out.parent):
        write_whole(out, lambda part: write_networks(part, inputs, networks, made))
        write_whole(curve, lambda part: part.write_bytes(as_png(_curve(training, rounds))))
    said.say(
        f"The network for {players_in_words(players)} has {strength} against "
        f"{rounds.usual.label}, measured on {FINAL:,} fresh deals. It is in {out}: name that file "
        f"as a bot to play it. {curve} shows the strength after each round.",
        file=str(out),
    )


def _curve(training: Training, rounds: Rounds) -> Chart:
    """Draw the champion's strength along the games of self-play."""
    frame = pd.DataFrame(
        [(one.deals, 100 * one.strength, 100 * one.low, 100 * one.high) for one in training.rounds],
        columns=["games", "strength", "low", "high"],
    )
    is_share = has_share_of_points(rounds.tables.players)
    what = "points (%)" if is_share else "above an equal share (pp)"
    return bands(
        frame, "games", [Band("strength", (("low", "high"),))],
        ("games of self-play", f"{what} against {rounds.usual.label}"),
        mark=50.0 if is_share else 0.0,
    )  # fmt: skip


def _networks_in(out: Path, bot: Bot) -> tuple[dict[int, Network], dict[int, dict[str, Any]]]:
    """Return the networks in a file for other numbers of players, and how they were made."""
    assert bot.inputs is not None
    if out.is_dir() or not out.resolve().parent.is_dir():
        raise BotError(f"{out}: cannot be written: expected a file in an existing folder.")
    if out.suffix != ".json":
        raise BotError(f"{out}: expected a name that ends with .json.")
    if not out.exists():
        return {}, {}
    return dict(read_networks(out, bot.inputs)), read_made(out)


def _command(name: str, settings: Mapping[str, Any], options: TrainOptions, out: Path) -> str:
    """Return the command that trains the same network."""
    words = ["balance", "train", name, "--bot", options.bot]
    for key in ("players", "games", "rounds", "seed", "against"):
        words += [f"--{key}", str(settings[key])]
    words += ["--new"] if options.is_new else []
    return command_line([*words, "--out", str(out)])
