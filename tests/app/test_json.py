"""`--format json`: every command that answers a question has it, and prints one document."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from balance.app.commands import watch as watching
from balance.bench import other_speeds as benching
from balance.bench.other_speeds import RunSpeed
from balance.cli.main import app
from balance.errors import Interrupted
from tests.conftest import ROOT
from tests.program import run_here

PIG = str(ROOT / "examples" / "pig")
# What they make is a file, a folder, a server, a game in sentences, or the shell's completion.
WITHOUT = {"new", "serve", "play", "completion"}
QUICK: dict[str, list[str]] = {
    "check-bot": ["hold_at", "--game", PIG, "--games", "20", "--players", "2"],
    "soak": [PIG, "--games", "200"],
    "train": [
        PIG, "--players", "2", "--games", "2000", "--rounds", "1", "--new", "--against", "random",
    ],
    "tune-bot": [
        PIG, "--bot", "hold_at", "--players", "2", "--games", "40", "--generations", "2",
    ],
    "compile": [PIG],
    "bench": [PIG, "--seconds", "0.05"],
}  # fmt: skip


def commands() -> dict[str, Any]:
    found: dict[str, Any] = vars(get_command(app))["commands"]
    return found


def test_every_command_that_answers_a_question_takes_it() -> None:
    without = {
        name
        for name, command in commands().items()
        if "--format" not in {option for one in command.params for option in one.opts}
    }
    assert without == WITHOUT & set(commands())


def read(text: str) -> dict[str, Any]:
    """Return the one document that a text consists of."""
    document: dict[str, Any] = json.loads(text)
    assert {"form", "title", "findings", "tables", "made", "report"} <= set(document)
    return document


@pytest.mark.parametrize("name", QUICK)
def test_a_command_prints_one_document(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benching, "start_times", dict)
    monkeypatch.setattr(benching, "first_games", lambda game, compiling: {})
    monkeypatch.setattr(benching, "run_speed", lambda *_: RunSpeed(2.0, 0.9, 1.8))
    done = run_here(name, *QUICK[name], "--format", "json", folder=tmp_path)
    document = read(done.stdout)
    assert document["findings"]
    assert document["made"]["command"].startswith(f"balance {name} ")
    if name in ("check-bot", "soak"):
        assert document["made"]["passed"] is (done.returncode == 0)
    elif name not in ("compile", "tune-bot"):  # the latter has one if it found a better bot
        assert document["tables"][0]["rows"]


def test_each_save_that_is_watched_is_a_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f'name = "mine"\ngame = {PIG!r}\nseed = 1\ngames = 200\nbots = ["hold_at", "hold_at"]\n'
    file = tmp_path / "mine.toml"
    file.write_text(text)

    def save(folder: Path, before: Any) -> Any:
        if "target" in file.read_text():
            raise Interrupted("Stopped.")
        file.write_text(f"{text}[table]\ntarget = 60\n")
        return before

    monkeypatch.setattr(watching, "_next_save", save)
    monkeypatch.setattr(watching, "_until_saved", lambda answers, folder, saved: answers)
    done = run_here("watch", str(file), "--games", "600", "--format", "json", folder=tmp_path)
    assert "Watching" in done.stderr
    document = read(done.stdout)
    assert document["tables"][0]["rows"]
