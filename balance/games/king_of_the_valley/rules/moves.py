"""Listing the moves of Phase 2 (K6): the monks visited, the end space, the tiles taken.

A move is one number: ``mask | end << 3``, and from bit 8 on 5 bits for each monk in the order of
visits: its space + 1.  Bit i of the mask is set if a multi-take takes the tile on the i-th space
passed over by the last straight move; with mask 0 the tile on the end space is taken.
"""

import numpy as np

from balance.compiling.jit import compiled, inlined
from balance.engine.agenda import due, offer
from balance.engine.layout import State, Table, wide
from balance.games.king_of_the_valley.layout import (
    END_BIT,
    GRID,
    MASK,
    MAX_KINDS,
    MAX_PATHS,
    MONKS_BIT,
    SPACE,
    SPACE_BITS,
    SPACES,
    Decision,
    Kind,
    Phase,
    Type,
)
from balance.games.king_of_the_valley.rules.bans import is_banned
from balance.games.king_of_the_valley.rules.tax import can_be_taxed
from balance.games.king_of_the_valley.rules.wizard import can_swap

_DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
_NOTHING = -1  # no tile that can be taken
_ALONE = -2  # a tile that is never part of a multi-take (A11)


def _rays() -> tuple[np.ndarray, np.ndarray]:
    """Return the spaces of the straight move from a space in a direction (K6.1), and how many."""
    rays = np.zeros((SPACES, len(_DIRECTIONS), GRID - 1), np.int64)
    lengths = np.zeros((SPACES, len(_DIRECTIONS)), np.int64)
    for space in range(SPACES):
        for direction, (down, across) in enumerate(_DIRECTIONS):
            row, column = space // GRID + down, space % GRID + across
            while 0 <= row < GRID and 0 <= column < GRID:
                rays[space, direction, lengths[space, direction]] = row * GRID + column
                lengths[space, direction] += 1
                row, column = row + down, column + across
    return rays, lengths


RAYS, LENGTHS = _rays()
# The types of tiles (K2.4), by what is on a space: a kind + 1, or 0.
TYPES = np.array(
    [_NOTHING, Type.QUEEN, Type.DUKE, Type.COUNTESS, *(Type.KNIGHT,) * 4]
    + [Type.FARMER, Type.FARMWOMAN, Type.JESTER, Type.MONK, Type.WIZARD]
    + [Type.TAX_COLLECTOR] * (MAX_KINDS - Kind.COLLECTOR)
)


@compiled
def offer_moves(state: State, table: Table, seat: int) -> None:
    """Ask for the whole move (K6); without any it is skipped (K6.12)."""
    state.phase = Phase.COLLECT
    due(state, Decision.COLLECT, seat)
    state.was_in_reach |= state.entered
    list_moves(state, table, seat)


@compiled
def list_moves(state: State, table: Table, seat: int) -> None:
    """Set the choices to all moves of a seat, even out of turn."""
    player = state.seats[seat]
    state.num_choices = 0
    closed = closed_to(state, table, seat)
    monks = list_straight(state, table, seat, wide(player.king), closed, 0)
    if monks and player.gold >= table.monk_cost:
        list_by_monks(state, table, seat, closed, monks)


@compiled
def closed_to(state: State, table: Table, seat: int) -> int:
    """Return the spaces, a bit each, that other kings block (K2.8).

    A tile that a handicap forbids counts like one under another king.
    """
    closed = 0
    player = state.seats[seat]
    if player.banned:
        for space in range(SPACES):
            tile = wide(state.valley[space])
            closed |= int(tile > 0 and is_banned(player, tile - 1)) << space
    for other in range(table.num_seats):
        king = wide(state.seats[other].king)
        if other != seat and king >= 0:
            closed |= 1 << king
    return closed


@compiled
def list_by_monks(state: State, table: Table, seat: int, closed: int, monks: int) -> None:
    """Add the moves by way of monks (K8.6 - K8.10); `monks` are those one straight move reaches."""
    paths = np.empty(MAX_PATHS, np.int64)
    golds = np.empty(MAX_PATHS, np.int64)
    count = add_paths(state, table, paths, golds, 0, monks, 0, wide(state.seats[seat].gold))
    done = 0
    while done < count:
        path, gold = paths[done], golds[done]
        done += 1
        emptied = 0  # the monks visited are gone, so their spaces are empty (K8.16)
        last = path >> MONKS_BIT
        while last > SPACE:
            emptied |= 1 << ((last & SPACE) - 1)
            last >>= SPACE_BITS
        monks = list_straight(state, table, seat, last - 1, closed | emptied, path)
        if monks and gold >= table.monk_cost:  # K8.15
            count = add_paths(state, table, paths, golds, count, monks, path, gold)


@inlined
def add_paths(
    state: State,
    table: Table,
    paths: np.ndarray,
    golds: np.ndarray,
    count: int,
    monks: int,
    path: int,
    gold: int,
) -> int:
    """Add the paths from `path` on to one of `monks`; return how many paths there are."""
    place = MONKS_BIT
    while path >> place:
        place += SPACE_BITS
    for space in range(SPACES):
        if monks >> space & 1:
            paths[count] = path | (space + 1) << place
            golds[count] = gold + wide(state.coins[space]) - wide(table.monk_cost)  # A14
            count += 1
    return count


@compiled
def list_straight(state: State, table: Table, seat: int, start: int, closed: int, path: int) -> int:
    """Offer all that one straight move from the space `start` can take (K6.1 - K6.9).

    `closed` are the spaces, a bit each, on which nothing can be taken; `path` are the monks visited
    before, as in the number of a move.  Returns the spaces of monks within reach, a bit each.
    """
    monks = 0
    pairs = table.same_name_min <= 2 <= table.same_name_max
    triples = table.same_name_min <= 3 <= table.same_name_max
    for direction in range(len(_DIRECTIONS)):
        # The types on the spaces passed over, the last one first.
        last = before = third = _NOTHING
        for step in range(LENGTHS[start, direction]):
            space = RAYS[start, direction, step]
            tile = wide(state.valley[space])
            here = TYPES[tile]
            if closed >> space & 1:
                here = _NOTHING
            move = path | space << END_BIT
            if last >= 0 and step >= 2:
                bit = 1 << (step - 1)
                if last == before and pairs:
                    offer_multi(state, table, seat, start, move, bit | bit >> 1, last)
                if last == third and pairs:
                    offer_multi(state, table, seat, start, move, bit | bit >> 2, last)
                if last == before and last == third and triples:
                    offer_multi(state, table, seat, start, move, MASK, last)
            third = before
            before = last
            last = here
            if here <= Type.JESTER:
                if here >= 0:
                    offer(state, move)
            elif here == Type.MONK:
                monks |= 1 << space
                last = _ALONE
            elif here == Type.WIZARD:
                if can_swap(state, seat):
                    offer(state, move)
            elif can_be_taxed(state, table, seat, tile - 1, 0, 0):
                offer(state, move)
    return monks


@compiled
def offer_multi(
    state: State, table: Table, seat: int, start: int, move: int, mask: int, tiles: int
) -> None:
    """Offer a multi-take of tiles of type `tiles`, if specialists among them all work (K6.9)."""
    if tiles == Type.WIZARD:
        if not can_swap(state, seat):
            return
    elif tiles == Type.TAX_COLLECTOR:
        first, second, third = collectors_on_way(state, start, move, mask)
        if not can_be_taxed(state, table, seat, first, second, third):
            return
    offer(state, move | mask)


@compiled
def collectors_on_way(state: State, start: int, move: int, mask: int) -> tuple[int, int, int]:
    """Return the kinds of the collectors that a multi-take takes; 0 is none."""
    end = move >> END_BIT & SPACE
    step = stride(start, end)
    first = second = third = 0
    space = start
    for bit in range(END_BIT):
        space += step
        if mask >> bit & 1:
            third = second
            second = first
            first = wide(state.valley[space]) - 1
    return first, second, third


@inlined
def stride(start: int, end: int) -> int:
    """Return what each step of the straight move from `start` to `end` adds to the space."""
    down = end // GRID - start // GRID
    across = end % GRID - start % GRID
    return (end - start) // max(abs(down), abs(across))
