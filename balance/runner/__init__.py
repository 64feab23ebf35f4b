"""Playing many games: matches in batches, on threads, processes or a cluster."""
