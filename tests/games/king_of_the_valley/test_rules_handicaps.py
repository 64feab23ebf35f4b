"""What a ban leaves of the rules, and what a gift does not change: experiments, no rules (K3.2)."""

from pathlib import Path

import pytest

from balance.engine.services import Handicap
from balance.engine.session import Session
from balance.games.king_of_the_valley import GAME
from balance.games.king_of_the_valley.layout import (
    FIRST_JESTER,
    FIRST_ORDER,
    NUM_ORDERS,
    Column,
    Decision,
    Kind,
    Phase,
)
from balance.games.king_of_the_valley.services.experiments import apply_handicap
from balance.games.king_of_the_valley.table.options import Options
from tests.games.king_of_the_valley.board import (
    BOARD_1,
    BOARD_2,
    BOARD_3,
    BOARD_9,
    WIZARD_BOARD,
    WIZARD_LEFT,
    WIZARD_RIGHT,
    Board,
)
from tests.games.king_of_the_valley.names import castle

SUBJECTS = ("Q", "D", "C", "KA", "KB", "KC", "KD", "F", "W")
LAST = -1  # of the choices offered


def on_turn(valley, kings, phase=Phase.COLLECT, banned="", castle="", **keys):
    board = Board(valley, kings, WIZARD_LEFT, WIZARD_RIGHT, **keys)
    board.give(0, castle, gold=20)
    if banned:
        board.state.seats[0].banned = 1 << board.names.kind(banned)
    board.start(phase=phase)
    return board


def in_play(card, **handicap):
    """Begin a game of two in which seat 1 has a handicap; kings go to the last spaces."""
    printed = GAME.build_table(Options(), 2, {}, Path())
    session = Session(GAME, apply_handicap(printed, 1, Handicap(card=card, **handicap)), 1)
    session.begin(0, (0, 1))
    session.advance()
    for seat in (0, 1):
        assert (session.state.decision, session.state.due_seat) == (Decision.PLACE, seat)
        take_last(session)
    return session


def take_last(session):
    session.take(int(session.state.num_choices) + LAST)
    session.advance()


def taken_by(name):
    """The spaces of a move from which it takes a tile, monks' too."""
    before, _, after = name.partition("to ")
    end, _, passed = after.partition(" taking ")
    return [*before.split()[1:], *(passed.split() or [end])]


@pytest.mark.rule("K6.6")
@pytest.mark.rule("K8.14")
@pytest.mark.parametrize(
    ("valley", "kings", "codes"),
    [
        (BOARD_1, "(3,3) (1,2)", (*SUBJECTS, "M")),
        (BOARD_2, "(5,1) (1,5)", ("Q", "F", "W", "M", "T0/3", "T3/5")),
        (BOARD_3, "(3,1) (5,5)", ("KA", "KC", "M")),
        (BOARD_9, "(3,1) (1,5)", ("T0/3", "T3/5", "T4/7", "Z")),
        (WIZARD_BOARD, "(3,1) (1,5)", ("Z", "C", "W")),
    ],
)
def test_tiles_banned_are_passed_over_and_stay(valley, kings, codes):
    """Like one under another king; (2,1) is empty, and stays so."""
    castle = "KA KB KC KD F F F"
    rows = valley.split()
    rows[5] = "."
    free = on_turn(" ".join(rows), kings, castle=castle)
    for code in codes:
        board = on_turn(" ".join(rows), kings, banned=code, castle=castle)
        allowed = {
            name
            for name in free.offered()
            if code not in (free.tile(where) for where in taken_by(name))
        }
        assert set(board.offered()) == allowed, code


@pytest.mark.rule("K5.2")
@pytest.mark.parametrize("code", [*SUBJECTS, "J"])
def test_tiles_banned_are_not_recruited(code):
    free, board = (on_turn(BOARD_1, "(5,5) (3,3)", Phase.RECRUIT, ban) for ban in ("", code))
    columns = [WIZARD_LEFT.split(), WIZARD_RIGHT.split()]
    places = {
        f"{side} {row}"
        for side, column in zip(("left", "right"), columns, strict=True)
        for row, tile in enumerate(column, 1)
        if tile == code
    }
    assert set(free.offered()) - set(board.offered()) == places
    assert set(board.offered()) <= set(free.offered())


@pytest.mark.rule("K8.11")
@pytest.mark.rule("K8.12")
def test_tiles_banned_are_not_swapped_for():
    kings = "(3,1) (1,5)"
    board = on_turn(WIZARD_BOARD, kings, banned="Q", castle="F")
    board.choose("to (3,5)")
    rows = {"left": (1, 4, 5, 6), "right": (2, 3, 4, 5, 6)}
    assert set(board.offered()) == {
        f"F for {side} {row}" for side, some in rows.items() for row in some
    }
    board = on_turn(WIZARD_BOARD, kings, banned="J", castle="F")
    board.state.hill[:] = board.state.heights[:] = 0
    board.state.hill[1, 0] = Kind.JESTER + 1
    board.state.heights[1] = 1
    board.start()
    assert "to (3,5)" not in board.offered()


@pytest.mark.rule("K5.2")
@pytest.mark.rule("K6.6")
def test_a_ban_is_only_for_the_player_who_bears_it():
    session = in_play("duke", is_banned=True)
    assert [int(seat.banned) for seat in session.state.seats[:2]] == [0, 1 << Kind.DUKE]
    assert castle(session.state.seats[1]).total() == 0


@pytest.mark.rule("K7.1")
@pytest.mark.parametrize("kind", range(Kind.JESTER))
def test_a_gift_lies_in_the_castle_of_its_owner_and_nobody_took_it(kind):
    code = SUBJECTS[kind]
    session = in_play(Kind(kind).name.lower(), is_gift=True)
    assert session.state.turns == 1
    assert castle(session.state.seats[0]).total() == 0
    player = session.state.seats[1]
    assert castle(player) == {code: 1}
    is_knight = FIRST_ORDER <= kind < FIRST_ORDER + NUM_ORDERS
    assert player.num_knights == int(is_knight)
    assert not is_knight or player.knights[0] == kind - FIRST_ORDER
    assert [int(seat.gift) for seat in session.state.seats[:2]] == [0, kind + 1]
    assert not player.taken[: Kind.COLLECTOR].any()


@pytest.mark.rule("K7.3")
def test_a_jester_given_goes_to_a_column_of_choice_and_nobody_took_it():
    session = in_play("jester", is_gift=True)
    assert (session.state.decision, session.state.due_seat) == (Decision.JESTER, 1)
    assert session.state.num_choices == len(Column)
    take_last(session)
    assert session.state.turns == 1
    player = session.state.seats[1]
    assert castle(player) == {"J@W": 1}
    assert player.up[FIRST_JESTER + Column.FARMWOMAN] == 1
    # Only where the king was placed is noted: on an edge, as the corner was taken.
    assert player.taken.sum() == 1


@pytest.mark.rule("K3.2")
def test_gold_given_comes_on_top():
    session = in_play("", goods={"gold": 7})
    assert [int(seat.gold) for seat in session.state.seats[:2]] == [2, 9]
    assert castle(session.state.seats[1]).total() == 0
