"""The bots of Valeria by name."""

from pathlib import Path

from balance.bots.weights import read_weights
from balance.engine.game import Bot
from balance.engine.layout import Choose
from balance.games.valeria.bots import greedy

_HERE = Path(__file__).parent


def _bot(name: str, choose: Choose, summary: str) -> Bot:
    """Return a bot with the weights of its file."""
    weights, by_players = read_weights(_HERE / f"{name}.toml")
    return Bot(name, choose, weights, summary, by_players=by_players)


BOTS = {
    bot.name: bot
    for bot in (
        _bot(
            "greedy",
            greedy.choose,
            "Takes what gains most at once, by a value for every kind of card and decision.",
        ),
    )
}
