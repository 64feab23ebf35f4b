"""Reading and checking the card sheets of King of the Valley."""
