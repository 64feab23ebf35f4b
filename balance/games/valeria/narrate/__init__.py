"""Games and cards of Valeria in sentences."""
