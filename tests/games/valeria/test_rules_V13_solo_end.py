"""Solo (V13): how it ends and how it is scored, with E78 and E80."""

import pytest

from balance.games.valeria.layout import DARK_LORD, ENDINGS
from balance.games.valeria.rules.tableau import change_tableau
from tests.games.valeria.board import Board

FIVE_STACKS = "five stacks exhausted"


def solo(**options) -> Board:
    """Return a solo game that stops at the end of each turn."""
    board = Board(seats=1, **options)
    board.stops_after_turn = True
    return board


def let_capture(board: Board, *cards: str) -> None:
    """Put cards before the Dark Lord."""
    for card in cards:
        change_tableau(board.state, board.table, DARK_LORD, board.rows[card], 1)


def ending(board: Board) -> str:
    assert board.is_over
    return ENDINGS[board.result()["ending"]]


def outcome(board: Board) -> str:
    """Return what the record says: a draw is half a win, and the Dark Lord's wins are no-one's."""
    mine, *others = (int(win) for win in board.result()["wins"])
    assert not any(others)
    return {60: "won", 30: "drawn", 0: "lost"}[mine]


def five_stacks(board: Board) -> Board:
    """End the game by exhausted Citizen and Domain stacks."""
    board.exhaust(5, 6, 7, 8)
    board.keep_one(9)
    board.give(0, gold=9)
    board.act()
    board.choose("recruit peasant")
    assert ending(board) == FIVE_STACKS
    board.give(0, gold=0)
    return board


@pytest.mark.rule("V13.13")
@pytest.mark.rule("R14")
@pytest.mark.parametrize(
    ("his", "mine", "result"), [("", "goblin", "won"), ("grimmwater_keep", "", "lost")]
)
def test_the_higher_score_wins(his, mine, result):
    board = drawn_but_for(his, mine)
    assert outcome(board) == result


@pytest.mark.rule("R14")
@pytest.mark.rule("V10.4")
@pytest.mark.rule("V13.13")
def test_equal_scores_are_a_draw_whoever_has_fewer_cards():
    board = drawn_but_for("", "")
    scores = board.result()["scores"]
    assert scores[0] == scores[DARK_LORD]
    assert outcome(board) == "drawn"


def drawn_but_for(his: str, mine: str) -> Board:
    """Return a scored game in which both have as much, but for what is named."""
    board = five_stacks(solo())
    for seat in (0, DARK_LORD):
        board.set_duke(seat, "cornelius_the_dreamer")
    survived = sum(card.vp for card in board.box.monsters for _ in range(copies(board, card.id)))
    board.give(0, "goblin " * survived)
    board.give(0, mine)
    let_capture(board, *his.split())
    return board


def copies(board: Board, monster: str) -> int:
    return sum(board.cards_in(stack).count(monster) for stack in range(5))
