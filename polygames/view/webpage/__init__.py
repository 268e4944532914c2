"""Games, analyses, reviews and puzzles as self-contained HTML files."""
