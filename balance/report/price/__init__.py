"""The report of `balance price`."""
