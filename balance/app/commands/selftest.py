"""``balance selftest``: the toolkit against known answers, a line for each check."""

import json
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd

import balance
from balance.app.notices import announce_compiling, stderr_console
from balance.app.output import NO_OPTIONS, Output
from balance.errors import ScenarioError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.portable import write_text
from balance.report.answer import Answer, answer_of, simple_table
from balance.report.section import Finding, Section
from balance.selftest.check import Check
from balance.selftest.suite import FULL, QUICK, suite


def check_itself(
    seed: int, is_quick: bool, write: Path | None, output: Output = NO_OPTIONS
) -> bool:
    """Run all checks, print a line for each, and return whether all passed.

    Parameters
    ----------
    is_quick : bool
        Whether to repeat each check less often, and leave out bots that search.
    write : Path or None
        JSON file for the figures, which reports show.

    Raises
    ------
    ScenarioError
        If the file cannot be written.
    """
    if write is not None and not write.parent.is_dir():
        raise ScenarioError(f"--write {write}: expected a file in an existing folder.")
    console, begun = stderr_console(), time.monotonic()
    for name in GAMES:
        announce_compiling(load_game(name, Path()), console)
    checks = []
    for check in suite(seed, QUICK if is_quick else FULL):
        verdict = "passed" if check.passed else "FAILED"
        line = f"{verdict}  {check.name}: {check.observed}; expected {check.expected}"
        output.line(line, "        ")
        checks.append(check)
    failed = sum(not check.passed for check in checks)
    result = (
        f"{failed} of {len(checks)} checks failed" if failed else f"All {len(checks)} checks passed"
    )
    output.line(f"{result}; seed {seed}, {time.monotonic() - begun:,.0f} s.")
    if output.is_json:
        output.show(_answer(checks, f"{result}.", seed))
    if write is not None:
        _write(checks, write)
    return not failed


def _answer(checks: Sequence[Check], result: str, seed: int) -> Answer:
    """Return the checks, for programs."""
    rows = pd.DataFrame(
        [(one.name, one.expected, one.observed, "yes" if one.passed else "no") for one in checks],
        columns=["check", "expected", "observed", "passed"],
    )
    table = simple_table("checks", "Checks", {name: name for name in rows.columns}, rows)
    findings = (Finding("checks", result),)
    return answer_of(Section("selftest", "Self-test", findings, (table,)), made={"seed": seed})


def _write(checks: Iterable[Check], file: Path) -> None:
    """Write the figures, as the report's section on trust reads them."""
    content = {
        "version": balance.__version__,
        "date": datetime.now(UTC).date().isoformat(),
        "checks": [
            {"check": check.name, "wanted": check.expected, "found": check.observed}
            for check in checks
        ],
    }
    text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
    try:
        write_text(file, text)
    except OSError as error:
        raise ScenarioError(f"--write {file}: {error.strerror or error}.") from None
