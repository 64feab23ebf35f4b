"""Benchmarks: what `balance bench` measures, stores and compares."""
