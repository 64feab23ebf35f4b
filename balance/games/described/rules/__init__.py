"""The rules that carry out the program of a described game."""
