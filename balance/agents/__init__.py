"""Games as environments to train agents in, with PettingZoo's interface."""
