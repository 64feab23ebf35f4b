"""Which findings stay as play gets stronger, and which move with it."""
