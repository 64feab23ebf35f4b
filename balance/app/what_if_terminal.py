"""Answers on the terminal: updated in place, or a few plain lines where there is no terminal."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pandas as pd
from rich.console import Console

from balance.app.commands.try_change import ChangeEffect
from balance.app.notices import announce_start, stderr_console
from balance.app.output import NO_OPTIONS, Output
from balance.app.what_if_words import answer_text
from balance.errors import Interrupted, StoreError
from balance.portable import write_text
from balance.report import answer as report_answer
from balance.report.section import Finding, Section, Table
from balance.runner.stop_signal import StopSignal
from balance.scenario.prepare import PreparedScenario

SECONDS = 2.0  # of play where there is no terminal, unless limited otherwise
LINES_SECONDS = 10.0  # between answers where there is no terminal
Play = Callable[[StopSignal, Callable[[PreparedScenario], None]], Iterator[ChangeEffect]]


def seconds_to_play(
    seconds: float | None, games: int | None, is_once: bool = False
) -> float | None:
    """Return the limit in seconds; there is one where nobody could end it by Ctrl-C."""
    has_end = seconds is not None or games is not None or is_once
    if not has_end and not output_console().is_terminal:
        return SECONDS
    return seconds


def print_answers(
    play: Play, out: Path | None = None, output: Output = NO_OPTIONS
) -> ChangeEffect | None:
    """Print answers as they come, with JSON the last one alone, and return that.

    Parameters
    ----------
    play : function (stop, on_ready) -> answers
    out : Path, optional
        A JSON file for the last answer.

    Raises
    ------
    BalanceError
    Interrupted
        After Ctrl-C, when the last answer is printed.
    """
    stop = StopSignal()
    with stop.on_interrupt():
        answers = play(stop, lambda ready: announce_start(ready, stderr_console()))
        answer = print_last(answers, output)
    if answer is not None and out is not None:
        write_answer(answer, out)
    if stop.is_set():
        raise Interrupted("Stopped.")
    return answer


def print_last(answers: Iterator[ChangeEffect], output: Output) -> ChangeEffect | None:
    """Show answers as they come, with JSON the last one alone; return that."""
    answer = show_answers(answers, output_console(is_quiet=output.is_json))
    if answer is not None and output.is_json:
        output.show(_for_programs(answer))
    return answer


def _for_programs(answer: ChangeEffect) -> report_answer.Answer:
    """Return an answer in the form of all commands: its lines as text, its numbers as a table."""
    facts = answer.facts
    rows = pd.DataFrame(facts.pop("differences"))
    table = Table("differences", "What the change does", rows, ())
    finding = Finding("try", answer_text(answer), {"changes": facts["changes"]})
    section = Section("try", "", (finding,), (table,))
    return report_answer.Answer(answer.scenario, (finding,), (section,), facts)


def show_answers(answers: Iterator[ChangeEffect], console: Console) -> ChangeEffect | None:
    """Show answers as they come: in place on a terminal, else every ten seconds and at the end."""
    return _live(answers, console) if console.is_terminal else _plain(answers, console)


def write_answer(answer: ChangeEffect, file: Path) -> None:
    """Write an answer as JSON.

    Raises
    ------
    StoreError
        If the file cannot be written.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_text(file, json.dumps(answer.facts, indent=2) + "\n")
    except OSError as error:
        raise StoreError(f"{file}: cannot be written: {error.strerror or error}.") from None


def _live(answers: Iterator[ChangeEffect], console: Console) -> ChangeEffect | None:
    from rich.live import Live
    from rich.text import Text

    answer = None
    with Live(Text("Playing the first games ..."), console=console, auto_refresh=False) as live:
        for answer in answers:
            live.update(Text(answer_text(answer, console.width)), refresh=True)
    return answer


def _plain(answers: Iterator[ChangeEffect], console: Console) -> ChangeEffect | None:
    answer, printed, shown = None, time.monotonic(), None
    for answer in answers:
        if answer.differences and time.monotonic() - printed > LINES_SECONDS:
            console.print(answer_text(answer, console.width), soft_wrap=True)
            printed, shown = time.monotonic(), answer
    if answer is not None and answer is not shown:
        console.print(answer_text(answer, console.width), soft_wrap=True)
    return answer


def output_console(is_quiet: bool = False) -> Console:
    """Return a console for answers: standard output."""
    return Console(highlight=False, markup=False, quiet=is_quiet)
