"""Games and cards of Dominion in sentences."""
