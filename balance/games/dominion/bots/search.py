"""Search: tries each choice in many possible games, all with the same luck.

First it looks for the plan that ends best, among the policy and the game's buy lists for the
Kingdom: it follows each to the end of games in which the hidden cards are drawn anew.  The others
follow the plans that their cards suggest.  Then it tries the choices in the same way, and goes on
with the plan.  Of what may be bought or gained, the choices that the planner values most are tried.
What its own cards suggest, and the plan's choice, are replaced only by what is clearly better.

It is the strongest and slowest bot of the ladder; its strength depends on the number of iterations.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from balance.bots.search import (
    ITERATIONS,
    NUM_OWN,
    Indices,
    all_choices,
    play_out,
    search_choices,
    sort_by_prior,
)
from balance.compiling.jit import compiled
from balance.engine.layout import MAX_SEATS, State, Stream, Table, Weights, wide
from balance.games.dominion.bots import buy_list, planner, policy
from balance.games.dominion.bots.plans import (
    POLICY,
    fitting_plans,
    list_of,
    plans_in,
    write_guesses,
)
from balance.games.dominion.bots.position_value import NUM_FEATURES
from balance.games.dominion.layout import ALL, RECORD, STATE, Decision
from balance.games.dominion.record import write_record
from balance.games.dominion.rules.dispatch import step, take
from balance.games.dominion.services.determinise import determinise

# The search's own weights beyond those that every search has; then come the planner's, greedy's,
# and the plans.
PRIOR, WIDTH, PLANNED = range(NUM_OWN, NUM_OWN + 3)
_PLANNER = PLANNED + 1
_POLICY = _PLANNER + planner.FIRST_FAST  # greedy's weights, then the network
_LEAST = 2  # iterations for each plan, without which none is looked for

# Two records, the numbers of the policy, the plans, and the plan of each seat.
Scratch: TypeAlias = tuple[NDArray[Any], Weights, Weights, Indices]


@compiled
def choose(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return the index of the best choice; the planner's unless another is clearly better."""
    return decide(view, table, seat, weights, stream)[0]


@compiled
def count_iterations(view: State, table: Table, seat: int, weights: Weights, stream: Stream) -> int:
    """Return how many iterations the decision takes."""
    return decide(view, table, seat, weights, stream)[1]


@compiled
def decide(
    view: State, table: Table, seat: int, weights: Weights, stream: Stream
) -> tuple[int, int]:
    """Return the index of the best choice, and the number of iterations that were played."""
    first = wide(planner.choose(view, table, seat, weights[_PLANNER:], stream))
    size = min(wide(view.num_choices), max(wide(2), wide(weights[WIDTH])))
    if size < 2 or weights[ITERATIONS] < size or goes_by_rule(view):
        return first, wide(0)
    plans = plans_in(weights)
    fitting = fitting_plans(view, plans)
    followed = np.zeros(MAX_SEATS, np.int64)
    write_guesses(view, table, plans, fitting, followed)
    states = np.empty(2, STATE)
    scratch = np.zeros(2, RECORD), weights[_POLICY:], plans, followed
    plan, spent = best_plan(view, table, seat, weights, stream, fitting, states, scratch)
    followed[seat] = plan
    if plan != POLICY:  # the planner's choice is as good as that of the policy
        first = wide(buy_list.choose(view, table, seat, list_of(plans, plan), stream))
    candidates, priors = np.empty(view.num_choices, np.int64), np.zeros(view.num_choices)
    all_choices(view, first, candidates)
    if planner.is_valued(view):
        write_priors(view, table, seat, weights, stream, candidates, priors)
    left = weights[:NUM_OWN].copy()
    left[ITERATIONS] -= spent
    choice, more = search_choices(
        view, table, seat, left, stream, candidates, weights[PRIOR] * priors[:size],
        determinise, try_choice, states, scratch,
    )  # fmt: skip
    return choice, spent + more


@compiled
def best_plan(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    fitting: Indices,
    states: NDArray[Any],
    scratch: Scratch,
) -> tuple[int, int]:
    """Return the plan that ends best, the present one unless another is clearly better."""
    present = wide(scratch[3][seat])
    own = weights[:NUM_OWN].copy()
    own[ITERATIONS] *= weights[PLANNED]
    if len(fitting) < 2 or own[ITERATIONS] < _LEAST * len(fitting):
        return present, wide(0)
    candidates = fitting.copy()
    for place in range(len(candidates)):
        if candidates[place] == present:
            candidates[place] = candidates[0]
    candidates[0] = present
    return search_choices(
        view, table, seat, own, stream, candidates, np.zeros(len(candidates)),
        determinise, try_plan, states, scratch,
    )  # fmt: skip


@compiled
def goes_by_rule(view: State) -> bool:
    """Return whether the planner's choice stands without search: Treasures, Reactions, Stashes."""
    if view.decision == Decision.TREASURE:
        return wide(view.choices[0]) == ALL
    return view.decision == Decision.REACT or view.decision == Decision.PLACE_STASH


@compiled
def write_priors(
    view: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    candidates: Indices,
    priors: Weights,
) -> None:
    """Write the planner's value of each candidate into `priors`, and sort the best to the front."""
    worths = np.empty(view.num_choices)
    levels = np.empty(planner.LEVELS, STATE)
    facts = np.empty(NUM_FEATURES)
    planner.judge(view, table, seat, weights[_PLANNER:], stream, levels, facts, worths)
    for i in range(len(priors)):
        priors[i] = worths[candidates[i]]
    sort_by_prior(candidates, priors)


@compiled
def try_plan(
    state: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    plan: int,
    scratch: Scratch,
) -> float:
    """Let the seat follow a plan to the end of the game, and the others their own."""
    _, network, plans, followed = scratch
    followed[seat] = plan
    index = wide(follow(state, table, seat, (network, plans, followed), stream))
    return try_choice(state, table, seat, weights, stream, index, scratch)


@compiled
def try_choice(
    state: State,
    table: Table,
    seat: int,
    weights: Weights,
    stream: Stream,
    index: int,
    scratch: Scratch,
) -> float:
    """Make a choice, and let all seats follow their plans to the end; return the outcome."""
    records, network, plans, followed = scratch
    return play_out(
        state, table, seat, weights, stream, index, records, (network, plans, followed),
        step, take, write_record, follow,
    )  # fmt: skip


@compiled
def follow(
    state: State, table: Table, seat: int, numbers: tuple[Weights, Weights, Indices], stream: Stream
) -> int:
    """Return the choice of the plan that a seat follows; `numbers` are those of the scratch."""
    network, plans, followed = numbers
    plan = wide(followed[seat])
    if plan == POLICY:
        return wide(policy.choose(state, table, seat, network, stream))
    return wide(buy_list.choose(state, table, seat, list_of(plans, plan), stream))
