"""The report of `balance trend`."""
