"""How Split looks at the board."""
