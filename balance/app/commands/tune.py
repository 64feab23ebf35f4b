"""``balance tune``: the fewest changes of numbers that meet the requirements of a scenario."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd
from rich.console import Console

from balance.analysis.goals import goals_of, inside
from balance.analysis.sensitivity import FEWEST_DEALS
from balance.app.changed_scenario import check_scenario_place, write_changed_scenario
from balance.app.commands.check import with_required_cells
from balance.app.notices import duration, stderr_console
from balance.app.study import Study, StudyOptions, deals_for
from balance.error_messages import did_you_mean
from balance.errors import BalanceError, Interrupted, ScenarioError
from balance.report.nouns import several
from balance.report.studies.tune import (
    chosen_table,
    requirement_rows,
    tuned_section,
)
from balance.runner.bot_speed import warm_up
from balance.scenario.cells import check_cell_name
from balance.scenario.experiments import Arm
from balance.scenario.files import read_scenario
from balance.scenario.number_changes import Change, fits, steps_of
from balance.scenario.overrides import Overrides, override, prepare_with_overrides
from balance.scenario.prepare import PreparedCell, PreparedScenario, main_cells
from balance.scenario.requirements import Requirement
from balance.scenario.shipped import shipped_scenarios
from balance.stats.verdict import Verdict
from balance.tuning.card_search import Search, best_sets, may_be_better, ranked
from balance.tuning.tables import Candidate, ChangeSet, Tables
from balance.tuning.trials import most_deals
from balance.tuning.tuned_set import (
    TunedSet,
    front_table,
    harm_of,
    nearest,
    passed_over,
    recommended,
    tuned_set,
    with_second,
)

CHECK = 4  # times the games of a change: for the test of the best sets on fresh deals
OPINION = 4  # the second bot plays a share of the games: one in so many
LEFT_OUT = 8  # so is what may not change, where something is not met
FINALISTS = 5  # sets that are played on fresh deals, or one of each size if that is more
SHARED = 10  # single changes of which the sets for both bots are made: those best for the first
_LIMIT = re.compile(r"(.+?)\s*=\s*(\d+)\s*\.\.\s*(\d+)")


@dataclass(frozen=True)
class Allowed:
    """Which numbers may change, and how far.

    Attributes
    ----------
    only, never : tuple of str
        Patterns of numbers that may change, and of those that may not; no pattern in `only` is all.
    limit : tuple of str
        By pattern the values that numbers may have: ``citizens.*.cost=1..5``.
    reach : int
        The largest difference from the printed number.
    changes : int
        How many numbers may change at most.
    """

    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    limit: tuple[str, ...] = ()
    reach: int = 2
    changes: int = 3

    def numbers(self, printed: Mapping[str, int]) -> dict[str, int]:
        """Return those of all numbers that may change.

        Raises
        ------
        ScenarioError
            If a pattern fits none.
        """
        asked = {"only": self.only, "never": self.never, "limit": self.ranges}
        for option, patterns in asked.items():
            for pattern in patterns:
                if not any(fits(key, pattern) for key in printed):
                    hint = did_you_mean(pattern, tuple(printed))
                    raise ScenarioError(f"--{option} {pattern}: no number has that name: {hint}")
        return {
            key: number
            for key, number in printed.items()
            if (not self.only or any(fits(key, one) for one in self.only))
            and not any(fits(key, one) for one in self.never)
        }

    @cached_property
    def ranges(self) -> dict[str, tuple[int, int]]:
        """The limits by pattern, the lowest and the highest value.

        Raises
        ------
        ScenarioError
            If one cannot be read.
        """
        found = {}
        for text in self.limit:
            matched = _LIMIT.fullmatch(text.strip())
            if matched is None or int(matched[2]) > int(matched[3]):
                raise ScenarioError(
                    f"--limit {text}: expected a pattern of numbers and their range, such as "
                    "'citizens.*.cost=1..5'."
                )
            found[matched[1]] = (int(matched[2]), int(matched[3]))
        return found

    def has(self, change: Change, printed: Mapping[str, int]) -> bool:
        """Return whether a number may have the value that a change gives it."""
        if abs(change.now - printed[change.key]) > self.reach:
            return False
        return all(
            low <= change.now <= high
            for pattern, (low, high) in self.ranges.items()
            if fits(change.key, pattern)
        )


def tune(
    name: str, overrides: Overrides, options: StudyOptions, allowed: Allowed,
    write: Path | None = None, write_cards: Path | None = None,
) -> None:  # fmt: skip
    """Search for changes that meet the requirements, test them on fresh deals, and write them.

    All variants and numbers of players that a requirement is about are played.  What is best for
    the bot of the game is looked for first, then what is best for the worse of it and the second
    bot.  Both play the last few sets on the same fresh deals.

    Parameters
    ----------
    write : Path, optional
        File for the changed scenario; None is ``NAME-tuned.toml``, in the folder of the scenario
        or, for a shipped scenario, in the current one.
    write_cards : Path, optional
        Folder for copies of the scenario's own sheets with the changes; None is ``NAME-cards``
        beside that file, where NAME is the file's.

    Raises
    ------
    BalanceError
    Interrupted
        Before the best set of one change is known.
    """
    console = stderr_console()
    given = read_scenario(name)
    prepared = prepare_with_overrides(given, overrides)
    scenario = prepared.scenario
    if not scenario.require:
        raise ScenarioError(
            f"{scenario.place}: nothing to aim at: expected one [[require]] or more, such as "
            "what = 'seat_gap < 2pp'."
        )
    place = write or _place(prepared)
    check_scenario_place(place)
    study = Study(with_required_cells(prepared), "tune", options, console)
    requirements = [one.by_mean for one in scenario.require]
    for given_one, aimed in zip(scenario.require, requirements, strict=True):
        if given_one != aimed:
            console.print(f"{given_one.what} is aimed at as {aimed.what}.")
    main = main_cells([cell.name for cell in prepared.cells])
    cells = study.ready.cells
    asked = [_asked(requirements, cell.name, main) for cell in cells]
    goals = tuple(goals_of(some, cell.match) for some, cell in zip(asked, cells, strict=True))
    deals = deals_for(cells[0].match, options.games)
    printed = Tables(cells, goals, None).printed  # type: ignore[arg-type]
    numbers = allowed.numbers(printed)

    def may_be(change: Change) -> bool:
        return allowed.has(change, printed)

    others = _second_cells(prepared, cells)
    steps = [change for change in steps_of(numbers, 1) if may_be(change)]
    settings = {
        "changes": allowed.changes, "reach": allowed.reach, "limits": list(allowed.limit),
        "numbers": list(numbers), "requirements": [one.what for one in requirements],
    }  # fmt: skip
    with study.trials(settings) as trials:
        tables = _within_bounds(Tables(cells, goals, trials), deals)
        arms = _arms(tables, steps, console)

        def seen(sets: Sequence[Candidate], both: Search | None) -> list[TunedSet]:
            """Return sets on fresh deals, as one bot or both play them."""
            fresh = tables.again(sets, CHECK * deals, tables.fresh_seed)
            tuned = [tuned_set(tables, one, requirements, main) for one in fresh]
            if both is None:
                return tuned
            second = replace(tables, cells=others, aims=both.tables.aims[len(cells) :])
            also = second.again(sets, CHECK * both.deals, tables.fresh_seed)
            as_first = replace(second, cells=cells)  # whom the requirements are about
            return with_second(
                tuned, [tuned_set(as_first, one, requirements, main) for one in also]
            )

        search = Search(tables, may_be, deals, lambda one: seen([one], None)[0].is_met)
        both = None if not others else Search(
            Tables((*cells, *others), (*goals, *goals), trials), may_be,
            max(deals // OPINION, FEWEST_DEALS), lambda one: seen([one], both)[0].is_met,
            4, 4, 2, "both bots: ",
        )  # fmt: skip
        _announce(search, both, arms, allowed.changes, len(printed) - len(numbers), console)
        bases = tables.base(deals)
        tried = tables.play(arms, deals, "single changes")
        best: list[Candidate] = []
        stopped = False
        try:
            for one in best_sets(search, tried, allowed.changes):
                best.append(one)
                console.print(
                    f"Best of {several(len(one.changes), 'change')} so far: {tables.in_words(one)}."
                )
            if not best:
                raise ScenarioError(f"{scenario.place}: no change of these numbers by one helps.")
            if both is not None:
                both = replace(both, tables=_within_bounds(both.tables, both.deals))
                both = _played_by_both(both, tried, best, allowed.changes, search)
            tuned = seen(_finalists(both or search, best), both)
            chosen = None if tuned[0].was_met else recommended(tuned)
            left_out = _left_out(tables, printed, numbers, chosen or tuned[-1], deals, console)
        except Interrupted:
            if not best:
                raise
            tuned, stopped = [tuned_set(tables, one, requirements, main) for one in best], True
            chosen, left_out = None, pd.DataFrame()
    shown = chosen or tuned[-1]
    bots = [study.bot, *(cell.match.lineup.entries[0].label for cell in others[:1])]
    rows = [
        requirement_rows(one.before, one.after, bot)
        for one, bot in zip(shown.by_bot, bots, strict=False)
    ]
    settings = tables.settings(shown.candidate.changes)
    files: list[Path] = []
    lines: list[tuple[str, str, str]] = []
    if chosen is not None:
        by_name = {
            cell.name: trial.match.game_table
            for cell, trial in zip(cells, shown.candidate.trials, strict=True)
        }
        count = several(len(shown.candidate.changes), "change")
        origin = (f"{scenario.name} with {count}, found by:", options.command)
        # Without the bots of the game, so that the file is checked by its second bot, too.
        whole = replace(prepared, scenario=override(given, overrides))
        sheets, lines = write_changed_scenario(
            whole, settings, by_name, place, f"{scenario.name}-tuned", origin, write_cards
        )
        files = [place, *sheets]
    section = tuned_section(
        pd.concat(rows, ignore_index=True),
        front_table(tables, tuned, chosen),
        None if chosen is None else chosen_table(
            shown.candidate.trials, settings, tables.words(shown.candidate.changes)
        ),
        harm_of(tables, shown.candidate),
        nearest(tables, shown),
        passed=passed_over(tables, tuned, chosen),
        tried=len(tables.played), most=allowed.changes, games=options.games,
        files=[*map(str, files)], lines=lines, stopped=stopped,
        left_out=left_out,
        rivals=None if chosen is None else may_be_better(
            both or search, chosen.candidate.changes,
            len(chosen.candidate.changes) - chosen.is_met,
            goals if both is None else (*goals, *goals),
        ),
    )  # fmt: skip
    study.report(section, trials, bases, bots[1:])


def _within_bounds(tables: Tables, deals: int) -> Tables:
    """Return tables with what is wanted of them a little narrower; see `goals.inside`."""
    bases = zip(tables.aims, tables.base(deals), tables.cells, strict=True)
    return replace(
        tables, aims=tuple(inside(aims, sums, cell.match, CHECK) for aims, sums, cell in bases)
    )


def _played_by_both(
    both: Search, tried: Sequence[Candidate], best: Sequence[Candidate], most: int, own: Search
) -> Search:
    """Play sets by both bots: those best for the first, then those best for both."""
    shared = ranked(own, tried)[:SHARED]
    first = {one.changes: both.tables.arms(one.changes) for one in (*shared, *best)}
    played = both.tables.play(first, both.deals, f"{both.label}the best so far")
    both = replace(both, tables=both.tables.with_floors())
    for _ in best_sets(both, [one for one in played if len(one.changes) == 1], most):
        pass
    return both


def _finalists(search: Search, best: Sequence[Candidate]) -> list[Candidate]:
    """Return the best set of each size, the nearest of `best`, and what comes next; by size."""
    known = {one.changes: one for one in ranked(search, search.tables.played) if one.has_effect}
    of_size = {len(changes): changes for changes in reversed(known)}
    last = [best[-1].changes] * (best[-1].changes in known)
    wanted = dict.fromkeys((*of_size.values(), *last, *known))
    few = [known[changes] for changes in wanted][: max(FINALISTS, len(of_size) + 1)]
    return sorted(few, key=lambda one: len(one.changes))


def _left_out(
    tables: Tables, printed: Mapping[str, int], numbers: Mapping[str, int], shown: TunedSet,
    deals: int, console: Console,
) -> pd.DataFrame:  # fmt: skip
    """Return how near changes of the other numbers come, alone, to what the first bot misses.

    Returns
    -------
    table : DataFrame
        See `nearest`.
    """
    others = {key: number for key, number in printed.items() if key not in numbers}
    if not others or (shown.after["met"] == Verdict.YES).all():
        return pd.DataFrame()
    alone = replace(tables, played=[])
    few = max(deals // LEFT_OUT, FEWEST_DEALS)
    alone.play(_arms(alone, steps_of(others, 1), console), few, "numbers that may not change")
    return nearest(alone, shown)


def _place(prepared: PreparedScenario) -> Path:
    """Return the default file for the changed scenario."""
    scenario = prepared.scenario
    file = f"{scenario.name}-tuned.toml"
    is_shipped = scenario.file in {path.resolve() for path in shipped_scenarios().values()}
    return Path(file) if is_shipped else scenario.folder / file


def _asked(
    requirements: Sequence[Requirement], cell: str, main: Sequence[str]
) -> list[Requirement]:
    return [one for one in requirements if one.is_about(cell, cell in main)]


def _arms(
    tables: Tables, steps: Sequence[Change], console: Console
) -> dict[ChangeSet, list[Arm | None]]:
    """Return the changed tables of single changes that can be made."""
    console.print(f"Building {len(steps)} changed tables ...")
    arms: dict[ChangeSet, list[Arm | None]] = {}
    for change in steps:
        try:
            arms[change,] = tables.arms([change])
        except BalanceError:
            continue
    if not arms:
        raise ScenarioError(
            "no number may change: expected others with --only, --never, --limit and --reach."
        )
    return arms


def _announce(
    search: Search, both: Search | None, arms: Mapping[ChangeSet, Sequence[Arm | None]], most: int,
    left_out: int, console: Console,
) -> None:  # fmt: skip
    """Print about how long the first part takes, and all, with so many numbers left out."""
    tables, trials = search.tables, search.tables.trials
    speeds = [trials.seconds_a_deal([cell.match]) for cell in tables.cells]
    each, all_ = most_deals(search.deals), sum(speeds)
    changed = np.sum([[arm is not None for arm in some] for some in arms.values()], axis=0)
    singles = each * float(changed @ speeds)
    total = singles + each * search.most(most) * all_
    sets = max(FINALISTS, most + 1)
    total += (sets + 1) * CHECK * search.deals * all_
    total += 2 * left_out * max(search.deals // LEFT_OUT, FEWEST_DEALS) * all_
    if both is not None:
        others = both.tables.cells[len(tables.cells) :]
        warm_up(others[0].match)
        plays = SHARED + most + both.most(most) + (sets + 1) * CHECK
        total += plays * both.deals * trials.seconds_a_deal([cell.match for cell in others])
    console.print(
        f"Single changes: {duration(singles)} at most; all, with sets of up to {most} and "
        f"{'games of both bots' if both else 'games'} on fresh deals: {duration(total)}."
    )


def _second_cells(
    prepared: PreparedScenario, cells: Sequence[PreparedCell]
) -> tuple[PreparedCell, ...]:
    """Return the same tables with the second bot of the game; none if it has none."""
    by_name = {cell.name: cell for cell in prepared.check_cells}
    tiers = list(dict.fromkeys(cell.cell.checked_by for cell in prepared.check_cells))
    for tier in reversed(tiers):
        found = [by_name.get(check_cell_name(tier, cell.name)) for cell in cells]
        if all(found):
            return tuple(cell for cell in found if cell is not None)
    return ()
