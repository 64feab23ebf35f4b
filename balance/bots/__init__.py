"""Bots that play any game: `BOTS` by name."""

from balance.bots import random
from balance.engine.game import Bot

BOTS = {"random": Bot("random", random.choose, {}, "Takes any offered choice, each as likely.")}
