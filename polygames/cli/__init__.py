"""What can be typed after ``python -m polygames``: the functions of Python, one file a command.

A file of a command has ``add(parser)``, which names its arguments, and ``run(given, say)``, which
does it: it *says* text for people line by line and returns plain data for ``--json``.
"""
