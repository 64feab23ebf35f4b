"""An observation holds what a bot's view holds, number by number, and nothing else."""

import re

import numpy as np
import pytest

from balance.agents.environment import Environment
from balance.agents.observation import Observation
from balance.engine.layout import ENGINE_HIDDEN, float64, struct
from balance.games import GAMES
from tests.conftest import ROOT

PIG = str(ROOT / "examples" / "pig")
every_game = pytest.mark.parametrize("name", [*GAMES, PIG])


def after(name, decisions=25, players=None):
    """Return a bare environment in the middle of a game."""
    env = Environment(name, players, seed=3)
    env.reset()
    for _ in range(decisions):
        env.step(env.ask("random"))
    return env


def value(view, name):
    """Return the value of the field or bit with that name."""
    field, _, bit = name.partition(" bit ")
    found = view
    for part in field.split("."):
        inner, _, place = part.partition("[")
        found = found[inner]
        if place:
            found = found[tuple(int(number) for number in place.rstrip("]").split(", "))]
    return found if not bit else (int(found) >> int(bit)) & 1


@every_game
def test_each_number_is_the_field_of_its_name(name):
    env = after(name)
    numbers, view = env.observe(env.agent_selection)["observation"], env.view()[0]
    assert len(numbers) == len(env.names) == len(set(env.names))
    ends = {"choices": int(view.num_choices), "agenda": int(view.num_tasks)}
    for number, meaning in zip(numbers, env.names, strict=True):
        place = re.match(r"(choices|agenda)\[(\d+)\]", meaning)
        is_over = place is not None and int(place[2]) >= ends[place[1]]
        assert number == (0 if is_over else value(view, meaning)), meaning


@every_game
def test_all_fields_but_hidden_ones_are_observed(name):
    env = after(name, 0)
    game = env.match.game
    named = {re.split(r"[.\[ ]", meaning)[0] for meaning in env.names}
    hidden = {*ENGINE_HIDDEN, *game.hidden, *game.for_records}
    assert named == set(game.state.names) - hidden
    seats = {meaning.split(".")[0] for meaning in env.names if meaning.startswith("seats")}
    assert len(seats) == len(env.possible_agents)


@every_game
def test_hidden_fields_change_no_observation(name):
    env = after(name)
    session, game, agent = env._session, env.match.game, env.agent_selection
    seen = env.observe(agent)["observation"].copy()
    me = env.possible_agents.index(agent)
    for field in (*ENGINE_HIDDEN, *game.hidden):
        session.states[field] = 1
    for seat in range(len(env.possible_agents)):
        for field in game.own if seat != me else ():
            session.states["seats"][field][0, seat] = 1
    assert (env.observe(agent)["observation"] == seen).all()


@every_game
def test_old_items_of_lists_are_not_observed(name):
    env = after(name)
    states = env._session.states
    offered, tasks = int(states["num_choices"][0]), int(states["num_tasks"][0])
    seen = env.observe(env.agent_selection)["observation"]
    states["choices"][0, offered:] = 77
    for field in states["agenda"].dtype.names:
        states["agenda"][field][0, tasks:] = 77
    assert (env.observe(env.agent_selection)["observation"] == seen).all()


@every_game
def test_all_numbers_lie_within_their_bounds(name):
    env = after(name)
    space = env.observation_space("seat_0")
    assert space.contains(env.observe(env.agent_selection))
    bits = np.array([" bit " in meaning for meaning in env.names])
    assert (space["observation"].low[bits] == 0).all()
    assert (space["observation"].high[bits] == 1).all()


def test_a_solo_player_sees_the_rival():
    names = Environment("valeria", 1).names
    assert "seats[1].owned[0]" in names
    assert "seats[2].owned[0]" not in names


def test_a_state_with_a_fraction_is_refused(pig):
    game_table = Environment(PIG).match.game_table
    fields = [(name, pig.state.fields[name][0]) for name in pig.state.names]
    state = struct(*fields, ("heat", float64))
    other = type("Game", (), {"state": state, "hidden": (), "for_records": ()})
    with pytest.raises(ValueError, match="heat is float64"):
        Observation(other, game_table)
