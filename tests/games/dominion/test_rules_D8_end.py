"""End of the game, scoring, ranking (D8), with the worked examples W11 to W17."""

import pytest

from balance.games.dominion.layout import Phase
from tests.games.dominion.hands import Hands, cards

PROVINCES, PILES, REACHED, ROUNDS = (
    "all Provinces are gone",
    "three piles are empty",
    "the wanted Provinces are owned",
    "the limit of rounds is reached",
)


def ended(*empty, kingdom="village smithy", **keys):
    """Return a table at which a turn has ended with these piles empty."""
    table = Hands(kingdom, **keys).give(0, "5E", deck="5C")
    for pile in empty:
        table.set_pile(pile, 0)
    table.start(0, Phase.BUY)
    table.end_turn()
    return table


@pytest.mark.rule("W11")
@pytest.mark.rule("D8.1")
@pytest.mark.rule("D8.2")
def test_three_empty_piles():
    table = Hands("village").give(0, "2C", deck="5E").give(1, "5C")
    table.set_pile("X", 0).set_pile("village", 0).set_pile("E", 1).start(0, Phase.BUY)
    table.choose("all", "E")
    assert table.is_over
    assert table.ending() == PILES
    assert table.hand() == cards("5E")  # after his clean-up
    assert table.state.seats[1].turns == 0  # no further turn


@pytest.mark.rule("W12")
@pytest.mark.rule("D8.1")
def test_the_game_does_not_end_before_the_end_of_the_turn():
    table = Hands().give(0, deck="5C").set_pile("P", 1).start(0, Phase.BUY, buys=2, coins=10)
    table.choose("P")
    assert not table.is_over
    table.choose("E")
    assert table.is_over
    assert table.ending() == PROVINCES
    assert table.owned() == cards("5C P E")
    assert table.scores() == [7, 0]


@pytest.mark.rule("D8.1")
@pytest.mark.parametrize(
    ("empty", "ending"),
    [
        (["P"], PROVINCES),
        (["P", "X", "C", "village"], PROVINCES),
        (["X", "C", "village"], PILES),
        (["C", "S", "G"], PILES),
        (["X", "E", "D", "smithy"], PILES),
        (["X", "C"], ""),
        (["village", "smithy"], ""),
        ([], ""),
    ],
)
def test_which_piles_end_the_game(empty, ending):
    table = ended(*empty)
    assert table.ending() == ending
    assert table.is_over == bool(ending)


@pytest.mark.rule("D8.1")
@pytest.mark.rule("D9.2")
def test_trash_and_prizes_are_no_piles():
    table = Hands("tournament village").give(0, deck="5C")
    for prize in sorted(table.prizes()):
        table.give(0, "tournament P", deck="5C").start()
        table.choose("tournament", "yes", prize)
    assert not table.prizes()
    table.give(0, deck="5C")
    table.set_pile("X", 0).set_pile("village", 0).start(0, Phase.BUY)
    table.choose("nothing")
    assert not table.is_over


@pytest.mark.rule("D8.1")
def test_a_pile_emptied_in_the_action_phase_counts():
    table = Hands("witch village").set_pile("village", 0).set_pile("C", 0).set_pile("X", 1)
    table.give(0, "witch", deck="7E").start()
    table.choose("witch")
    table.end_turn()
    assert table.ending() == PILES


@pytest.mark.rule("D8.2")
def test_the_others_do_not_complete_the_round():
    table = Hands(seats=4).set_pile("P", 1).give(1, deck="5C").start(1, Phase.BUY, coins=8)
    table.choose("P")
    assert table.is_over


@pytest.mark.rule("W15")
@pytest.mark.rule("D8.3")
def test_scoring():
    table = Hands("gardens smithy").give(
        0, hand="7C 4S", deck="3G 3E 2D", discard="4P 2X 3gardens 2smithy"
    )
    assert table.owned().total() == 30
    assert table.scores()[0] == 3 + 6 + 24 - 2 + 3 * 3 == 40


@pytest.mark.rule("W16")
@pytest.mark.rule("D8.3")
def test_gardens_are_rounded_down():
    table = Hands("gardens").give(0, "2gardens", deck="37C")
    assert table.scores()[0] == 6


@pytest.mark.rule("W17")
@pytest.mark.rule("D8.3")
def test_fairgrounds():
    table = Hands("fairgrounds smithy village")
    table.give(0, "C S G E D P X", discard="3fairgrounds smithy village")
    assert table.parts()["Fairgrounds"] == 12
    table.give(0, "C S G E D P X", discard="3fairgrounds smithy")
    assert table.parts()["Fairgrounds"] == 6


@pytest.mark.rule("D8.3")
@pytest.mark.rule("D2.2")
def test_cards_of_every_zone_are_scored():
    table = Hands("tournament horse_traders").give(0, "E", deck="D", discard="P", play="diadem")
    assert table.scores() == [10, 0]


def tied(turns, points=("5D", "5D")):
    """Return a table at which a game is over after so many turns of each."""
    table = Hands(seats=len(turns))
    for seat, (own, count) in enumerate(zip(points, turns, strict=True)):
        table.give(seat, own)
        table.state.seats[seat].turns = count
    return table


@pytest.mark.rule("W13")
@pytest.mark.rule("D8.4")
@pytest.mark.rule("D8.5")
def test_a_tie_goes_to_the_fewer_turns():
    assert tied((15, 14)).wins() == [0, 1]


@pytest.mark.rule("W14")
@pytest.mark.rule("D8.4")
@pytest.mark.rule("D8.5")
def test_a_shared_win():
    assert tied((15, 15)).wins() == [1 / 2, 1 / 2]


@pytest.mark.rule("D8.4")
@pytest.mark.rule("D8.5")
@pytest.mark.parametrize(
    ("points", "turns", "wins"),
    [
        (("P", "D"), (15, 14), [1, 0]),
        (("5E", "2P", "2P"), (9, 9, 8), [0, 0, 1]),
        (("2P", "2P", "2P"), (9, 8, 8), [0, 1 / 2, 1 / 2]),
        (("E", "E", "E", "E"), (9, 9, 9, 9), [1 / 4] * 4),
        (("X", "2X"), (9, 8), [1, 0]),
    ],
)
def test_who_wins(points, turns, wins):
    assert tied(turns, points).wins() == wins


@pytest.mark.rule("D8.4")
@pytest.mark.rule("D8.5")
@pytest.mark.parametrize(("buyer", "wins"), [(0, [0, 1]), (1, [1 / 2, 1 / 2])])
def test_the_turn_in_which_the_game_ends_counts(buyer, wins):
    table = Hands(is_dealt=True).set_pile("P", 1)
    for seat in (0, 1):
        table.next_turn()
        table.give(seat, "P" if seat != buyer else "", deck="5C").start(seat, Phase.BUY, coins=8)
        table.choose("P" if seat == buyer else "nothing")
        if table.is_over:
            break
    assert table.give(1 - buyer, "P").scores() == [6, 6]
    assert table.wins() == wins


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
