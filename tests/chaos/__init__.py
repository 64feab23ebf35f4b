"""Attacks on real runs: whatever is killed, cut or swapped, no number is wrong and none is lost."""
