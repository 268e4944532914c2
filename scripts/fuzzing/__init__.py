"""Attacks on every registered game, run by `scripts/fuzz.py` and by the tests.

A case is a kind of attack, a game, a seed and a number: the same four make the same case again.
"""
