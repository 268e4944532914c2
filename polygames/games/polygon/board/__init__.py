"""The board of Polygon: scenes, texts, analysis overlay and widget."""
