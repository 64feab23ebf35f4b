"""The bots of Valeria by name."""

import tomllib
from pathlib import Path

from balance.engine.game import Bot
from balance.games.valeria.bots import greedy

_HERE = Path(__file__).parent


def _weights(name: str) -> dict[str, float]:
    return tomllib.loads((_HERE / f"{name}.toml").read_text(encoding="utf-8"))


BOTS = {
    "greedy": Bot(
        "greedy",
        greedy.choose,
        _weights("greedy"),
        "Takes what gains most at once, by a value for every kind of card and decision.",
    ),
}
