"""The machine that plays any game: flat states, compiled rules, bots asked at every decision."""
