"""The language in which games are described: from text to trees."""
