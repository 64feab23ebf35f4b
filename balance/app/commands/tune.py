"""``balance tune``: the fewest changes of numbers that meet the requirements of a scenario."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import pandas as pd
from rich.console import Console

from balance.analysis.goals import goals_of, inside
from balance.analysis.requirements import real_harm
from balance.app.changed_scenario import check_scenario_place, write_changed_scenario
from balance.app.commands.check import with_required_cells
from balance.app.notices import duration, stderr_console
from balance.app.study import Study, StudyOptions, deals_for
from balance.error_messages import did_you_mean
from balance.errors import BalanceError, Interrupted, ScenarioError
from balance.report.nouns import several
from balance.report.studies.tune import (
    ALLOWED,
    BY_PLAYERS,
    chosen_table,
    requirement_rows,
    tuned_section,
)
from balance.scenario.cells import check_cell_name
from balance.scenario.experiments import Arm
from balance.scenario.files import read_scenario
from balance.scenario.number_changes import Change, fits, steps_of
from balance.scenario.overrides import Overrides, override, prepare_with_overrides
from balance.scenario.prepare import PreparedCell, PreparedScenario, main_cells
from balance.scenario.requirements import Requirement
from balance.scenario.shipped import shipped_scenarios
from balance.stats.verdict import Verdict
from balance.tuning.card_search import Search, best_sets
from balance.tuning.tables import Candidate, ChangeSet, Tables, is_of_seat
from balance.tuning.trials import Trials, most_deals
from balance.tuning.tuned_set import (
    TunedSet,
    front_table,
    harm_of,
    nearest,
    passed_over,
    preferred,
    tuned_set,
)

CHECK = 4  # times the games of a change: for the test of the best sets on fresh deals
MOST_CHECKED = 4  # sets that the second bot plays, until it finds none of the requirements worse
OPINION = 4  # the second bot plays a share of these: one in so many
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

    All variants and numbers of players that a requirement is about are played.  The best sets are
    played on fresh deals, the one that is chosen also by the second bot of the game.

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
    requirements = _by_means(scenario.require, console)
    main = main_cells([cell.name for cell in prepared.cells])
    cells = study.ready.cells
    asked = [_asked(requirements, cell.name, main) for cell in cells]
    goals = tuple(goals_of(some, cell.match) for some, cell in zip(asked, cells, strict=True))
    deals = deals_for(cells[0].match, options.games)
    printed = Tables(cells, goals, None).printed  # type: ignore[arg-type]
    numbers = allowed.numbers(printed)

    def may_be(change: Change) -> bool:
        return allowed.has(change, printed)

    steps = [change for change in steps_of(numbers, 1) if may_be(change)]
    settings = {
        "changes": allowed.changes, "reach": allowed.reach, "limits": list(allowed.limit),
        "numbers": list(numbers), "requirements": [one.what for one in requirements],
    }  # fmt: skip
    with study.trials(settings) as trials:
        tables = Tables(cells, goals, trials)
        bases = tables.base(deals)
        tables = replace(
            tables,
            aims=tuple(
                inside(aims, sums, cell.match, CHECK)
                for aims, sums, cell in zip(goals, bases, cells, strict=True)
            ),
        )
        arms = _arms(tables, steps, console)
        _announce(trials, len(arms) * len(cells), deals, console)
        tried = tables.play(arms, deals, "single changes")
        best: list[Candidate] = []
        stopped = False
        try:
            for one in best_sets(Search(tables, may_be, deals), tried, allowed.changes):
                best.append(one)
                console.print(
                    f"Best of {several(len(one.changes), 'change')} so far: {tables.in_words(one)}."
                )
            if not best:
                raise ScenarioError(f"{scenario.place}: no change of these numbers by one helps.")
            fresh = tables.again(best, CHECK * deals, tables.fresh_seed)
        except Interrupted:
            if not best:
                raise
            fresh, stopped = best, True
        tuned = [tuned_set(tables, one, requirements, main) for one in fresh]
        is_met = bool((tuned[0].before["met"] == Verdict.YES).all())
        wanted = [] if stopped or is_met else preferred(tuned)
        others = _second_cells(prepared, cells) if wanted else ()
        checked_by = [one.match.lineup.entries[0].label for one in others[:1]]
        chosen, told = _checked(
            wanted, lambda it: tuned_set(
                tables, _by_the_second_bot(tables, others, it.candidate, deals), requirements, main
            ), others,
        )  # fmt: skip
        shown = chosen or tuned[-1]
        rows = [requirement_rows(shown.before, shown.after, study.bot)]
        rows += [
            requirement_rows(seen.before, seen.after, bot)
            for one, seen in told for bot in checked_by if one is chosen
        ]  # fmt: skip
    settings = tables.settings(shown.candidate.changes)
    files: list[Path] = []
    if chosen is not None:
        by_name = {
            cell.name: trial.match.game_table
            for cell, trial in zip(cells, shown.candidate.trials, strict=True)
        }
        count = several(len(shown.candidate.changes), "change")
        origin = (f"{scenario.name} with {count}, found by:", options.command)
        # Without the bots of the game, so that the file is checked by its second bot, too.
        whole = replace(prepared, scenario=override(given, overrides))
        files = [place, *write_changed_scenario(
            whole, settings, by_name, place, f"{scenario.name}-tuned", origin, write_cards
        )]  # fmt: skip
    section = tuned_section(
        pd.concat(rows, ignore_index=True),
        front_table(tables, tuned),
        None if chosen is None else chosen_table(
            shown.candidate.trials, settings, tables.words(shown.candidate.changes)
        ),
        harm_of(tables, shown.candidate),
        nearest(tables, shown),
        passed=None if chosen is None else passed_over(tables, tuned, chosen, told),
        tried=len(tables.played), most=allowed.changes, games=options.games,
        files=[*map(str, files)], stopped=stopped,
        may_give=_untried_goods(cells, printed, numbers),
    )  # fmt: skip
    study.report(section, trials, bases[0], checked_by)


def _checked(
    wanted: Sequence[TunedSet],
    ask: Callable[[TunedSet], TunedSet],
    others: Sequence[PreparedCell],
) -> tuple[TunedSet | None, list[tuple[TunedSet, TunedSet]]]:
    """Return the first set with which the second bot finds nothing clearly worse, and what it saw.

    The first of all where it finds something with each; None if none is wanted.  What it saw is
    told of each set that it played, with the set; of none if there is no second bot.
    """
    told: list[tuple[TunedSet, TunedSet]] = []
    for one in wanted[:MOST_CHECKED] if others else ():
        told.append((one, ask(one)))
        if not real_harm(told[-1][1].after).any():
            return one, told
    return (wanted[0] if wanted else None), told


def _untried_goods(
    cells: Sequence[PreparedCell], printed: Iterable[str], numbers: Iterable[str]
) -> str:
    """Return whether what seats start with was not tried, and why; empty if it was."""
    if any(map(is_of_seat, numbers)) or not cells[0].match.game.experiments.extra_goods:
        return ""
    if len({cell.match.game_table.num_seats for cell in cells}) > 1:
        return BY_PLAYERS
    return ALLOWED if any(map(is_of_seat, printed)) else ""


def _by_the_second_bot(
    tables: Tables, others: tuple[PreparedCell, ...], one: Candidate, deals: int
) -> Candidate:
    """Return a set as the second bot plays it, on fresh deals."""
    second = replace(tables, cells=others, played=[])
    (again,) = second.again([one], CHECK * deals // OPINION, tables.fresh_seed)
    return again


def _place(prepared: PreparedScenario) -> Path:
    """Return the default file for the changed scenario."""
    scenario = prepared.scenario
    file = f"{scenario.name}-tuned.toml"
    is_shipped = scenario.file in {path.resolve() for path in shipped_scenarios().values()}
    return Path(file) if is_shipped else scenario.folder / file


def _by_means(requirements: Sequence[Requirement], console: Console) -> tuple[Requirement, ...]:
    """Return requirements of means in place of medians, which hardly move with a number."""
    found = []
    for one in requirements:
        mean = one.what.replace("median_", "mean_")
        if mean != one.what:
            console.print(f"{one.what} is aimed at as {mean}.")
        found.append(one.model_copy(update={"what": mean}))
    return tuple(found)


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


def _announce(trials: Trials, arms: int, deals: int, console: Console) -> None:
    if trials.seconds_a_deal:
        seconds = arms * most_deals(deals) * trials.seconds_a_deal
        console.print(f"Single changes: about {duration(seconds)} at most.")


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
