"""End of the game, scoring, ranking (D8), with the worked examples W11 to W17."""

import pytest

from tests.games.dominion.hands import Hands

PROVINCES, PILES, REACHED, ROUNDS = (
    "all Provinces are gone",
    "three piles are empty",
    "the wanted Provinces are owned",
    "the limit of rounds is reached",
)


@pytest.mark.rule("D8.6")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_game_is_stopped_after_the_last_round(seats):
    table = Hands("smithy", seats, is_dealt=True, max_rounds=4)
    turns = 0
    while not table.is_over:
        table.next_turn()
        table.end_turn()
        turns += 1
    assert turns == 4 * seats
    assert table.ending() == ROUNDS
    assert [int(table.state.seats[seat].turns) for seat in range(seats)] == [4] * seats
    assert table.result()["rounds"] == 4
    assert table.wins() == [1 / seats] * seats


@pytest.mark.rule("D8.6")
def test_there_are_200_rounds_at_most():
    assert Hands("smithy").table.max_rounds == 200
