"""The invariants that hold at every decision (section 15 of RULES.md), for `balance soak`.

Two follow from others and have no check: the limits of influence, couples and order points (I9)
from the number of tiles (I1), and the columns of castles (I8) from their slots.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from balance.compiling.jit import compiled
from balance.engine.layout import MAX_SEATS, NOBODY, State, Table, wide
from balance.games.king_of_the_valley.layout import (
    COLLECTOR,
    COLLECTOR_BITS,
    COUNT,
    COUNT_BITS,
    FIRST_COLLECTOR,
    FIRST_ORDER,
    HILL_ROWS,
    HILL_SPACES,
    MAX_COLLECTORS,
    MAX_KINDS,
    MAX_KNIGHTS,
    MAX_PILE,
    MAX_TAKEN,
    NUM_COLUMNS,
    NUM_ORDERS,
    NUM_SIDES,
    NUM_SLOTS,
    SPACES,
    Decision,
    Extra,
    Kind,
    Phase,
    Task,
)

_FIVE = 5  # tiles for a kingdom bonus (K9.1)


class Broken(IntEnum):
    """The invariants, by number."""

    NOTHING = 0
    CASTLES = 1  # a negative count in a castle, or a wrong order of knights (K2.6)
    HILL = 2  # a tile above an empty place, or a wrong height (K2.2)
    VALLEY = 3  # the spaces without a tile are not those emptied (K10.1), or too many (I4)
    PILE = 4  # the piles are not those dealt less the tiles drawn (K10.4)
    TILES = 5  # a tile was lost or added (I1)
    DRAWN = 6  # more or fewer tiles drawn than recruited and collected (I3)
    FULL = 7  # before the end, a turn without a full valley and hill (I2)
    GOLD = 8  # negative gold, or gold lost or added (I6)
    MARKERS = 9  # more kingdom markers than in the supply, or than claimed bonuses (I7)
    TURNED = 10  # other tiles face-down than taxes and bonuses turned (I7)
    TAXED = 11  # other groups marked than tax collectors taxed (K8.4)
    KINGS = 12  # a king outside the valley, or two on one tile at the set-up (K3.7)
    TURNS = 13  # turns, rounds and the active player do not agree, or players had fewer (I5)
    PHASE = 14  # a decision in the wrong phase or from the wrong player (K4.2)


@compiled
def check(dealt: State, state: State, table: Table) -> int:
    """Return the invariant that does not hold; `dealt` is the state after the set-up."""
    for seat in range(MAX_SEATS):
        if not castle_is_sound(state, table, seat):
            return Broken.CASTLES
    if not hill_is_piled_up(state):
        return Broken.HILL
    if not emptied_are_empty(state, table):
        return Broken.VALLEY
    if not pile_is_drawn_from(dealt, state):
        return Broken.PILE
    if not tiles_are_conserved(dealt, state):
        return Broken.TILES
    if not drawn_are_gained(state, table):
        return Broken.DRAWN
    if not table_is_full(state, table):
        return Broken.FULL
    if not gold_is_conserved(state, table):
        return Broken.GOLD
    if not markers_fit(state, table):
        return Broken.MARKERS
    for seat in range(table.num_seats):
        if not tiles_are_turned(state, table, seat):
            return Broken.TURNED
        if not groups_are_taxed(state, table, seat):
            return Broken.TAXED
    if not kings_stand(state, table):
        return Broken.KINGS
    if not turns_agree(state, table):
        return Broken.TURNS
    if not phase_fits(state):
        return Broken.PHASE
    return Broken.NOTHING


@compiled
def castle_is_sound(state: State, table: Table, seat: int) -> bool:
    """Return whether no count is negative, and `knights` lists all face-up knights (BF5)."""
    player = state.seats[seat]
    fine = 0 <= player.num_knights <= MAX_KNIGHTS
    tiles = wide(0)
    for slot in range(NUM_SLOTS):
        fine &= player.up[slot] >= 0 and player.down[slot] >= 0
        tiles += wide(player.up[slot]) + wide(player.down[slot])
    left = player.up[FIRST_ORDER : FIRST_ORDER + NUM_ORDERS].copy()
    for i in range(player.num_knights):
        left[player.knights[i]] -= 1
    for order in range(NUM_ORDERS):
        fine &= left[order] == 0
    return fine and (tiles == 0 or seat < table.num_seats)


@compiled
def hill_is_piled_up(state: State) -> bool:
    """Return whether each column has tiles up to its height, and none above."""
    fine = True
    for side in range(NUM_SIDES):
        for row in range(HILL_ROWS):
            fine &= (state.hill[side, row] > 0) == (row < state.heights[side])
        fine &= 0 <= state.heights[side] <= HILL_ROWS
    return fine


@compiled
def emptied_are_empty(state: State, table: Table) -> bool:
    """Return whether `emptied` has all spaces without a tile, each of them once."""
    seen = wide(0)
    fine = True
    for i in range(state.num_emptied):
        space = wide(state.emptied[i])
        fine &= state.valley[space] == 0 and (seen >> space) & 1 == 0
        seen |= wide(1) << space
    most = wide(table.kinds[Kind.MONK].count) + min(wide(table.same_name_max), MAX_TAKEN)
    fine &= state.num_emptied <= most or state.triggered != 0
    return fine and count_in_valley(state) + wide(state.num_emptied) == SPACES


@compiled
def pile_is_drawn_from(dealt: State, state: State) -> bool:
    """Return whether the piles are those dealt, less the tiles drawn from the top."""
    fine = state.drawn + state.num_pile == dealt.drawn + dealt.num_pile
    for i in range(MAX_PILE):
        left = dealt.pile[i] if i >= state.drawn else 0
        fine &= state.pile[i] == left
    return fine


@compiled
def tiles_are_conserved(dealt: State, state: State) -> bool:
    """Return whether there are as many tiles of each kind as at the start."""
    before = np.zeros(MAX_KINDS + 1, np.int32)
    now = np.zeros(MAX_KINDS + 1, np.int32)
    count_tiles(dealt, before)
    count_tiles(state, now)
    fine = True
    for tile in range(1, MAX_KINDS + 1):
        fine &= before[tile] == now[tile]
    return fine


@compiled
def count_tiles(state: State, counts: NDArray[np.int32]) -> None:
    """Count the tiles of each kind, by kind + 1, wherever they are."""
    for space in range(SPACES):
        counts[state.valley[space]] += 1
    for side in range(NUM_SIDES):
        for row in range(HILL_ROWS):
            counts[state.hill[side, row]] += 1
    for i in range(MAX_PILE):
        counts[state.pile[i]] += 1
    for kind in range(MAX_KINDS):
        counts[kind + 1] += state.discarded[kind]
    counts[Kind.JESTER + 1] += count_waiting(state, Task.JESTER, Decision.JESTER)
    for seat in range(MAX_SEATS):
        player = state.seats[seat]
        for slot in range(NUM_SLOTS):
            kind = min(slot, wide(Kind.JESTER))
            counts[kind + 1] += player.up[slot] + player.down[slot]


@compiled
def drawn_are_gained(state: State, table: Table) -> bool:
    """Return whether the tiles missing in valley and hill are those recruited and collected."""
    # A wizard counts as the subject that he swaps in, as another one goes to the hill (K8.12).
    gained = wide(0)
    if state.phase != Phase.SETUP:  # when only gifts from handicaps wait
        gained += count_waiting(state, Task.JESTER, Decision.JESTER)
    gained += count_waiting(state, Task.SWAP, Decision.SWAP)
    for seat in range(table.num_seats):
        taken = state.seats[seat].taken
        for kind in range(Kind.MONK + 1):
            gained += wide(taken[kind])
        for i in range(MAX_COLLECTORS):
            gained += wide(taken[FIRST_COLLECTOR + i])
    there = count_in_valley(state) + wide(state.heights.sum())
    return there + gained == SPACES + HILL_SPACES + wide(state.drawn)


@compiled
def table_is_full(state: State, table: Table) -> bool:
    """Return whether until the end only this turn's recruits and collected tiles are missing."""
    if state.triggered:
        return state.num_pile == 0
    fine = 0 <= state.recruits <= table.max_recruits_per_turn
    fine &= state.heights.sum() + state.recruits == HILL_SPACES
    if state.decision in (Decision.PLACE, Decision.RECRUIT, Decision.COLLECT):
        fine &= state.num_emptied == 0
    return fine


@compiled
def gold_is_conserved(state: State, table: Table) -> bool:
    """Return whether no gold is negative, and all of it was received and not spent."""
    fine = True
    held = earned = wide(0)
    for space in range(SPACES):
        held += wide(state.coins[space])
        fine &= 0 <= state.coins[space] <= table.monk_cost
    for seat in range(table.num_seats):
        player = state.seats[seat]
        held += wide(player.gold)
        fine &= player.gold >= 0
        earned += wide(table.start_gold[seat]) + wide(table.handicaps[state.lineup[seat]].gold)
        earned += wide(player.markers) * wide(table.kingdom_bonus_gold)
        for row in range(HILL_ROWS):
            earned -= wide(player.taken[Extra.HILL_1 + row]) * wide(table.prices[row])
        for i in range(MAX_COLLECTORS):
            gold = wide(table.kinds[Kind.COLLECTOR + i].gold)
            earned += wide(player.taken[FIRST_COLLECTOR + i]) * gold
    for i in range(MAX_TAKEN):
        earned -= wide(table.kinds[taxing_next(state, i)].gold)
    return fine and held == earned


@compiled
def markers_fit(state: State, table: Table) -> bool:
    """Return whether there is a kingdom marker for each bonus, and no more than in the supply."""
    given = wide(0)
    fine = 0 <= state.bonuses <= table.kingdom_bonus_per_turn
    for seat in range(table.num_seats):
        player = state.seats[seat]
        given += wide(player.markers)
        fine &= player.markers == player.taken[Extra.BONUS]
    return fine and given <= table.kingdom_markers


@compiled
def tiles_are_turned(state: State, table: Table, seat: int) -> bool:
    """Return whether as many tiles are face-down as taxes and bonuses turned (I7)."""
    player = state.seats[seat]
    turned = _FIVE * wide(player.markers)
    for i in range(MAX_COLLECTORS):
        need = wide(table.kinds[Kind.COLLECTOR + i].need)
        turned += wide(player.taken[FIRST_COLLECTOR + i]) * need
    if state.active == seat:
        for i in range(MAX_TAKEN):
            turned -= wide(table.kinds[taxing_next(state, i)].need)
        turned -= count_to_turn(state, table)
    for slot in range(NUM_SLOTS):
        turned -= wide(player.down[slot])
    return turned == 0


@compiled
def count_to_turn(state: State, table: Table) -> int:
    """Return how many tiles are still to be turned down for taxes."""
    count = wide(0)
    for i in range(state.num_tasks):
        if state.agenda[i].what == Task.TURN_DOWN:
            count += wide(table.kinds[state.agenda[i].first].need)
    if state.decision == Decision.TURN_DOWN:
        counts = wide(state.choices[0])  # the counts of any choice add up to the need (A21)
        while counts > 0:
            count += counts & COUNT
            counts >>= COUNT_BITS
    return count


@compiled
def groups_are_taxed(state: State, table: Table, seat: int) -> bool:
    """Return whether a group is marked for each collector with a need (K8.3, K8.4)."""
    player = state.seats[seat]
    marked = wide(0)
    fine = True
    for column in range(NUM_COLUMNS):
        fine &= player.taxed[column] == 0 or player.taxed[column] == 1
        marked += wide(player.taxed[column])
    for i in range(MAX_COLLECTORS):
        if table.kinds[Kind.COLLECTOR + i].need > 0:
            marked -= wide(player.taken[FIRST_COLLECTOR + i])
    if state.active == seat:
        for i in range(MAX_TAKEN):
            marked += int(table.kinds[taxing_next(state, i)].need > 0)
    return fine and marked == 0


@compiled
def kings_stand(state: State, table: Table) -> bool:
    """Return whether all kings are in the valley, at the set-up on different tiles."""
    fine = True
    for seat in range(table.num_seats):
        king = wide(state.seats[seat].king)
        fine &= 0 <= king < SPACES or (king == NOBODY and state.turns == 0)
        for other in range(seat):
            if king >= 0 and state.turns == 0:
                fine &= state.seats[other].king != king
    return fine


@compiled
def turns_agree(state: State, table: Table) -> bool:
    """Return whether turns, rounds and active player agree, and all had as many turns (K11.2)."""
    seats = wide(table.num_seats)
    fine = state.rounds == (state.turns + seats - 1) // seats
    fine &= state.turns == 0 or state.active == (state.turns - 1) % seats
    fine &= 0 <= state.triggered <= seats
    fine &= state.extra_round == 0 or (state.triggered > 0 and table.extra_final_round > 0)
    if state.decision == Decision.NONE and state.num_tasks == 0:
        fine &= state.turns % seats == 0 and state.triggered > 0
    return fine


@compiled
def phase_fits(state: State) -> bool:
    """Return whether the decision belongs to the phase, and is due from the active player."""
    phase = wide(state.phase)
    if state.decision == Decision.PLACE:
        return phase == Phase.SETUP
    match state.decision:
        case Decision.NONE:
            return True
        case Decision.RECRUIT:
            fits = phase == Phase.RECRUIT
        case Decision.JESTER:
            if phase == Phase.SETUP:  # a gift from a handicap
                return True
            fits = phase == Phase.RECRUIT or phase == Phase.COLLECT
        case Decision.CLAIM:
            fits = phase == Phase.CLAIM
        case Decision.REFILL:
            fits = phase == Phase.REFILL
        case _:
            fits = phase == Phase.COLLECT
    return fits and state.due_seat == state.active


@compiled
def count_in_valley(state: State) -> int:
    """Return the number of tiles in the valley."""
    count = wide(0)
    for space in range(SPACES):
        count += int(state.valley[space] > 0)
    return count


@compiled
def count_waiting(state: State, task: int, decision: int) -> int:
    """Return how many tasks of a kind are left, with the one whose decision is due now."""
    count = wide(state.decision == decision)
    for i in range(state.num_tasks):
        count += int(state.agenda[i].what == task)
    return count


@compiled
def taxing_next(state: State, i: int) -> int:
    """Return the kind of the i-th collector that is yet to tax, or a kind that pays nothing."""
    if state.decision != Decision.TAX:
        return wide(Kind.QUEEN)
    collector = (wide(state.collectors) >> (i * COLLECTOR_BITS)) & COLLECTOR
    return Kind.COLLECTOR - 1 + collector
