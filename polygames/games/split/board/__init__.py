"""The board of Split: scenes, texts, analysis overlay and widget."""
