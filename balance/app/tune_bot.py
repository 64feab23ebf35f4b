"""``balance tune-bot``: better weights for a bot, found by playing, measured, and written."""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

import balance
from balance.app.notices import console
from balance.bots import BOTS
from balance.engine.game import Game
from balance.engine.jit import has_compiled_code
from balance.errors import Interrupted
from balance.games.loading import load_game
from balance.portable import command_line
from balance.report.nouns import plural
from balance.report.number_format import interval, joined, percent, signed_points
from balance.report.section import Style
from balance.runner.play import StopSignal
from balance.runner.worker_pool import available_cores
from balance.scenario.lineup import LineupBuilder
from balance.scenario.model import is_list
from balance.stats.intervals import Estimate
from balance.tuning.evaluation import Evaluation
from balance.tuning.evolution import Effort, Reached, Step, evolve, without_effect
from balance.tuning.improvement import Change, Gain, measure
from balance.tuning.rollout_fitting import fit_weights
from balance.tuning.tuned_bot import Space, read_subject, space_of
from balance.tuning.weight_file import check_place, write_tuned

LADDER = ("random", "greedy", "planner", "search")  # from below
CHECK = 25  # times the deals of a candidate: those on which the gain is measured
WIDTH = 97  # of the lines that say where weights come from
GENERATIONS = 40  # where neither generations nor minutes are asked for


@dataclass(frozen=True)
class TuneOptions:
    """What is tuned, and how.

    Attributes
    ----------
    bot : str
    players : int or None
    games : int
        Of a candidate in a generation, against all opponents together.
    generations : int or None
    minutes : float or None
    against : tuple of str
        Empty is the bot itself, and the bot below it on the ladder.
    seed : int
    start, out : Path or None
    workers : int or None
    only, fix : tuple of str
    population : int or None
    rollouts : int
        Games from which the bot takes lessons first; 0 for none.
    """

    bot: str
    players: int | None
    games: int
    generations: int | None
    minutes: float | None
    against: tuple[str, ...]
    seed: int
    start: Path | None
    out: Path | None
    workers: int | None
    only: tuple[str, ...]
    fix: tuple[str, ...]
    population: int | None
    rollouts: int = 0


def tune_bot(name: str, options: TuneOptions) -> None:
    """Tune a bot's weights, say what it gained, and write them if it gained anything.

    Parameters
    ----------
    name : str
        A game's name or folder.
    options : TuneOptions

    Raises
    ------
    BalanceError
        If there is no such game, bot, weight or opponent, or the weights cannot be written.
    Interrupted
        If the measuring at the end was stopped.
    """
    notes = console()
    game = load_game(name, Path())
    seating = LineupBuilder(game)
    subject = read_subject(
        seating, options.bot, options.players, options.start, options.only, options.fix
    )
    out = options.out or Path(f"{_plain(options.bot)}-tuned.toml")
    check_place(out, subject)
    if not has_compiled_code(game.home):
        notes.print(f"Compiling {game.title} for this machine: once, for up to a minute ...")
    against = options.against or opponents_of(game, options.bot)
    course = Evaluation(
        subject, against, seating, options.seed, options.workers or available_cores()
    )
    for notice in seating.notices:
        notes.print(f"Note: {notice}")
    reached = _search(course, options, against, notes)
    if not reached.is_new:
        print(f"No better weights were found in {_generations(reached)}: nothing is written.")
        return
    gain = _measured(course, reached, options, notes)
    _show(gain)
    total = f"{signed_points(float(gain.total.value))} pp {_interval(gain.total, Style.POINTS)}"
    if not gain.is_sure:
        print(
            f"The tuned weights are not shown to be better ({total}): nothing is written, the "
            "weights before stand."
        )
        return
    tuned = {key: reached.weights[key] for key in subject.tuned if key in reached.weights}
    origin = origin_of(name, options, against, course, reached, gain)
    write_tuned(out, subject, tuned, origin)
    where = f" in the table [players.{options.players}]" if options.players else ""
    print(f"The tuned weights are better by {total}; they are in {out}{where}.")


def opponents_of(game: Game, bot: str) -> tuple[str, ...]:
    """Return against whom a bot is tuned: itself, and the bot below it on the ladder.

    Against one that plays by chance nearly all is won, so nothing is learnt.
    """
    known = {**BOTS, **game.bots}
    base = bot.partition(":")[0]
    below = LADDER[: LADDER.index(base)] if base in LADDER else ()
    return (bot, *[one for one in below if one in known and known[one].weights][-1:])


def origin_of(
    name: str,
    options: TuneOptions,
    against: Sequence[str],
    course: Evaluation,
    reached: Reached,
    gain: Gain,
) -> list[str]:
    """Return the lines that say where tuned weights come from.

    They hold no date and no clock: the command makes the same weights again.
    """
    subject = course.subject
    games = course.deals_for(options.games) * course.seats
    test_tables = _several(course.tables, "table")
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
        f"{joined([_itself(one, options.bot) for one in against])}.",
        f"On {gain.deals:,} fresh deals each, {gain.games:,} games, wins before -> after:",
        *rows,
    ]
    return [line for text in texts for line in _wrapped(text)]


def command_of(name: str, options: TuneOptions, reached: Reached) -> str:
    """Return the command that makes the same weights, whatever clock or hand ended the search."""
    words = ["balance", "tune-bot", name, "--bot", options.bot]
    values: Mapping[str, object] = {
        "players": options.players,
        "lessons": options.rollouts or None,
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


def _search(
    course: Evaluation, options: TuneOptions, against: Sequence[str], notes: Console
) -> Reached:
    generations = options.generations
    if generations is None and options.minutes is None:
        generations = GENERATIONS
    seconds = None if options.minutes is None else 60 * options.minutes
    effort = Effort(options.games, generations, seconds, options.population)
    deals = course.deals_for(options.games)
    course.learn_margins(0, deals)
    space = space_of(course.subject)
    switches = course.subject.switches
    if switches:
        notes.print(f"Left as they are, as switches, whole numbers: {', '.join(switches)}.")
    stop = StopSignal()
    if options.rollouts:
        space = _taught(course, space, options, stop, notes)
    idle = without_effect(course, space, deals)
    if idle:
        notes.print(f"Left as they are, as they change no game here: {', '.join(idle)}.")
        space = space.without(idle)
    notes.print(
        f"Tuning {_several(len(space.names), 'weight')} of {options.bot} against "
        f"{joined([_itself(one, options.bot) for one in against])}; a candidate plays "
        f"{deals * course.seats:,} games. Ctrl-C ends it and keeps what was reached."
    )

    def tell(step: Step) -> None:
        notes.print(_line(step, effort))

    with stop.on_interrupt():
        reached = evolve(course, space, effort, options.seed, stop, tell)
    if stop.is_set():
        notes.print(f"Stopped after {_generations(reached)}.")
    return reached


def _taught(
    course: Evaluation, space: Space, options: TuneOptions, stop: StopSignal, notes: Console
) -> Space:
    """Return the space around the weights that lessons lead to."""
    notes.print(f"Taking lessons from {options.rollouts:,} games ...")

    def tell(choices: int) -> None:
        notes.print(f"{choices:,} choices tried")

    with stop.on_interrupt():
        learnt = fit_weights(course, options.rollouts, stop, tell)
    if learnt is None:
        raise Interrupted("Stopped while lessons were taken: nothing is written.")
    return space.around(learnt.weights)


def _measured(course: Evaluation, reached: Reached, options: TuneOptions, notes: Console) -> Gain:
    deals = CHECK * course.deals_for(options.games)
    notes.print(f"Measuring what was gained, on {deals:,} fresh deals ...")
    stop = StopSignal()
    with stop.on_interrupt():
        gain = measure(course, reached.weights, reached.next_deal, deals, stop)
    if gain is None:
        raise Interrupted("Stopped before the gain was measured: nothing is written.")
    return gain


def _line(step: Step, effort: Effort) -> str:
    """Return how far the search has come."""
    of = f" of {effort.generations}" if effort.generations else ""
    speed = 60 * step.candidates / max(step.seconds, 1e-9)
    parts = [
        f"generation {step.generation}{of}: mean {100 * step.mean:.1f}",
        f"best {100 * step.best:.1f}",
        f"step {step.spread:.2f}",
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


def _show(gain: Gain) -> None:
    table = Table(box=None, pad_edge=False)
    for column in ("players", "against", "before", "after", "change (pp)"):
        table.add_column(column, no_wrap=column != "against", overflow="fold")
    for row in gain.changes:
        table.add_row(
            str(row.players), row.opponent, _share(row.before), _share(row.after),
            f"{signed_points(float(row.change.value))} {_interval(row.change, Style.POINTS)}",
        )  # fmt: skip
    shown = Console(highlight=False, markup=False)
    shown.print(f"Wins on {gain.deals:,} fresh deals", style="italic")
    shown.print(table)


def _before_and_after(row: Change) -> str:
    change = f"{signed_points(float(row.change.value))} pp {_interval(row.change, Style.POINTS)}"
    return f"{percent(float(row.before.value))} -> {_share(row.after)}, {change}"


def _share(estimate: Estimate) -> str:
    if float(estimate.low) == float(estimate.high):
        return percent(float(estimate.value))
    return f"{percent(float(estimate.value))} {_interval(estimate, Style.PERCENT)}"


def _interval(estimate: Estimate, style: Style) -> str:
    return interval(float(estimate.low), float(estimate.high), style)


def _itself(name: str, bot: str) -> str:
    return f"{name} as best so far" if name == bot else name


def _generations(reached: Reached) -> str:
    return _several(reached.generations, "generation")


def _several(number: int, noun: str) -> str:
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def _counts(counts: Sequence[int]) -> str:
    return joined([str(count) for count in counts])


def _plain(bot: str) -> str:
    """Return a bot's name as a file may bear it."""
    if is_list(bot):
        return Path(bot).stem
    file, _, function = bot.rpartition(":")
    return file if function.isdecimal() else function


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False) or [""]
