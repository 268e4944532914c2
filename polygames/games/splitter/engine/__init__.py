"""How Splitter computes: sheets compiled, learned values, and the search of its agents."""
