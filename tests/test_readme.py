"""What the README tells a newcomer to type can be typed."""

import re
import shlex
import sys

import pytest

from balance.app import compare, run
from balance.cli.main import main
from tests.conftest import ROOT

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", TEXT, re.DOTALL)
COMMANDS = [
    line.partition(" #")[0].strip()
    for kind, text in BLOCKS
    for line in text.splitlines()
    if not kind and line.startswith("balance ")
]


def test_it_is_short():
    assert len(TEXT.splitlines()) <= 150


def test_its_commands_can_be_typed_one_after_the_other(tmp_path, monkeypatch, capsys):
    played = []
    for module in (run, compare):
        monkeypatch.setattr(module, "play_scenario", lambda *what: played.append(what))
    monkeypatch.setattr("balance.cli.main.signal.signal", lambda number, handler: None)
    monkeypatch.chdir(tmp_path)
    for command in COMMANDS:
        monkeypatch.setattr(sys, "argv", shlex.split(command))
        with pytest.raises(SystemExit) as left:
            main()
        assert (left.value.code or 0) == 0, f"{command}: {capsys.readouterr().err}"
    words = [command.split()[1] for command in COMMANDS]
    assert {"run", "compare", "new", "play"} <= set(words)
    assert len(played) == sum(word in ("run", "compare") for word in words)


def test_its_python_runs(tmp_path, monkeypatch):
    (code,) = [text for kind, text in BLOCKS if kind == "python"]
    assert "games=100_000" in code
    monkeypatch.chdir(tmp_path)
    exec(code.replace("games=100_000", "games=300"), {})
    assert (tmp_path / "reports" / "knight" / "index.html").is_file()


def test_every_page_that_it_names_is_there():
    for page in re.findall(r"\]\((?!http)([^)#]+)", TEXT):
        assert (ROOT / page).exists(), page
