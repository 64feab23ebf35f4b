"""From card sheets and options to the table of a game of King of the Valley."""
