"""Pages of the documentation: their text, blocks of code and commands."""

import re
import shlex
import sys

import pytest

from balance.cli.main import main
from tests.conftest import ROOT

DOCS = ROOT / "docs"
_BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)


def read_page(name):
    """Return the text of a page, such as ``guides/compare``."""
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def code_blocks(text, language=""):
    """Return the blocks of code in a language; without one, those of the shell and of output."""
    return [block for kind, block in _BLOCK.findall(text) if kind == language]


def commands(text):
    """Return the commands of `balance`, without comments and without those that fail."""
    return [command for command, output in _with_output(text) if not output.startswith("Error: ")]


def errors(text):
    """Return the commands that fail, each with its message."""
    return [pair for pair in _with_output(text) if pair[1].startswith("Error: ")]


def _with_output(text):
    for block in code_blocks(text):
        for part in re.split(r"^(?:\$ )?(?=balance )", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command.partition("  #")[0].strip(), output.strip()


def in_rows(text, part=""):
    """Return the names of code in the first column of tables, of a part of the page or of all."""
    if part:
        text = text.partition(f"\n## {part}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^ *\| (`.*?) \|", text, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def run_command(command, monkeypatch, capsys):
    """Run a command of the shell; return its exit code, output and errors."""
    monkeypatch.setattr("balance.cli.main.signal.signal", lambda number, handler: None)
    monkeypatch.setattr(sys, "argv", shlex.split(command))
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main()
    output = capsys.readouterr()
    return int(ended.value.code or 0), output.out, output.err
