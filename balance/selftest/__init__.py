"""The checks of `balance selftest`: the toolkit against known answers."""
