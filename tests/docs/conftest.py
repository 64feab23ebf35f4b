"""Running the commands of a page."""

import pytest

from tests.docs.pages import run_command


@pytest.fixture
def balance(monkeypatch, capsys):
    """Run a command; return its exit code, output and errors."""
    return lambda command: run_command(command, monkeypatch, capsys)
