"""How Territory looks at the board."""
