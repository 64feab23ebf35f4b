"""The text of `balance play`, of cards and of set-ups of Dominion."""
