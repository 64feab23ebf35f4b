"""Figures: data frames to matplotlib figures, in one style."""
