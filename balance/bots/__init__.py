"""Bots that play any game: `BOTS` by name."""

from balance.bots import random
from balance.engine.game import Bot

_RANDOM = Bot(
    "random",
    random.choose,
    {},
    "Takes any of the offered choices, all equally likely.",
    ignores_hidden=True,
)
BOTS = {_RANDOM.name: _RANDOM}
