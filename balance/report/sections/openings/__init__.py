"""What players buy first, how much they play, and how that goes with winning."""
