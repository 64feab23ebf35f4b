"""What cards of random set-ups do to a game, and which work together."""
