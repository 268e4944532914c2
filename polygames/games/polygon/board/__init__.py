"""How Polygon looks at the board."""
