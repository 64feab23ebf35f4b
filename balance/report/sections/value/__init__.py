"""What each card is worth, by experiments that change one card for one player."""
