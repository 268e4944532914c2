"""What can be typed after ``python -m polygames``: the functions of Python as commands.

A command *says* text for people line by line and returns plain data for ``--json``.
"""
