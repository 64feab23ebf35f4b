"""The end of the game (V9), with the worked examples E59 to E61 and E86."""

import pytest

from balance.games.valeria.layout import ENDINGS, Decision
from tests.games.valeria.board import Board


def take_turn(board: Board, seat: int, *actions: str) -> None:
    """Begin a turn with a roll of 5 and 6, act, and gain strength with what is left of it."""
    board.roll(seat, 5, 6)
    board.until(Decision.ACTION, seat)
    board.choose(*actions)
    board.finish(seat)


@pytest.mark.rule("E59")
@pytest.mark.rule("V3.2")
@pytest.mark.rule("V9.1")
@pytest.mark.rule("V9.3")
@pytest.mark.rule("V9.4")
def test_the_round_is_played_to_its_end():
    board = Board(seats=2)
    board.exhaust(5, 6, 7)
    board.keep_one(board.stack_of("goblin_king"))
    board.give(0, strength=6)
    take_turn(board, 0, "slay goblin_king")
    assert board.exhausted == 4
    assert not board.is_over
    assert board.state.active == 1
    board.finish(1)
    assert board.is_over
    assert ENDINGS[board.result()["ending"]] == "exhausted stacks"


@pytest.mark.rule("E59")
@pytest.mark.rule("V9.4")
def test_the_last_player_of_a_round_ends_the_game_with_that_turn():
    board = Board(seats=2)
    board.exhaust(5, 6, 7)
    board.keep_one(board.stack_of("goblin_king"))
    board.give(1, strength=6)
    take_turn(board, 1, "slay goblin_king")
    assert board.is_over


@pytest.mark.rule("V9.2")
@pytest.mark.rule("V3.2")
def test_without_an_end_condition_the_dice_go_to_the_left_and_round():
    board = Board(seats=3)
    board.exhaust(5, 6, 7, 8, 9)  # one less than it takes
    take_turn(board, 1)
    assert board.state.active == 2
    assert board.state.rounds == 1
    board.finish(2)
    assert not board.is_over
    assert board.state.active == 0
    assert board.state.rounds == 2


@pytest.mark.rule("E60")
@pytest.mark.rule("R5")
@pytest.mark.rule("V9.3")
@pytest.mark.parametrize("latched", [False, True])
def test_the_end_can_be_undone(latched):
    switches = {"end_trigger_latched": latched}
    board = Board(seats=2, domains="watcher_on_the_water", switches=switches)
    board.exhaust(5, 6, 7)
    board.keep_one(board.stack_of("goblin_king"))
    board.give(0, strength=6)
    board.give(1, "goblin knight*2", gold=6)
    take_turn(board, 0, "slay goblin_king")
    board.until(Decision.ACTION, 1)
    board.choose("build watcher_on_the_water")
    if board.asked[0] == Decision.PAY:
        board.choose("0 magic")
    board.choose("return monster")
    board.finish(1)
    assert board.exhausted == 3
    assert board.is_over == latched
    if latched:
        assert ENDINGS[board.result()["ending"]] == "exhausted stacks"
    else:
        assert (board.state.active, board.state.rounds) == (0, 2)


@pytest.mark.rule("E61")
@pytest.mark.rule("V9.1")
def test_all_domains_built_end_the_game_after_the_round():
    board = Board(seats=4)
    board.exhaust(15, 16, 17, 18)
    board.keep_one(19)
    board.give(1, "peasant*3 knight*3 rogue*2 cleric*2", gold=12)
    take_turn(board, 1, f"build {board.top(19)}")
    assert board.exhausted == 5
    for seat in (2, 3):
        assert not board.is_over
        assert board.state.active == seat
        board.finish(seat)
    assert board.is_over
    assert ENDINGS[board.result()["ending"]] == "Domain stacks"


@pytest.mark.rule("V9.1")
@pytest.mark.parametrize(("seats", "ending"), [(3, "Monster stacks"), (2, "several at once")])
def test_all_monsters_slain_end_the_game(seats, ending):
    board = Board(seats=seats)
    board.exhaust(1, 2, 3, 4)
    board.keep_one(board.stack_of("goblin_king"))
    board.give(seats - 1, strength=6)
    assert not board.is_over or board.exhausted == 4
    take_turn(board, seats - 1, "slay goblin_king")
    assert board.is_over
    assert ENDINGS[board.result()["ending"]] == ending


@pytest.mark.rule("E86")
@pytest.mark.rule("V8.1")
@pytest.mark.rule("V9.1")
@pytest.mark.parametrize("edition", ["first", "second"])
def test_more_exhausted_stacks_than_it_takes_end_the_game_too(edition):
    board = Board(seats=2, edition=edition)
    board.exhaust(5, 6, 7)
    board.uncover("spider_queen")
    board.keep_one(board.stack_of("archer"))
    board.give(1, strength=10, magic=3)
    board.roll(1, 5, 6)
    board.until(Decision.ACTION, 1)
    board.choose("slay spider_queen")
    if board.asked[0] == Decision.PAY:
        board.choose("0 magic")
    board.choose("take citizen + 1 vp", "take archer")
    assert board.exhausted == 5
    board.finish(1)
    assert board.is_over
