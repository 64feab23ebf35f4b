"""From the text of a game to the table on which it is played."""
