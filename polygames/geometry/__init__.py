"""Exact points and maps of convex areas, of use without any game."""
