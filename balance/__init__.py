"""Monte Carlo balance analysis for card and board games."""

__version__ = "0.2.0"
DISTRIBUTION = "tabletop-balance"  # the name on the package index, where `balance` is taken
