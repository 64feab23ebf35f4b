"""What the bot that plays at random does (B0), and how often."""

import pytest
from scipy.stats import chisquare

from balance.games.king_of_the_valley.layout import Decision, Phase
from tests.games.king_of_the_valley.board import (
    BOARD_1,
    BOARD_9,
    JESTER_BOARD,
    WIZARD_BOARD,
    WIZARD_LEFT,
    WIZARD_RIGHT,
    Board,
)
from tests.games.king_of_the_valley.bot_answers import (
    answer,
    answers,
    is_random,
)


def test_random_places_its_king_anywhere():
    board = Board()
    assert board.asked == Decision.PLACE
    assert is_random(answers(board, "random_legal", 2500), board.offered())


def test_random_takes_any_move_any_recruit_any_side():
    board = Board(BOARD_1, "(5,5) (3,3)", left="F M Q F C F", right="KA KB F W D F")
    board.give(0, gold=8)
    board.start(phase=Phase.RECRUIT)
    assert len(board.offered()) == 10
    assert is_random(answers(board, "random_legal", 1000), board.offered())
    board.choose("nobody")
    assert len(board.offered()) == 13
    assert is_random(answers(board, "random_legal", 1300), board.offered())
    board.choose("to (5,4)")
    assert board.asked == Decision.REFILL
    assert is_random(answers(board, "random_legal", 200), board.offered())


def test_random_gives_any_tile_for_any_subject():
    """A tile, not a kind: of three farmers and a duke it is a farmer three times out of four."""
    board = Board(WIZARD_BOARD, "(3,1) (1,5)", left=WIZARD_LEFT, right=WIZARD_RIGHT)
    board.give(0, "F F F D -KA")
    board.start()
    board.choose("to (3,5)")
    assert board.asked == Decision.SWAP
    counts = answers(board, "random_legal", 4000)
    farmers = [name for name in board.offered() if name.startswith("F")]
    dukes = [name for name in board.offered() if name.startswith("D")]
    assert len(farmers) == len(dukes) == 10
    expected = [300] * 10 + [100] * 10
    assert chisquare([counts[name] for name in farmers + dukes], expected).pvalue > 0.001


def test_random_taxes_any_groups_and_puts_jesters_anywhere():
    board = Board(BOARD_9, "(3,1) (1,5)")
    board.give(0, "KA KB KC KD F F F W W W")
    board.start()
    board.choose("to (3,4) taking (3,2) (3,3)")
    assert board.asked == Decision.TAX
    assert is_random(answers(board, "random_legal", 600), ["- K", "- F", "- W"])
    board = Board(JESTER_BOARD, "(2,1) (1,5)")
    board.start()
    board.choose("to (2,3)")
    assert is_random(answers(board, "random_legal", 600), "QDCKFW")


@pytest.mark.parametrize(
    ("castle", "down"),
    [("KB KA KA KA J@K", "KA KA KB"), ("KC KA J@K J@K", "KA KC J@K")],
)
def test_random_turns_the_oldest_down_and_jesters_last(castle, down):
    board = Board(BOARD_9, "(3,1) (1,5)")
    board.give(0, castle)
    board.start()
    board.choose("to (3,3)")
    assert board.asked == Decision.TURN_DOWN
    assert answer(board, "random_legal") == down


@pytest.mark.parametrize(
    ("castle", "five"),
    [
        ("Q D C KB KA KA F W W", "Q D C KB F"),
        ("Q D C KA J@K J@F W W", "Q D C KA J@F"),
        ("J@Q Q D C J@K W J@W", "Q D C J@K W"),
    ],
)
def test_random_always_claims_with_a_farmer_if_it_can(castle, five):
    board = Board(BOARD_1, "(5,5) (3,3)")
    board.give(0, castle)
    board.start(phase=Phase.CLAIM)
    assert answer(board, "random_legal") == five
