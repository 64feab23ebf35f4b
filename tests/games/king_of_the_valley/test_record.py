"""What a record keeps of a game besides its score: what was taken, in which rounds."""

import random
from pathlib import Path

import numpy as np
import pytest

from balance.engine.layout import ONLY_THERE, WIN
from balance.engine.session import Session
from balance.games.king_of_the_valley import GAME
from balance.games.king_of_the_valley.layout import (
    FIRST_COLLECTOR,
    FIRST_ORDER,
    NUM_ORDERS,
    RECORD,
    Decision,
    Extra,
    Kind,
    Phase,
)
from balance.games.king_of_the_valley.record import write_available
from balance.games.king_of_the_valley.rules.castle import add_subject, piece_of, take_away
from balance.games.king_of_the_valley.rules.hill import is_subject
from balance.games.king_of_the_valley.table.build import build_table
from balance.games.king_of_the_valley.table.options import Options
from tests.games.king_of_the_valley.board import (
    BOARD_1,
    BOARD_3,
    BOARD_4,
    BOARD_9,
    WIZARD_BOARD,
    WIZARD_LEFT,
    WIZARD_RIGHT,
    Board,
)

LEFT, RIGHT = "F KB W C F D", "Q W KA F C J"


def taken(board, seat=0):
    """How many of each piece a seat took."""
    counts = board.result()["taken"][seat]
    return {piece: int(count) for piece, count in enumerate(counts) if count}


@pytest.mark.parametrize(
    ("where", "piece"),
    [("(1,1)", "CORNER"), ("(1,3)", "EDGE"), ("(2,4)", "INNER"), ("(3,3)", "CENTRE")],
)
def test_where_the_king_started(where, piece):
    board = Board()
    board.choose("(5,2)", where)
    assert taken(board, 0) == {Extra.START_EDGE: 1}
    assert taken(board, 1) == {Extra[f"START_{piece}"]: 1}


def test_subjects_and_the_hill_row_they_come_from():
    board = Board(BOARD_1, "(5,5) (3,3)", LEFT, RIGHT)
    board.give(0, gold=20)
    board.start(phase=Phase.RECRUIT, round_=4)
    board.choose("left 4", "to (5,4)")
    assert taken(board) == {Kind.COUNTESS: 1, Extra.HILL_1 + 3: 1, Kind.DUKE: 1}
    assert board.result()["rounds_taken"][0, Kind.DUKE] == 4
    board.start(phase=Phase.RECRUIT, round_=7)
    board.choose("left 5", "to (5,1)")
    assert taken(board)[Kind.DUKE] == 2
    assert taken(board)[Extra.HILL_1 + 4] == 1
    assert board.result()["rounds_taken"][0, Kind.DUKE] == 4 + 7


def test_the_column_of_a_jester():
    board = Board(BOARD_1, "(5,5) (3,3)", LEFT, RIGHT)
    board.give(0, gold=20)
    board.start(phase=Phase.RECRUIT)
    board.choose("right 6", "C")
    counted = {Kind.JESTER: 1, Extra.JESTER_QUEEN + 2: 1, Extra.HILL_1 + 5: 1}
    assert taken(board) == counted


@pytest.mark.parametrize(
    ("name", "piece"),
    [
        ("to (3,5) taking (3,2) (3,4)", Extra.TWO_TILES),
        ("to (3,5) taking (3,2) (3,3) (3,4)", Extra.THREE_TILES),
        ("to (3,2)", None),
    ],
)
def test_multi_takes(name, piece):
    board = Board(BOARD_4, "(3,1) (1,5)")
    board.start()
    board.choose(name)
    counted = {row for row in taken(board) if row > Kind.WIZARD}
    assert counted == ({piece} if piece else set())


def test_knights_are_noted_as_the_third_fourth_and_fifth_come():
    board = Board(BOARD_4, "(3,1) (1,5)")
    board.give(0, "KA KB KB KB -KB -KA")
    board.start()
    board.choose("to (3,5) taking (3,2) (3,3) (3,4)")
    orders = {row: count for row, count in taken(board).items() if row in range(25, 28)}
    assert orders == {Extra.ORDER_3: 1, Extra.ORDER_4: 1, Extra.ORDER_5: 1}


def test_a_third_knight_that_comes_again_is_noted_once():
    board = Board(BOARD_4, "(3,1) (1,5)")
    board.give(0, "KB KB")
    board.start()
    player = board.state.seats[0]
    for _ in range(2):
        add_subject(board.state, 0, Kind.KNIGHT_B)
        take_away(player, Kind.KNIGHT_B)
    assert taken(board)[Extra.ORDER_3] == 1
    assert taken(board)[Kind.KNIGHT_B] == 2


def test_specialists_and_each_collector_by_itself():
    board = Board(BOARD_9, "(3,1) (1,5)")
    board.give(0, "KA KB KC KD F F F")
    board.start()
    board.choose("to (3,5) taking (3,2) (3,3) (3,4)")
    codes = board.names.codes[Kind.COLLECTOR :]
    rows = {FIRST_COLLECTOR + codes.index(code): 1 for code in ("T0/3", "T3/5", "T4/7")}
    assert taken(board) == rows | {Extra.THREE_TILES: 1}
    board = Board(BOARD_3, "(3,1) (5,5)")
    board.start()
    board.choose("by (3,4) (1,4) to (1,5)")
    assert taken(board) == {Kind.MONK: 2, Kind.FARMER: 1}
    board = Board(WIZARD_BOARD, "(3,1) (1,5)", WIZARD_LEFT, WIZARD_RIGHT)
    board.give(0, "F")
    board.start()
    board.choose("to (3,5)", "F for left 3")
    assert taken(board) == {Kind.WIZARD: 1, Kind.QUEEN: 1}


def test_kingdom_bonuses():
    board = Board(BOARD_1, "(5,5) (3,3)")
    board.give(1, "Q D C KA F")
    board.start(1, Phase.CLAIM)
    board.choose("Q D C KA F")
    assert taken(board, 1) == {Extra.BONUS: 1}
    assert taken(board, 0) == {}


def test_fame_as_the_last_round_began():
    board = Board(BOARD_1, "(5,5) (3,3)", LEFT, RIGHT, pile="")
    board.give(0, "D", gold=3)
    board.give(1, "C W", gold=0)
    board.start(0, round_=5)
    board.choose("to (5,4)", "left")
    board.next_turn()
    board.finish()
    assert board.is_over
    record = board.result()
    assert list(record["before_last"][:2]) == [7, 4]
    assert record["scores"][0] == 11
    assert record["scores"][1] > 4
    assert record["rounds"] == 5
    assert record["wins"].sum() == WIN
    assert (record["parts"].sum(axis=1) == record["scores"]).all()


def test_what_is_not_in_the_box_is_not_available():
    board = Board()
    available = board.result()["available"]
    assert available[: FIRST_COLLECTOR + 8].all()
    none = {f"tiles.wizard_{stage}.count": 0 for stage in ("ii", "iii")}
    board = Board(edits=none, allow_other_totals=True)
    available = board.result()["available"]
    assert not available[Kind.WIZARD]
    assert available[Kind.MONK]


@pytest.mark.parametrize("seats", [2, 4])
def test_a_tile_is_available_if_it_lay_in_the_valley_at_a_move_or_was_for_hire(seats):
    game_table = build_table(Options(), seats, {}, Path())
    session, luck, met = Session(GAME, game_table, seed=4), random.Random(7), set()

    def answer(state):
        if state.decision == Decision.COLLECT:
            met.update(int(tile) - 1 for tile in state.valley if tile)
            if state.rounds >= game_table.array[0].first_recruit_round:
                met.update(int(tile) - 1 for tile in state.hill.flat if is_subject(int(tile)))
        return luck.randrange(state.num_choices)

    for deal in range(10):
        met.clear()
        session.play(deal, (0,) * seats, answer, limit=5_000)
        (record,) = session.write_record(0)
        kinds = range(int(game_table.array[0].num_kinds))
        there = {kind: int(record["available"][piece_of(kind)]) for kind in kinds}
        taken = {kind for kind in kinds if record["taken"][:, piece_of(kind)].any()}
        assert {kind for kind in kinds if there[kind] > 0} == met
        assert taken <= met
        state = session.state
        rest = [*state.valley, *state.hill.flat, *state.pile]
        left = [int(tile) - 1 for tile in rest if tile]
        assert {kind for kind in kinds if there[kind] == ONLY_THERE} == set(left) - met


def test_deeds_that_the_table_rules_out_are_not_available():
    """Records say what could be done, so that reports do not wonder why nobody did it."""
    tables = [build_table(Options(), 2, {}, Path()).array for _ in range(2)]
    usual, bare = tables[0][0], tables[1][0]
    records = np.zeros(2, RECORD)
    write_available(usual, records[0])
    assert records[0].available[: Kind.COLLECTOR + 22 + 8].all()
    bare.max_recruits_per_turn = bare.kingdom_markers = 0
    bare.same_name_max = 2
    bare.kinds[Kind.JESTER].count = 0
    for order in range(NUM_ORDERS):
        bare.kinds[FIRST_ORDER + order].count = 4
    write_available(bare, records[1])
    missing = {piece for piece in range(FIRST_COLLECTOR) if not records[1].available[piece]}
    assert missing == {
        Kind.JESTER, *range(Extra.HILL_1, Extra.BONUS + 1), Extra.ORDER_5, Extra.THREE_TILES
    }  # fmt: skip
