"""What is told while games are played."""

import io

import pytest
from rich.console import Console

from balance.app import progress
from balance.app.progress import show_progress


def told(is_terminal, games):
    """Play in two parts, with a look between them; return what was told."""
    out = io.StringIO()
    console = Console(file=out, width=120, force_terminal=is_terminal)
    with show_progress(console) as teller:
        teller.begin("baseline", 1000)
        teller.add(100)
        teller.stands("half-width 0.83 (0.50 points wanted)", games)
        teller.add(games)
        if is_terminal:
            teller.progress.refresh()
    return out.getvalue()


def test_lines_tell_the_half_width_and_how_much_is_left(monkeypatch):
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    first, *_, last = told(False, 300).splitlines()
    assert first == "baseline: 1,000 games to play"
    assert "baseline: 400 of 400 games, half-width 0.83 (0.50 points wanted), " in last
    assert last.endswith(" s left")


@pytest.mark.parametrize("games", [300, 5000])
def test_the_bar_tells_it_too(games):
    text = told(True, games)
    assert "baseline, half-width 0.83 (0.50 points wanted)" in text
    assert f"{100 + games}/{100 + games}" in text
