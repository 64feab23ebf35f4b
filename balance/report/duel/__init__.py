"""Duels of two bots, as lines for the terminal."""
