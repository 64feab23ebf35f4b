"""Estimators: plain arrays in, estimates with intervals out; knows nothing of games."""
