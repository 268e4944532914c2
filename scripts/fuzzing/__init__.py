"""Attacks on every registered game: what `scripts/fuzz.py` runs, and the tests for a minute.

A case is a kind of attack, a game, a seed and a number: the same four make the same case again.
"""
