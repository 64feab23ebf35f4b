"""What each change of a number does to the balance of a game."""
