"""How far the numbers of a report can be trusted."""
