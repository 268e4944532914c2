"""How Split computes: the rules compiled, and the search of its agents."""
