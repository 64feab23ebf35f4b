"""What happened to a player's cards between two states, for the narrator."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.layout import State
from balance.engine.rng import draw
from balance.games.dominion.layout import ANY, ROOM, Chance, Decision, How, Special

Counts = NDArray[np.int64]  # of cards, by kind


@dataclass(frozen=True)
class Zones:
    """The cards of a player by zone."""

    hand: Counts
    top: Counts  # the known cards of the draw pile
    discards: Counts
    in_play: Counts
    revealed: Counts
    owned: Counts
    taken: Counts
    aside: int  # Horse Traders set aside
    pile: int  # the size of the draw pile


@dataclass(frozen=True)
class Moves:
    """What happened to a player's cards."""

    drawn: Counts  # into the hand, from the draw pile or from revealed cards
    discarded: Counts  # from the hand
    passed: Counts  # discarded without having been in the hand
    put_back: Counts  # from the hand onto the draw pile
    returned: Counts  # onto the draw pile from elsewhere, such as from revealed cards
    revealed: Counts  # and still revealed, or set aside
    trashed: Counts
    gained: Counts  # to the discard pile
    gained_on_top: Counts  # onto the draw pile
    gained_to_hand: Counts
    aside: int  # Horse Traders set aside; negative if they came back
    is_shuffled: bool  # the discard pile became a new draw pile


def zones_of(state: State, seat: int) -> Zones:
    """Return the cards of a seat by zone."""
    player: Any = state.seats[seat]
    known = [int(kind) for kind in player.top[: player.num_top] if kind != ANY]
    return Zones(
        hand=_counts(player.hand),
        top=np.bincount(known, minlength=ROOM).astype(np.int64),
        discards=_counts(state.discards[seat]),
        in_play=_counts(state.in_play, state.active == seat),
        revealed=_counts(state.revealed, state.victim == seat),
        owned=_counts(player.owned),
        taken=_counts(player.taken),
        aside=int(player.aside),
        pile=int(player.num_deck) + len(known),
    )


def moves_between(before: State, after: State, seat: int) -> Moves:
    """Return what happened to the cards of a seat, except at a clean-up."""
    was, now = zones_of(before, seat), zones_of(after, seat)
    taken = now.taken - was.taken
    trashed = taken - (now.owned - was.owned)
    on_top = _more(was.top, now.top)
    is_mined = after.routine == Special.MINE and after.how & How.TO_HAND and trashed.any()
    to_hand = taken if is_mined or _is_mining(before) else np.zeros_like(taken)
    gained_on_top = np.minimum(taken - to_hand, on_top)
    gained = taken - to_hand - gained_on_top
    own = trashed if after.active == seat else np.zeros_like(trashed)
    from_hand = own - np.minimum(own, _more(now.in_play, was.in_play))
    # Cards that came into the hand less those that left, without cards played, trashed and gained.
    net = now.hand - was.hand + _more(was.in_play, now.in_play) + from_hand - to_hand
    left = np.maximum(-net, 0)
    put_back = np.minimum(left, on_top - gained_on_top)
    aside = now.aside - was.aside
    discarded = (left - put_back) * int(aside <= 0)
    is_shuffled = bool(
        (now.discards < was.discards).any()
        # More cards were drawn than the draw pile had.
        or _num_draws(before, after, seat) > before.seats[seat].num_deck
    )
    old = np.zeros_like(was.discards) if is_shuffled else was.discards
    return Moves(
        drawn=np.maximum(net, 0),
        discarded=discarded,
        passed=np.maximum(now.discards - old - gained - discarded, 0),
        put_back=put_back,
        returned=on_top - gained_on_top - put_back,
        revealed=_more(was.revealed, now.revealed),
        trashed=trashed,
        gained=gained,
        gained_on_top=gained_on_top,
        gained_to_hand=to_hand,
        aside=aside,
        is_shuffled=is_shuffled,
    )


def _num_draws(before: State, after: State, seat: int) -> int:
    """Return how many cards chance drew from the draw pile of a seat."""
    stream = np.array(before.streams[Chance.DRAW + seat])
    count = 0
    while (stream != after.streams[Chance.DRAW + seat]).any():
        draw(stream)
        count += 1
    return count


def _is_mining(state: State) -> bool:
    """Return whether the decision is which card is gained into the hand."""
    return bool(state.decision == Decision.GAIN and state.how & How.TO_HAND)


def _counts(zone: Any, is_own: bool = True) -> Counts:
    return np.array(zone, np.int64) * int(is_own)


def _more(before: Counts, after: Counts) -> Counts:
    """Return how many cards of each kind were added."""
    return np.maximum(after - before, 0)
