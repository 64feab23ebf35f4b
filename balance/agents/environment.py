"""A game as a PettingZoo environment: agents act one after the other (AEC).

The words are PettingZoo's: an *agent* is a seat, an *action* the index of a choice, an
*observation* the numbers in the seat's view.
"""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.agents.observation import Observation
from balance.engine.layout import WIN, Table
from balance.engine.session import Session
from balance.errors import ScenarioError
from balance.limits import MAX_SEED
from balance.runner.batches import MAX_DECISIONS, choice_of_bot
from balance.scenario.files import read_scenario, scenario_of_game
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Entry, Match
from balance.scenario.model import BotEntry
from balance.scenario.overrides import Overrides, prepare_with_overrides
from balance.scenario.python_arguments import takes_numpy

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import (
        AssertOutOfBoundsWrapper,
        OrderEnforcingWrapper,
        TerminateIllegalWrapper,
    )
except ImportError:
    raise ImportError(
        "training agents needs pettingzoo and gymnasium: pip install 'tabletop-balance[agents]'"
    ) from None

ILLEGAL_REWARD = -1.0  # of an agent that takes a masked action, as in PettingZoo's games
DEAL = "deal"  # a key of the options of `reset`
RENDER_MODES = ("ansi", "human")


@takes_numpy
def make_environment(
    name: str,
    players: int | None = None,
    settings: Mapping[str, Any] | None = None,
    seed: int | None = None,
    render_mode: str | None = None,
) -> AECEnv:
    """Return a game as an environment that checks actions.

    An illegal action ends the game: its agent gets -1 and the others 0.

    Parameters
    ----------
    name : str
        A game, its folder, the file of a scenario, or the name of a shipped scenario, whose
        baseline is played.
    players : int, optional
        The number of players; by default the scenario's, or the smallest above one.
    settings : mapping, optional
        As with ``--set`` on the command line: options of the table, cells of sheets.
    seed : int, optional
        Random seed; by default the scenario's.
    render_mode : str, optional
        ``"ansi"``: `render` returns sentences about what happened since it was last called.
        ``"human"``: they are printed at once.

    Raises
    ------
    ScenarioError, CardError
        If there is no such game, number of players, setting or mode.
    """
    raw = Environment(name, players, settings, seed, render_mode)
    legal = TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(legal))


class Environment(AECEnv, EzPickle):  # type: ignore[misc]  # PettingZoo has no types
    """A game whose seats are agents: ``seat_0``, which plays first, ``seat_1`` and so on.

    An observation is a dictionary: ``observation``, the numbers called `names`, and
    ``action_mask``, 1 for each offered choice.  Both are 0 except for the agent that acts, and at
    the end of the game.  The only reward is an agent's share of the win, at the end: the mean of
    rewards is the win rate of reports.  A game is truncated after 20,000 decisions.

    Parameters
    ----------
    name, players, settings, seed, render_mode
        See `make_environment`.

    Attributes
    ----------
    names : tuple of str
        The field of the view behind each number of an observation.
    match : Match
        The game and its table.
    seed, deal : int
        The current game: game number `deal` of that seed, in a line-up of equals.
    """

    @takes_numpy
    def __init__(
        self,
        name: str,
        players: int | None = None,
        settings: Mapping[str, Any] | None = None,
        seed: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, name, players, settings, seed, render_mode)
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ScenarioError(
                f"render_mode: expected one of {', '.join(RENDER_MODES)}, not {render_mode!r}."
            )
        self.match = prepared_match(name, players, settings, seed)
        game, game_table = self.match.game, self.match.game_table
        self.seed, self.deal = self.match.seed, -1
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.name}_v0", "render_modes": list(RENDER_MODES), "render_fps": 1,
            "is_parallelizable": False,
        }  # fmt: skip
        self.possible_agents = [f"seat_{seat}" for seat in range(game_table.num_seats)]
        self._session = Session(game, game_table, self.seed)
        self._fields = Observation(game, game_table)
        self._narrator = game.narrator(game_table, tuple(self.possible_agents))
        self._pending: list[str] = []
        self._bots: dict[str, Entry] = {}
        # Fields as arrays that follow the state: reading a record takes ten times as long.
        states = self._session.states
        self._due, self._offered = states["due_seat"], states["num_choices"]
        self._decisions, self._is_over = states["num_decisions"], False
        size = states["choices"].shape[1]
        self._masks = np.tri(size + 1, size, k=-1, dtype=np.int8)  # by number of offered choices
        self._observation_spaces = {
            agent: observation_space_of(self._fields, size) for agent in self.possible_agents
        }
        self._action_spaces = {agent: Discrete(size) for agent in self.possible_agents}
        self._made = {*self.__dict__} - {"seed", "deal", "_pending", "_is_over"}

    def __getstate__(self) -> dict[str, Any]:
        """Return how the environment is made again, and how far its game is."""
        session = self._session
        progress = {name: value for name, value in self.__dict__.items() if name not in self._made}
        return {
            **EzPickle.__getstate__(self), "rules": self._rules, "progress": deepcopy(progress),
            "states": session.states.view(np.uint8).copy(), "streams": session.streams.copy(),
        }  # fmt: skip

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Make a copy of an environment, which goes on as the original does.

        Raises
        ------
        ScenarioError
            If the game is another one now.
        """
        EzPickle.__setstate__(self, kept)
        if self._rules != kept["rules"]:
            raise ScenarioError(
                f"{self.match.game.title}: its rules or its table have changed since this "
                "environment was stored; make it anew."
            )
        self.__dict__.update(kept["progress"])
        self._session.seed = self.seed
        self._session.states.view(np.uint8)[:] = kept["states"]
        self._session.streams[:] = kept["streams"]

    @property
    def _rules(self) -> tuple[str, str]:
        return self.match.game.rules_digest, self.match.game_table.digest

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of actions: indices of choices."""
        return self._action_spaces[agent]

    @property
    def names(self) -> tuple[str, ...]:
        """The field of the view behind each number of an observation."""
        return self._fields.names

    @takes_numpy
    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a game: the next deal, or deal 0 of a seed.

        Parameters
        ----------
        seed : int, optional
            Of this game and the following ones.
        options : mapping, optional
            ``{"deal": 17}`` starts that deal.

        Raises
        ------
        ScenarioError
            If the seed or deal is out of range.
        """
        deal = (options or {}).get(DEAL, self.deal + 1 if seed is None else 0)
        if not isinstance(deal, int | np.integer) or not 0 <= deal <= MAX_SEED:
            raise ScenarioError(f"{DEAL}: expected a whole number from 0 up, not {deal!r}.")
        if seed is not None:
            self.seed = self._session.seed = checked_seed(seed)
        self.deal = int(deal)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._session.begin(self.deal, [0] * len(self.agents))
        self._pending = []
        if self.render_mode is not None:
            self._show(self._narrator.opening(self._session.state))
        self._play_on()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return an agent's observation: zeros, unless it acts or the game is over."""
        seat = self.possible_agents.index(agent)
        acts = not self._is_over and seat == self._due[0]
        if acts or self._is_over:
            numbers = self._fields.of(self._session.view(seat))
        else:
            numbers = np.zeros(len(self.names), np.int32)
        mask = self._masks[self._offered[0] if acts else 0]
        return {"observation": numbers, "action_mask": mask.copy()}

    def step(self, action: int | None) -> None:
        """Take the choice with that index, and play to the next decision.

        Raises
        ------
        IndexError
            If it is not offered; `make_environment` ends the game instead.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < self._offered[0]:
            raise IndexError(f"action {action}: expected 0 to {self._offered[0] - 1}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.render_mode is None:
            self._session.take(int(action))
        else:
            before = self._session.states.copy()
            self._session.take(int(action))
            after = self._session.state
            self._show(self._narrator.choice(before[0], after, int(action)))
        self._play_on()

    def render(self) -> str | None:
        """Return new sentences, in the mode ``"ansi"``; else None."""
        if self.render_mode != "ansi":
            return None
        text, self._pending = "\n".join(self._pending), []
        return text

    def close(self) -> None:
        """Do nothing: there is no window and no file to close."""

    def view(self) -> NDArray[Any]:
        """Return the `view` that a bot would get in place of the acting agent.

        Returns
        -------
        view : array of game.state, shape (1,)
            A copy.
        """
        return self._session.view(int(self._due[0]))

    @property
    def table(self) -> Table:
        """The `table` that a bot would get."""
        return self._session.tables[0]

    def describe(self, action: int) -> str:
        """Describe one of the offered choices in a few words."""
        return self._narrator.describe(self._session.state, action)

    def ask(self, bot: str) -> int:
        """Return the action of a bot in place of the acting agent.

        Parameters
        ----------
        bot : str
            As on the command line: ``greedy``, ``my_bot.py:name`` in the current folder.

        Raises
        ------
        ScenarioError, BotError
            If there is no such bot, or it breaks the rules for bots.
        """
        if bot not in self._bots:
            build = LineupBuilder(self.match.game).build(
                (BotEntry(bot=bot),), len(self.possible_agents), Path()
            )
            self._bots[bot] = replace(self.match, lineup=build).lineup.entries[0]
        entry = self._bots[bot]
        return choice_of_bot(self._session, self.match, entry, entry.weights, self.deal)

    def _play_on(self) -> None:
        """Play to the next decision; at the end give rewards, after too many decisions truncate."""
        session = self._session
        if self.render_mode is None:
            session.advance()
        else:
            self._advance_and_show()
        self._is_over = session.is_over
        if self._is_over:
            record = session.write_record(self.deal)[0]
            if self.render_mode is not None:
                self._show(self._narrator.closing(session.state, record))
            for seat, agent in enumerate(self.agents):
                self.rewards[agent] = int(record.wins[seat]) / WIN
                self.infos[agent] = {"score": int(record.scores[seat])}
                self.terminations[agent] = True
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[self._due[0]]
            if self._decisions[0] >= MAX_DECISIONS:
                self.truncations = dict.fromkeys(self.agents, True)

    def _advance_and_show(self) -> None:
        session = self._session
        while session.state.decision == 0 and not session.is_over:
            before = session.states.copy()
            session.step()
            self._show(self._narrator.task(before[0], session.state))

    def _show(self, lines: list[str]) -> None:
        if self.render_mode == "human":
            for line in lines:
                print(line)
        else:
            self._pending += lines


def prepared_match(
    name: str, players: int | None, settings: Mapping[str, Any] | None, seed: int | None
) -> Match:
    """Return the match that agents play; see `make_environment`."""
    changes = Overrides(
        seed=None if seed is None else checked_seed(seed),
        players=players,
        bots=("random",),  # a scenario needs bots, though the agents replace them
        settings=settings or {},
    )
    scenario = scenario_of_game(name) or read_scenario(name)
    return prepare_with_overrides(scenario, changes).cells[0].match


def observation_space_of(fields: Observation, actions: int) -> Dict:
    """Return the space of observations with their masks."""
    mask = Box(0, 1, (actions,), np.int8)
    return Dict({"observation": Box(fields.low, fields.high, dtype=np.int32), "action_mask": mask})


def checked_seed(seed: int) -> int:
    """Return a seed; raise a `ScenarioError` if it is out of range."""
    if not isinstance(seed, int | np.integer) or not 0 <= seed <= MAX_SEED:
        raise ScenarioError(f"seed: expected a whole number from 0 to {MAX_SEED}, not {seed!r}.")
    return int(seed)
