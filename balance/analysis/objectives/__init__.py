"""The strength of secret objectives."""
