"""The command line ``python -m polygames``: functions of the package as commands.

A command prints lines for people through its argument `print_line`, and returns plain data for
``--json``.
"""
