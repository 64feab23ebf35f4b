"""The strongest card of a table."""
