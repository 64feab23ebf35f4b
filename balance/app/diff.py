"""``balance diff``: what differs between two runs, beyond chance or to the bit."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from balance.analysis.cell_result import CellResult
from balance.analysis.comparison.differences import cell_measures
from balance.analysis.comparison.differences import differences as estimates_apart
from balance.analysis.comparison.exact_difference import Compared, of_arrays, of_records
from balance.app.report import metrics_for, report_data, results_console
from balance.errors import StoreError
from balance.report.section import Column, Finding, Section, Style, Table
from balance.report.terminal import as_text
from balance.runner.run import Run, read_run
from balance.store.manifest import differences
from balance.store.shards import as_arrays

MOST = 20  # differences that are shown
_OF_THE_COMMAND = "replay_command"  # kept with curves, but no result


def tell_difference(one: Path, two: Path) -> None:
    """Print what was asked otherwise, and which estimates differ beyond chance.

    Parameters
    ----------
    one, two : Path
        Folders of runs.

    Raises
    ------
    StoreError
        If one holds no run that can be read, or they share no game or variant.
    """
    first, second = _read(one), _read(two)
    shared = _shared(first, second)
    out = results_console()
    asked = _asked_otherwise(first, second)
    out.print(f"{'; '.join(asked)}." if asked else "Both were asked the same.", soft_wrap=True)
    if first.manifest["identity"]["seed"] == second.manifest["identity"]["seed"]:
        out.print("Both have the same seed: differences are paired, deal by deal.")
    else:
        out.print("The seeds differ: each run has its own luck.")
    for was, now in shared:
        of_runs = (replace(was, name=f"{one}, {was.name}"), replace(now, name=f"{two}, {now.name}"))
        out.print(as_text(_apart(*of_runs)))


def are_identical(one: Path, two: Path) -> bool:
    """Print what differs, to the bit, and tell whether nothing does.

    Parameters
    ----------
    one, two : Path
        Folders of runs.

    Raises
    ------
    StoreError
        If one holds no run that can be read.
    """
    first, second = _read(one), _read(two)
    found = _asked_otherwise(first, second)
    numbers = 0
    for name, compared in _all_compared(first, second):
        numbers += compared.numbers
        if compared.first:
            found.append(f"{name}: {compared.first}")
    for line in found:
        print(line)
    if not found:
        games = sum(variant.games for variant in first.cells)
        print(f"The same, to the bit: {games:,} games, {numbers:,} numbers.")
    return not found


def _read(folder: Path) -> Run:
    return read_run(folder, metrics_for)


def _asked_otherwise(one: Run, two: Run) -> list[str]:
    return differences(one.manifest["identity"], two.manifest["identity"])


def _parts(variant: CellResult) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield all that a run keeps of a variant, but its records, part by part as arrays."""
    counted = {"games": variant.games, "deals": variant.deals}
    yield "", {**counted, **as_arrays(variant.sums)}
    for played in variant.arms:
        if played.deals:
            yield f", {played.arm.name}", {"deals": played.deals, **as_arrays(played.totals)}
    if variant.trajectories is not None:
        arrays = variant.trajectories.arrays()
        yield ", curves", {key: arrays[key] for key in arrays if key != _OF_THE_COMMAND}
    for one in variant.replays:
        yield f", luck again, {one.name}", one.arrays()


def _all_compared(one: Run, two: Run) -> Iterator[tuple[str, Compared]]:
    """Yield what came of comparing each thing that the runs keep, under its name."""
    sides = [{each.name: each for each in report_data(run).variants} for run in (one, two)]
    for name in dict.fromkeys([*sides[0], *sides[1]]):
        parts = [dict(_parts(side[name])) if name in side else {} for side in sides]
        for part in dict.fromkeys([*parts[0], *parts[1]]):
            if all(part in side for side in parts):
                yield f"{name}{part}", of_arrays(parts[0][part], parts[1][part])
            else:
                place = "first" if part in parts[0] else "second"
                yield f"{name}{part}", Compared(0, f"is kept in the {place} alone")
        files = [
            run.store.cell_shards(name, side[name].match).record_files() if name in side else []
            for run, side in zip((one, two), sides, strict=True)
        ]
        if all(files):
            yield f"{name}, records", of_records(*files)


def _shared(one: Run, two: Run) -> list[tuple[CellResult, CellResult]]:
    """Return the variants of which both have games."""
    games = [run.prepared.game.name for run in (one, two)]
    if games[0] != games[1]:
        raise StoreError(f"{two.folder}: is a run of {games[1]}, and {one.folder} of {games[0]}.")
    sides = [{each.name: each for each in report_data(run).variants} for run in (one, two)]
    shared = [(was, sides[1][name]) for name, was in sides[0].items() if name in sides[1]]
    played = [(was, now) for was, now in shared if was.games and now.games]
    if not played:
        raise StoreError(f"{two.folder}: has games of no variant of which {one.folder} has some.")
    return played


def _apart(was: CellResult, now: CellResult) -> Section:
    """Return what differs between two variants, the surest first."""
    rows = estimates_apart([was, now], [cell_measures(was), cell_measures(now)])
    topics = (" (" + rows["topic"] + ")").where(rows["id"] != "", "")
    rows["what"] = rows["measure"] + topics
    known = rows[rows["verdict"] == "established"]
    is_same = not rows["value"].any()
    title = f"{was.name}, {was.games:,} games; {now.name}, {now.games:,} games"
    if known.empty:
        said = "All estimates are the same" if is_same else "Nothing differs beyond chance"
        text = f"{said}: {len(rows)} were compared."
        return Section("diff", title, (Finding("diff", text),))
    columns = (
        Column("what", "what"),
        Column("was", "was", Style.VALUE), Column("now", "now", Style.VALUE),
        Column("difference", "", Style.SHIFT), Column("in standard errors", "steps", Style.NUMBER),
    )  # fmt: skip
    finding = (
        f"Of {len(rows)} estimates {len(known)} differ beyond chance, allowing for how many there "
        "are; the surest first."
    )
    more = len(known) - MOST
    heading = f"What differs{f', without {more} more' if more > 0 else ''}"
    table = Table("diff", heading, known.head(MOST), columns)
    return Section("diff", title, (Finding("diff", finding),), (table,))
