"""Monte Carlo balance analysis for card and board games."""

__version__ = "0.2.0"
