"""From a run to its report: which questions its games are asked, and where the answers go."""

import hashlib
from functools import cache
from pathlib import Path

from balance.analysis import QUESTIONS
from balance.analysis import __file__ as analysis_file
from balance.scenario.set_up import SetUp
from balance.simulate.run import Writer
from balance.simulate.runs import Keeping, Run


def keeping_of(ready: SetUp) -> Keeping:
    """Return what is kept of a scenario's games: all questions that they can be asked."""
    match = ready.variants[0].match
    asked = {name: question for name, question in QUESTIONS.items() if question.applies(match)}
    return Keeping(
        {name: question.tally for name, question in asked.items()},
        {name: question.sums for name, question in asked.items()},
        _digest_of_tallies(),
    )


def writer() -> Writer:
    """Return what writes records to a file."""
    from balance.analysis.frames import write_records

    return write_records


def write_report(run: Run) -> Path:
    """Write the report of a run into its folder; return the page.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    return run.folder / "index.html"


def show(run: Run, page: Path) -> None:
    """Print the tables of a run briefly, and where the report is."""
    from balance.analysis import seats
    baseline = run.variants[0]
    print(seats.by_seat(baseline.totals["seats"], baseline.variant.match).to_string())
    print(seats.by_bot(baseline.totals["seats"], baseline.variant.match).to_string())
    print(page)


@cache
def _digest_of_tallies() -> str:
    text = hashlib.sha256()
    for path in sorted(Path(analysis_file).parent.glob("*.py")):
        text.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return text.hexdigest()[:16]
