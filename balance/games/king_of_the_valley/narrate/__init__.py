"""Games and cards of King of the Valley in sentences."""
