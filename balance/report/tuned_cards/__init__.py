"""The fewest changes of numbers that reach a target."""
