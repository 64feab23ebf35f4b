"""Where Python's bytecode is kept when it is to write none beside its sources."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def keep(tmp_path: Path, **settings: str) -> list[Path]:
    """Start the program with a cache of its own; return the bytecode in it."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment = {**others, "BALANCE_CACHE": str(tmp_path / "cache"), **settings}
    subprocess.run(
        [sys.executable, "-m", "balance", "--version"], env=environment, check=True, timeout=120
    )
    return list((tmp_path / "cache").rglob("*.pyc"))


def test_it_is_kept_in_the_cache_where_python_may_write_none(tmp_path: Path) -> None:
    kept = keep(tmp_path, PYTHONDONTWRITEBYTECODE="1")
    assert any(file.name.startswith("main.") for file in kept)


def test_python_writes_it_where_the_environment_says(tmp_path: Path) -> None:
    own = tmp_path / "own"
    assert keep(tmp_path, PYTHONPYCACHEPREFIX=str(own)) == []
    assert list(own.rglob("*.pyc"))


@pytest.mark.skipif(os.name == "nt", reason="folders of a user are closed to others there")
def test_nothing_is_run_from_a_folder_that_others_can_write_to(tmp_path: Path) -> None:
    (tmp_path / "cache" / "bytecode").mkdir(parents=True)
    (tmp_path / "cache" / "bytecode").chmod(0o777)
    assert keep(tmp_path, PYTHONDONTWRITEBYTECODE="1") == []
