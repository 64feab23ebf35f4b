"""``balance tune-bot``: search for better weights of a bot, measure the gain, write them."""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd
from rich.console import Console

import balance
from balance.app.notices import announce_compiling, print_notes, stderr_console
from balance.app.output import NO_OPTIONS, Output, Sentences
from balance.bots import BOTS
from balance.engine.game import Game
from balance.errors import Interrupted
from balance.games.loading import load_game
from balance.portable import command_line
from balance.report.nouns import several
from balance.report.number_format import interval, joined, percent, signed_points
from balance.report.section import Column, Style, Table
from balance.runner.stop_signal import StopSignal
from balance.runner.worker_pool import available_cores
from balance.scenario.bot_names import bot_name
from balance.scenario.lineup import LineupBuilder
from balance.stats.intervals import INTERVAL, Estimate
from balance.tuning.evaluation import Evaluation
from balance.tuning.evolution import Effort, Reached, Step, evolve, without_effect
from balance.tuning.improvement import Gain, RateChange, measure
from balance.tuning.rollout_fitting import fit_weights, rollouts_within
from balance.tuning.tuned_bot import Space, read_subject, space_of
from balance.tuning.weight_file import check_weights_place, write_tuned

LADDER = ("random", "greedy", "planner", "search")  # from the weakest
CHECK = 25  # times the deals of a candidate: for measuring the gain
WIDTH = 97  # of the lines about the origin of the weights
_FOR_ROLLOUTS = 0.3  # of --minutes
GENERATIONS = 40  # the default without --generations and --minutes


@dataclass(frozen=True)
class TuneOptions:
    """What is tuned, and how."""

    bot: str
    players: int | None
    games: int  # of a candidate in a generation, against all opponents together
    generations: int | None
    minutes: float | None
    against: tuple[str, ...]  # empty is the bot itself, and the bot below it on the ladder
    seed: int
    start: Path | None
    out: Path | None
    workers: int | None
    only: tuple[str, ...]
    fix: tuple[str, ...]
    population: int | None
    rollouts: int = 0  # games whose rollouts the weights are first fitted to
    output: Output = NO_OPTIONS  # how the answer is printed


def tune_bot(name: str, options: TuneOptions) -> None:
    """Tune a bot's weights, print the gain, and write the weights if they are better.

    Parameters
    ----------
    name : str
        A game's name or folder.

    Raises
    ------
    BalanceError
        If there is no such game, bot, weight or opponent, or the weights cannot be written.
    Interrupted
        If the final measurement was stopped.
    """
    console = stderr_console()
    game = load_game(name, Path())
    seating = LineupBuilder(game)
    subject = read_subject(
        seating, options.bot, options.players, options.start, options.only, options.fix
    )
    out = options.out or Path(f"{_file_name(options.bot)}-tuned.toml")
    check_weights_place(out, subject)
    announce_compiling(game, console)
    against = options.against or opponents_of(game, options.bot)
    evaluation = Evaluation(
        subject, against, seating, options.seed, options.workers or available_cores()
    )
    print_notes(seating.notices, console)
    options = _within_time(evaluation, options)
    reached = _search(evaluation, options, against, console)
    said = Sentences("tuning", options.output)
    if reached.is_new:
        gain = _measure(evaluation, reached, options, console)
        said.show(_gain_table(gain))
        total = f"{signed_points(float(gain.total.value))} pp {_interval(gain.total, Style.POINTS)}"
        if gain.is_sure and gain.losses:
            said.say(
                f"The tuned weights are better by {total} in all, but worse against "
                f"{joined([_loss(row) for row in gain.losses])}: nothing is written."
            )
        elif gain.is_sure:
            tuned = {key: reached.weights[key] for key in subject.tuned if key in reached.weights}
            origin = origin_of(name, options, against, evaluation, reached, gain)
            write_tuned(out, subject, tuned, origin)
            where = f" in the table [players.{options.players}]" if options.players else ""
            said.say(
                f"The tuned weights are better by {total}; they are in {out}{where}. They hold "
                f"for {_players(options.players)}.",
                file=str(out),
            )
        else:
            said.say(f"The tuned weights are not clearly better ({total}): nothing is written.")
    else:
        said.say(f"No better weights were found in {_generations(reached)}: nothing is written.")
    said.end(
        f"Tuning of {options.bot}", game=game.name, seed=options.seed,
        generations=reached.generations, against=against,
    )  # fmt: skip


def opponents_of(game: Game, bot: str) -> tuple[str, ...]:
    """Return the default opponents: the bot itself, and the bot below it on the ladder.

    Not `random`: nearly every game against it is won, so nothing is learnt.
    """
    known = {**BOTS, **game.bots}
    base = bot_name(bot).bot
    below = LADDER[: LADDER.index(base)] if base in LADDER else ()
    return (bot, *[name for name in below if name in known and known[name].weights][-1:])


def origin_of(
    name: str,
    options: TuneOptions,
    against: Sequence[str],
    evaluation: Evaluation,
    reached: Reached,
    gain: Gain,
) -> list[str]:
    """Return the lines about the origin of tuned weights.

    They contain no date and no times: the command produces the same file again.
    """
    subject = evaluation.subject
    games = evaluation.deals_for(options.games) * evaluation.seats
    test_tables = several(evaluation.tables, "table")
    where = f"at {test_tables}" + (
        f" with {_counts(subject.counts)} players each" if len(subject.counts) > 1 else ""
    )
    rows = [
        f"{row.players} players, against {row.opponent}: {_before_and_after(row)}"
        for row in gain.changes
    ]
    texts = [
        command_of(name, options, reached),
        f"balance {balance.__version__}: {_generations(reached)} of {reached.population} "
        f"candidates, {games:,} games each on the same deals, {where}, against "
        f"{joined([_itself(bot, options.bot) for bot in against])}.",
        f"On {gain.deals:,} fresh deals each, {gain.games:,} games, wins before -> after:",
        *rows,
    ]
    return [line for text in texts for line in _wrapped(text)]


def command_of(name: str, options: TuneOptions, reached: Reached) -> str:
    """Return the command that produces the same weights, however the search was ended."""
    words = ["balance", "tune-bot", name, "--bot", options.bot]
    values: Mapping[str, object] = {
        "players": options.players,
        "rollouts": options.rollouts or None,
        "games": options.games,
        "generations": reached.generations,
        "against": ",".join(options.against) or None,
        "seed": options.seed,
        "start": options.start,
        "only": ",".join(options.only) or None,
        "fix": ",".join(options.fix) or None,
        "population": options.population,
    }
    for key, value in values.items():
        if value is not None:
            words += [f"--{key}", str(value)]
    return command_line(words)


def _within_time(evaluation: Evaluation, options: TuneOptions) -> TuneOptions:
    """Return the options with no more games of rollouts than fit into a part of --minutes."""
    if not options.rollouts or options.minutes is None or evaluation.subject.bot.rollouts is None:
        return options
    fitting = rollouts_within(evaluation, 60 * options.minutes * _FOR_ROLLOUTS)
    return replace(options, rollouts=min(options.rollouts, fitting))


def _search(
    evaluation: Evaluation, options: TuneOptions, against: Sequence[str], console: Console
) -> Reached:
    generations = options.generations
    if generations is None and options.minutes is None:
        generations = GENERATIONS
    seconds = None if options.minutes is None else 60 * options.minutes
    effort = Effort(options.games, generations, seconds, options.population)
    deals = evaluation.deals_for(options.games)
    evaluation.learn_margins(0, deals)
    space = space_of(evaluation.subject)
    switches = evaluation.subject.switches
    if switches:
        console.print(f"Not tuned, as they are whole numbers: {', '.join(switches)}.")
    stop = StopSignal()
    if options.rollouts:
        space = _fit_to_rollouts(evaluation, space, options, stop, console)
    idle = without_effect(evaluation, space, deals)
    if idle:
        console.print(f"Not tuned, as they change no game: {', '.join(idle)}.")
        space = space.without(idle)
    console.print(
        f"Tuning {several(len(space.names), 'weight')} of {options.bot} against "
        f"{joined([_itself(bot, options.bot) for bot in against])}; each candidate plays "
        f"{deals * evaluation.seats:,} games. Ctrl-C ends the search and keeps its result."
    )

    def print_step(step: Step) -> None:
        console.print(_line(step, effort))

    with stop.on_interrupt():
        reached = evolve(evaluation, space, effort, options.seed, stop, print_step)
    if stop.is_set():
        console.print(f"Stopped after {_generations(reached)}.")
    return reached


def _fit_to_rollouts(
    evaluation: Evaluation, space: Space, options: TuneOptions, stop: StopSignal, console: Console
) -> Space:
    """Return the space around weights that are fitted to rollouts."""
    console.print(f"Fitting the weights to rollouts from {options.rollouts:,} games ...")

    def print_choices(choices: int) -> None:
        console.print(f"{choices:,} choices played on")

    with stop.on_interrupt():
        fitted = fit_weights(evaluation, options.rollouts, stop, print_choices)
    if fitted is None:
        raise Interrupted("Stopped before the weights were fitted: nothing is written.")
    return space.around(fitted.weights)


def _measure(
    evaluation: Evaluation, reached: Reached, options: TuneOptions, console: Console
) -> Gain:
    deals = CHECK * evaluation.deals_for(options.games)
    console.print(f"Measuring the gain on {deals:,} fresh deals ...")
    stop = StopSignal()
    with stop.on_interrupt():
        gain = measure(evaluation, reached.weights, reached.next_deal, deals, stop)
    if gain is None:
        raise Interrupted("Stopped before the gain was measured: nothing is written.")
    return gain


def _line(step: Step, effort: Effort) -> str:
    """Return the progress line of a generation."""
    of = f" of {effort.generations}" if effort.generations else ""
    speed = 60 * step.candidates / max(step.seconds, 1e-9)
    parts = [
        f"generation {step.generation}{of}: mean {100 * step.mean:.1f}",
        f"best {100 * step.best:.1f}",
        f"step {step.step_size:.2f}",
        f"{speed:,.0f} candidates a minute",
    ]
    if step.against_start is not None:
        parts.append(f"against the start {signed_points(step.against_start)} pp")
    left = _seconds_left(step, effort)
    return ", ".join(parts) + (f", {left:,.0f} s left" if left > 0 else "")


def _seconds_left(step: Step, effort: Effort) -> float:
    left = []
    if effort.seconds is not None:
        left.append(effort.seconds - step.seconds)
    if effort.generations is not None:
        left.append(step.seconds / step.generation * (effort.generations - step.generation))
    return max(min(left), 0.0)


def _gain_table(gain: Gain) -> Table:
    """Return the gain against each opponent."""
    names = ("players", "against", "before", "after", "change (pp)")
    rows = [
        (
            row.players, row.opponent, _share(row.before), _share(row.after),
            f"{signed_points(float(row.change.value))} {_interval(row.change, Style.POINTS)}",
            *(float(getattr(row.change, part)) for part in INTERVAL),
        )
        for row in gain.changes
    ]  # fmt: skip
    columns = tuple(Column(name, name) for name in names)
    frame = pd.DataFrame(rows, columns=[*names, *INTERVAL])
    return Table("gain", f"Wins on {gain.deals:,} fresh deals", frame, columns)


def _before_and_after(row: RateChange) -> str:
    change = f"{signed_points(float(row.change.value))} pp {_interval(row.change, Style.POINTS)}"
    return f"{percent(float(row.before.value))} -> {_share(row.after)}, {change}"


def _loss(row: RateChange) -> str:
    change = f"{signed_points(float(row.change.value))} pp {_interval(row.change, Style.POINTS)}"
    return f"{row.opponent} with {row.players} players ({change})"


def _players(count: int | None) -> str:
    return f"{count} players alone" if count else "any number of players"


def _share(estimate: Estimate) -> str:
    if float(estimate.low) == float(estimate.high):
        return percent(float(estimate.value))
    return f"{percent(float(estimate.value))} {_interval(estimate, Style.PERCENT)}"


def _interval(estimate: Estimate, style: Style) -> str:
    return interval(float(estimate.low), float(estimate.high), style)


def _itself(name: str, bot: str) -> str:
    return f"{name} as best so far" if name == bot else name


def _generations(reached: Reached) -> str:
    return several(reached.generations, "generation")


def _counts(counts: Sequence[int]) -> str:
    return joined([str(count) for count in counts])


def _file_name(bot: str) -> str:
    """Return a bot's name without characters that a file name cannot have."""
    name = bot_name(bot)
    return Path(name.file).stem if name.is_list else name.bot


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False) or [""]
