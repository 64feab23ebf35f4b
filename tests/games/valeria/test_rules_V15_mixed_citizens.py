"""Mixed Citizens (V15), with E73."""

from collections import Counter

import pytest

from tests.games.valeria.board import Board

NUMBER_1, NUMBER_2, NUMBER_5 = 5, 6, 9  # stacks


def mixed(**options) -> Board:
    return Board(mixed_citizens=True, **options)


def cards_of(board: Board, stack: int) -> list[str]:
    """Return the cards of a stack, top first, face down or not."""
    shown = [card for card in board.cards_in(stack) if card]
    return shown + board.beneath(stack)


@pytest.mark.rule("E73")
@pytest.mark.rule("V15.1")
@pytest.mark.parametrize(("seats", "height"), [(2, 5), (4, 5), (5, 6), (1, 5)])
def test_a_stack_is_dealt_from_all_citizens_of_its_number(seats, height):
    board = mixed(seats=seats)
    numbers = {card.id: card.numbers for card in board.box.citizens}
    for stack in range(5, 15):
        assert [bool(card) for card in board.cards_in(stack)] == [True] + [False] * (height - 1)
        assert len(cards_of(board, stack)) == height
        assert len({numbers[card] for card in cards_of(board, stack)}) == 1
    assert cards_of(board, NUMBER_5) == ["peasant"] * height
    assert set(cards_of(board, NUMBER_1)) <= {"monk", "cleric"}


@pytest.mark.rule("E73")
@pytest.mark.rule("V15.1")
def test_five_of_six_monks_and_six_clerics_lie_in_the_first_stack():
    board = mixed(seats=4)
    monks = Counter()
    tops = Counter()
    for deal in range(400):
        board.session.begin(deal, (0,) * 4)
        cards = cards_of(board, NUMBER_1)
        monks[cards.count("monk")] += 1
        tops[cards[0]] += 1
    # Of 792 hands: C(6, k) C(6, 5 - k)
    for count, hands in enumerate((6, 90, 300, 300, 90, 6)):
        expected = 400 * hands / 792
        assert abs(monks[count] - expected) < 5 * expected**0.5
    assert abs(tops["monk"] - 200) < 50


@pytest.mark.rule("V15.1")
def test_of_named_citizens_only_these_are_mixed():
    board = mixed(citizens="monk blacksmith")  # in place of the Cleric and the Merchant
    for deal in range(20):
        board.session.begin(deal, (0,) * 3)
        assert set(cards_of(board, NUMBER_1)) == {"monk"}


@pytest.mark.rule("V1.11")
@pytest.mark.rule("V15.1")
@pytest.mark.rule("V15.2")
def test_nobody_sees_citizens_that_lie_face_down():
    board = mixed()
    assert board.state.face_down_citizens.any()
    for seat in range(3):
        view = board.session.view(seat)[0]
        assert not view["face_down_citizens"].any()
        assert (view["stacks"] == board.state.stacks).all()
