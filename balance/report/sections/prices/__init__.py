"""The fair prices of cards, found by playing."""
