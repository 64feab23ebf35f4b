"""Designed experiments: what cards and starting resources are worth."""
