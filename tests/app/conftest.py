"""What several tests of commands need: a scenario of the toy game of the self-test."""

from pathlib import Path

import pytest

from balance.selftest.toy_studies import HERE, TOY


@pytest.fixture
def toy_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a scenario of the toy game."""
    monkeypatch.setenv("BALANCE_TRUST", str(HERE))
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "toy.toml"
    file.write_text(
        f'name = "toy"\ngame = "{(HERE / TOY).as_posix()}"\nplayers = 2\nbots = "thrifty"\n',
        encoding="utf-8",
    )
    return file
