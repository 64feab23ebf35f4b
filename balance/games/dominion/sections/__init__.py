"""Sections of the report that only Dominion has."""
