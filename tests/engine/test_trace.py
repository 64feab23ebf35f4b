import pytest

from balance.engine.game import GameTable
from balance.engine.session import Session
from balance.engine.trace import state_differences, trace


@pytest.fixture
def session(pig, pig_set_up):
    return Session(pig, pig_set_up().cells[0].match.game_table, seed=7)


def test_a_line_says_who_did_what_and_what_changed(session):
    lines = list(trace(session, 0, (0, 0), lambda state: 0 if state.pot else 1, limit=1_000))
    assert lines[0].startswith("turn 0: turns 0 -> 1, rolled 0 -> ")
    held = next(line for line in lines if line.startswith("> roll 0 chooses 0"))
    assert "seats[0].points 0 -> " in held
    assert session.is_over


def test_a_trace_plays_the_game_that_a_session_plays(session, pig):
    list(trace(session, 3, (0, 0), lambda state: state.num_decisions % 2, limit=50))
    other = Session(pig, GameTable(session.tables, num_seats=2), seed=7)
    other.play(3, (0, 0), lambda state: state.num_decisions % 2, limit=50)
    assert not list(state_differences(session.state, other.state))


def test_what_the_engine_keeps_for_itself_is_no_difference(session):
    session.begin(0, (0, 0))
    before = session.states.copy()
    session.state.agenda[0].first = 7
    session.state.streams[0] = 1
    session.state.seats[1].points = 4
    assert list(state_differences(before[0], session.state)) == ["seats[1].points 0 -> 4"]
