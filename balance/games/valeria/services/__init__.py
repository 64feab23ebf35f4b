"""Optional services that Valeria offers to the toolkit."""
