"""The bar that a notebook shows while games are played."""

import pytest
from rich.console import Console

from balance.app import notebook_progress
from balance.app.progress import show_progress


class Handle:
    """Stands for a display that can be updated."""

    def __init__(self) -> None:
        self.drawn: list[str] = []

    def update(self, html: object) -> None:
        self.drawn.append(html.data)  # type: ignore[attr-defined]


@pytest.fixture
def handle(monkeypatch: pytest.MonkeyPatch) -> Handle:
    handle = Handle()
    monkeypatch.setattr(notebook_progress, "display", lambda html, display_id: handle)
    return handle


def test_a_notebook_has_a_bar_that_goes_away(handle: Handle) -> None:
    with show_progress(Console(force_jupyter=True)) as progress:
        progress.begin("seats <1>", 100)
        progress.add(100)
        progress.show_precision("half-width 2.0", 50)
    first, full, more, last = handle.drawn
    assert "value=0" in first
    assert "seats &lt;1&gt;: 100 of 100 games" in full
    assert "100 of 150 games, half-width 2.0" in more
    assert last == ""


def test_nothing_is_drawn_for_nothing_to_play_or_if_quiet(handle: Handle) -> None:
    with show_progress(Console(force_jupyter=True)) as progress:
        progress.begin("pig", 0)
    assert handle.drawn == [""]
    with show_progress(Console(force_jupyter=True, quiet=True)) as progress:
        progress.begin("pig", 100)
    assert handle.drawn == [""]
