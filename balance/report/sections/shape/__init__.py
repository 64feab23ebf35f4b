"""The shape of games: how long they stay open, who leads when, which are worth a look."""
