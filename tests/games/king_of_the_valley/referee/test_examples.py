"""Worked examples X1 to X37, played by the referee."""

import random

import pytest

from tests.games.king_of_the_valley.referee.scoring import fame_parts, winners
from tests.games.king_of_the_valley.referee.sheets import read_sheets, shuffled
from tests.games.king_of_the_valley.referee.specialists import can_activate
from tests.games.king_of_the_valley.referee.staged import DATA, Staged, castle, code, tile, tiles
from tests.games.king_of_the_valley.referee.table import Choice
from tests.games.king_of_the_valley.referee.turns import build_table, turn

BOARD_1 = "C F KB D Q  F F W C D  KD W W F KA  W C KB F KC  F KA C D F"
BOARD_2 = "F C W KA F  KB F D W C  W KC F F KD  F W C KA T0/3  Q F M W D"
BOARD_3 = "D KA KC M F  F C W F W  C F W M F  W F D C KB  F KD F W C"
BOARD_4 = "C F W D F  F W C F W  F KA KB KA W  W F F C D  C D W F Q"
BOARD_9 = "F W C F D  C F D W F  F T0/3 T3/5 T4/7 D  W C F F W  D F W C F"
WIZARDS = "F W C F D  C F W W F  F W D C Z  W C F F W  D F W C F"
LEFT, RIGHT = "F T3/5 Q W KB C", "M F D W F J"
CASTLE = "Q D D C C C KA KA KA KB KC KC KC KC F F F F F -W -W W J@Q"  # of X36


def singles(staged: Staged) -> set[tuple[int, int]]:
    return {move.end for move in staged.moves() if len(move.taken) == 1}


def can_take(staged: Staged, codes: str) -> bool:
    return can_activate(staged.table, staged.red, tiles(codes))


def claims(staged: Staged, held: str) -> set[Choice]:
    """What is offered in Phase 3, after the first action and no recruit."""
    staged.red.castle = castle(held)
    asking = turn(staged.table, staged.red)
    pending = next(asking)
    while pending.kind in ("recruit", "collect"):
        pending = asking.send(pending.choices[0])
    return set(pending.choices) if pending.kind == "claim" else set()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_x1_set_up(players: int) -> None:
    sheets = read_sheets(DATA)
    stages = shuffled(sheets, random.Random(1))
    table = build_table(sheets, stages, players)
    assert [each.name for each in table.valley.values()] == stages["I"][:25]
    low = [table.hill[side][row].name for row in (0, 1) for side in "LR"]
    high = [table.hill[side][row].name for row in range(2, 6) for side in "LR"]
    assert (low, high) == (stages["I"][25:], stages["II"][:8])
    assert [each.name for each in table.pile] == stages["II"][8:] + stages["III"]
    assert (len(table.pile), [player.gold for player in table.players]) == (53, [2] * players)


def test_x5_complete_list() -> None:
    staged = Staged(BOARD_1, (5, 5), (3, 3))
    ends = {(4, 4), (2, 2), (1, 1), (4, 5), (3, 5), (2, 5), (1, 5), (5, 4), (5, 3), (5, 2), (5, 1)}
    assert singles(staged) == ends
    taken = {((2, 5), frozenset({(4, 5), (3, 5)})), ((1, 1), frozenset({(4, 4), (2, 2)}))}
    assert staged.multi() == taken
    assert len(staged.moves()) == 13
    assert [len(move.taken) for move in staged.moves(1)] == [1] * 15


def test_x6_x7_blocked() -> None:
    blocked = Staged(BOARD_1, (5, 5), (4, 5))
    assert len(blocked.moves()) == 12
    assert (3, 3) in singles(blocked)
    assert (4, 5) not in singles(blocked)
    shared = Staged(BOARD_1, (5, 5), (2, 5))
    assert len(shared.moves()) == 13
    assert (2, 5) not in singles(shared)
    shared.turn(collect=("move", (), (2, 5), ((4, 5), (3, 5))))
    assert shared.red.king == shared.blue.king == (2, 5)
    assert shared.castle() == "KC KA"


def test_x8_start_tile() -> None:
    staged = Staged(BOARD_1, (5, 5), (3, 3))
    staged.turn(collect=("move", (), (5, 4), ((5, 4),)))
    assert code(staged.table.valley[5, 4]) == "F"
    assert all((5, 4) not in move.taken for seat in (0, 1) for move in staged.moves(seat))


def test_x9_several_jesters() -> None:
    board = BOARD_1.replace("KA  W", "J  W").replace("KC", "J")
    staged = Staged(board, (5, 5), (3, 3))
    takes: Choice = ("move", (), (2, 5), ((4, 5), (3, 5)))
    staged.turn(collect=takes, jester=[("jester", "queen"), ("jester", "knight")])
    assert staged.castle() == "J@Q J@K"


def test_x10_no_wild_tiles() -> None:
    board = "C F W F D  F KA J KB W  W F W C F  F C F W F  D W C F W"
    staged = Staged(board, (2, 1), (1, 5))
    assert len(staged.moves()) == 14
    taken = {((2, 5), frozenset({(2, 2), (2, 4)})), ((5, 4), frozenset({(3, 2), (4, 3)}))}
    assert staged.multi() == taken


def test_x11_x12_two_or_three_of_three() -> None:
    staged = Staged(BOARD_4, (3, 1), (1, 5))
    assert len(staged.moves()) == 16
    assert staged.multi() == {
        ((3, 4), frozenset({(3, 2), (3, 3)})),
        ((3, 5), frozenset({(3, 2), (3, 4)})),
        ((3, 5), frozenset({(3, 3), (3, 4)})),
        ((3, 5), frozenset({(3, 2), (3, 3), (3, 4)})),
    }
    blocked = Staged(BOARD_4, (3, 1), (3, 3))
    assert len(blocked.moves()) == 12
    assert blocked.multi() == {((3, 5), frozenset({(3, 2), (3, 4)}))}


def test_x13_edge_and_four_in_a_line() -> None:
    board = "F W D KA KB  C F W F C  W C F D W  F W C F J  KC F W J F"
    staged = Staged(board, (1, 1), (5, 1))
    assert len(staged.moves()) == 15
    assert staged.multi() == {
        ((4, 4), frozenset({(2, 2), (3, 3)})),
        ((5, 5), frozenset({(2, 2), (4, 4)})),
        ((5, 5), frozenset({(3, 3), (4, 4)})),
        ((5, 5), frozenset({(2, 2), (3, 3), (4, 4)})),
    }
    assert (5, 5) in singles(staged)


def test_x14_x16_monk_and_back() -> None:
    staged = Staged(BOARD_2, (5, 1), (1, 5), left="F KB W C F D")
    staged.turn(collect=("move", ((5, 3),), (5, 1), ((5, 1),)), refill=("refill", "L"))
    table = staged.table
    assert (staged.red.gold, staged.castle(), staged.red.king) == (1, "Q", (5, 1))
    assert (code(table.valley[5, 3]), code(table.valley[5, 1])) == ("F", "KB")
    assert +table.coins == {(5, 3): 1}
    assert [code(each) for each in table.discarded] == ["M"]
    staged.blue.king = (5, 5)
    staged.turn(1, collect=("move", (), (5, 3), ((5, 3),)))
    assert staged.blue.gold == 3
    assert not +table.coins


def test_x16_gold_that_is_passed_stays() -> None:
    staged = Staged(BOARD_2, (1, 1), (5, 5), left="F KB W C F D")
    staged.table.coins[5, 3] = 1
    staged.turn(1, collect=("move", (), (5, 2), ((5, 2),)))
    assert staged.blue.gold == 2
    assert staged.table.coins == {(5, 3): 1}


@pytest.mark.parametrize(("gold", "actions", "by_monk"), [(0, 11, 0), (1, 23, 12), (2, 23, 12)])
def test_x15_monk_and_money(gold: int, actions: int, by_monk: int) -> None:
    staged = Staged(BOARD_2, (5, 1), (1, 5), gold=gold)
    assert len(staged.moves()) == actions
    assert sum(bool(move.monks) for move in staged.moves()) == by_monk
    assert ((1, 5), frozenset({(4, 2), (2, 4)})) in staged.multi()
    assert all(move.end != (5, 3) for move in staged.moves() if not move.taken[1:])


def test_x17_two_monks() -> None:
    staged = Staged(BOARD_3, (3, 1), (5, 5), right="W F D KD C F")
    takes: Choice = ("move", ((3, 4), (1, 4)), (1, 1), ((1, 3), (1, 2)))
    staged.turn(collect=takes, refill=("refill", "R"))
    table = staged.table
    assert (staged.red.gold, staged.castle()) == (0, "KC KA")
    filled = [code(table.valley[space]) for space in ((3, 4), (1, 4), (1, 3), (1, 2))]
    assert filled == ["W", "F", "D", "KD"]
    assert table.coins == {(3, 4): 1, (1, 4): 1}
    assert staged.hill("R").startswith("C F ")
    for gold, actions in enumerate((11, 24, 36)):
        assert len(Staged(BOARD_3, (3, 1), (5, 5), gold=gold).moves()) == actions


def test_x18_wizard() -> None:
    staged = Staged(WIZARDS, (3, 1), (1, 5), "F -KA", left=LEFT, right=RIGHT)
    assert len(staged.moves()) == 12
    takes: Choice = ("move", (), (3, 5), ((3, 5),))
    for wrong in (
        ("swap", "knight A", "L", 3),
        ("swap", "farmer", "L", 2),
        ("swap", "farmer", "R", 1),
    ):
        with pytest.raises(ValueError, match="is no answer"):
            Staged(WIZARDS, (3, 1), (1, 5), "F -KA", left=LEFT, right=RIGHT).turn(
                collect=takes, swap=wrong
            )
    staged.turn(collect=takes, swap=("swap", "farmer", "L", 3), refill=("refill", "R"))
    assert (staged.castle(), staged.red.gold) == ("-KA Q", 2)
    assert staged.hill("L") == "F T3/5 F W KB C"


def test_x19_wizard_requirement() -> None:
    down = Staged(WIZARDS, (3, 1), (1, 5), "-F -KA", left=LEFT, right=RIGHT)
    specialists = Staged(WIZARDS, (3, 1), (1, 5), "F -KA", left="M Z T0/3", right="T3/5 M")
    assert len(down.moves()) == len(specialists.moves()) == 11


@pytest.mark.parametrize(
    ("held", "swaps", "then", "left", "right"),
    [
        (
            "F W",
            [("swap", "farmer", "L", 3), ("swap", "farmwoman", "R", 3)],
            "Q D",
            "F T3/5 F W KB C",
            "M F W W F J",
        ),
        (
            "F",
            [("swap", "farmer", "L", 4), ("swap", "farmwoman", "L", 3)],
            "Q",
            "F T3/5 W F KB C",
            RIGHT,
        ),
    ],
)
def test_x20_two_wizards(held: str, swaps: list[Choice], then: str, left: str, right: str) -> None:
    board = WIZARDS.replace("F W D C Z", "F Z W Z D")
    staged = Staged(board, (3, 1), (1, 5), held, left=LEFT, right=RIGHT, pile="")
    takes: Choice = ("move", (), (3, 5), ((3, 2), (3, 4)))
    staged.turn(collect=takes, swap=swaps, refill=("refill", "L"))
    assert staged.castle() == then
    table = staged.table
    filled = [code(table.valley[space]) for space in ((3, 2), (3, 4))]
    assert " ".join([*filled, staged.hill("L")]) == left
    assert staged.hill("R") == right


def test_x21_to_x23_collectors() -> None:
    board = BOARD_9.replace("T4/7", "C")
    free = Staged(board, (3, 1), (1, 5))
    free.turn(collect=("move", (), (3, 2), ((3, 2),)))
    assert (free.red.gold, free.castle(), free.red.taxed) == (5, "", set())
    taxed = Staged(board, (3, 1), (1, 5), "KA KB J@K Q")
    taxed.turn(collect=("move", (), (3, 3), ((3, 3),)))
    assert (taxed.red.gold, taxed.castle()) == (7, "-KA -KB -J@K Q")
    assert taxed.red.taxed == {"knight"}
    assert not can_take(Staged(board, (3, 1), (1, 5), "KA KB -KC"), "T3/5")
    taxed.red.castle += castle("KC KD KA")
    assert not can_take(taxed, "T3/6")
    taxed.red.castle += castle("F F J@F")
    assert can_take(taxed, "T3/6")


@pytest.mark.parametrize(
    ("held", "taxed", "actions"),
    [
        ("", "", 10),
        ("KA KB KC", "", 12),
        ("KA KB J@K", "", 12),
        ("KA KB KC KD", "", 14),
        ("KA KB KC KD F F F", "", 16),
        ("KA KB KC KD F F F", "knight", 12),
    ],
)
def test_x24_several_collectors(held: str, taxed: str, actions: int) -> None:
    staged = Staged(BOARD_9, (3, 1), (1, 5), held)
    staged.red.taxed = {taxed} - {""}
    assert len(staged.moves()) == actions
    if held.endswith("F") and not taxed:
        takes: Choice = ("move", (), (3, 5), ((3, 2), (3, 3), (3, 4)))
        staged.turn(collect=takes)
        assert staged.red.gold == 17
        assert not staged.red.up()
        assert staged.red.taxed == {"knight", "farmer"}


def test_x25_kingdom_bonus() -> None:
    staged = Staged(BOARD_1, (5, 5), (3, 3), "Q D C KA F W", 3)
    with_farmwoman: Choice = ("claim", "queen", "duke", "countess", "knight A", "farmwoman")
    takes: Choice = ("move", (), (5, 2), ((5, 2),))
    staged.turn(collect=takes, claim=with_farmwoman)
    assert staged.castle() == "-Q -D -C -KA F -W KA"
    assert (staged.red.gold, staged.red.markers) == (8, 1)
    assert claims(Staged(BOARD_1, (5, 5), (3, 3)), "Q D C KA F W") >= {
        ("claim", "queen", "duke", "countess", "knight A", "farmer"),
        ("no",),
    }


def test_x26_once_per_turn() -> None:
    staged = Staged(BOARD_1, (5, 5), (3, 3), "Q Q D D C C KA KB F F")
    claim: Choice = ("claim", "queen", "duke", "countess", "knight A", "farmer")
    with pytest.raises(ValueError, match="not asked"):
        staged.turn(claim=[claim, claim])
    assert staged.red.markers == 1
    staged.turn(claim=("claim", "queen", "duke", "countess", "knight B", "farmer"))
    assert staged.red.markers == 2


@pytest.mark.parametrize(
    ("held", "number"), [("Q D C F W", 0), ("-Q D C KA F", 0), ("J@Q D C KA J@W", 3)]
)
def test_x27_five_values(held: str, number: int) -> None:
    staged = Staged("W " * 25, (4, 4), (1, 1))
    assert len(claims(staged, held)) == number


def test_x28_x29_recruiting() -> None:
    left = "F KB W C F D"
    buys: Choice = ("recruit", "L", 4)
    staged = Staged(BOARD_1, (5, 5), (3, 3), gold=6, left=left, right="J F F M Z T0/3")
    staged.turn(recruit=buys, refill=("refill", "R"))
    assert staged.red.gold == 0
    assert staged.castle().split()[0] == "C"
    assert staged.hill("L").startswith("F KB W F D")
    for gold, round_, wrong in ((5, 2, buys), (6, 1, buys), (20, 2, ("recruit", "R", 4))):
        poor = Staged(BOARD_1, (5, 5), (3, 3), gold=gold, left=left, right="J F F M Z T0/3")
        poor.table.round = round_
        with pytest.raises(ValueError, match=r"is no answer|not asked"):
            poor.turn(recruit=wrong)
    jester = Staged(BOARD_1, (5, 5), (3, 3), left=left, right="J F F M Z T0/3")
    jester.turn(recruit=("recruit", "R", 1), jester=("jester", "duke"))
    assert jester.castle().split()[0] == "J@D"
    assert jester.red.gold == 0
    assert len(jester.red.up("duke")) == 1


@pytest.mark.parametrize(
    ("side", "filled", "left", "right", "following"),
    [
        ("R", "Q W", "F KB W C F D", "KA F C F KD F", "W"),
        ("L", "F KB", "W C F D KD F", "Q W KA F C F", "W"),
    ],
)
def test_x30_refill_order(side: str, filled: str, left: str, right: str, following: str) -> None:
    staged = Staged(
        *(BOARD_1, (5, 5), (3, 3)),
        left="F KB W C F D",
        right="Q W KA F C F",
        pile="KD F W C",
        gold=0,
    )
    takes: Choice = ("move", (), (2, 5), ((4, 5), (3, 5)))
    staged.turn(collect=takes, refill=("refill", side))
    valley = staged.table.valley
    assert f"{code(valley[4, 5])} {code(valley[3, 5])}" == filled
    assert (staged.hill("L"), staged.hill("R")) == (left, right)
    assert code(staged.table.pile[0]) == following


@pytest.mark.parametrize(
    ("side", "filled", "left", "right"),
    [
        ("L", "F", "KB W F D KD KA", "Q W KA F C F"),
        ("R", "Q", "F KB W F D KD", "W KA F C F KA"),
    ],
)
def test_x31_refill_after_recruiting(side: str, filled: str, left: str, right: str) -> None:
    staged = Staged(
        *(BOARD_1, (5, 5), (3, 3)),
        left="F KB W F D",
        right="Q W KA F C F",
        pile="KD KA W F",
        gold=0,
    )
    staged.turn(collect=("move", (), (5, 4), ((5, 4),)), refill=("refill", side))
    assert code(staged.table.valley[5, 4]) == filled
    assert (staged.hill("L"), staged.hill("R")) == (left, right)


def test_x32_the_end_is_triggered_when_the_hill_stays_incomplete() -> None:
    staged = Staged(BOARD_1, (5, 5), (3, 3), pile="F", gold=0)
    staged.turn(collect=("move", (), (5, 4), ((5, 4),)))
    assert staged.table.triggered is None
    staged.turn(1, collect=("move", (), (3, 2), ((3, 2),)))
    assert staged.table.triggered == 1


@pytest.mark.parametrize(("number", "points"), [*enumerate((0, 0, 0, 3, 5, 8))])
def test_x35_knight_orders(number: int, points: int) -> None:
    staged = Staged(BOARD_1, (5, 5), (3, 3), "J@K J@K " + "KA " * number)
    assert fame_parts(staged.table, staged.red)["knight orders"] == points


def test_x36_final_score() -> None:
    staged = Staged(BOARD_1, (5, 5), (3, 3), CASTLE, 7)
    staged.red.markers = 2
    assert list(fame_parts(staged.table, staged.red).values()) == [46, 8, 6, 10, 7]


def test_x37_ties() -> None:
    staged = Staged(BOARD_1, (5, 5), (3, 3), "Q", 7)
    staged.blue.castle, staged.blue.gold = castle("Q F"), 6
    assert winners(staged.table) == [1]
    staged.red.castle.append(tile("W"))
    staged.red.gold = 6
    staged.red.castle[1].column = "farmwoman"
    assert winners(staged.table) == [0, 1]
