"""The games by name; each value is the module with its `GAME`."""

GAMES = {
    "valeria": "balance.games.valeria",
    "king_of_the_valley": "balance.games.king_of_the_valley",
    "dominion": "balance.games.dominion",
}
