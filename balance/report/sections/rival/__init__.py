"""A single player against the game itself."""
