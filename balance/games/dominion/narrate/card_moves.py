"""What became of a player's cards between two states: for telling a game."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine.layout import State
from balance.engine.rng import draw
from balance.games.dominion.layout import ANY, ROOM, Chance, Decision, How, Special

Counts = NDArray[np.int64]  # of cards, by kind


@dataclass(frozen=True)
class Lying:
    """Where the cards of a player lie.

    Attributes
    ----------
    hand, top, discards, in_play, revealed, owned, taken : int64 arrays, shape (ROOM,)
        Counts by kind; `top` is what is known to lie on the draw pile.
    aside : int
        Horse Traders set aside.
    pile : int
        How many cards the draw pile has.
    """

    hand: Counts
    top: Counts
    discards: Counts
    in_play: Counts
    revealed: Counts
    owned: Counts
    taken: Counts
    aside: int
    pile: int


@dataclass(frozen=True)
class Moves:
    """What became of a player's cards: counts by kind, shape (ROOM,).

    Attributes
    ----------
    drawn : int64 array
        Taken into the hand from the draw pile, or from cards that lay open.
    discarded : int64 array
        From the hand.
    passed : int64 array
        Discarded without having been in the hand.
    put_back : int64 array
        From the hand onto the draw pile.
    returned : int64 array
        Onto the draw pile from elsewhere, such as from where they lay open.
    revealed : int64 array
        Lying open now, or set aside.
    trashed : int64 array
    gained, gained_on_top, gained_to_hand : int64 arrays
        To the discard pile, onto the draw pile, into the hand.
    aside : int
        Horse Traders that were set aside; below 0 if they came back.
    is_shuffled : bool
        Whether the discard pile became a new draw pile.
    """

    drawn: Counts
    discarded: Counts
    passed: Counts
    put_back: Counts
    returned: Counts
    revealed: Counts
    trashed: Counts
    gained: Counts
    gained_on_top: Counts
    gained_to_hand: Counts
    aside: int
    is_shuffled: bool


def lying(state: State, seat: int) -> Lying:
    """Return where the cards of a seat lie."""
    player: Any = state.seats[seat]
    known = [int(kind) for kind in player.top[: player.num_top] if kind != ANY]
    return Lying(
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
    """Return what became of the cards of a seat, not counting a clean-up."""
    was, now = lying(before, seat), lying(after, seat)
    taken = now.taken - was.taken
    trashed = taken - (now.owned - was.owned)
    on_top = _more(was.top, now.top)
    is_mined = after.routine == Special.MINE and after.how & How.TO_HAND and trashed.any()
    to_hand = taken if is_mined or _is_mining(before) else np.zeros_like(taken)
    gained_on_top = np.minimum(taken - to_hand, on_top)
    gained = taken - to_hand - gained_on_top
    own = trashed if after.active == seat else np.zeros_like(trashed)
    from_hand = own - np.minimum(own, _more(now.in_play, was.in_play))
    # What came into the hand less what went, but for cards played, trashed and gained.
    net = now.hand - was.hand + _more(was.in_play, now.in_play) + from_hand - to_hand
    left = np.maximum(-net, 0)
    put_back = np.minimum(left, on_top - gained_on_top)
    aside = now.aside - was.aside
    discarded = (left - put_back) * int(aside <= 0)
    is_shuffled = bool(
        (now.discards < was.discards).any()
        # More were drawn by chance than lay there.
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
    """Tell whether it is asked which card is gained into the hand."""
    return bool(state.decision == Decision.GAIN and state.how & How.TO_HAND)


def _counts(zone: Any, is_own: bool = True) -> Counts:
    return np.array(zone, np.int64) * int(is_own)


def _more(one: Counts, other: Counts) -> Counts:
    """Return by how many cards of each kind there are more in the other."""
    return np.maximum(other - one, 0)
