"""Games as environments in which agents are trained: PettingZoo's turn-based interface."""
