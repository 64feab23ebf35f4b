"""Described games in sentences."""
