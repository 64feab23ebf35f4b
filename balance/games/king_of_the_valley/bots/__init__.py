"""The bots of King of the Valley by name."""

from dataclasses import replace
from pathlib import Path

from balance.bots.policy_file import policy_bot
from balance.bots.weights import bot_of_file, followed_by
from balance.engine.game import Bot
from balance.engine.layout import Choose
from balance.games.king_of_the_valley.bots import (
    greedy,
    linear,
    planner,
    policy,
    random_legal,
    search,
)
from balance.games.king_of_the_valley.bots.weights import Weight

_HERE = Path(__file__).parent


def _linear(name: str, summary: str, choose: Choose = linear.choose) -> Bot:
    """Return a bot that values positions by the weights of its file; other weights are 0."""
    return bot_of_file(
        _HERE / f"{name}.toml", choose, summary, {weight.name.lower(): 0.0 for weight in Weight}
    )


_GREEDY = replace(
    bot_of_file(
        _HERE / "greedy.toml",
        greedy.choose,
        "Takes the most influence at once, counting gold half.",
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
_PLANNER = _linear(
    "planner",
    "Considers its whole turn, the prospects of its castle, and the next actions.",
    planner.choose,
)
_SEARCH = replace(
    followed_by(
        bot_of_file(
            _HERE / "search.toml",
            search.choose,
            "Tries choices, and how all seats may go on, in many possible games; takes the best.",
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
        bot_of_file(
            _HERE / "random_legal.toml",
            random_legal.choose,
            "Takes any legal action, all equally likely: the game without skill.",
        ),
        _linear("kingdom", "Collects the five values for kingdom bonuses."),
        _linear("tax", "Collects groups for tax collectors and saves its gold."),
        _linear("orders", "Collects knights of the orders that it already has."),
        _linear("couples", "Collects farmers and farmwomen in pairs."),
        _linear("denier", "Takes points and leaves the next player little."),
        _linear("linear", "Weighs all features of a position, and points more towards the end."),
    )
}
