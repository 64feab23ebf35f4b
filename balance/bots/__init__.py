"""Bots that play any game: `BOTS` by name."""

from balance.bots import random
from balance.engine.game import Bot

_RANDOM = Bot(
    "random", random.choose, {}, "Takes any offered choice, each as likely.", is_uncovered=True
)
BOTS = {_RANDOM.name: _RANDOM}
