"""Reading and checking the card sheets of Valeria."""
