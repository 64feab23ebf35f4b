"""``balance diff``: what differs between two runs, by more than chance or bit by bit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.bounds import (
    BROKEN,
    OPEN,
    WITHIN,
    Bound,
    judge_bounds,
    looked_at,
    read_bound,
)
from balance.analysis.comparison.differences import (
    COMPARED,
    ESTABLISHED,
    ONLY_FIRST,
    ONLY_SECOND,
    SAME,
    UNKNOWN,
    changed_first,
    differences,
    what_came_of,
)
from balance.analysis.comparison.exact_difference import Compared, of_arrays, of_records
from balance.app.commands.report import metrics_for, report_data
from balance.app.output import NO_OPTIONS, Output
from balance.errors import StoreError
from balance.report.answer import Answer
from balance.report.nouns import several
from balance.report.section import Column, Finding, Section, Style, Table
from balance.report.sections.comparison import said_of_changes
from balance.runner.run import Run, read_run
from balance.store import manifest
from balance.store.shards import RECORD_FOLDERS, as_arrays

MOST = 20  # numbers out of bounds that are printed
MOST_LISTED = 8  # numbers of a bound whose names are printed
_REPLAY_COMMAND = "replay_command"  # stored with trajectories, but no result


def print_differences(
    one: Path, two: Path, fail_on: Sequence[str] = (), output: Output = NO_OPTIONS
) -> bool:
    """Print what `run_differences` finds, and return whether no bound is broken."""
    answer, is_kept = run_differences(one, two, fail_on, output.is_json)
    output.show(answer)
    return is_kept


def run_differences(
    one: Path, two: Path, fail_on: Sequence[str] = (), is_json: bool = False
) -> tuple[Answer, bool]:
    """Return which settings of two runs differ, and which estimates differ by more than chance.

    Parameters
    ----------
    one, two : Path
        Run folders.
    fail_on : sequence of str
        Bounds on how far numbers may move; see `comparison.bounds.read_bound`.
    is_json : bool
        Whether bounds are listed whole.

    Returns
    -------
    answer : Answer
    is_kept : bool
        Whether no bound is broken.

    Raises
    ------
    StoreError
        If one contains no run that can be read, or they have no game or cell in common.
    ScenarioError
        If a bound is none, or on no number of these runs.
    """
    bounds = [read_bound(text) for text in fail_on]
    first, second = (read_run(folder, metrics_for) for folder in (one, two))
    shared = _shared_cells(first, second)
    settings = _setting_differences(first, second)
    text = "; ".join(settings) if settings else "Both runs have the same settings"
    is_paired = first.manifest["identity"]["seed"] == second.manifest["identity"]["seed"]
    findings: tuple[Finding, ...] = (
        Finding("settings", f"{text}.", {"settings": settings}),
        Finding("paired", "Both have the same seed: differences are paired, deal by deal.")
        if is_paired
        else Finding("independent", "The seeds differ: the runs are independent."),
    )
    only = _only_one_has(first, second, [was.name for was, _ in shared])
    sections: list[Section] = []
    compared, numbers = [], []
    for was, now in shared:
        of_runs = replace(was, name=f"{one}, {was.name}"), replace(now, name=f"{two}, {now.name}")
        measures = [cell.measures.compared for cell in of_runs]
        rows = changed_first(differences(of_runs), was, now)
        rows["what"] = rows["measure"] + (" (" + rows["topic"] + ")").where(rows["id"] != "", "")
        said = said_of_changes(of_runs, replace(report_data(first), variants=of_runs))
        sections.append(_section(*of_runs, rows, said))
        numbers.append(what_came_of(measures[0], measures[1], rows).assign(cell=was.name))
        # No bound without an amount is to be broken by chance in any of the cells.
        is_clear = rows["adjusted"] * len(shared) < ESTABLISHED
        verdict = rows["verdict"].mask((rows["verdict"] == "established") & ~is_clear, _NOT_CLEAR)
        compared.append(rows.assign(cell=was.name, verdict=verdict))
    is_kept = True
    if bounds:
        known = looked_at(pd.concat(numbers, ignore_index=True), bounds)
        judged = judge_bounds(pd.concat(compared, ignore_index=True), known, bounds)
        sections.append(_bounds_section(judged, known, bounds, is_json))
        is_kept = not (judged["ruling"] == BROKEN).any()
    findings += tuple(Finding("cells", text) for text in only)
    made = {"runs": [one, two], "game": first.prepared.game.name}
    return Answer("", findings, tuple(sections), made), is_kept


def are_identical(one: Path, two: Path, output: Output = NO_OPTIONS) -> bool:
    """Print what differs between two runs bit by bit, and return whether nothing does.

    Parameters
    ----------
    one, two : Path
        Run folders.

    Raises
    ------
    StoreError
        If one contains no run that can be read.
    """
    first, second = (read_run(folder, metrics_for) for folder in (one, two))
    lines = _setting_differences(first, second)
    numbers = 0
    for name, compared in _compare_parts(first, second):
        numbers += compared.numbers
        if compared.first:
            lines.append(f"{name}: {compared.first}")
    is_same = not lines
    if is_same:
        games = sum(cell.games for cell in first.cells)
        lines.append(f"Identical: {games:,} games, {numbers:,} numbers.")
    findings = tuple(Finding("identical" if is_same else "different", line) for line in lines)
    output.show(Answer("", findings, made={"runs": [one, two]}))
    return is_same


def _setting_differences(run: Run, two: Run) -> list[str]:
    return manifest.identity_differences(run.manifest["identity"], two.manifest["identity"])


def _parts(cell: CellResult) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield everything that is stored of a cell except records: name of the part, and arrays."""
    yield "", {"games": cell.games, "deals": cell.deals, **as_arrays(cell.sums)}
    for played in cell.arms:
        if played.deals:
            yield f", {played.arm.name}", {"deals": played.deals, **as_arrays(played.totals)}
    if cell.trajectories is not None:
        arrays = cell.trajectories.arrays()
        yield ", trajectories", {key: arrays[key] for key in arrays if key != _REPLAY_COMMAND}
    for replays in cell.replays:
        yield f", replays, {replays.name}", replays.arrays()


def _compare_parts(one: Run, two: Run) -> Iterator[tuple[str, Compared]]:
    """Yield the comparison of each part that the runs store, with its name."""
    sides = [{each.name: each for each in report_data(run).variants} for run in (one, two)]
    for name in dict.fromkeys([*sides[0], *sides[1]]):
        parts = [dict(_parts(side[name])) if name in side else {} for side in sides]
        for part in dict.fromkeys([*parts[0], *parts[1]]):
            if all(part in side for side in parts):
                yield f"{name}{part}", of_arrays(parts[0][part], parts[1][part])
            else:
                place = "first" if part in parts[0] else "second"
                yield f"{name}{part}", Compared(0, f"only the {place} run has it")
        for kind in RECORD_FOLDERS:
            files = [
                run.store.cell_shards(name, side[name].match).record_files(kind)
                if name in side
                else []
                for run, side in zip((one, two), sides, strict=True)
            ]
            if all(files):
                yield f"{name}, {kind}", of_records(*files)


def _shared_cells(one: Run, two: Run) -> list[tuple[CellResult, CellResult]]:
    """Return the cells of which both runs have games."""
    games = [run.prepared.game.name for run in (one, two)]
    if games[0] != games[1]:
        raise StoreError(f"{two.folder} is a run of {games[1]}, but {one.folder} of {games[0]}.")
    sides = [{each.name: each for each in report_data(run).variants} for run in (one, two)]
    shared = [(was, sides[1][name]) for name, was in sides[0].items() if name in sides[1]]
    played = [(was, now) for was, now in shared if was.games and now.games]
    if not played:
        raise StoreError(f"{two.folder} and {one.folder} have no variant with games in common.")
    return played


def _only_one_has(one: Run, two: Run, shared: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each run with cells that were not compared."""
    for place, run in (("first", one), ("second", two)):
        more = [cell.name for cell in report_data(run).variants if cell.name not in shared]
        if more:
            yield f"Not compared, as only the {place} run has games of them: {'; '.join(more)}."


def _bounds_section(
    rows: pd.DataFrame, numbers: pd.DataFrame, bounds: Sequence[Bound], is_json: bool
) -> Section:
    """Return which numbers each bound looked at, and which moved by more than they may."""
    has_cells = numbers["cell"].nunique() > 1
    most = len(numbers) if is_json else MOST_LISTED
    findings = [
        Finding("bound", text, {"bound": bound.text, "numbers": looked})
        for place, bound in enumerate(bounds)
        for text, looked in [_looked_at(bound, numbers[numbers["place"] == place], most)]
    ]
    count = {ruling: int((rows["ruling"] == ruling).sum()) for ruling in (BROKEN, WITHIN, OPEN)}
    states = numbers.loc[numbers["in_unit"], "state"]
    count[WITHIN] += int((states == SAME).sum())
    count[OPEN] += int((states == UNKNOWN).sum())
    total = sum(count.values())
    text = (
        f"Of {several(total, 'number')}, {count[BROKEN]} moved by more than their bound, "
        f"{count[WITHIN]} did not; {count[OPEN]} are not yet known."
    )
    columns = (
        *([Column("variant", "cell")] if has_cells else []),
        Column("what", "what"), Column("bound", "bound"), Column("difference", "", Style.SHIFT),
        Column("ruling", "ruling"),
    )  # fmt: skip
    shown = rows[rows["ruling"] != WITHIN].head(len(rows) if is_json else MOST)
    tables = (Table("bounds", "Bounds", shown, columns),) if len(shown) else ()
    return Section("bounds", "Bounds", (*findings, Finding("bounds", text)), tables)


def _looked_at(bound: Bound, numbers: pd.DataFrame, most: int) -> tuple[str, list[str]]:
    """Return which numbers a bound looked at and which it could not, and those that it did.

    ``seats=1pp looks at 4 numbers: first, seat 2 of 4, seat 3 of 4, last.``
    """
    looked = _of(numbers, numbers["in_unit"] & numbers["state"].isin([COMPARED, SAME]))
    text = f"{bound.text} looks at {several(len(looked), 'number')}: {_listed(looked, most)}."
    others = _of(numbers, ~numbers["in_unit"])
    if others:
        which, unit = (
            ("no shares", "%") if bound.unit == "pp" else ("shares", "pp")
        )  # what the other unit is for
        text += (
            f" It does not look at {several(len(others), 'number')} that are {which}, for which "
            f"{bound.name}=...{unit} is: {_listed(others, most)}."
        )
    for state, why in _NOT_LOOKED_AT.items():
        missed = _of(numbers, numbers["in_unit"] & (numbers["state"] == state))
        if missed:
            said = why.format(numbers=several(len(missed), "number"))
            text += f" {said}: {_listed(missed, most)}."
    return text, looked


_NOT_CLEAR = "not established"
_NOT_LOOKED_AT = {
    ONLY_FIRST: "Not compared, as only the first run has it, {numbers}",
    ONLY_SECOND: "Not compared, as only the second run has it, {numbers}",
    UNKNOWN: "Not yet known, as games are too few for an estimate, {numbers}",
}


def _of(numbers: pd.DataFrame, is_meant: pd.Series) -> list[str]:
    """Return the keys of numbers, with the cells where only some of those compared have them."""
    mine, cells = numbers[is_meant], numbers["cell"].nunique()
    where = mine.groupby("key", sort=False)["cell"].agg(list)
    return [
        str(key) if len(names) == cells else f"{key} ({'; '.join(names)})"
        for key, names in where.items()
    ]


def _listed(names: Sequence[str], most: int) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def _section(
    was: CellResult, now: CellResult, rows: pd.DataFrame, said: Sequence[Finding]
) -> Section:
    """Return what differs between two cells, of changed cards first, then the clearest.

    `said`: what became of what was changed.
    """
    clear = rows[rows["verdict"] == "established"]
    title = f"{was.name}, {was.games:,} games; {now.name}, {now.games:,} games"
    if clear.empty:
        result = "No estimate differs by more than chance"
        if not rows["value"].any():
            result = "All estimates are the same"
        text = f"{result}: {len(rows)} were compared."
        return Section("diff", title, (Finding("diff", text),))
    columns = (
        Column("what", "what"),
        Column("was", "was", Style.VALUE), Column("now", "now", Style.VALUE),
        Column("difference", "", Style.SHIFT), Column("in standard errors", "steps", Style.NUMBER),
    )  # fmt: skip
    is_changed = clear["is_changed"].any()
    order = "those of what was changed, then the clearest" if is_changed else "the clearest first"
    text = (
        f"{len(clear)} of {len(rows)} estimates differ by more than chance, corrected for their "
        f"number; {order}."
    )
    table = Table("diff", "What differs", clear, columns)
    return Section("diff", title, (*said, Finding("diff", text)), (table,))
