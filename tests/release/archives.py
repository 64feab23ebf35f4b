"""What the archives of a release should hold: what git knows of the checkout."""

import shutil
import subprocess

import pytest

from tests.conftest import ROOT

SCENARIOS = "balance/scenario/starters"  # where the wheel has them


def files_of_checkout() -> set[str]:
    """Return the files that git knows or would add, as paths from the root of the checkout."""
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("this is no checkout of git, so nothing says what belongs to it")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return {path for path in listed.split("\0") if path and (ROOT / path).is_file()}


def wheel_path(path: str) -> str | None:
    """Return where the wheel has a file of the checkout; None if it has not."""
    if path.startswith("scenarios/"):
        return path.replace("scenarios", SCENARIOS, 1)
    return path if path.startswith("balance/") else None
