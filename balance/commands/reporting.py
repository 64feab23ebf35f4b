"""From a run to its report: which questions its games are asked, and where the answers go."""

import hashlib
from functools import cache
from pathlib import Path

from rich.console import Console

from balance.analysis import QUESTIONS
from balance.analysis import __file__ as analysis_file
from balance.report.story import Story, Variant
from balance.scenario.set_up import SetUp
from balance.simulate.run import Writer
from balance.simulate.runs import Keeping, Run
from balance.simulate.store import Store

FILE_COLUMNS = 110  # where tables do not go to a terminal


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


def report_on(run: Run) -> None:
    """Write the report of a run into its folder, and print its tables briefly.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    from balance.report.page import sections_of, write_report
    from balance.report.text import as_text

    story = story_of(run)
    sections = sections_of(story)
    with Store(run.folder).writing():
        page = write_report(story, sections, run.folder)
    out = Console(highlight=False, markup=False)
    if not out.is_terminal:
        out = Console(highlight=False, markup=False, width=FILE_COLUMNS)
    for section in sections:
        out.print(as_text(section))
    for variant in story.variants:
        out.print(f"{variant.name}: {variant.games:,} games in {variant.deals:,} deals.")
    out.print(f"The report is {page}", soft_wrap=True)


def story_of(run: Run) -> Story:
    """Return a run as its report tells it."""
    scenario = run.set_up.scenario
    return Story(
        title=scenario.name,
        question=scenario.question,
        command=run.manifest["command"],
        seed=run.set_up.variants[0].match.seed,
        versions=run.manifest["versions"],
        seconds=run.manifest["seconds"],
        variants=tuple(
            Variant(one.variant.name, one.variant.match, one.games, one.deals, one.totals)
            for one in run.variants
        ),
        sections=scenario.sections,
    )


@cache
def _digest_of_tallies() -> str:
    text = hashlib.sha256()
    for path in sorted(Path(analysis_file).parent.glob("*.py")):
        text.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return text.hexdigest()[:16]
