"""Collections of games, with an explorer, reviews and training cards from mistakes."""
