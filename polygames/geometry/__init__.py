"""Exact points, planar maps of convex faces, and polyominoes, independent of any game."""
