"""The games by name; each value is the module with its `GAME`."""

import sys

from balance import GamesPackage

GAMES = {
    "valeria": "balance.games.valeria",
    "king_of_the_valley": "balance.games.king_of_the_valley",
    "dominion": "balance.games.dominion",
}

sys.modules[__name__].__class__ = GamesPackage
