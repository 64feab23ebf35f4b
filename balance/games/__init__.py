"""The games by name; each value is the module that has its `GAME`."""

GAMES = {"valeria": "balance.games.valeria"}
