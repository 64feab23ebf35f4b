"""Optional services that King of the Valley offers to the toolkit."""
