"""Drawing anew what a seat cannot tell: whatever it can stays as it is (D4.6)."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from balance.compiling.jit import is_compiling
from balance.engine.layout import ENGINE_HIDDEN, Stream
from balance.engine.rng import open_stream
from balance.engine.session import Session
from balance.games.dominion import GAME
from balance.games.dominion.layout import ANY, HIDDEN, OWN, SEAT, Card
from balance.games.dominion.services.determinise import determinise
from balance.games.dominion.services.invariants import check
from tests.games.dominion.walks import Walk
from tests.games.dominion.zones import deck, discard, hold, new_state, new_table, top, zone

WALKS = [Walk(1, 3, 3, True), Walk(2, 2, 7, False), Walk(3, 4, 1, True), Walk(4, 1, 2, True)]
every_walk = pytest.mark.parametrize("walk", WALKS)
EACH = 1 if is_compiling() else 12  # at which decisions it is looked


def stream_of(number: int) -> Stream:
    stream = np.zeros(2, np.uint64)
    open_stream(stream, np.uint64(number), 1, 0)
    return stream


def drawn_anew(session: Session, seat: int, stream: Stream) -> Any:
    """A copy of the view of a seat, with what it cannot tell drawn anew."""
    view = session.view(seat)
    determinise(view[0], session.tables[0], seat, stream)
    return view


@pytest.mark.rule("D4.6")
@every_walk
def test_what_a_seat_can_tell_stays_as_it_is(walk: Walk) -> None:
    stream = stream_of(1)

    def visit(session: Session) -> None:
        state: Any = session.state
        if state.num_decisions % EACH:
            return
        seat = int(state.due_seat)
        anew: Any = drawn_anew(session, seat, stream)[0]
        for field in set(GAME.state.names or ()) - {*ENGINE_HIDDEN, *HIDDEN, "seats", "choices"}:
            assert (anew[field] == state[field]).all(), field
        offered = int(state.num_choices)
        assert (anew.choices[:offered] == state.choices[:offered]).all()
        for field in SEAT.names or ():
            for other in range(walk.players):
                if field not in OWN or other == seat:
                    assert (anew.seats[other][field] == state.seats[other][field]).all(), field
        assert anew["streams"].all()

    walk.play(visit)


@pytest.mark.rule("D2.2")
@pytest.mark.rule("D15.1")
@every_walk
def test_what_is_drawn_anew_is_a_sound_game_and_can_be_played_to_its_end(walk: Walk) -> None:
    (session, dealt), other = walk.dealt(), walk.session()
    stream, rng = stream_of(4), random.Random(4)

    def visit(one: Session) -> None:
        state: Any = one.state
        if state.num_decisions % EACH:
            return
        other.states[:] = drawn_anew(one, int(state.due_seat), stream)
        assert check(dealt[0], other.state, other.tables[0]) == 0
        while rng.random() > 1 / 50 and not other.is_over:
            if other.state.decision:
                other.take(walk.answer(other, rng))
            other.advance()
        assert check(dealt[0], other.state, other.tables[0]) == 0

    walk.play(visit, session)


@every_walk
def test_the_black_market_deck_has_the_same_cards(walk: Walk) -> None:
    stream = stream_of(5)

    def visit(session: Session) -> None:
        state: Any = session.state
        if state.num_decisions % EACH == 0:
            anew: Any = drawn_anew(session, int(state.due_seat), stream)[0]
            ours, others = (one.market[: one.num_market] for one in (state, anew))
            assert sorted(ours) == sorted(others)

    walk.play(visit)


def a_state() -> tuple[Any, Any]:
    """Two players with a few cards each; the Smithy of seat 1 lies in hand, deck or discard."""
    tables, states = new_table(), new_state(Card.smithy, Card.village, Card.stash)
    state, table = states[0], tables[0]
    hold(state, table, 0, {Card.copper: 2, Card.estate: 1})
    deck(state, table, 0, {Card.village: 1, Card.gold: 1})
    discard(state, table, 0, {Card.silver: 1, Card.copper: 1})
    hold(state, table, 1, {Card.copper: 2, Card.smithy: 1})
    deck(state, table, 1, {Card.estate: 2, Card.village: 1})
    discard(state, table, 1, {Card.silver: 4})
    top(state, table, 1, ANY, Card.duchy)
    zone(state, "in_play", 0, table, {Card.village: 2})
    return states, tables


def counts_of(zone_: Any) -> Counter[int]:
    return Counter({kind: int(count) for kind, count in enumerate(zone_) if count})


def many(states: Any, tables: Any, seat: int, number: int) -> list[Any]:
    """So many states drawn anew."""
    stream = stream_of(6)
    drawn = []
    for _ in range(number):
        view = states.copy()
        determinise(view[0], tables[0], seat, stream)
        drawn.append(view[0])
    return drawn


def test_each_card_lies_in_each_place_as_often_as_chance_has_it() -> None:
    states, tables = a_state()
    number = 3000 if is_compiling() else 200
    where: Counter[str] = Counter()
    for state in many(states, tables, 0, number):
        assert counts_of(state.seats[0].hand) == {Card.copper: 2, Card.estate: 1}
        assert state.seats[1].hand.sum() == 3
        assert state.decks[1].sum() == 3
        assert state.discards[1].sum() == 4
        assert state.seats[1].top[:2].tolist() == [ANY, Card.duchy]
        whole = counts_of(state.seats[1].hand + state.decks[1] + state.discards[1])
        assert whole == {
            Card.copper: 2, Card.smithy: 1, Card.estate: 2, Card.village: 1, Card.silver: 4
        }  # fmt: skip
        where["hand"] += int(state.seats[1].hand[Card.smithy])
        where["deck"] += int(state.decks[1][Card.smithy])
        where["discards"] += int(state.discards[1][Card.smithy])
        where["own deck"] += int(state.decks[0][Card.village])
        kinds = sum(1 << kind for kind in counts_of(state.seats[1].hand))
        assert state.seats[1].hand_kinds == kinds
    for place, share in (("hand", 0.3), ("deck", 0.3), ("discards", 0.4), ("own deck", 0.5)):
        deviation = (number * share * (1 - share)) ** 0.5
        assert abs(where[place] - number * share) < 5 * deviation, place


@pytest.mark.rule("D13.3")
def test_stashes_lie_in_the_hand_or_the_discard_pile_but_not_in_the_lower_draw_pile() -> None:
    states, tables = a_state()
    discard(states[0], tables[0], 1, {Card.stash: 2})
    number = 2000 if is_compiling() else 200
    in_hand: Counter[int] = Counter()
    for state in many(states, tables, 0, number):
        assert not state.decks[1][Card.stash]
        assert state.seats[1].hand[Card.stash] + state.discards[1][Card.stash] == 2
        in_hand[int(state.seats[1].hand[Card.stash])] += 1
    # Two of nine places, three of which are the hand.
    for count, share in ((0, 15 / 36), (1, 18 / 36), (2, 3 / 36)):
        deviation = (number * share * (1 - share)) ** 0.5
        assert abs(in_hand[count] - number * share) < 5 * deviation


@pytest.mark.rule("D13.3")
def test_a_stash_that_lies_where_no_stash_should_stays_a_card_of_the_draw_pile() -> None:
    """A gift, by a handicap: it is dealt into a draw pile that was not shuffled."""
    tables, states = new_table(), new_state(Card.stash)
    deck(states[0], tables[0], 0, {Card.stash: 1, Card.copper: 3})
    for state in many(states, tables, 0, 5):
        assert counts_of(state.decks[0]) == {Card.stash: 1, Card.copper: 3}


def test_other_luck_gives_another_draw_and_the_same_luck_the_same() -> None:
    states, tables = a_state()
    drawn = []
    for number in (7, 7, 8):
        view = states.copy()
        determinise(view[0], tables[0], 0, stream_of(number))
        drawn.append(view)
    # By fields: what lies between them nobody wrote.
    assert (drawn[0] == drawn[1]).all()
    assert (drawn[1]["discards"] != drawn[2]["discards"]).any()
