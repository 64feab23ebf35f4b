"""Optional services that Dominion offers to the toolkit."""
