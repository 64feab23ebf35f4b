"""``balance compile`` says how long a game takes, once it has been compiled before."""

import json
from pathlib import Path

import pytest

from balance.app.commands import compile as command
from balance.app.commands.compile import SECONDS, compile_games
from tests.conftest import ROOT

PIG = str(ROOT / "examples" / "pig")


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """A function that compiles Pig as if it were new, and returns what was printed."""
    monkeypatch.setattr(command, "cache_root", lambda: tmp_path)

    def compile_pig(is_new: bool = True) -> tuple[str, str]:
        monkeypatch.setattr(command, "has_compiled_code", lambda home: not is_new)
        compile_games([PIG])
        out, err = capsys.readouterr()
        return out, err

    return compile_pig


def test_the_time_of_the_last_time_is_said(said, tmp_path: Path) -> None:
    out, err = said()
    assert "compiled, in " in out
    assert "when it was compiled last" not in err
    ((name, seconds),) = json.loads((tmp_path / SECONDS).read_text()).items()
    assert seconds >= 0
    (tmp_path / SECONDS).write_text(json.dumps({name: 47.2}))
    assert "Pig: 47 s when it was compiled last." in said()[1]


def test_what_is_compiled_already_is_not_timed(said, tmp_path: Path) -> None:
    assert "when it was compiled last" not in said(is_new=False)[1]
    assert not (tmp_path / SECONDS).exists()


def test_a_damaged_file_of_times_is_none(said, tmp_path: Path) -> None:
    for text in ("", "[1]", '{"pig": null}', "\0"):
        (tmp_path / SECONDS).write_text(text)
        assert "when it was compiled last" not in said()[1]
