"""Cards as data: sheets of rows, and a small language for the effects of cards."""
