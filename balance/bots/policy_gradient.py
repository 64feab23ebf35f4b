"""Episodes of self-play from which a policy learns: the gradient of its results.

The policy plays whole games, drawing each choice with a probability that grows with its score
(softmax).  A choice that led to a better result than the critic expected becomes more likely.  All
that is needed of a game is summed up here: the gradient of the policy and of the critic.

References
----------
Williams (1992), "Simple statistical gradient-following algorithms for connectionist reinforcement
learning".
Schulman et al. (2016), "High-dimensional continuous control using generalized advantage
estimation": advantages with a trace, without discounting.
"""

from collections.abc import Callable
from enum import IntEnum
from functools import cache
from math import exp, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.bots.policy import (
    critic_at,
    expectation,
    scores_at,
    value_at,
    write_scores,
    write_units,
)
from balance.compiling.jit import compiled
from balance.engine.agenda import NO_DECISION, advance
from balance.engine.game import Game
from balance.engine.layout import MAX_SEATS, WIN, Weights, float64, int64, struct, wide
from balance.engine.loop_types import compiled_loop
from balance.engine.record import lead
from balance.engine.rng import below, draw, open_stream, open_streams
from balance.engine.services import PolicyShape
from balance.engine.view import Hidden, cover, uncover

_SOURCE = 1 << 22  # the source of chance of the episodes themselves
_MOST_DECISIONS = 2_000  # of an episode that are learnt from
_MOST_ROWS = 30_000  # choices likewise
_FRACTION = 1.0 / (1 << 53)


# What a policy plays to learn from.
EPISODES = struct(
    ("seed", int64),
    ("first", int64),  # number of the first deal
    ("deals", int64),
    ("own_weights", int64),  # how many weights come before those of the network
    ("limit", int64),  # decisions after which a game is cut off
    ("against_fallback", float64),  # the share of deals in which the fallback plays other seats
    ("point", float64),  # what a point of the lead is worth, in wins
    ("decay", float64),  # lambda of the advantages
    ("entropy", float64),  # weight of the entropy
    ("scale", float64),  # by which advantages are multiplied
)


class EpisodeSum(IntEnum):
    """What is added up over episodes, besides the gradient."""

    DECISIONS = 0  # learnt from
    ADVANTAGES = 1  # squared, before they are scaled
    ERRORS = 2  # of the critic, squared
    ENTROPY = 3
    RESULTS = 4  # of the learner's seats
    SQUARES = 5  # of these results
    SEATS = 6  # how many these were
    WINS = 7  # of the learner against the fallback
    LONE_SEATS = 8  # in so many games


@cache
def episode_player(game: Game) -> Callable[..., None]:
    """Return `_play_episodes` for `game`, compiled or read from the cache."""
    return compiled_loop(_play_episodes, game, _episode_types)


def _episode_types(of: Any) -> Any:
    types = of.types
    floats, rows = types.float64[::1], types.float64[:, ::1]
    inputs = types.Tuple(
        (
            of.function(types.void, types.int64, floats, floats),
            of.function(types.boolean, types.int64, floats, floats, rows, types.int64[::1]),
            types.FunctionType(of.bot),
        )
    )
    shape = types.NamedUniTuple(types.int64, len(PolicyShape._fields), PolicyShape)
    return types.void(
        of.states, of.tables, of.records, of.rules, inputs, of.hidden, shape, floats,
        of.array(EPISODES), floats, floats,
    )  # fmt: skip


def _play_episodes(
    states: Any,
    tables: Any,
    records: Any,
    rules: Any,
    inputs: Any,
    hidden: Hidden,
    shape: PolicyShape,
    weights: Weights,
    episodes: Any,
    gradient: Weights,
    sums: Weights,
) -> None:
    """Play deals and add up what a policy learns from them.

    Parameters
    ----------
    states, tables, records
        Arrays of game.state, shape (2,), the last one blank; of game.table, one for each table, on
        which deals are played in turn; of game.record, shape (2,), the last one blank.
    rules, inputs : tuple of functions
        See `balance.engine.batch.rules_of` and `PolicyInputs`.
    weights : float64 array
        The bot's own ones, then those of its network.
    episodes : array of EPISODES, shape (1,)
    gradient : float64 array, as many as the network has weights
        The gradient of what is to be maximized is added here.
    sums : float64 array, one for each `EpisodeSum`
        Added to.
    """
    begin, step, take, write_record = rules
    write_position, write_choices, fallback = inputs
    setting = episodes[0]
    own = setting.own_weights
    words, masks = hidden
    state, record = states[0], records[0]
    raw = states[:1].view(np.uint64)
    covered = np.empty(words.shape[1], np.uint64)
    stream = np.empty(2, np.uint64)
    positions = np.empty((_MOST_DECISIONS, shape.position))
    rows = np.empty((_MOST_ROWS, shape.choice))
    kinds = np.empty(_MOST_ROWS, np.int64)
    chances = np.empty(_MOST_ROWS)
    first = np.empty(_MOST_DECISIONS + 1, np.int64)
    made = np.empty(_MOST_DECISIONS, np.int64)
    seats = np.empty(_MOST_DECISIONS, np.int64)
    advantages = np.empty(_MOST_DECISIONS)
    targets = np.empty(_MOST_DECISIONS)
    units, worths = np.empty(shape.hidden), np.empty(shape.kinds * shape.choice)
    judges = np.empty(shape.critic)
    for deal in range(setting.first, setting.first + setting.deals):
        table = tables[deal % len(tables)]
        players = wide(table.num_seats)
        states[0] = states[1]
        open_streams(state, setting.seed, deal)
        open_stream(stream, state.key, _SOURCE, 0)
        learner = wide(-1)  # all seats
        if players > 1 and _uniform(stream) < setting.against_fallback:
            learner = wide(below(stream, players))
        begin(state, table)
        advance(state, table, step)
        decisions, end, played = 0, 0, 0
        first[0] = 0
        while state.decision != NO_DECISION and played < setting.limit:
            played += 1
            seat = wide(state.due_seat)
            count = wide(state.num_choices)
            index = wide(-1)
            cover(raw, words, masks, seat, covered)
            learns = learner < 0 or learner == seat
            if learns and decisions < _MOST_DECISIONS and end + count <= _MOST_ROWS:
                position, last = positions[decisions], end + count
                write_position(state, table, seat, weights, position)
                if write_choices(
                    state, table, seat, weights, position, rows[end:last], kinds[end:last]
                ):
                    write_units(weights, own, position, shape.position, units, shape.hidden)
                    write_scores(
                        weights, own + scores_at(shape), shape, units, worths,
                        rows[end:last], kinds[end:last], count, chances[end:last],
                    )  # fmt: skip
                    index = _drawn(chances[end:last], stream)
                    made[decisions], seats[decisions] = index, seat
                    decisions += 1
                    end = last
                    first[decisions] = end
            if index < 0:
                index = wide(fallback(state, table, seat, weights, stream))
            uncover(raw, words, seat, covered)
            take(state, table, index)
            advance(state, table, step)
        records[0] = records[1]
        write_record(state, table, record)
        is_cut_off = state.decision != NO_DECISION
        for seat in range(players):
            if learner < 0 or learner == seat:
                result = _result(table, record, seat, setting.point, is_cut_off)
                sums[EpisodeSum.RESULTS] += result
                sums[EpisodeSum.SQUARES] += result * result
                sums[EpisodeSum.SEATS] += 1
            if learner == seat:
                sums[EpisodeSum.WINS] += record.wins[seat] / WIN
                sums[EpisodeSum.LONE_SEATS] += 1
        following, ahead = np.zeros(MAX_SEATS), np.zeros(MAX_SEATS)
        for seat in range(players):
            following[seat] = _result(table, record, seat, setting.point, is_cut_off)
        for place in range(decisions - 1, -1, -1):
            seat = seats[place]
            value = expectation(weights, own, shape, positions[place], judges)
            ahead[seat] = following[seat] - value + setting.decay * ahead[seat]
            following[seat] = value
            advantages[place] = ahead[seat]
            targets[place] = ahead[seat] + value
            sums[EpisodeSum.ADVANTAGES] += ahead[seat] * ahead[seat]
        for place in range(decisions):
            start, last = first[place], first[place + 1]
            sums[EpisodeSum.ENTROPY] += _add_policy_gradient(
                shape, weights, own, positions[place], rows[start:last], kinds[start:last],
                chances[start:last], made[place], setting.scale * advantages[place],
                setting.entropy, gradient,
            )  # fmt: skip
            error = _add_critic_gradient(
                shape, weights, own, positions[place], targets[place], gradient
            )
            sums[EpisodeSum.ERRORS] += error * error
        sums[EpisodeSum.DECISIONS] += decisions


@compiled
def _uniform(stream: NDArray[np.uint64]) -> float:
    """Return a random number from 0 to 1."""
    return float(draw(stream) >> np.uint64(11)) * _FRACTION


@compiled
def _drawn(scores: Weights, stream: NDArray[np.uint64]) -> int:
    """Replace scores by chances (softmax), and return an index drawn with them."""
    most = scores[0]
    for index in range(1, len(scores)):
        most = max(most, scores[index])
    total = 0.0
    for index in range(len(scores)):
        scores[index] = exp(scores[index] - most)
        total += scores[index]
    left = _uniform(stream)
    answer = len(scores) - 1
    is_found = False
    for index in range(len(scores)):
        scores[index] /= total
        left -= scores[index]
        if left < 0.0 and not is_found:
            answer = index
            is_found = True
    return answer


@compiled
def _result(table: Any, record: Any, seat: int, point: float, is_cut_off: bool) -> float:
    """Return the result of a seat: its share of the win, and its lead times `point`."""
    if is_cut_off:
        return 0.0
    return record.wins[seat] / WIN + point * lead(table, record, seat)


@compiled
def _add_policy_gradient(
    shape: PolicyShape,
    weights: Weights,
    own: int,
    position: Weights,
    rows: Any,
    kinds: Any,
    chances: Weights,
    made: int,
    advantage: float,
    entropy: float,
    gradient: Weights,
) -> float:
    """Add the gradient of advantage * log(chance of the choice made) + entropy * the entropy.

    Returns the entropy.
    """
    size, count = shape.choice, shape.hidden
    units, changes = np.empty(count), np.zeros(count)
    write_units(weights, own, position, shape.position, units, count)
    disorder = 0.0
    for index in range(len(chances)):
        if chances[index] > 0.0:
            disorder -= chances[index] * log(chances[index])
    sums = np.zeros((shape.kinds, size))
    occurs = np.zeros(shape.kinds, np.bool_)
    for index in range(len(chances)):
        chance = chances[index]
        change = -advantage * chance
        if index == made:
            change += advantage
        if chance > 0.0:
            change -= entropy * chance * (log(chance) + disorder)
        occurs[kinds[index]] = True
        for feature in range(size):
            sums[kinds[index], feature] += change * rows[index, feature]
    for kind in range(shape.kinds):
        if not occurs[kind]:
            continue
        row = scores_at(shape) + kind * (count + 1) * size
        for feature in range(size):
            gradient[row + feature] += sums[kind, feature]
        for unit in range(count):
            row += size
            total = 0.0
            for feature in range(size):
                gradient[row + feature] += units[unit] * sums[kind, feature]
                total += weights[own + row + feature] * sums[kind, feature]
            changes[unit] += total
    for unit in range(count):
        changes[unit] *= (1.0 - abs(units[unit])) ** 2
    for place in range(shape.position):
        for unit in range(count):
            gradient[place * count + unit] += position[place] * changes[unit]
    return disorder


@compiled
def _add_critic_gradient(
    shape: PolicyShape,
    weights: Weights,
    own: int,
    position: Weights,
    target: float,
    gradient: Weights,
) -> float:
    """Add the gradient of minus half the critic's squared error, and return the error."""
    units = np.empty(shape.critic)
    error = target - expectation(weights, own, shape, position, units)
    last = value_at(shape)
    gradient[last] += error
    for unit in range(shape.critic):
        gradient[last + 1 + unit] += error * units[unit]
        change = error * weights[own + last + 1 + unit] * (1.0 - abs(units[unit])) ** 2
        first = critic_at(shape) + unit
        for place in range(shape.position):
            gradient[first + place * shape.critic] += change * position[place]
    return error
