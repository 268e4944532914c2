"""How Polygon computes: the rules compiled, and the symmetries of a polygon."""
