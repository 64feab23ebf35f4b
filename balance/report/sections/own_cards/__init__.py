"""Who wins, by seat and by bot."""
