"""Each rule is tested by its number; `balance soak` plays whole games."""

from pathlib import Path

import pytest

from balance.engine.layout import State
from balance.engine.session import Session
from balance.runner.batches import Batches
from balance.scenario.files import scenario_of_game
from balance.scenario.prepare import prepare

SCENARIO = scenario_of_game(str(Path(__file__).parent))
assert SCENARIO is not None
# A warning of numba, of no use here.
pytestmark = pytest.mark.filterwarnings("ignore:.*First-class function type feature")
MATCH = prepare(SCENARIO.changed(players=3)).cells[0].match


def test_the_row_is_three_cards_and_filled() -> None:
    """Rules M1 and M2."""
    rows = []

    def first(state: State) -> int:
        rows.append(state.row.tolist())
        return 0

    Session(MATCH.game, MATCH.game_table, seed=1).play(0, [0, 0, 0], first, limit=100)
    assert -1 not in rows[0]
    assert rows[1][1:] == rows[0][1:]


def test_all_cards_are_taken_and_counted() -> None:
    """Rules M2 and M3."""
    table, records = MATCH.game_table.array[0], Batches(MATCH).play(0, 100)
    assert (records["taken"][:, :3].sum(axis=1) == table["copies"]).all()
    points = (table["points"] * table["copies"]).sum()
    assert (records["parts"][:, :3, 0].sum(axis=1) == points).all()
