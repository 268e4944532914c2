"""How Splinter looks at the board."""
