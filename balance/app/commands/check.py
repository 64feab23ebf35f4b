"""``balance check``: whether a game meets the balance requirements of its scenario."""

from dataclasses import replace
from pathlib import Path

import pandas as pd

from balance.analysis.cell_result import CellResult
from balance.analysis.requirements import answers, not_asked
from balance.app.commands.run import RunOptions, play_scenario_games
from balance.app.folders import alone_in
from balance.app.output import NO_OPTIONS, Output
from balance.errors import ScenarioError
from balance.report.answer import Answer, answer_of
from balance.report.certainty import more_deals
from balance.report.number_format import count
from balance.report.requirement_words import RESULTS, measured_text
from balance.report.section import Column, Finding, Section, Style, Table
from balance.scenario.files import read_scenario
from balance.scenario.overrides import Overrides, prepare_with_overrides
from balance.scenario.prepare import PreparedScenario, main_cells
from balance.scenario.replay_command import add_replay_commands
from balance.stats.verdict import Verdict


def check_requirements(
    name: str, overrides: Overrides, options: RunOptions
) -> tuple[pd.DataFrame, list[str]]:
    """Play a scenario and return the result of each of its requirements.

    Returns
    -------
    answers : DataFrame
        See `analysis.requirements.answers`.
    not_asked : list of str
        See `analysis.requirements.not_asked`.

    Raises
    ------
    BalanceError
    Interrupted
    """
    prepared = prepare_with_overrides(read_scenario(name), overrides)
    ready = add_replay_commands(prepared, name, overrides)
    scenario = ready.scenario
    if not scenario.require:
        raise ScenarioError(
            f"{scenario.place}: nothing to check: expected one [[require]] or more, such as "
            "what = 'seat_gap < 2pp'."
        )
    folder = Path("reports", ready.game.name, scenario.name)
    with alone_in(options.out or folder) as store:
        run = play_scenario_games(with_required_cells(ready), store, options)
    cells = [
        CellResult(cell.cell.name, cell.cell.match, cell.games, cell.deals, cell.totals)
        for cell in run.cells
    ]
    asked = scenario.require, cells, _main(ready)
    return answers(*asked), not_asked(*asked)


def print_check(
    name: str,
    overrides: Overrides,
    options: RunOptions,
    is_strict: bool,
    is_quiet: bool,
    output: Output = NO_OPTIONS,
) -> bool:
    """Play a scenario, print the result of each requirement, and return whether all are met.

    Parameters
    ----------
    name : str
        A scenario.
    is_strict : bool
        Whether an undecided requirement is a failure.
    is_quiet : bool
        Whether requirements that are met are not printed.

    Raises
    ------
    BalanceError
    Interrupted
    """
    rows, missed = check_requirements(name, overrides, options)
    for line in _lines(rows, is_quiet):
        output.line(line, "    ")
    counts = rows["met"].value_counts()
    total = ", ".join(f"{counts[met]} {word}" for met, word in RESULTS.items() if met in counts)
    for line in missed:
        output.line(line)
    output.line(f"{total}.")
    if output.is_json:
        output.show(_answer(name, rows, " ".join([f"{total}.", *missed])))
    return not counts.get(Verdict.NO, 0) and not (is_strict and counts.get(Verdict.UNDECIDED, 0))


def _answer(name: str, rows: pd.DataFrame, total: str) -> Answer:
    """Return the result of each requirement, for programs."""
    columns = (
        Column("requirement", "what"), Column("why", "why"), Column("variant", "cell"),
        Column("result", "result"), Column("measured", "", Style.AMOUNT), Column("about", "about"),
    )  # fmt: skip
    table = Table(
        "requirements", "Requirements", rows.assign(result=rows["met"].map(RESULTS)), columns
    )
    findings = (Finding("requirements", total),)
    section = Section("requirements", f"Requirements of {name}", findings, (table,))
    return answer_of(section, made={"scenario": name})


def _main(ready: PreparedScenario) -> list[str]:
    return list(main_cells([cell.name for cell in ready.cells]))


def with_required_cells(ready: PreparedScenario) -> PreparedScenario:
    """Return a scenario with only the cells that a requirement is about."""
    main = _main(ready)
    cells = tuple(
        cell
        for cell in ready.cells
        if any(rule.is_about(cell.name, cell.name in main) for rule in ready.scenario.require)
    )
    return replace(ready.without_checks(), cells=cells)


def _lines(rows: pd.DataFrame, is_quiet: bool) -> list[str]:
    """Return a line for each requirement, and for each cell where there are several."""
    has_cells = rows["cell"].nunique() > 1
    printed = rows[rows["met"] != Verdict.YES] if is_quiet else rows
    width = max((len(RESULTS[met]) for met in printed["met"]), default=0)
    return [
        f"{RESULTS[row['met']]:{width}}  {_text(row, has_cells)}" for _, row in printed.iterrows()
    ]


def _text(row: pd.Series, has_cells: bool) -> str:
    """Return a requirement, its measured value and the number of deals.

    ``seat_gap < 2pp: 1.1pp [0.8, 1.4], seat 1; 20,000 deals``
    """
    cell = f" ({row['cell']})" if has_cells else ""
    about = f", {row['about']}" if row["about"] else ""
    text = f"{row['what']}{cell}: {measured_text(row)}{about}; {count(row['deals'])} deals"
    if row["met"] == Verdict.UNDECIDED:
        more = more_deals(row["needed"], row["deals"])
        text += f", {more}" if more else ""
    return f"{text} ({row['why']})" if row["why"] else text
