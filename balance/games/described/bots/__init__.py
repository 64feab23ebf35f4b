"""Bots for any described game."""
