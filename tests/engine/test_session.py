import numpy as np
import pytest

from balance.engine.session import Session
from balance.runner.batches import Batches

NO_WEIGHTS = np.array([20.0])


@pytest.fixture
def session(pig, pig_set_up):
    session = Session(pig, pig_set_up().cells[0].match.game_table, seed=7)
    session.begin(0, (0, 0))
    return session


def test_a_game_begins_with_its_first_task_undone(session):
    assert session.state.num_tasks == 1
    assert session.state.decision == 0
    assert not session.is_over


def test_steps_lead_to_the_decision_that_advance_leads_to(session, pig):
    other = Session(pig, _laid(session), seed=7)
    other.begin(0, (0, 0))
    other.advance()
    while session.state.decision == 0:
        session.step()
    assert session.states.tobytes() == other.states.tobytes()


def test_a_session_plays_the_game_of_that_deal_again_and_again(session, pig, pig_set_up):
    wanted = Batches(pig_set_up().cells[0].match).play(0, 3)
    for deal in (2, 0, 2):
        session.play(
            deal, (0, 0), lambda state: session.ask(pig.bots["hold_at"], NO_WEIGHTS), limit=10_000
        )
        assert session.is_over
        record = session.write_record(deal)
        assert all((record[name] == wanted[name][deal]).all() for name in record.dtype.names)


def test_a_game_is_cut_off_at_the_limit(session):
    session.play(0, (0, 0), lambda state: 0, limit=3)
    assert session.state.num_decisions == 3
    assert session.write_record(0)["stopped"] == 1


def test_a_view_hides_streams_and_lineup_and_is_a_copy(session):
    session.advance()
    view = session.view(0)
    assert not view["streams"].any()
    assert not view["lineup"].any()
    assert view["pot"] == session.state.pot > 0
    view["pot"] = 0
    assert session.state.pot > 0


def test_asking_leaves_the_state_as_it_was(session, pig):
    session.advance()
    before = session.states.tobytes()
    assert session.ask(pig.bots["hold_at"], NO_WEIGHTS) in (0, 1)
    assert session.states.tobytes() == before


def _laid(session):
    return session.game.build_table(session.game.options(), 2, {}, session.game.home)


def test_nobody_sees_what_was_offered_to_others(pig):
    session = Session(pig, pig.build_table(pig.options(), 2, {}, pig.home), 7)
    session.begin(0, (0, 0))
    session.advance()
    session.states["choices"][0, 2:] = 5  # as if more had been offered before
    view = session.view(1)
    assert view["choices"][0, : int(view["num_choices"][0])].tolist() == [0, 1]
    assert not view["choices"][0, int(view["num_choices"][0]) :].any()
    assert session.states["choices"][0, 2:].all()
