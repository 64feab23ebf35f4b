"""The optional services of Dominion: see `balance.engine.services`."""
