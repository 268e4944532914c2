"""Bounds on what any player scores in the mean who does not see the rolls, or tiles, to come."""
