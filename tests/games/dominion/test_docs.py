"""`docs/dominion.md` leaves nothing out: options, scenarios, bots, recommended sets."""

from pathlib import Path

import pytest

from balance.games.dominion import GAME
from balance.games.dominion.table.kingdoms import read_kingdoms
from balance.games.dominion.table.options import Options

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "dominion.md").read_text(encoding="utf-8")
NAMES = {
    "options": sorted(Options.model_fields),
    "scenarios": sorted(file.stem for file in (ROOT / "scenarios" / "dominion").glob("*.toml")),
    "bots": sorted(GAME.bots),
    "sets": sorted(one.id for one in read_kingdoms()),
    "designs": sorted(GAME.experiments.designs),
}


@pytest.mark.parametrize("what", NAMES)
def test_everything_is_there(what):
    assert NAMES[what]
    assert [name for name in NAMES[what] if f"`{name}`" not in PAGE] == []


def test_the_pages_that_it_names_are_there():
    assert (ROOT / "docs" / "buy-lists.md").exists()
    assert "RULES.md" in PAGE
