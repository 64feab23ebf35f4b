"""What `balance soak` looks at: it finds nothing in a sound game, and each thing that is broken."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from balance.engine.session import Session
from balance.games.king_of_the_valley.layout import (
    SPACES,
    Decision,
    Extra,
    Kind,
    Phase,
)
from balance.games.king_of_the_valley.services.invariants import Broken, check
from tests.games.king_of_the_valley.walks import Walk

PLAYERS = 3
TURNS = 27  # of the game that is spoiled


def under_way(decision: Decision, turns: int, own: int = 0) -> tuple[Session, Any]:
    """A game of players who seek what is rare, where this is due; and how it was dealt."""
    return Walk(1, PLAYERS, 0, own, seeking=True).under_way(
        lambda state: state.turns >= turns and state.decision == decision
    )


@pytest.fixture(scope="module")
def game() -> tuple[Session, Any]:
    """A turn that has just begun; somebody has taxed, claimed a bonus and recruited."""
    session, dealt = under_way(Decision.RECRUIT, TURNS)
    assert session.state.phase == Phase.RECRUIT
    return session, dealt


def farmers_of(state: Any) -> Any:
    """A player with a farmer face-up."""
    return next(player for player in state.seats if player.up[Kind.FARMER])


def castle(state: Any) -> None:
    state.seats[0].up[Kind.QUEEN] = -1


def stranger(state: Any) -> None:
    state.seats[PLAYERS].up[Kind.QUEEN] = 1


def age(state: Any) -> None:
    player = next(player for player in state.seats if player.num_knights)
    player.knights[0] = (player.knights[0] + 1) % 4


def height(state: Any) -> None:
    state.heights[1] -= 1


def floating(state: Any) -> None:
    state.hill[0, 2] = 0


def gap(state: Any) -> None:
    state.valley[7] = 0


def too_many(state: Any) -> None:
    state.num_emptied = 7
    state.emptied[:7] = range(7)
    state.valley[:7] = 0


def emptied_twice(state: Any) -> None:
    state.num_emptied = 2
    state.emptied[:2] = 3, 3
    state.valley[3] = 0


def order(state: Any) -> None:
    left = state.pile[state.drawn : state.drawn + state.num_pile]
    left[:] = np.roll(left, 1)


def pile(state: Any) -> None:
    state.num_pile -= 1


def tile(state: Any) -> None:
    state.valley[7] = 1 + (state.valley[7] + 1) % Kind.MONK


def discarded(state: Any) -> None:
    state.discarded[Kind.WIZARD] += 1


def gained(state: Any) -> None:
    state.seats[1].taken[Kind.FARMER] += 1


def recruited(state: Any) -> None:
    state.recruits = 1


def missing(state: Any) -> None:
    """A farmer of the valley in a castle, as if the last turn had not been ended by a refill."""
    space = int(np.flatnonzero(state.valley == 1 + Kind.FARMER)[0])
    state.valley[space] = 0
    state.emptied[0] = space
    state.num_emptied = 1
    state.seats[0].up[Kind.FARMER] += 1
    state.seats[0].taken[Kind.FARMER] += 1


def gold(state: Any) -> None:
    state.seats[2].gold += 1


def debt(state: Any) -> None:
    state.seats[0].gold, state.seats[1].gold = -1, state.seats[0].gold + state.seats[1].gold + 1


def coins(state: Any) -> None:
    state.coins[0] += 2
    state.seats[int(np.argmax(state["seats"]["gold"]))].gold -= 2


def price(state: Any) -> None:
    state.seats[0].taken[Extra.HILL_1] += 1


def marker(state: Any) -> None:
    state.seats[0].taken[Extra.BONUS] += 1


def turned(state: Any) -> None:
    player = farmers_of(state)
    player.up[Kind.FARMER] -= 1
    player.down[Kind.FARMER] += 1


def unturned(state: Any) -> None:
    player = next(player for player in state.seats if player.down[Kind.FARMER])
    player.up[Kind.FARMER] += 1
    player.down[Kind.FARMER] -= 1


def taxed(state: Any) -> None:
    state.seats[0].taxed[:] = 1


def king(state: Any) -> None:
    state.seats[0].king = SPACES


def rounds(state: Any) -> None:
    state.rounds += 1


def active(state: Any) -> None:
    state.active = (state.active + 1) % PLAYERS


def phase(state: Any) -> None:
    state.phase = Phase.COLLECT


def asked(state: Any) -> None:
    state.due_seat = (state.due_seat + 1) % PLAYERS


SPOILS: list[tuple[Callable[[Any], None], Broken]] = [
    (castle, Broken.CASTLES),
    (stranger, Broken.CASTLES),
    (age, Broken.CASTLES),
    (height, Broken.HILL),
    (floating, Broken.HILL),
    (gap, Broken.VALLEY),
    (too_many, Broken.VALLEY),
    (emptied_twice, Broken.VALLEY),
    (order, Broken.PILE),
    (pile, Broken.PILE),
    (tile, Broken.TILES),
    (discarded, Broken.TILES),
    (gained, Broken.DRAWN),
    (recruited, Broken.FULL),
    (missing, Broken.FULL),
    (gold, Broken.GOLD),
    (debt, Broken.GOLD),
    (coins, Broken.GOLD),
    (price, Broken.GOLD),
    (marker, Broken.MARKERS),
    (turned, Broken.TURNED),
    (unturned, Broken.TURNED),
    (taxed, Broken.TAXED),
    (king, Broken.KINGS),
    (rounds, Broken.TURNS),
    (active, Broken.TURNS),
    (phase, Broken.PHASE),
    (asked, Broken.PHASE),
]


@pytest.mark.rule("I1")
@pytest.mark.rule("I2")
@pytest.mark.rule("I3")
@pytest.mark.rule("I4")
@pytest.mark.rule("I6")
@pytest.mark.rule("I7")
@pytest.mark.parametrize(("spoil", "broken"), SPOILS)
def test_each_broken_invariant_is_detected(
    game: tuple[Session, Any], spoil: Callable[[Any], None], broken: Broken
) -> None:
    session, dealt = game
    state = session.states.copy()
    assert check(dealt[0], state[0], session.tables[0]) == Broken.NOTHING
    spoil(state[0])
    assert Broken(check(dealt[0], state[0], session.tables[0])) == broken


def test_every_invariant_is_broken_by_a_test() -> None:
    assert {broken for _, broken in SPOILS} == {*Broken} - {Broken.NOTHING}


def lost_jester(state: Any) -> None:
    state.decision = Decision.CLAIM


def lost_collectors(state: Any) -> None:
    state.collectors = 0


def lost_need(state: Any) -> None:
    state.choices[0] -= 1


def lost_swap(state: Any) -> None:
    state.decision = Decision.CLAIM


@pytest.mark.rule("I1")
@pytest.mark.rule("I3")
@pytest.mark.rule("I6")
@pytest.mark.rule("I7")
@pytest.mark.parametrize(
    ("decision", "spoil", "broken"),
    [
        (Decision.JESTER, lost_jester, Broken.TILES),
        (Decision.TAX, lost_collectors, Broken.GOLD),
        (Decision.TURN_DOWN, lost_need, Broken.TURNED),
        (Decision.SWAP, lost_swap, Broken.DRAWN),
    ],
)
def test_tasks_in_progress_break_no_invariant(
    decision: Decision, spoil: Callable[[Any], None], broken: Broken
) -> None:
    session, dealt = under_way(decision, turns=4, own=2)
    state = session.states
    assert check(dealt[0], state[0], session.tables[0]) == Broken.NOTHING
    spoil(state[0])
    assert Broken(check(dealt[0], state[0], session.tables[0])) == broken


@pytest.mark.rule("I7")
def test_more_kingdom_markers_than_there_are_are_found(game: tuple[Session, Any]) -> None:
    session, dealt = game
    table = session.tables.copy()
    given = sum(int(player.markers) for player in session.state.seats)
    for supply, broken in ((given, Broken.NOTHING), (given - 1, Broken.MARKERS)):
        table[0].kingdom_markers = supply
        assert Broken(check(dealt[0], session.state, table[0])) == broken
    assert given > 1


@pytest.mark.rule("I5")
def test_a_game_that_ends_in_the_middle_of_a_round_is_found() -> None:
    walk = Walk(1, PLAYERS, 0, 0, seeking=False)
    session, dealt = walk.dealt()
    state = walk.play(session=session).state
    assert check(dealt[0], state, session.tables[0]) == Broken.NOTHING
    state.turns -= 1
    state.active -= 1
    assert check(dealt[0], state, session.tables[0]) == Broken.TURNS
