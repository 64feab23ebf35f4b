"""Games of a run that are looked at more closely: played after the others, into the same folder."""

from collections.abc import Sequence

from balance.commands.progress import Teller
from balance.errors import Interrupted
from balance.scenario.model import Scenario
from balance.simulate.crew import Crew
from balance.simulate.curves import (
    Curves,
    curves_of,
    followed_of,
    read_curves,
    why_no_curves,
    write_curves,
)
from balance.simulate.repeats import (
    Repeats,
    contest_name,
    contests_of,
    games_of,
    read_repeats,
    repeated_of,
    repeats_of,
    why_no_repeats,
    write_repeats,
)
from balance.simulate.run import Stop, warm_up
from balance.simulate.runs import Played, Run

SHAPE, SKILL = "shape", "skill"  # the sections


def play_samples(run: Run, crew: Crew, progress: Teller) -> None:
    """Follow games round by round, and play deals again, as far as the report tells of it.

    These are few games, which threads of this process always play.

    Raises
    ------
    BotError, LimitError
    StoreError
    Interrupted
        After Ctrl-C; what is half done is played anew by the same command.
    """
    stop = Stop()
    with stop.on_interrupt():
        if asks_for_shape(run.set_up.scenario):
            _follow(run, crew.threads, progress, stop)
        if asks_for_skill(run.set_up.scenario):
            _repeat(run, crew.threads, progress, stop)
    if stop.is_set():
        raise Interrupted(f"Stopped; what was played is in {run.folder}: the same command goes on.")


def asks_for_shape(scenario: Scenario) -> bool:
    """Tell whether the report has the section on the shape of games."""
    return scenario.sections is None or SHAPE in scenario.sections


def asks_for_skill(scenario: Scenario) -> bool:
    """Tell whether the section on skill and luck is asked for by name, as its games take long."""
    return SKILL in (scenario.sections or ())


def stored_curves(run: Run, played: Played) -> Curves | None:
    """Return the curves of a variant that a run's folder holds, if the report tells of them."""
    if not asks_for_shape(run.set_up.scenario):
        return None
    return read_curves(run.store, played.variant.name)


def stored_repeats(run: Run, played: Played) -> tuple[Repeats, ...]:
    """Return the deals played again that a run's folder holds of a variant."""
    if not asks_for_skill(run.set_up.scenario):
        return ()
    return read_repeats(run.store, played.variant.name)


def _follow(run: Run, workers: int, progress: Teller, stop: Stop) -> None:
    store = run.store
    cells = [one for one in run.variants if one.games and not why_no_curves(one.variant.match)]
    for one in cells:
        name, games = one.variant.name, followed_of(one.games)
        known = read_curves(store, name)
        if known is not None and known.asked >= games:
            continue
        progress.begin(f"{name}: round by round", games)
        found = curves_of(one.variant.match, games, workers, stop, progress.add)
        if stop.is_set():
            return
        write_curves(store, name, found)


def _repeat(run: Run, workers: int, progress: Teller, stop: Stop) -> None:
    store = run.store
    cells = [one for one in _told_of(run) if not read_repeats(store, one.variant.name)]
    for one in cells:
        contests = contests_of(one.variant.match)
        deals = repeated_of(one.deals)
        found = []
        for match in contests:
            warm_up(match)
            who = contest_name(match.lineup)
            progress.begin(f"{one.variant.name}: luck again, {who}", games_of(match, deals))
            found.append(repeats_of(match, deals, workers, stop, progress.add))
            if stop.is_set():
                return
        write_repeats(store, one.variant.name, found)


def _told_of(run: Run) -> Sequence[Played]:
    """Return the baseline, and other variants if they are cells of a grid."""
    return [
        one
        for one in run.variants
        if (one is run.variants[0] or one.variant.axes)
        and one.games
        and not why_no_repeats(one.variant.match)
    ]
