"""The bots of King of the Valley by name."""

import tomllib
from pathlib import Path

from balance.engine.game import Bot
from balance.games.king_of_the_valley.bots import greedy, linear, random_legal
from balance.games.king_of_the_valley.bots.weights import Weight

_HERE = Path(__file__).parent


def _read(name: str) -> dict[str, float]:
    return tomllib.loads((_HERE / f"{name}.toml").read_text(encoding="utf-8"))


def _linear(name: str, summary: str) -> Bot:
    """Return a bot that is `linear` with the weights of its file; what it leaves out is 0."""
    weights = {weight.name.lower(): 0.0 for weight in Weight}
    return Bot(name, linear.choose, weights | _read(name), summary)


BOTS = {
    bot.name: bot
    for bot in (
        Bot(
            "greedy",
            greedy.choose,
            _read("greedy"),
            "Takes the most influence at once, counting gold half.",
        ),
        Bot(
            "random_legal",
            random_legal.choose,
            {},
            "Takes any legal action, each as likely: what the game is without skill.",
        ),
        _linear("kingdom", "Collects the five values for kingdom bonuses."),
        _linear("tax", "Collects groups to be taxed and holds its gold together."),
        _linear("orders", "Collects knights of the orders that it has already."),
        _linear("couples", "Collects farmers and farmwomen in pairs."),
        _linear("denier", "Takes points and leaves the next player little."),
        _linear("linear", "Weighs up all that a position offers, and more points towards the end."),
    )
}
