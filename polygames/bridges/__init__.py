"""Bridges that present the games to other frameworks: OpenSpiel, PettingZoo and gymnasium.

Each bridge needs an optional extra. Importing one without it raises a `MissingExtraError` with the
command to install it. Moves and positions are encoded as numbers by `GameEngine.encoding`.
"""
