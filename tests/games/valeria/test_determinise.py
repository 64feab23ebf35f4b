"""Determinising draws all that is hidden from a seat, all possibilities, and nothing else."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance.engine.rng import open_stream
from balance.engine.session import Session
from balance.games.valeria import GAME
from balance.games.valeria.layout import DARK_LORD, FIRST_DOMAINS, HIDDEN, Decision
from balance.games.valeria.services.determinise import determinise
from balance.games.valeria.table.options import Options
from tests.games.valeria.referee.sheets import DATA

TABLES = {  # options and players
    "base": (Options(), 3),
    "first edition": (Options(setup="first_game_1e", edition="first"), 4),
    "five": (Options(), 5),
    "solo": (Options(setup="random"), 1),
    "events": (Options(monster_events=True), 4),
    "mixed": (Options(mixed_citizens=True), 2),
    "solo, mixed": (Options(mixed_citizens=True), 1),
    "no Dukes": (Options(dukes="none"), 3),
    "Dukes at random": (Options(dukes="assigned"), 3),
    "forced": (Options(force_domains=("watcher_on_the_water", "halfpenny_hill")), 2),
}
every_table = pytest.mark.parametrize("table", TABLES)


def new_session(table: str) -> Session:
    options, players = TABLES[table]
    return Session(GAME, GAME.build_table(options, players, {}, DATA), seed=8)


def walk(session: Session, deal: int, decisions: int) -> None:
    """Play that many decisions by chance."""
    rng = np.random.default_rng(deal)
    seats = (0,) * int(session.tables[0].num_seats)
    session.play(deal, seats, lambda s: int(rng.integers(s.num_choices)), decisions)


def drawn(session: Session, seat: int, luck: int = 1) -> NDArray[Any]:
    """The view of a seat with all that is hidden from it drawn again, shape (1,)."""
    states = session.view(seat)
    stream = np.zeros(2, np.uint64)
    open_stream(stream, np.uint64(luck), 0, 0)
    determinise(states[0], session.tables[0], seat, stream)
    return states


@every_table
@pytest.mark.parametrize("decisions", [0, 1, 5, 40, 90])
def test_what_is_drawn_lies_where_it_is_hidden_and_all_differs(table: str, decisions: int) -> None:
    session = new_session(table)
    walk(session, 2, decisions)
    real = session.states
    for seat in range(int(session.tables[0].num_seats)):
        for luck in range(1, 6):
            states = drawn(session, seat, luck)
            for name in HIDDEN:
                assert ((states[name] > 0) == (real[name] > 0)).all(), name
            for name in ("dealt", "duke"):
                held, was = states["seats"][name], real["seats"][name]
                assert ((held > 0) == (was > 0)).all(), name
                assert (held[:, seat] == was[:, seat]).all()
            down = states["face_down"][states["face_down"] > 0].tolist()
            open_ones = states["stacks"][0, FIRST_DOMAINS:].ravel().tolist()
            owned = np.flatnonzero(states["seats"]["owned"][0].sum(axis=0)) + 1
            assert len(set(down)) == len(down)
            assert not set(down) & ({*open_ones, *owned.tolist()} - {0})
            if table != "no Dukes":
                dukes = [int(duke) for duke in states["seats"]["dealt"].ravel() if duke]
                dukes += [int(states["seats"]["duke"][0, DARK_LORD])] * (table[:4] == "solo")
                assert len(set(dukes)) == len(dukes)


@every_table
def test_other_luck_draws_other_cards_and_the_same_luck_the_same(table: str) -> None:
    session = new_session(table)
    walk(session, 3, 12)
    one, same, other = (drawn(session, 0, luck) for luck in (4, 4, 5))
    assert all((one[name] == same[name]).all() for name in GAME.state.names or ())
    assert one["key"] != other["key"]
    assert (one["face_down"] != other["face_down"]).any()


def test_every_unseen_domain_is_as_likely_everywhere() -> None:
    session = new_session("base")
    walk(session, 4, 3)
    draws = [drawn(session, 1, luck)["face_down"][0, 2, :2] for luck in range(1, 1901)]
    unseen = int(session.tables[0].num_domains) - 5
    for place in range(2):
        counts = Counter(int(one[place]) for one in draws)
        assert len(counts) == unseen
        assert min(counts.values()) > 60  # of 100 expected, a standard deviation of 10
        assert max(counts.values()) < 140


def test_every_duke_but_the_own_ones_is_as_likely() -> None:
    session = new_session("base")
    walk(session, 5, 10)
    counts = Counter(int(drawn(session, 0, luck)["seats"]["duke"][0, 2]) for luck in range(1, 801))
    own = set(session.states["seats"]["dealt"][0, 0].tolist())
    assert set(counts) == set(range(1, 11)) - own
    assert min(counts.values()) > 65  # of 100 expected


@pytest.mark.rule("V2.9")
def test_who_has_still_to_choose_is_dealt_two_and_keeps_none_yet() -> None:
    session = new_session("base")
    walk(session, 6, 1)
    assert session.state.decision == Decision.KEEP_DUKE
    assert session.state.due_seat == 1
    states = drawn(session, 1)
    assert states["seats"]["duke"][0, 0] > 0
    assert (states["seats"]["duke"][0, 1:] == 0).all()
    assert (states["seats"]["dealt"][0, :3] > 0).all()
    watched = drawn(session, 0)  # what another is offered, is hidden from a seat
    assert (watched["choices"][0, :2] == watched["seats"]["dealt"][0, 1] - 1).all()


def test_domains_that_are_dealt_for_certain_lie_in_the_grid() -> None:
    session = new_session("forced")
    table = session.tables[0]
    session.begin(0, (0, 0))
    session.advance()
    forced = {int(card) + 1 for card in table.domains[: table.num_forced]}
    for luck in range(1, 40):
        states = drawn(session, 0, luck)
        lying = {*states["face_down"].ravel().tolist(), *states["stacks"].ravel().tolist()}
        assert forced <= lying


@pytest.mark.rule("V16.1")
def test_without_dukes_all_score_by_the_same() -> None:
    session = new_session("no Dukes")
    walk(session, 7, 4)
    assert drawn(session, 2)["seats"]["duke"][0].tolist() == [1, 1, 1, 0, 0]
