"""A rule with tests of its own, in which the harness itself is tried."""
