"""``balance selftest``: the toolkit against known answers, a line for each check."""

import json
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import balance
from balance.app.notices import console, say_if_compiling
from balance.errors import ScenarioError
from balance.games import GAMES
from balance.games.loading import load_game
from balance.portable import write_text
from balance.selftest.check import Check
from balance.selftest.suite import FULL, QUICK, suite


def check_itself(seed: int, is_quick: bool, file: Path | None) -> bool:
    """Play all checks, print each with what was found, and tell if all hold.

    Parameters
    ----------
    seed : int
    is_quick : bool
        Whether each is repeated less often, and bots that search are left out.
    file : Path or None
        Where the figures are written for reports to show.

    Raises
    ------
    ScenarioError
        If the file cannot be written.
    """
    if file is not None:
        _check_folder(file)
    notes, begun = console(), time.monotonic()
    for name in GAMES:
        say_if_compiling(load_game(name, Path()), notes)
    checks = []
    for check in suite(seed, QUICK if is_quick else FULL):
        print(line_of(check), flush=True)
        checks.append(check)
    failed = sum(not check.passed for check in checks)
    told = (
        f"{failed} of {len(checks)} checks failed" if failed else f"All {len(checks)} checks passed"
    )
    print(f"{told}; seed {seed}, {time.monotonic() - begun:,.0f} s.")
    if file is not None:
        _write(checks, file)
    return not failed


def line_of(check: Check) -> str:
    """Return what is printed of a check."""
    verdict = "passed" if check.passed else "FAILED"
    return f"{verdict}  {check.name}: {check.observed}; expected {check.expected}"


def _check_folder(file: Path) -> None:
    if not file.parent.is_dir():
        raise ScenarioError(f"--write {file}: expected a file in a folder that is there.")


def _write(checks: Iterable[Check], file: Path) -> None:
    """Write the figures as the report's section on trust reads them."""
    rows = [
        {"check": check.name, "wanted": check.expected, "found": check.observed} for check in checks
    ]
    kept = {
        "version": balance.__version__,
        "date": datetime.now(UTC).date().isoformat(),
        "checks": rows,
    }
    text = json.dumps(kept, indent=1, ensure_ascii=False) + "\n"
    try:
        write_text(file, text)
    except OSError as error:
        raise ScenarioError(f"--write {file}: {error.strerror or error}.") from None
