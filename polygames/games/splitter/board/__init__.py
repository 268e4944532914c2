"""The board of Splitter: scene, words, panels and widget."""
