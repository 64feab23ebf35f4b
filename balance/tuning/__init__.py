"""Better weights for a bot: candidates that play, an optimiser that learns from it, the gain."""
