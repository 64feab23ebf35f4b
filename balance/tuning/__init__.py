"""Tuning: better weights for a bot, and fewest changes of cards that meet a target."""
