"""The toolkit against known answers: what `balance selftest` plays."""
