"""What the tests of policies share: what one sees, how often it wins, how it is taught."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from balance.engine.game import Game
from balance.engine.layout import WIN
from balance.engine.services import PolicyInputs
from balance.runner.bot_matches import BotMatch, build_test_tables, play_bot_matches
from balance.runner.stop_signal import StopSignal
from balance.scenario.match import Entry, Lineup
from balance.tuning.policy_training import Learner, Rates, Teacher, first_network

SEED = 20261124  # of deals that no network was taught on


def seen(game: Game, inputs: PolicyInputs, state: Any, table: Any) -> tuple[Any, Any, Any]:
    """Return the features of a position and of its choices, and the kinds of these."""
    seat, weights = int(state.due_seat), game.bots["policy"].at(2).numbers
    position = np.full(len(inputs.position), np.nan)
    rows = np.full((int(state.num_choices), len(inputs.choice)), np.nan)
    kinds = np.full(len(rows), -1)
    inputs.write_position(state, table, seat, weights, position)
    assert inputs.write_choices(state, table, seat, weights, position, rows, kinds)
    assert np.isfinite(position).all()
    assert np.isfinite(rows).all()
    return position, rows, kinds


def by_name(inputs: PolicyInputs, rows: Any, choices: Sequence[str]) -> dict[str, dict[str, float]]:
    """Return the features of each choice that are not 0."""
    return {
        choice: {name: value for name, value in zip(inputs.choice, row, strict=True) if value}
        for choice, row in zip(choices, rows.tolist(), strict=True)
    }


def win_rate(game: Game, against: str, players: int, deals: int, workers: int = 1) -> float:
    """Return the win rate of the policy alone against copies of another bot."""
    entries = tuple(Entry(name, game.bots[name].at(players)) for name in ("policy", against))
    lineup = Lineup(entries, (0, *(1,) * (players - 1)))
    match = BotMatch(game, build_test_tables(game, players), lineup, SEED)
    (result,) = play_bot_matches([match], 0, deals, workers)
    is_policy = result.lineup == 0
    return float(result.wins[:, is_policy].mean() / WIN)


def taught(game: Game, workers: int) -> np.ndarray:
    """Return a network after three steps."""
    bot = game.bots["policy"].at(2)
    tables = build_test_tables(game, 2, test_tables=game.setups.training_tables)[:2]
    teacher = Teacher(game, bot, tables, 3, workers, replace(Rates(), batch=64))
    learner = Learner.starting_with(first_network(teacher.inputs))
    for _ in range(3):
        assert teacher.teach(learner, 0.0, StopSignal()) is not None
    assert (learner.network != first_network(teacher.inputs)).any()
    return learner.network
