"""``balance playtests``: games that people played, beside simulated ones."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.measures import KEPT, PACE, SEATS, TAKEN
from balance.analysis.playtests import (
    AGREE,
    DIFFER,
    MAYBE,
    OPEN,
    Tolerance,
    beside_playtests,
    kinds_not_recorded,
    never_there,
    seconds_a_decision,
)
from balance.app.commands.report import metrics_for, report_data
from balance.app.commands.run import RunOptions, run_scenario
from balance.app.folders import passing_folder
from balance.app.output import Output
from balance.app.refusals import check_games
from balance.errors import ScenarioError
from balance.portable import write_text
from balance.report.answer import answer_of
from balance.report.exports import as_csv
from balance.report.nouns import capital, plural, several
from balance.report.number_format import (
    cell_of,
    joined,
    number,
    percent,
    trimmed,
    with_interval,
)
from balance.report.section import Column, Finding, Section, Style, Table
from balance.runner.run import read_run
from balance.runner.worker_pool import WorkerPool
from balance.scenario.files import read_scenario
from balance.scenario.overrides import Overrides, prepare_with_overrides
from balance.scenario.playtest_file import COLUMNS, Playtests, playtests_of, read_rows

GAMES = 50_000  # that are simulated
FEWEST = 2_000  # that are enough for intervals, whoever sits where
MOST = 40  # rows that are printed
MOST_NAMED = 3  # numbers, or cards
_TOPICS = (SEATS, PACE, KEPT, TAKEN)
_EXAMPLE = (
    "game,seat,score,rank,objective,rounds,minutes,cards\n"
    "1,1,43,,,14,75,\n1,2,38,,,14,75,\n1,3,51,,,14,75,\n"
)  # fmt: skip


def playtests(
    file: Path, name: str, overrides: Overrides, tolerance: Tolerance, pool: WorkerPool,
    command: str, progress: bool = True,
) -> tuple[pd.DataFrame, Playtests, list[str]]:  # fmt: skip
    """Simulate a scenario with as many players as in a file of playtests, and compare.

    Returns
    -------
    table : DataFrame
        See `analysis.playtests.beside_playtests`; of the scenario's first cell.
    played : Playtests
        The games of the file.
    notes : list of str
        Sentences on what is beside it: how long people took for a decision, and cards that people
        took, but that are in no simulated game.

    Raises
    ------
    CardError
        If the file is no table of games of this scenario: before anything is played.
    BalanceError
    Interrupted
    """
    rows, names = read_rows(file)
    if overrides.players not in (None, len(rows[0])):
        raise ScenarioError(
            f"{file}: its games have {len(rows[0])} players, not {overrides.players}."
        )
    check_games(overrides.games, FEWEST)
    ours = replace(overrides, players=len(rows[0]), games=overrides.games or GAMES)
    first = prepare_with_overrides(read_scenario(name), ours).cells[0]
    played = playtests_of(rows, names, first.match.game_table)  # a mistake is said before playing
    with passing_folder() as store:
        run_scenario(name, ours, RunOptions(command, pool, store, progress=progress))
        cell = report_data(read_run(store, metrics_for)).variants[0]
    return beside_playtests(cell, played, tolerance), played, [*_notes(cell, played)]


def _notes(cell: CellResult, played: Playtests) -> Iterator[str]:
    seconds = seconds_a_decision(cell, played)
    if seconds is not None:
        decisions = cell.measures["decisions"].value
        low, high = map(trimmed, (seconds.from_, seconds.to))
        yield (
            f"These games took {number(float(np.nanmean(played.minutes)))} minutes on average: "
            f"with {number(decisions)} decisions in a simulated game of usual length, "
            f"{number(seconds.value)} [{number(seconds.low)}, {number(seconds.high)}] seconds for "
            f"a decision, and {low} to {high} in nine of ten games. For minutes in a report: "
            f"--seconds-a-decision {low}..{high}."
        )
    kinds = kinds_not_recorded(cell, played) if played.recorded.any() else []
    if kinds:
        yield (
            f"No {' and no '.join(kinds)} is recorded in this file: "
            f"{joined([plural(kind) for kind in kinds])} were not compared."
        )
    missing = never_there(cell, played)
    if missing:
        yield f"People took what is in no simulated game: {', '.join(missing)}."


def print_playtests(
    file: Path, name: str, overrides: Overrides, tolerance: Tolerance, pool: WorkerPool,
    output: Output, write: Path | None,
) -> None:  # fmt: skip
    """Print where playtests and simulation agree; see `playtests`."""
    table, played, notes = playtests(file, name, overrides, tolerance, pool, output.command)
    most = len(table) if output.is_json else MOST
    section = playtest_section(table, played, notes, tolerance, file, most)
    made = {"scenario": name, "file": file, "games played by people": played.games}
    output.show(answer_of(section, made=made))
    if write is not None:
        write_text(write, as_csv(table))


def playtest_section(
    table: pd.DataFrame, played: Playtests, notes: Sequence[str], tolerance: Tolerance,
    file: Path, most: int,
) -> Section:  # fmt: skip
    """Return where playtests and simulation agree: seats, length, objectives, then cards."""
    count = {
        ruling: int((table["ruling"] == ruling).sum()) for ruling in (AGREE, DIFFER, MAYBE, OPEN)
    }
    within, bias = (f"{100 * share:g}" for share in (tolerance.within, tolerance.bias))
    text = (
        f"{played.games} {'game was' if played.games == 1 else 'games were'} played. Of "
        f"{len(table)} numbers {count[AGREE]} agree with the "
        f"simulation to within {within} pp (shares) or {within}% (other numbers), "
        f"{count[DIFFER]} differ, {count[MAYBE]} differ, perhaps by chance (one in twenty of those "
        f"that are alike does), and {count[OPEN]} cannot be told apart with so few games. "
        "The pooled estimate treats bots as players whose numbers are off by "
        f"{bias} pp or {bias}% (one standard deviation)."
    )
    recorded = int(played.recorded.sum())
    if 0 < recorded < played.games:
        text += (
            f" What was taken is known of every seat in {recorded} of them, and compared in these."
        )
    texts = [_answer(table), text, *_on_cards(table), *notes]
    order = {DIFFER: 0, MAYBE: 1, AGREE: 2, OPEN: 3}
    # What designers ask first: seats, then length and scores, then objectives.
    place = table["topic"].map({name: place for place, name in enumerate(_TOPICS)})
    is_listed = place < _TOPICS.index(KEPT)  # in the order of seats
    ruling = table["ruling"].map(order).mask(is_listed, 0)
    rows = table.assign(place=place, order=ruling, far=table["more"].mask(is_listed, 0))
    rows = rows.sort_values(["place", "order", "far"], kind="stable")
    rows["what"] = rows["measure"] + (" (" + rows["topic"] + ")").where(rows["id"] != "", "")
    rows["needed"] = np.where(rows["more"] > 0, rows["more"].map("{:,}".format), "")
    columns = (
        Column("what", "what"), Column("played", "played_", Style.AMOUNT),
        Column("simulated", "simulated_value", Style.VALUE), Column("ruling", "ruling"),
        Column("more games needed", "needed"), Column("pooled", "pooled_", Style.AMOUNT),
    )  # fmt: skip
    findings = tuple(Finding("playtests", text) for text in texts if text)
    more = len(rows) - most
    title = f"Played and simulated{f', without {more} more' if more > 0 else ''}"
    shown = Table("playtests", title, rows.head(most), columns)
    return Section("playtests", str(file), findings, (shown,))


def _answer(table: pd.DataFrame) -> str:
    """Return whether seats, length and scores agree, and what differs by how much."""
    groups = {
        "seats": table[table["topic"] == SEATS],
        "the length": table[table["key"] == "rounds"],
        "scores": table[(table["topic"] == PACE) & (table["key"] != "rounds")],
    }
    parts = []
    for name, rows in groups.items():
        s = "s" if name == "the length" else ""
        far, maybe = (rows[rows["ruling"] == ruling] for ruling in (DIFFER, MAYBE))
        if len(far):
            parts.append(f"{name} differ{s} ({_named(far)})")
        elif len(maybe):
            parts.append(f"{name} differ{s}, perhaps by chance ({_named(maybe)})")
        elif len(rows) and (rows["ruling"] == AGREE).all():
            parts.append(f"{name} agree{s}")
        elif len(rows):
            parts.append(f"{name} cannot be told apart")
    return f"{capital('; '.join(parts))}." if parts else ""


def _named(rows: pd.DataFrame) -> str:
    return "; ".join(map(_beside, rows.head(MOST_NAMED).to_dict("records")))


def _beside(row: Mapping[Any, Any]) -> str:
    simulated = cell_of(row, Column("", "simulated_value", Style.VALUE)).brief
    return f"{row['measure']} {with_interval(row, 'played_', Style.AMOUNT)}, not {simulated}"


def _on_cards(table: pd.DataFrame) -> Iterator[str]:
    """Yield which cards people take more or less often than bots."""
    cards = table[(table["topic"] == TAKEN) & (table["ruling"] == DIFFER)]
    if not len(cards):
        return
    far = cards.loc[cards["value"].abs().sort_values(ascending=False).index[:MOST_NAMED]]
    named = "; ".join(
        f"{row['measure']} in {percent(row['played_value'], 0)} of games, not "
        f"{percent(row['simulated_value'], 0)}" for _, row in far.iterrows()
    )  # fmt: skip
    verb = "is" if len(cards) == 1 else "are"
    most_of_all = ", most of all these" if len(cards) > len(far) else ""
    yield (
        f"{several(len(cards), 'card')} {verb} taken more or less often than simulated"
        f"{most_of_all}: {named}."
    )


def new_playtests(file: Path) -> None:
    """Create an example of a file of playtests.

    Raises
    ------
    ScenarioError
        If there is such a file, or it cannot be written.
    """
    assert _EXAMPLE.splitlines()[0] == ",".join(COLUMNS)
    try:
        with file.open("x", encoding="utf-8", newline="\n") as new:
            new.write(_EXAMPLE)
    except FileExistsError:
        raise ScenarioError(f"{file}: there is such a file already.") from None
    except OSError as error:
        raise ScenarioError(f"{file} cannot be written: {error.strerror}.") from None
    print(f"{file}: a row for each seat of each game. Without scores give ranks; objective,")
    print("rounds, minutes and cards (with | between them, none if none was taken) may be empty:")
    print("not recorded. Their columns may be left out.")
