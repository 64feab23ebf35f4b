"""Reading and checking the card sheets of Dominion."""
