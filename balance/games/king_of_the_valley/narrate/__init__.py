"""Games and sheets of King of the Valley in sentences."""
