"""reference/dominion: options, scenarios, bots, recommended sets and designs are complete."""

import pytest

from balance.games.dominion import GAME
from balance.games.dominion.table.kingdoms import read_kingdoms
from balance.games.dominion.table.options import Options
from tests.conftest import ROOT
from tests.docs.pages import read_page

PAGE = read_page("reference/dominion")
NAMES = {
    "options": sorted(Options.model_fields),
    "scenarios": sorted(file.stem for file in (ROOT / "scenarios" / "dominion").glob("*.toml")),
    "bots": sorted(GAME.bots),
    "sets": sorted(kingdom.id for kingdom in read_kingdoms()),
    "designs": sorted(GAME.experiments.designs),
}


@pytest.mark.parametrize("what", NAMES)
def test_nothing_is_missing(what):
    assert NAMES[what]
    assert [name for name in NAMES[what] if f"`{name}`" not in PAGE] == []
