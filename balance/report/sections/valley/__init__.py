"""King of the Valley: the hill and the king's place."""
