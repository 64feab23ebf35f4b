"""Comparisons: between cells, between bots, between runs."""
