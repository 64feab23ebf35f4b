"""The value of a position, also in the last turns, and the best single action (BF7)."""

import numpy as np
import pytest

from balance.games.king_of_the_valley import GAME
from balance.games.king_of_the_valley.bots.position_value import (
    NUM_LEVELS,
    Trial,
    gaps,
    turns_left,
    value,
)
from balance.games.king_of_the_valley.bots.valley_actions import best_action
from balance.games.king_of_the_valley.bots.weights import Weight
from balance.games.king_of_the_valley.layout import SPACES, STATE, Kind, Phase
from balance.games.king_of_the_valley.rules.moves import list_moves
from balance.games.king_of_the_valley.rules.scoring import fame
from tests.games.king_of_the_valley.board import BOARD_1, BOARD_3, Board
from tests.games.king_of_the_valley.bot_answers import KINGS, table_of

# The value of a position


def worth(board, seat=0, bot="linear", **weights):
    levels = np.empty(NUM_LEVELS, STATE)
    levels[:] = board.state
    numbers = np.array([*(GAME.bots[bot].weights | weights).values()], float)
    return value(Trial(levels, board.table, seat, numbers, np.empty(SPACES)), board.state)


@pytest.mark.parametrize(
    ("bot", "more"),
    [
        ("kingdom", 9.0 + 2.5 + 1.5),
        ("tax", 0.3 * 7 + (0.3 * 3 + 1.0 + 3.0)),
        ("orders", 1.5 + 3.0),
        ("couples", 0.3),
    ],
)
def test_a_heuristic_adds_its_potential_to_the_score(bot, more):
    board = table_of("Q Q D C KA KA J@K F")
    board.give(0, gold=7)
    board.state.phase = Phase.RECRUIT
    board.table.kinds[Kind.FARMWOMAN].count = 0  # no partner to hope for
    score = fame(board.state.seats[0], board.table)
    assert score == 10 + 4 + 3 + 4 + 1 + 7
    assert worth(board, bot=bot) == pytest.approx(score + more)


def test_the_denier_fears_the_next_players_best_action():
    board = Board(BOARD_1, KINGS, left="F Q F F F F", right="F W F F F F")
    board.start()
    board.choose("to (5,4)")
    assert board.asked.name == "REFILL"
    # Whichever farmer comes, it lies under the king of red; blue reaches the queen on (1,5).
    assert worth(board, bot="denier") == 4 + 2 - 0.5 * 5


def last_turn(board, seat=0):
    return turns_left(board.state, board.table, seat) == 0.0


@pytest.mark.parametrize(
    ("seats", "seat", "pile", "last"),
    [
        *[(2, 0, 2, False), (2, 0, 1, True), (2, 1, 1, False), (2, 1, 0, True)],
        *[(4, 0, 4, False), (4, 0, 3, True), (4, 2, 2, False), (4, 2, 1, True), (4, 3, 1, False)],
    ],
)
def test_the_last_own_turn_is_known(seats, seat, pile, last):
    """Before Phase 2 one tile is still to be taken; each seat behind takes one more."""
    board = table_of(seats=seats)
    board.state.turns = 20
    board.state.phase = Phase.RECRUIT
    board.state.num_pile = pile
    assert gaps(board.state) == 1
    assert last_turn(board, seat) == last


def test_after_the_trigger_each_turn_is_the_last():
    board = table_of()
    board.state.turns, board.state.num_pile = 20, 50
    assert not last_turn(board, 1)
    board.state.triggered = 1
    assert last_turn(board, 1)


def test_with_an_extra_round_only_that_is_the_last():
    board = table_of(edits={"params.extra_final_round.value": 1})
    board.state.triggered = 1
    assert turns_left(board.state, board.table, 1) == 1.0
    board.state.extra_round = 1
    assert last_turn(board, 1)


def test_turns_left_follow_from_the_tiles_that_turns_used():
    board = table_of()
    board.state.phase = Phase.REFILL
    board.state.turns, board.state.drawn, board.state.num_pile = 10, 20, 33
    assert turns_left(board.state, board.table, 1) == 1 + 33 / (2 * 2)
    assert turns_left(board.state, board.table, 0) == 1 + (33 - 2) / (2 * 2)


@pytest.mark.parametrize("phase", [Phase.RECRUIT, Phase.REFILL])
def test_in_the_last_own_turn_the_value_is_the_score(phase):
    board = table_of("Q D C KA KA J@K F F W", "Q")
    board.give(0, gold=3, markers=1)
    board.state.phase = phase
    board.state.turns = 30
    board.state.coins[:] = 1
    score = 5 + 4 + 3 + 4 + 3 + 2 + 5 + 3
    assert worth(board) != score
    board.state.triggered = 2
    assert fame(board.state.seats[0], board.table) == score
    assert worth(board) == score


def test_potentials_count_less_with_fewer_turns_left():
    board = table_of("Q D C KA KA")
    board.state.phase = Phase.RECRUIT
    board.state.turns, board.state.drawn, board.state.num_pile = 20, 30, 25
    many = worth(board, knights_early=0, gold_early=0)
    board.state.turns, board.state.drawn, board.state.num_pile = 40, 53, 2
    few = worth(board, knights_early=0, gold_early=0)
    turns = turns_left(board.state, board.table, 0)
    assert 0 < turns < 2
    score = 5 + 4 + 3 + 4 + 2
    tax, wizards = 0.3 * 3 + 1.0, 0.3 * (5 - 2) * 2
    assert many == pytest.approx(score + 8.5 + tax + wizards)
    assert few == pytest.approx(score + turns / 3 * (turns / 2 * 8.5 + tax + wizards))


@pytest.mark.parametrize(
    ("weight", "expected"),
    [
        ("own_best", 6.0),  # the queen and the gold on it
        ("own_safe", 5.0),  # blue reaches the queen, but not the duke beside red
        ("gold_near", 2.0),
        ("closing", -1.0),
        ("handed", 1.0),
        ("under_king", 5.0),
        ("next_best", 6.0),
        ("next_best_shared", 6.0),
    ],
)
def test_the_value_of_valley_and_hill(weight, expected):
    """Red took the tile of (5,5), where its king stands; a queen or a duke will fill the space."""
    board = Board(BOARD_1, KINGS, left="Q F F F F F", right="D F F F F F")
    board.give(1, gold=9)
    board.state.phase = Phase.CLAIM
    board.put("(5,5)", ".")
    board.state.emptied[0], board.state.num_emptied = 24, 1
    for where, tile in {"(1,5)": "Q", "(5,4)": "D", "(3,1)": "KD"}.items():
        board.put(where, tile, coins=1)
    if weight == "closing":
        board.state.turns, board.state.num_pile = 30, 7
    nothing = {each.name.lower(): 0 for each in Weight} | {"influence": 1}
    assert worth(board, **nothing) == 0
    assert worth(board, **nothing | {weight: 1}) == expected


# The best single action (BF7)


def best_by_listing(state, table, seat):
    """Return the best single action as going through all moves finds it."""
    before = state.num_choices, state.choices.copy()
    list_moves(state, table, seat)
    best = -99.0
    moves = [int(move) for move in state.choices[: state.num_choices]]
    for move in moves:
        space, monks, worth = int(state.seats[seat].king), move >> 8, 0
        while monks:
            space = (monks & 31) - 1
            worth += int(state.coins[space]) - int(table.monk_cost)
            monks >>= 5
        end, mask = move >> 3 & 31, move & 7
        down, across = end // 5 - space // 5, end % 5 - space % 5
        steps = max(abs(down), abs(across))
        taken = [i + 1 for i in range(3) if mask >> i & 1] or [steps]
        for step in taken:
            place = space + step * (down // steps * 5 + across // steps)
            kind = table.kinds[state.valley[place] - 1]
            worth += int(state.coins[place]) + int(kind.influence) + int(kind.gold)
        best = max(best, worth)
    state.num_choices, state.choices[:] = before
    return best if moves else 0.0


@pytest.mark.parametrize("gold", [0, 1, 2, 3])
def test_the_best_action_with_two_monks(gold):
    board = Board(BOARD_3, "(3,1) (5,5)")
    board.give(0, gold=gold)
    board.state.coins[8] = 3  # on the farmer (2,4)
    assert best_action(board.state, board.table, 0, np.empty(SPACES)) == best_by_listing(
        board.state, board.table, 0
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_best_action_is_that_of_all_moves(seats):
    """On valleys by lot, with many monks, collectors, wizards and gold."""
    lot = np.random.default_rng(seats)
    board = table_of(seats=seats)
    state, table = board.state, board.table
    worths = np.empty(SPACES)
    found = set()
    for _ in range(150):
        kinds = [*range(Kind.WIZARD + 1), *range(Kind.COLLECTOR, int(table.num_kinds))]
        state.valley[:] = 1 + lot.choice(kinds, SPACES)
        monks = np.flatnonzero(state.valley == Kind.MONK + 1)
        state.valley[lot.permutation(monks)[4:]] = 0
        state.coins[:] = lot.random(SPACES) < 0.3
        player = state.seats[0]
        player.gold = lot.integers(0, 4)
        player.king = lot.integers(SPACES)
        player.up[:] = lot.integers(0, 4, len(player.up)) * lot.integers(0, 2, len(player.up))
        player.taxed[:] = lot.random(6) < 0.3
        best = best_action(state, table, 0, worths)
        assert best == best_by_listing(state, table, 0)
        found.add(best)
    assert len(found) > 5
