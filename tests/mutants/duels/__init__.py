"""Short games against each game's referee, uncompiled: the last tests that a mutant meets."""
