"""`greedy` plays described games well before it has learnt anything."""

import pytest

from balance.runner.batches import Batches
from tests.games.described.test_services import DOCKS, DOMINION, match_of


@pytest.mark.parametrize(
    ("game", "least"),
    [
        (DOCKS, 0.9),
        (DOMINION, 0.9),
        ("examples/games/gems", 0.85),
        ("examples/games/drafting", 0.5),
        ("examples/games/valeria_citizens", 0.9),  # it must see what comes after a payment
    ],
)
def test_greedy_beats_random_before_it_learns(game: str, least: float) -> None:
    records = Batches(match_of(game, ["greedy", "random"])).play(0, 100)
    of_greedy = (records["wins"] * (records["lineup"] == 0)).sum() / 60
    assert of_greedy / len(records) > least
