"""How rules and bots are compiled, and kept: decorators, cache, and what counts for it."""
