"""Mixed Citizens (V15), with E73."""

from collections import Counter

import pytest

from balance.games.valeria.layout import Decision
from tests.games.valeria.board import Board

NUMBER_1, NUMBER_2, NUMBER_5 = 5, 6, 9  # stacks


def mixed(**options) -> Board:
    return Board(mixed_citizens=True, **options)


def cards_of(board: Board, stack: int) -> list[str]:
    """Return the cards of a stack, top first, face down or not."""
    shown = [card for card in board.cards_in(stack) if card]
    return shown + board.beneath(stack)


def with_top(stack: int, *cards: str, **options) -> Board:
    """Return a game with these cards on top of a stack, the first one face up."""
    board = mixed(**options)
    for deal in range(1000):
        board.session.begin(deal, (0,) * board.num_seats)
        if tuple(cards_of(board, stack)[: len(cards)]) == cards:
            board.state.num_tasks = 0
            return board
    raise AssertionError(f"{cards} never lie on top")


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


@pytest.mark.rule("V15.2")
@pytest.mark.parametrize("following", ["monk", "cleric"])
def test_the_next_citizen_is_turned_up_as_soon_as_the_one_on_it_is_gone(following):
    board = with_top(NUMBER_1, "cleric", following, seats=3)
    board.give(0, gold=3, magic=9)
    board.act()
    board.choose("recruit cleric", "0 magic")
    assert board.top(NUMBER_1) == following
    assert board.cards_in(NUMBER_1) == [following, "", "", ""]


@pytest.mark.rule("V15.2")
def test_a_citizen_turned_up_by_a_take_can_be_taken_by_the_next():
    edits = {"domains.halfpenny_hill.ability": "action_start: take citizen + take citizen"}
    board = with_top(NUMBER_1, "cleric", "monk", edits=edits)
    board.give(0, "halfpenny_hill")
    board.act()
    board.choose("take cleric")
    assert board.asked == (Decision.TAKE, 0)
    board.choose("take monk")
    assert (board.owns(0, "cleric"), board.owns(0, "monk")) == (1, 1)


@pytest.mark.rule("V13.6")
@pytest.mark.rule("V15.2")
def test_a_capture_turns_up_the_next_citizen_too():
    board = with_top(NUMBER_1, "cleric", "monk", seats=1)
    board.stops_after_turn = True
    board.roll(0, 1, 3)
    board.until(Decision.ACTION)
    board.choose("gain gold", "gain gold", "1 on column 1", "capture cleric")
    assert board.top(NUMBER_1) == "monk"


@pytest.mark.rule("R9")
@pytest.mark.rule("V15.3")
@pytest.mark.rule("V18.5")
def test_a_returned_citizen_lies_face_up_on_the_stack_of_its_number():
    edits = {"domains.halfpenny_hill.ability": "action_start: return citizen -> 3 vp"}
    board = with_top(NUMBER_2, "blacksmith", edits=edits)
    below = board.cards_in(NUMBER_2)
    board.give(0, "halfpenny_hill merchant", gold=2 + 3)
    board.act()
    board.choose("return citizen")
    assert board.cards_in(NUMBER_2) == ["merchant", *below]
    board.choose("recruit merchant")
    assert board.cards_in(NUMBER_2) == below
    assert board.may("recruit blacksmith")


@pytest.mark.rule("V8.4")
@pytest.mark.rule("V15.3")
def test_a_citizen_returned_to_an_exhausted_stack_brings_it_back():
    edits = {"domains.halfpenny_hill.ability": "action_start: return citizen -> 3 vp"}
    board = mixed(edits=edits)
    board.exhaust(NUMBER_2)
    board.give(0, "halfpenny_hill blacksmith")
    board.act()
    board.choose("return citizen")
    assert board.cards_in(NUMBER_2) == ["blacksmith"]
    assert board.exhausted == 0


@pytest.mark.rule("V15.4")
def test_what_is_taken_is_a_top_card():
    edits = {"domains.halfpenny_hill.ability": "action_start: take citizen[name=monk]"}
    board = with_top(NUMBER_1, "cleric", "monk", edits=edits)
    board.give(0, "halfpenny_hill")
    board.act()
    assert board.asked == (Decision.ACTION, 0)
    assert board.owns(0, "monk") == 0


@pytest.mark.rule("V6.5")
@pytest.mark.rule("V15.4")
def test_the_surcharge_counts_cards_of_the_name_not_of_the_stack():
    board = with_top(NUMBER_1, "cleric", "cleric")
    board.give(0, "monk*3", gold=3 + 4)
    board.act()
    board.choose("recruit cleric")
    assert board.goods(0).gold == 4
    board.choose("recruit cleric")
    assert board.goods(0).gold == 0


@pytest.mark.rule("V0.6")
@pytest.mark.rule("V15.4")
@pytest.mark.parametrize("edition", ["first", "second"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_mixed_citizens_go_with_either_edition_and_any_number_of_players(edition, seats):
    board = mixed(edition=edition, seats=seats)
    board.roll(0)
    board.until(Decision.ACTION)
    assert board.may("gain gold")
