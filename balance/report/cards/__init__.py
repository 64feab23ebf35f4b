"""A page for each card and each objective: what all sections of a report say of it."""
