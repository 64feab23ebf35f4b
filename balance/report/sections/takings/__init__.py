"""What taking a card gained: games branched where it was taken."""
