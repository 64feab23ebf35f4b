"""What the heuristics do where their recipes say what they must do (B2 - B7), and all bots."""

from collections import Counter

import pytest

from balance.compiling.jit import is_compiling
from balance.engine.session import Session
from balance.games.king_of_the_valley import GAME
from balance.games.king_of_the_valley.bots.weights import Weight
from balance.games.king_of_the_valley.layout import Decision, Phase
from balance.games.king_of_the_valley.table.options import Options
from tests.games.king_of_the_valley.board import (
    BOARD_1,
    BOARD_9,
    Board,
)
from tests.games.king_of_the_valley.bot_answers import (
    GREEDY,
    HEURISTICS,
    answer,
    answers,
    index_by,
    moving,
    sparse,
)

# B2: kingdom


def test_kingdom_prefers_a_value_that_it_lacks():
    for castle, best, lacking in (("Q", "Q", "D"), ("Q D C", "C", "KA")):
        board = moving(castle, r1c1=best, r5c5=lacking)
        assert answer(board, "greedy") == "to (1,1)"
        assert answer(board, "kingdom") == "to (5,5)"


def test_kingdom_keeps_the_last_tile_of_a_value():
    collector = {"r1c1": "T3/5", "r5c5": "F"}
    board = moving("Q D KA KB KC F", **collector)
    assert answer(board, "kingdom", keep_values=0) == "to (1,1)"
    assert answer(board, "kingdom") == "to (5,5)"
    # A fourth knight stays, two values are too few to save, and jesters are tiles of their column.
    assert answer(moving("Q D KA KB KC KD F", **collector), "kingdom") == "to (1,1)"
    assert answer(moving("KA KB KC F", **collector), "kingdom") == "to (1,1)"
    assert answer(moving("Q D KA KB KC J@K F", **collector), "kingdom") == "to (1,1)"


def test_kingdom_takes_a_last_tile_if_nothing_else_is_legal():
    board = moving("Q D KA KB KC F", r1c1="T3/5", r5c5="T3/6")
    assert answer(board, "kingdom") == "to (5,5)"


def test_kingdom_lets_collectors_tax_what_it_can_spare():
    board = Board(BOARD_9, "(3,1) (1,5)")
    board.give(0, "Q D KA KB KC F F F W")
    board.start()
    board.choose("to (3,3)")
    assert board.asked == Decision.TAX
    assert answer(board, "kingdom") == "F"


# B3: tax


def test_tax_claims_a_bonus_only_if_it_is_worth_more():
    castle = "Q Q Q D D D C C C KA KA KA F F F"
    for gold, claims in ((5, True), (2, False)):
        board = Board(BOARD_1, "(5,5) (3,3)", edits={"params.kingdom_bonus_gold.value": gold})
        board.give(0, castle)
        board.start(phase=Phase.CLAIM)
        assert (answer(board, "tax") != "no") == claims
        assert answer(board, "tax", claim_if_better=0) == "Q D C KA F"
        assert answer(board, "kingdom") == "Q D C KA F"


def test_tax_collects_groups_and_holds_its_gold():
    board = moving("F F", r1c1="F", r5c5="KA")
    assert answer(board, "tax") == "to (1,1)"  # a third farmer
    board = Board(BOARD_1, "(5,5) (3,3)", left="M M D M M M", right=" ".join(["M"] * 6))
    board.give(0, gold=30)
    board.start(phase=Phase.RECRUIT)
    assert answer(board, "tax") == "nobody"  # 4 + 0.3 - 4 x 1.3
    assert answer(board, "greedy") == "left 3"


# B4: orders


def test_orders_prefers_a_knight_of_its_order_to_a_queen():
    board = moving("KA KA", r1c1="KA", r5c5="Q", r5c1="KB")
    assert answer(board, "orders") == "to (1,1)"
    assert answer(board, "greedy") == "to (5,5)"


def test_orders_gives_a_single_knight_to_the_wizard():
    board = moving("KA KA KB Q", r1c1="F", r5c5="Z")
    board.choose("to (5,5)")
    assert answer(board, "orders") == "KB for left 3"


# B5: couples


def test_couples_takes_several_farmers_and_finds_them_partners():
    board = sparse("(1,1)", r1c2="F", r1c3="F", r1c4="F", r1c5="M", r5c5="Q")
    board.put_king(1, "(5,1)")
    board.start()
    assert answer(board, "couples") == "to (1,5) taking (1,2) (1,3) (1,4)"
    assert answer(board, "greedy") == "to (5,5)"
    assert answer(moving("F F", r1c1="W", r5c5="KA"), "couples") == "to (1,1)"
    assert answer(moving("F", r1c1="W", r5c5="F"), "couples") == "to (1,1)"


# B6 and B7


def test_the_denier_leaves_the_next_player_little():
    """Blue reaches one of two dukes, so this one is taken."""
    board = sparse(other="(1,4)", r1c1="D", r5c1="D")
    board.start()
    assert set(answers(board, "greedy", 20)) == {"to (1,1)", "to (5,1)"}
    assert answer(board, "denier") == "to (1,1)"


def test_linear_plays_its_last_turn_for_points():
    """A fourth value is worth much but at the end, when a duke scores more than a knight."""
    board = moving("Q D C", r1c1="D", r5c5="KA")
    assert answer(board, "linear") == "to (5,5)"
    board.state.triggered = 1
    assert answer(board, "linear") == "to (1,1)"
    board = moving("KA KA", r1c1="KA", r5c5="D")
    board.state.triggered = 1
    assert answer(board, "linear") == "to (1,1)"  # 2 + 3 against 4


# All bots


def test_greedy_comes_first_and_files_have_no_other_weights():
    assert next(iter(GAME.bots)) == "greedy"
    names = [weight.name.lower() for weight in Weight]
    for bot in GAME.bots.values():
        if bot.name not in ("greedy", "policy", "random_legal", "search"):
            assert list(bot.weights) == names


def session(num_seats, deal=0, **options):
    game_table = GAME.build_table(Options.model_validate(options), num_seats, {}, GAME.home)
    play = Session(GAME, game_table, seed=3)
    play.begin(deal, (0,) * num_seats)
    play.advance()
    return play, game_table.array[0]


USUAL = ("PLACE", "RECRUIT", "COLLECT", "CLAIM", "REFILL")


@pytest.mark.skipif(not is_compiling(), reason="takes a minute uncompiled")
@pytest.mark.parametrize("num_seats", [2, 3, 4])
def test_greedy_is_linear_with_its_weights(num_seats):
    """At each decision of some games, what greedy does is one of the things that linear does."""
    asked = Counter()
    for deal in range(6):
        play, table = session(num_seats, deal)
        while play.state.decision:
            draws = 300 if play.state.decision == Decision.PLACE else 60
            state = play.state
            made = {index_by(state, table, "linear", seed, **GREEDY) for seed in range(draws)}
            index = index_by(state, table, "greedy", deal)
            assert index in made, Decision(state.decision)
            asked[Decision(state.decision)] += 1
            play.take(index)
            play.advance()
    assert set(asked) >= {each for each in Decision if each.name in USUAL}


@pytest.mark.skipif(not is_compiling(), reason="takes a minute uncompiled")
@pytest.mark.parametrize("bot", HEURISTICS)
def test_bots_leave_the_state_alone_and_beat_random_play(bot):
    won = 0
    for deal in range(20):
        play, table = session(2, deal)
        while play.state.decision:
            before = play.state.tobytes()
            mine = play.state.due_seat == deal % 2
            index = index_by(play.state, table, bot if mine else "random_legal", deal)
            assert play.state.tobytes() == before
            play.take(index)
            play.advance()
        won += int(play.write_record(0)[0]["wins"][deal % 2])
    assert won >= 18 * 60


@pytest.mark.parametrize("bot", HEURISTICS)
def test_a_switch_forbids_to_recruit(bot):
    board = Board(BOARD_1, "(5,5) (3,3)", left="Q F F F F F", right="D F F F F F")
    board.give(0, gold=10)
    board.start(phase=Phase.RECRUIT)
    assert answer(board, bot) == "left 1"
    assert answer(board, bot, never_recruit=1) == "nobody"
