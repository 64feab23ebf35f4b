"""How long games are, how they are scored and how they end."""
