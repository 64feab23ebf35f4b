"""The fair prices of cards, by the design `price`."""
