"""Scoring (K12), with the worked examples X35 to X37."""

import pytest

from tests.games.king_of_the_valley.board import BOARD_1, Board

X36 = "Q D D C C C KA KA KA KB KC KC KC KC F F F F F -W -W W J@Q"


def scored(*castles, gold=0, edits=None):
    """A board with these castles, everybody with so much gold."""
    kings = ["(5,5)", "(3,3)", "(1,1)", "(1,3)"][: max(2, len(castles))]
    board = Board(BOARD_1, " ".join(kings), seats=len(kings), edits=edits)
    for seat in range(len(kings)):
        board.give(seat, castles[seat] if seat < len(castles) else "", gold=gold)
    return board


@pytest.mark.rule("X35")
@pytest.mark.rule("K12.2")
@pytest.mark.parametrize(("knights", "points"), list(enumerate([0, 0, 0, 3, 5, 8, 8])))
def test_knights_of_one_order(knights, points):
    board = scored("KB " * knights + "J@K J@K")
    assert board.parts().get("knight orders", 0) == points
    turned = scored("-KB " * knights + "-J@K J@K")
    assert turned.parts().get("knight orders", 0) == points


@pytest.mark.rule("X35")
@pytest.mark.rule("K12.2")
def test_every_order_counts_by_itself():
    assert scored("KA KA KA KC KC KC KC").parts()["knight orders"] == 8
    assert "knight orders" not in scored("KA KA KB KB KC KC KD KD").parts()


@pytest.mark.rule("X36")
@pytest.mark.rule("K12.1")
@pytest.mark.rule("K12.3")
@pytest.mark.rule("K12.4")
@pytest.mark.rule("K12.5")
@pytest.mark.parametrize("turn", ["as given", "all up", "all down"])
def test_the_final_score(turn):
    codes = [code.removeprefix("-") for code in X36.split()]
    castle = {"as given": X36, "all up": " ".join(codes), "all down": "-" + " -".join(codes)}
    board = scored(castle[turn], gold=7)
    board.give(0, markers=2)
    assert board.parts() == {
        "influence": 46,
        "knight orders": 8,
        "couples": 6,
        "kingdom markers": 10,
        "gold": 7,
    }
    assert board.scores()[0] == 77


@pytest.mark.rule("K12.1")
@pytest.mark.parametrize(
    ("castle", "influence"),
    [("Q", 5), ("D", 4), ("C", 3), ("KD", 2), ("F", 1), ("W", 1), ("J@Q J@D J@C", 0)],
)
def test_the_influence_of_each_tile(castle, influence):
    assert scored(castle).parts().get("influence", 0) == influence


@pytest.mark.rule("K12.3")
@pytest.mark.parametrize(
    ("castle", "couples"), [("F F W", 1), ("F W W -W -F", 2), ("F F F", 0), ("W", 0)]
)
def test_couples(castle, couples):
    assert scored(castle).parts().get("couples", 0) == 2 * couples


@pytest.mark.rule("X37")
@pytest.mark.rule("K12.6")
@pytest.mark.rule("A34")
@pytest.mark.parametrize(
    ("influence", "wins"), [((40, 42), [0, 1]), ((42, 42), [0.5, 0.5]), ((42, 40), [1, 0])]
)
def test_ties_go_by_influence(influence, wins):
    castles = {40: "Q Q Q Q Q Q Q Q", 42: "D D D D D D D D D D KA"}
    board = scored(*(castles[each] for each in influence))
    for seat, each in enumerate(influence):
        board.give(seat, gold=60 - each)
    assert board.scores() == [60, 60]
    assert board.wins() == wins


@pytest.mark.rule("K12.6")
def test_the_most_fame_wins_whatever_the_influence():
    board = scored("Q Q", "D")
    board.give(1, gold=7)
    assert board.scores() == [10, 11]
    assert board.wins() == [0, 1]


@pytest.mark.rule("K12.6")
@pytest.mark.rule("A34")
def test_three_share_a_win_and_a_fourth_with_less_influence_does_not():
    board = scored("Q", "D F", "C KA", "D")
    board.give(3, gold=1)
    assert board.scores() == [5, 5, 5, 5]
    assert board.wins() == [1 / 3, 1 / 3, 1 / 3, 0]


@pytest.mark.rule("K12.2")
@pytest.mark.rule("K12.3")
@pytest.mark.rule("K12.5")
def test_the_points_stand_in_the_sheet():
    edits = {f"params.order_bonus_{n}.value": n + 10 for n in (3, 4, 5)}
    edits |= {"params.couple_points.value": 4, "params.gold_points.value": 3}
    board = scored("KA KA KA KB KB KB KB KC KC KC KC KC F W", gold=2, edits=edits)
    assert board.parts() == {
        "influence": 26,
        "knight orders": 13 + 14 + 15,
        "couples": 4,
        "gold": 6,
    }


@pytest.mark.rule("A24")
def test_a_switch_lets_jesters_join_couples():
    edits = {"params.jester_counts_in_couples.value": 1}
    assert scored("F F J@W W J@Q", edits=edits).parts()["couples"] == 4
    assert scored("J@F J@W", edits=edits).parts()["couples"] == 2
    assert scored("F J@F J@F W W W", edits=edits).parts()["couples"] == 6
    assert scored("F F F W J@W J@W", edits=edits).parts()["couples"] == 6
    assert scored("J@F J@F J@K", edits=edits).parts() == {}
    assert scored("F F J@W W J@Q").parts()["couples"] == 2


@pytest.mark.rule("K12.1")
def test_influence_stands_in_the_sheet():
    edits = {f"tiles.queen_{stage}.influence": 6 for stage in ("i", "ii", "iii")}
    assert scored("Q -Q D", edits=edits).parts() == {"influence": 16}


@pytest.mark.rule("K7.2")
@pytest.mark.rule("K12.1")
def test_so_does_that_of_jesters():
    edits = {f"tiles.jester_{stage}.influence": 2 for stage in ("i", "ii", "iii")}
    castle = "Q J@Q -J@D J@C J@K -J@F J@W"
    assert scored(castle, edits=edits).parts() == {"influence": 5 + 6 * 2}
