"""Scenes: the primitives of a picture of a state, and their translation to SVG and text."""
