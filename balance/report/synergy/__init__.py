"""What several cards are worth together."""
