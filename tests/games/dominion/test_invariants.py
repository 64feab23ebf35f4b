"""What `balance soak` looks at: it finds nothing in a sound game, and each thing that is broken."""

from collections.abc import Callable
from typing import Any

import pytest

from balance.engine.session import Session
from balance.games.dominion.layout import (
    ANY,
    COPPER,
    ENDINGS,
    SILVER,
    Card,
    Decision,
    Phase,
    Special,
    Task,
)
from balance.games.dominion.services.invariants import Broken, check
from tests.games.dominion.walks import Walk

PLAYERS = 3
RICH = Walk(1, PLAYERS, 3, is_rich=True)


def starts_a_turn(state: Any) -> bool:
    """An Action may be played, none was, and there are cards in every pile of the player."""
    player = state.seats[state.active]
    return bool(
        state.rounds > 5
        and state.decision == Decision.ACTION
        and not state.in_play.any()
        and player.num_discard > 0
        and player.num_deck > 0
    )


@pytest.fixture(scope="module")
def game() -> tuple[Session, Any]:
    """A turn that has just begun, in a game with prizes and a Black Market deck."""
    return RICH.under_way(starts_a_turn)


def player_of(state: Any) -> Any:
    return state.seats[state.active]


def deck_of(state: Any) -> Any:
    return state.decks[state.active]


def pile(state: Any) -> None:
    state.piles[COPPER] = -1


def revealed(state: Any) -> None:
    state.revealed[COPPER] = -1


def held(state: Any) -> None:
    player_of(state).num_hand += 1


def hand_kinds(state: Any) -> None:
    player_of(state).hand_kinds ^= 1


def deck(state: Any) -> None:
    player_of(state).num_deck += 1


def discards(state: Any) -> None:
    player_of(state).num_discard -= 1


def strange_top(state: Any) -> None:
    player = player_of(state)
    player.top[player.num_top] = next(k for k in Card if not player.owned[k])
    player.num_top += 1


def too_much_hidden(state: Any) -> None:
    player = player_of(state)
    player.num_top = player.num_deck + 1
    player.top[: player.num_top] = ANY


def swapped(state: Any) -> None:
    """A Silver where another card should lie."""
    kind = next(k for k in Card if deck_of(state)[k] and k != SILVER)
    deck_of(state)[kind] -= 1
    deck_of(state)[SILVER] += 1


def stranger(state: Any) -> None:
    state.seats[PLAYERS].owned[COPPER] = 1


def owned(state: Any) -> None:
    player_of(state).num_owned += 1


def points(state: Any) -> None:
    player_of(state).points += 1


def money(state: Any) -> None:
    player_of(state).money += 1


def treasures(state: Any) -> None:
    player_of(state).num_treasures += 1


def victories(state: Any) -> None:
    player_of(state).num_victories += 1


def lost(state: Any) -> None:
    state.piles[COPPER] -= 1


def trashed(state: Any) -> None:
    state.trash[SILVER] += 1


def empty(state: Any) -> None:
    state.num_empty += 1


def prizes(state: Any) -> None:
    state.num_prizes -= 1


def bane(state: Any) -> None:
    state.bane = Card.trusty_steed


def market(state: Any) -> None:
    """A card of the supply lies in the Black Market deck, and one of the deck in the supply."""
    state.market[0] = state.market[1]


def left_open(state: Any) -> None:
    state.stolen[COPPER] = state.num_stolen = 1


def miscounted(state: Any) -> None:
    state.num_revealed = 1


def princess(state: Any) -> None:
    state.princesses = 1


def small_hand(state: Any) -> None:
    """Who had the last turn discarded a card since."""
    seat = (state.active - 1) % PLAYERS
    player = state.seats[seat]
    kind = next(k for k in Card if player.hand[k])
    player.hand[kind] -= 1
    player.num_hand -= 1
    if not player.hand[kind]:
        player.hand_kinds &= ~(1 << kind)
    state.discards[seat, kind] += 1
    player.num_discard += 1


def rounds(state: Any) -> None:
    state.rounds += 1


def active(state: Any) -> None:
    state.seats[0].turns += 1


def phase(state: Any) -> None:
    state.phase = Phase.BUY


def asked(state: Any) -> None:
    state.due_seat = (state.active + 1) % PLAYERS


def no_actions(state: Any) -> None:
    state.actions = 0


def coins(state: Any) -> None:
    state.coins = -1


def task(state: Any) -> None:
    state.agenda[0].what = Task.CLEAN_UP
    state.num_tasks = 1


def ending(state: Any) -> None:
    state.ending = 1


SPOILS: list[tuple[Callable[[Any], None], Broken]] = [
    (pile, Broken.NEGATIVE),
    (revealed, Broken.NEGATIVE),
    (held, Broken.HAND),
    (hand_kinds, Broken.HAND),
    (deck, Broken.PILE),
    (discards, Broken.PILE),
    (strange_top, Broken.TOP),
    (too_much_hidden, Broken.TOP),
    (swapped, Broken.OWNED),
    (stranger, Broken.OWNED),
    (owned, Broken.OWNED),
    (points, Broken.SUMS),
    (money, Broken.SUMS),
    (treasures, Broken.SUMS),
    (victories, Broken.SUMS),
    (lost, Broken.CONSERVED),
    (trashed, Broken.CONSERVED),
    (market, Broken.CONSERVED),
    (empty, Broken.SUPPLY),
    (prizes, Broken.SUPPLY),
    (bane, Broken.SUPPLY),
    (left_open, Broken.OPEN),
    (miscounted, Broken.OPEN),
    (princess, Broken.PRINCESS),
    (small_hand, Broken.NEW_HAND),
    (rounds, Broken.TURNS),
    (active, Broken.TURNS),
    (phase, Broken.PHASE),
    (asked, Broken.PHASE),
    (no_actions, Broken.PHASE),
    (coins, Broken.CREDITS),
    (task, Broken.AGENDA),
    (ending, Broken.ENDING),
]


@pytest.mark.rule("D15.1")
@pytest.mark.rule("D15.5")
@pytest.mark.parametrize(("spoil", "broken"), SPOILS)
def test_each_broken_invariant_is_detected(
    game: tuple[Session, Any], spoil: Callable[[Any], None], broken: Broken
) -> None:
    session, dealt = game
    state = session.states.copy()
    assert Broken(check(dealt[0], state[0], session.tables[0])) == Broken.NOTHING
    spoil(state[0])
    assert Broken(check(dealt[0], state[0], session.tables[0])) == broken


@pytest.mark.rule("D9.3")
def test_a_card_that_cannot_be_in_the_black_market_deck_is_found(game: tuple[Session, Any]) -> None:
    session, _ = game
    for kind in (SILVER, int(session.state.market[1])):  # of the supply, and there already
        state = session.states.copy()
        state[0].market[0] = kind
        assert Broken(check(state[0], state[0], session.tables[0])) == Broken.MARKET


def test_every_invariant_is_broken_by_a_test() -> None:
    assert {broken for _, broken in SPOILS} == {*Broken} - {Broken.NOTHING, Broken.MARKET}


def finished(walk: Walk) -> tuple[Session, Any]:
    session, dealt = walk.dealt()
    return walk.play(session=session), dealt


@pytest.mark.rule("D8.1")
@pytest.mark.rule("D8.6")
@pytest.mark.parametrize("walk", [RICH, Walk(3, 2, 8, is_rich=False), Walk(2, 1, 5, is_rich=True)])
def test_a_wrong_ending_is_found(walk: Walk) -> None:
    session, dealt = finished(walk)
    right = int(session.state.ending)
    for ending in range(len(ENDINGS) + 2):
        state = session.states.copy()
        state[0].ending = ending
        expected = Broken.NOTHING if ending == right else Broken.ENDING
        assert Broken(check(dealt[0], state[0], session.tables[0])) == expected


@pytest.mark.rule("D15.5")
def test_a_hand_that_is_too_small_at_the_end_is_found() -> None:
    session, dealt = finished(RICH)
    small_hand_of(session.state, int(session.state.active))
    assert Broken(check(dealt[0], session.state, session.tables[0])) == Broken.NEW_HAND


def small_hand_of(state: Any, seat: int) -> None:
    state.active = (seat + 1) % PLAYERS
    small_hand(state)
    state.active = seat


@pytest.mark.rule("D13.3")
def test_stashes_that_are_to_be_placed_are_counted() -> None:
    session, dealt = RICH.under_way(lambda state: state.decision == Decision.PLACE_STASH)
    state = session.states.copy()
    assert check(dealt[0], state[0], session.tables[0]) == Broken.NOTHING
    state[0].decision = Decision.SPY
    assert Broken(check(dealt[0], state[0], session.tables[0])) == Broken.OWNED


@pytest.mark.rule("D13.1")
def test_treasures_within_a_black_market_are_no_free_choice() -> None:
    session, dealt = RICH.under_way(
        lambda state: state.decision == Decision.TREASURE and state.routine == Special.BLACK_MARKET
    )
    state = session.states.copy()
    assert state[0].num_shown > 0
    assert check(dealt[0], state[0], session.tables[0]) == Broken.NOTHING
    state[0].routine = Special.NONE
    assert Broken(check(dealt[0], state[0], session.tables[0])) == Broken.OPEN


@pytest.mark.rule("D8.1")
@pytest.mark.rule("D8.2")
def test_a_game_that_goes_on_after_its_end_is_found() -> None:
    session, dealt = finished(RICH)
    state = session.states.copy()
    state[0].agenda[0].what, state[0].num_tasks = Task.TURN, 1
    state[0].phase = Phase.ACTION
    assert Broken(check(dealt[0], state[0], session.tables[0])) == Broken.ENDING
