"""Records of games: move trees, their text format, and atomic file operations."""
