"""The parts of `player_texts.py`: sentences, seeded games, boards, and texts in the source."""
