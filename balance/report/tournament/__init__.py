"""Tournaments and ladders of bots."""
