"""How Splitter looks at the board."""
