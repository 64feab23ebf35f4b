"""Sections of the report that only King of the Valley has."""
