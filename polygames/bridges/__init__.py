"""The games as those of other frameworks: OpenSpiel, PettingZoo and gymnasium.

Each bridge needs an extra of its own; importing one without it raises a `MissingExtraError` that
says what to install. Moves and positions become numbers by `GameEngine.encoding`.
"""
