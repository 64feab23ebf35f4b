"""What is printed while games are played."""

import io

import pytest
from rich.console import Console

from balance.app import progress
from balance.app.progress import show_progress


def printed(is_terminal, games):
    """Play in two parts, with a check between them; return what was printed."""
    out = io.StringIO()
    console = Console(file=out, width=120, force_terminal=is_terminal)
    with show_progress(console) as shown:
        shown.begin("baseline", 1000)
        shown.add(100)
        shown.show_precision("half-width 0.83 (0.50 pp wanted)", games)
        shown.add(games)
        if is_terminal:
            shown.progress.refresh()
    return out.getvalue()


def test_lines_have_the_half_width_and_the_time_left(monkeypatch):
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    first, *_, last = printed(False, 300).splitlines()
    assert first == "baseline: 1,000 games to play"
    assert "baseline: 400 of 400 games, half-width 0.83 (0.50 pp wanted), " in last
    assert last.endswith(" s left")


@pytest.mark.parametrize("games", [300, 5000])
def test_the_bar_has_the_half_width_too(games):
    text = printed(True, games)
    assert "baseline, half-width 0.83 (0.50 pp wanted)" in text
    assert f"{100 + games}/{100 + games}" in text
