"""The engine that plays any game: states as flat records, and compiled rules and bots."""
