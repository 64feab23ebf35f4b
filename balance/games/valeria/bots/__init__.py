"""The bots of Valeria by name."""

from dataclasses import replace
from pathlib import Path

from balance.bots.policy_file import policy_bot
from balance.bots.weights import bot_of_file, followed_by, read_weights
from balance.engine.game import Bot
from balance.engine.services import Rollouts
from balance.games.valeria.bots import greedy, planner, policy, search
from balance.games.valeria.bots.position_value import NUM_WEIGHTS, write_features

_HERE = Path(__file__).parent


def _style(name: str, summary: str) -> Bot:
    """Return the planner with the numbers of a style's file added to its weights."""
    added, _ = read_weights(_HERE / f"{name}.toml")
    weights = _PLANNER.weights
    by_players = {
        count: {**own, **{key: own.get(key, weights[key]) + more for key, more in added.items()}}
        for count, own in _PLANNER.by_players.items()
    }
    together = {key: value + added.get(key, 0.0) for key, value in weights.items()}
    return Bot(name, planner.choose, together, summary, by_players=by_players)


_GREEDY = replace(
    bot_of_file(
        _HERE / "greedy.toml",
        greedy.choose,
        "Makes the choice with the highest immediate value.",
    ),
    ignores_hidden=True,
)
_POLICY = policy_bot(
    policy.choose,
    policy.INPUTS,
    _GREEDY,
    _HERE / "policy.json",
    "A network that self-play taught; it is fast and does not look ahead.",
)
_PLANNER_ALONE = bot_of_file(
    _HERE / "planner.toml",
    planner.choose,
    "Searches its whole turn for the best position at its end.",
)
_PLANNER = replace(
    followed_by(_PLANNER_ALONE, _GREEDY),
    rollouts=Rollouts(
        num_weights=NUM_WEIGHTS,
        go_on=planner.go_on,
        is_over=planner.is_over,
        write_features=write_features,
        fast_bot=greedy.choose,
        first_fast_weight=planner.FIRST_FAST,
    ),
)
_SEARCH = replace(
    followed_by(
        bot_of_file(
            _HERE / "search.toml",
            search.choose,
            "Tries each choice in many possible games with the same luck and takes the best.",
        ),
        _GREEDY,
    ),
    suffix_weight="iterations",
    count_iterations=search.count_iterations,
    networks=_POLICY.networks,
)
BOTS = {
    bot.name: bot
    for bot in (
        _GREEDY,
        _POLICY,
        _PLANNER,
        _SEARCH,
        _style("hunter", "A planner that prefers slaying Monsters."),
        _style("builder", "A planner that prefers building Domains."),
        _style("engine", "A planner that prefers recruiting Citizens, for their income."),
        _style("chaser", "A planner that prefers what its Duke rewards."),
        _style("denier", "A planner that takes what the next player could have."),
    )
}
