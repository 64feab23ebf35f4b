"""Designed experiments: the value of cards and of starting resources."""
