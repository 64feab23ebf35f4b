"""Random set-ups: which are even, which are varied."""
