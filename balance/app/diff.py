"""``balance diff``: what differs between two runs, by more than chance or bit by bit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.bounds import BROKEN, OPEN, WITHIN, judge_bounds, read_bound
from balance.analysis.comparison.differences import cell_measures, differences
from balance.analysis.comparison.exact_difference import Compared, of_arrays, of_records
from balance.app.output import NO_OPTIONS, Output
from balance.app.report import metrics_for, report_data
from balance.errors import StoreError
from balance.report.answer import Answer
from balance.report.section import Column, Finding, Section, Style, Table
from balance.runner.run import Run, read_run
from balance.store import manifest
from balance.store.shards import as_arrays

MOST = 20  # differences that are printed
_REPLAY_COMMAND = "replay_command"  # stored with trajectories, but no result


def print_differences(
    one: Path, two: Path, fail_on: Sequence[str] = (), output: Output = NO_OPTIONS
) -> bool:
    """Print which settings of two runs differ, and which estimates differ by more than chance.

    Parameters
    ----------
    one, two : Path
        Run folders.
    fail_on : sequence of str
        Bounds on how far numbers may move; see `comparison.bounds.read_bound`.

    Returns
    -------
    bool
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
    findings = (
        Finding("settings", f"{text}.", {"settings": settings}),
        Finding("paired", "Both have the same seed: differences are paired, deal by deal.")
        if is_paired
        else Finding("independent", "The seeds differ: the runs are independent."),
    )
    sections: list[Section] = []
    is_kept = True
    for was, now in shared:
        of_runs = replace(was, name=f"{one}, {was.name}"), replace(now, name=f"{two}, {now.name}")
        rows = differences(of_runs, [cell_measures(cell) for cell in of_runs])
        rows["what"] = rows["measure"] + (" (" + rows["topic"] + ")").where(rows["id"] != "", "")
        most = len(rows) if output.is_json else MOST
        sections.append(_section(*of_runs, rows, most))
        if bounds:
            judged = judge_bounds(rows, bounds)
            sections.append(_bounds_section(judged, most))
            is_kept = is_kept and not (judged["ruling"] == BROKEN).any()
    made = {"runs": [one, two], "game": first.prepared.game.name}
    output.show(Answer("", findings, tuple(sections), made))
    return is_kept


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
    return manifest.differences(run.manifest["identity"], two.manifest["identity"])


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
        files = [
            run.store.cell_shards(name, side[name].match).record_files() if name in side else []
            for run, side in zip((one, two), sides, strict=True)
        ]
        if all(files):
            yield f"{name}, records", of_records(*files)


def _shared_cells(one: Run, two: Run) -> list[tuple[CellResult, CellResult]]:
    """Return the cells of which both runs have games."""
    games = [run.prepared.game.name for run in (one, two)]
    if games[0] != games[1]:
        raise StoreError(f"{two.folder} is a run of {games[1]}, but {one.folder} of {games[0]}.")
    sides = [{each.name: each for each in report_data(run).variants} for run in (one, two)]
    shared = [(was, sides[1][name]) for name, was in sides[0].items() if name in sides[1]]
    played = [(was, now) for was, now in shared if was.games and now.games]
    if not played:
        raise StoreError(f"{two.folder} and {one.folder} have no cell with games in common.")
    return played


def _bounds_section(rows: pd.DataFrame, most: int) -> Section:
    """Return which numbers moved by more than they may."""
    count = {ruling: int((rows["ruling"] == ruling).sum()) for ruling in (BROKEN, WITHIN, OPEN)}
    text = (
        f"Of {len(rows)} numbers {count[BROKEN]} moved by more than their bound, "
        f"{count[WITHIN]} did not; {count[OPEN]} are not yet known."
    )
    shown = rows[rows["ruling"] != WITHIN].head(most)
    columns = (
        Column("what", "what"), Column("bound", "bound"), Column("difference", "", Style.SHIFT),
        Column("ruling", "ruling"),
    )  # fmt: skip
    tables = (Table("bounds", "Bounds", shown, columns),) if len(shown) else ()
    return Section("bounds", "Bounds", (Finding("bounds", text),), tables)


def _section(was: CellResult, now: CellResult, rows: pd.DataFrame, most: int) -> Section:
    """Return what differs between two cells, the clearest differences first."""
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
    text = (
        f"{len(clear)} of {len(rows)} estimates differ by more than chance, corrected for their "
        "number; the clearest first."
    )
    more = len(clear) - most
    heading = f"What differs{f', without {more} more' if more > 0 else ''}"
    table = Table("diff", heading, clear.head(most), columns)
    return Section("diff", title, (Finding("diff", text),), (table,))
