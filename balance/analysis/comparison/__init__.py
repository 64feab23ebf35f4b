"""Comparisons between cells, between bots and between runs."""
