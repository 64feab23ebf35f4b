"""Skill against luck."""
