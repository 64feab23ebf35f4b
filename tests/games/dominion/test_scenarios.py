"""The scenarios that come with the program for Dominion."""

from pathlib import Path

import pytest

from balance.games.dominion.table.kingdoms import read_kingdoms
from balance.scenario.files import read_scenario
from balance.scenario.prepare import prepare

FOLDER = Path(__file__).parents[3] / "scenarios" / "dominion"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))


@pytest.mark.parametrize("name", NAMES)
def test_each_can_be_played(name):
    ready = prepare(read_scenario(name))
    assert ready.scenario.game == "dominion"
    assert ready.scenario.question.endswith("?")
    assert not ready.notices


def test_the_recommended_sets_are_compared():
    variants = prepare(read_scenario("recommended-sets")).cells
    shown = [variant.settings["kingdom"] for variant in variants]
    assert shown == [printed.id for printed in read_kingdoms()]


def test_the_bots_of_a_question_find_their_cards_in_the_supply():
    pairs = prepare(read_scenario("strategies")).cells
    labels = {label for variant in pairs for label in variant.match.lineup.labels}
    assert len(labels) == 6
    assert len(pairs) == 6 * 5 // 2
    names = {piece.id for piece in pairs[0].match.game_table.cards}
    assert {"smithy", "witch", "militia", "village", "workshop", "gardens"} <= names
