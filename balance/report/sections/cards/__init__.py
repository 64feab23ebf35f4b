"""How taking cards, and deeds that records count like them, goes with winning."""
