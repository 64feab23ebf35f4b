"""Playing many games: on all cores, stored as they come, the same every time."""
