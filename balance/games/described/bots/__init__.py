"""Bots for any described game: what they know of it is its description and what they learnt."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from balance.bots import BOTS
from balance.bots.policy import num_weights
from balance.bots.policy_file import belongs_to, read_made, read_networks
from balance.bots.weights import read_weights
from balance.engine.game import Bot, Learning
from balance.engine.services import PolicyInputs, Rollouts
from balance.games.described.bots import greedy, planner, policy, search
from balance.games.described.bots.value import usual_weights, write_features
from balance.games.described.table.decisions import Decisions

NETWORKS = "policy.json"
WEIGHTS = "greedy.toml"  # in the folder of a game, what its bots have learnt
_BUDGET = 60.0
_SEARCH = {"iterations": 200.0, "point": 0.01, "doubt": 0.0}
MODULES: Mapping[str, Any] = {
    "greedy": greedy, "planner": planner, "search": search, "policy": policy,
}  # fmt: skip


def bots_of(
    decisions: Decisions, folder: Path, modules: Mapping[str, Any] = MODULES
) -> dict[str, Bot]:
    """Return the bots by name; a file in the folder of the game has weights that were learnt.

    Parameters
    ----------
    modules : mapping of str to module
        With other rules than those of all described games; see `own_rules`.
    """
    greedy, planner, search, policy = (modules[name] for name in MODULES)
    usual = usual_weights(decisions.description)
    own, by_players = read_weights(folder / WEIGHTS)
    weights, has_learnt = {**usual, **own}, bool(own)
    # Who wins with the others does not want to be ahead of them.
    alone = {"point": 0.0} if decisions.description.is_common else {}
    rollouts = Rollouts(
        num_weights=len(usual) - 1,
        go_on=greedy.go_on,
        is_over=greedy.is_valued,
        write_features=write_features,
        fast_bot=greedy.choose_quickly,
        first_fast_weight=0,
    )
    bots = (
        Bot(
            "greedy", greedy.choose, weights,
            "Makes the choice after which its position is worth most.",
            by_players=by_players, rollouts=rollouts, has_learnt=has_learnt,
        ),
        Bot(
            "planner", planner.choose, {**weights, "budget": _BUDGET},
            "Considers its whole turn, and makes the choice that leads to the best position then.",
            by_players=by_players, has_learnt=has_learnt,
        ),
        Bot(
            "search", search.choose, {**_SEARCH, **alone, **weights},
            "Tries each choice on many possible games, which greedy plays on.",
            by_players=by_players, suffix_weight="iterations",
            count_iterations=search.count_iterations, has_learnt=has_learnt,
        ),
        _policy(decisions, folder, policy, greedy, weights, by_players),
    )  # fmt: skip
    return {bot.name: bot for bot in bots} | {"random": BOTS["random"]}


def _policy(
    decisions: Decisions,
    folder: Path,
    policy: Any,
    greedy: Any,
    weights: Mapping[str, float],
    by_players: Mapping[int, Mapping[str, float]],
) -> Bot:
    """Return the policy, with its networks if the folder has them and they are for this game."""
    inputs = PolicyInputs(
        decisions.position, decisions.choice, decisions.kinds,
        policy.write_position, policy.write_choices, greedy.choose,
        hidden=policy.HIDDEN, critic=policy.HIDDEN, against_fallback=0.0,
    )  # fmt: skip
    file = folder / NETWORKS
    # In matches against others bots that win together all win as often.
    is_measured = not decisions.description.is_common
    networks: Mapping[int, tuple[float, ...]] = {}
    made: Mapping[int, Mapping[str, Any]] = {}
    if file.exists() and belongs_to(file, inputs):  # else the text of the game is another one now
        networks, made = read_networks(file, inputs), read_made(file)
    return Bot(
        "policy", policy.choose, weights,
        "A network that self-play taught; it is fast and does not look ahead.",
        by_players=by_players, inputs=inputs, networks=networks, has_learnt=bool(networks),
        network=() if networks else (0.0,) * num_weights(inputs.shape),
        learning=Learning(file, decisions.rules, made) if is_measured else None,
    )  # fmt: skip


def is_best(policy: Bot) -> bool:
    """Return whether a policy plays where no bot is named: it has learnt, and beats greedy."""
    learning = policy.learning
    return (
        bool(policy.networks)
        and learning is not None
        and all(made.get("beats") == "greedy" for made in learning.made.values())
    )
