"""What is counted of games, a file each: tally(records) -> sums -> tables."""
