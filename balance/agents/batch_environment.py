"""Many games at once as one environment, with the interface of Gymnasium's vector environments.

The games, observations and masks are those of `balance.agents.environment`; here compiled code
steps all games in one call.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from balance.agents.environment import checked_seed, observation_space_of, prepared_match
from balance.agents.observation import Observation
from balance.agents.stepping import BEGIN, MOST_PASSED_OVER, NO_AGENT, SEEDED, game_stepper
from balance.engine.batch import lineup_arrays, new_batch, rules_of
from balance.engine.jit import is_compiled, is_compiling
from balance.engine.layout import WIN
from balance.engine.rng import bot_keys
from balance.engine.view import hidden_at
from balance.errors import BotError, ScenarioError
from balance.runner.batches import MAX_DECISIONS
from balance.runner.rules_errors import rules_errors_of
from balance.scenario.lineup import LineupBuilder
from balance.scenario.match import Match
from balance.scenario.model import BotEntry
from balance.scenario.python_arguments import takes_numpy

try:
    from gymnasium.spaces import Discrete, MultiDiscrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise ImportError(
        "training agents needs pettingzoo and gymnasium: pip install 'tabletop-balance[agents]'"
    ) from None

Seen: TypeAlias = dict[str, NDArray[Any]]
Actions: TypeAlias = NDArray[np.integer[Any]]
AGENT_LABEL = "agent"


@takes_numpy
def batch(
    name: str,
    players: int | None = None,
    n: int = 1024,
    bots: Sequence[str] = (),
    settings: Mapping[str, Any] | None = None,
    seed: int | None = None,
) -> "BatchEnvironment":
    """Return `n` games as one environment, stepped in compiled code.

    Parameters
    ----------
    name, players, settings, seed
        See `balance.agents.environment.make_environment`.
    n : int
        The number of games.
    bots : sequence of str
        Opponents, by the names of the game's own bots, such as ``["greedy"]``.  Agents have the
        other seats, the first ones in the first game of a seed; from game to game all move on by
        a seat.

    Raises
    ------
    ScenarioError, CardError, BotError
        If there is no such game, number of players, setting or bot, no seat is left for an
        agent, or a bot is not of the game or not compiled.
    """
    return BatchEnvironment(prepared_match(name, players, settings, seed), n, bots)


class BatchEnvironment(VectorEnv[Seen, Actions, NDArray[Any]]):
    """Games that are stepped together; each waits for the action of the seat that is to move.

    Where a game ends, the next one of its seed begins in the same step (`SAME_STEP` of
    Gymnasium).  A game in which the bots decide all is passed over.  A game is truncated after
    20,000 decisions, without a reward.

    All arrays returned are overwritten by the next call of `reset` or `step`, but for rewards,
    terminations and truncations.

    Parameters
    ----------
    match : Match
        The game and its table; its line-up is replaced.
    n, bots
        See `batch`.

    Attributes
    ----------
    num_envs : int
        The number of games.
    names : tuple of str
        The field of the view behind each number of an observation.
    match : Match
        The game, its table, and the line-up, whose first entry is the agents'.
    """

    def __init__(self, match: Match, n: int, bots: Sequence[str] = ()) -> None:
        if n < 1:
            raise ScenarioError(f"n = {n}: expected 1 or more games.")
        game, game_table = match.game, match.game_table
        agents = game_table.num_seats - len(bots)
        if agents < 1:
            raise ScenarioError(
                f"bots: {len(bots)} for {game_table.num_seats} players: expected fewer, so that a "
                "seat is left for an agent."
            )
        seated = [BotEntry(bot="random", label=AGENT_LABEL)] * agents
        seated += [BotEntry(bot=bot) for bot in bots]
        lineup = LineupBuilder(game).build(seated, game_table.num_seats, Path())
        self.match = replace(match, lineup=lineup, replay_command="")
        for entry in self.match.lineup.entries:
            if entry.bot.is_external or (is_compiling() and not is_compiled(entry.bot.choose)):
                raise BotError(
                    f"bots: {entry.label!r}: games by the batch are played with compiled bots of "
                    "the game itself; ask others in `balance.agents.environment`."
                )
        self._fields = Observation(game, game_table)
        self.num_envs = n
        self.metadata = {"name": f"{game.name}_v0", "autoreset_mode": AutoresetMode.SAME_STEP}
        self.render_mode = None
        self._states = np.zeros(n, game.state)
        self._games = np.zeros(n, SEEDED)
        numbers, choices = len(self._fields.names), game.state["choices"].shape[0]
        self._seen: Seen = {
            "observation": np.zeros((n, numbers), np.int32),
            "action_mask": np.zeros((n, choices), np.int8),
        }
        self._finals = np.zeros((n, numbers), np.int32)
        self.single_observation_space = observation_space_of(self._fields, choices)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.single_action_space = Discrete(choices)
        self.action_space = MultiDiscrete(np.full(n, choices))
        seats = self.match.lineup.by_rotation
        functions, lineups = lineup_arrays(self.match.lineup.entries, seats, 0)
        self._batches = new_batch(0, 0, MAX_DECISIONS)
        self._actions = np.zeros(n, np.int64)
        self._given = (
            self._states, game_table.array, rules_of(game), functions, lineups,
            hidden_at(game, game_table), self._batches, np.zeros(1, game.record),
            (self._fields.runs, self._fields.lists), self._actions, self._games,
            *self._seen.values(), self._finals,
        )  # fmt: skip

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        """Refuse to be copied or pickled: the compiled loop stands in the middle of its games."""
        raise TypeError(
            "games by the batch cannot be copied or pickled: make them anew with the same seed, or "
            "copy an environment of `balance.agents.environment`."
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The field of the view behind each number of an observation."""
        return self._fields.names

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin all games.

        Parameters
        ----------
        seed : int or sequence of int, optional
            Game i plays the deals of ``seed + i``, or of ``seed[i]``, from the first one on.
            Without, each goes on with the next game of its seed; at first seeds count from that
            of the environment.
        options : mapping, optional
            None is known.

        Returns
        -------
        seen : dict
            ``observation``, int32, shape (n, numbers): what the seat to move may see.
            ``action_mask``, int8, shape (n, actions): 1 for each choice that is offered, always
            the first ones.
        infos : dict
            ``seat``, int32, shape (n,): to move.  ``game``, int64, shape (n,): the number of the
            game among those of its seed.

        Raises
        ------
        ScenarioError
            If a seed is out of range, or there are not n.
        """
        if seed is None and not self._has_begun:
            seed = self.match.seed
        if seed is not None:
            if not isinstance(seed, Sequence | np.ndarray):
                seed = [seed + i for i in range(self.num_envs)]
            seeds = list(seed)
            if len(seeds) != self.num_envs:
                raise ScenarioError(f"seed: {len(seeds)} for {self.num_envs} games.")
            self._games["seed"] = [checked_seed(one) for one in seeds]
            self._games["bot_keys"] = [bot_keys(int(one)) for one in seeds]
            self._games["number"] = -1
        self._stepper = game_stepper(self.match.game)(*self._given)
        next(self._stepper)
        self._play_on(BEGIN)
        return self._seen, self._infos()

    def step(
        self, actions: Actions
    ) -> tuple[Seen, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take an action in each game, and play to the next decision of an agent.

        Parameters
        ----------
        actions : array of integers, shape (n,)
            Indices of choices that are offered.

        Returns
        -------
        seen : dict
            As of `reset`, of new games where one ended.
        rewards : float64 array, shape (n,)
            The share of the win of the seat that acted, where its game ended; else 0.
        terminations, truncations : bool arrays, shape (n,)
            Where a game ended, or was cut off.
        infos : dict
            As of `reset`.  If a game ended, also ``final_obs``, an array of objects: what the seat
            that acted sees at the end; and ``final_info`` with ``wins``, float64, and ``scores``,
            int32, both of shape (n, players).  ``_final_obs`` and ``_final_info`` say where.

        Raises
        ------
        IndexError
            If an action is not offered; then no game is stepped.
        RulesError, LimitError
            If the rules of a game fail; all games must be begun anew by `reset`.
        """
        if not self._has_begun:
            raise ScenarioError("step: call reset first.")
        actions = np.asarray(actions)
        offered = self._games["offered"]
        if actions.shape != offered.shape or actions.dtype.kind not in "iu":
            raise IndexError(
                f"actions of shape {actions.shape} and of type {actions.dtype}: expected "
                f"{offered.shape}, whole numbers"
            )
        is_wrong = (actions < 0) | (actions >= offered)
        if is_wrong.any():
            place = int(is_wrong.argmax())
            raise IndexError(
                f"action {actions[place]} in game {place}: expected 0 to {offered[place] - 1}"
            )
        self._play_on(actions.astype(np.int64))
        games, infos = self._games, self._infos()
        terminated, truncated = games["terminated"] != 0, games["truncated"] != 0
        wins = games["wins"][:, : self.match.game_table.num_seats] / WIN * terminated[:, None]
        rewards = wins[np.arange(self.num_envs), games["mover"]]
        ended = terminated | truncated
        if ended.any():
            finals = np.full(self.num_envs, None)
            for game in np.flatnonzero(ended):
                finals[game] = {
                    "observation": self._finals[game].copy(),
                    "action_mask": np.zeros_like(self._seen["action_mask"][game]),
                }
            scores = games["scores"][:, : wins.shape[1]] * ended[:, None]
            infos |= {"final_obs": finals, "_final_obs": ended, "_final_info": ended}
            infos["final_info"] = {
                "wins": wins, "_wins": ended, "scores": scores, "_scores": ended,
            }  # fmt: skip
        return self._seen, rewards, terminated, truncated, infos

    @property
    def _has_begun(self) -> bool:
        return bool(self._games["offered"].all())

    def _infos(self) -> dict[str, Any]:
        return {"seat": self._games["seat"], "game": self._games["number"]}

    def _play_on(self, actions: NDArray[np.int64] | int) -> None:
        """Step all games; an error leaves them to be begun anew."""
        progress = self._batches[0]
        self._actions[:] = actions
        try:
            fault = next(self._stepper)
        except Exception as error:
            place = int(progress.number)
            one, state = self._games[place], self._states[place]
            match = replace(self.match, seed=int(one.seed))
            self._games["offered"] = 0
            with rules_errors_of(match, int(one.number), lambda: int(state.num_decisions)):
                raise error
        if fault:
            self._games["offered"] = 0
            one = self._games[int(progress.number)]
            if fault == NO_AGENT:
                games = f"{MOST_PASSED_OVER:,} games of seed {one.seed}"
                raise ScenarioError(f"no agent had anything to decide in {games}.")
            raise BotError(
                f"The bot in seat {progress.seat} answered {progress.answer} in game {one.number} "
                f"of seed {one.seed}, decision {progress.decision}, which is not offered."
            )
