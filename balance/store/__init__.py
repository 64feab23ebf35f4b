"""The folder of a run: sums in shards, records, the manifest, and who may write there."""
