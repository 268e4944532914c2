"""The board of Territory: scene, words, editor and widget."""
