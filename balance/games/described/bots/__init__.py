"""Bots for any described game: what they know of it is its description and what they learnt."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from balance.bots import BOTS
from balance.bots.weights import read_weights
from balance.engine.game import Bot
from balance.engine.services import Rollouts
from balance.games.described.bots import greedy, planner, search
from balance.games.described.bots.value import usual_weights, write_features
from balance.games.described.language.tree import Description

WEIGHTS = "greedy.toml"  # in the folder of a game, what its bots have learnt
_BUDGET = 60.0
_SEARCH = {"iterations": 200.0, "point": 0.01, "doubt": 0.0}
MODULES: Mapping[str, Any] = {"greedy": greedy, "planner": planner, "search": search}


def bots_of(
    description: Description, folder: Path, modules: Mapping[str, Any] = MODULES
) -> dict[str, Bot]:
    """Return the bots by name; a file in the folder of the game has weights that were learnt.

    Parameters
    ----------
    modules : mapping of str to module
        With other rules than those of all described games; see `own_rules`.
    """
    greedy, planner, search = (modules[name] for name in MODULES)
    usual = usual_weights(description)
    own, by_players = read_weights(folder / WEIGHTS)
    weights, has_learnt = {**usual, **own}, bool(own)
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
            "search", search.choose, {**_SEARCH, **weights},
            "Tries each choice on many possible games, which greedy plays on.",
            by_players=by_players, suffix_weight="iterations",
            count_iterations=search.count_iterations, has_learnt=has_learnt,
        ),
    )  # fmt: skip
    return {bot.name: bot for bot in bots} | {"random": BOTS["random"]}
