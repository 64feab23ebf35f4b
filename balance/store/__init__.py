"""The folder of a run: its manifest, its sums in shards, records and samples, and its lock."""
