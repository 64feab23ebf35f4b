"""Bots that play any game: `BOTS` by name."""

from balance.bots import random
from balance.engine.game import Bot

_SUMMARY = "Takes any of the offered choices, all equally likely."
BOTS = {"random": Bot("random", random.choose, {}, _SUMMARY, ignores_hidden=True)}
