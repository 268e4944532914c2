"""The contract of all games: protocol, errors, options, notation and the registry."""

__version__ = "0.1.0"
"""The version of the package; `polygames.__version__` is the same."""
