"""The board of Splinter: scenes, texts, analysis overlay and widget."""
