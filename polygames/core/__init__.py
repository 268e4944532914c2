"""What every game promises: protocol, errors, records, the registry and the contract."""

__version__ = "0.1.0"
"""That of the package, for all floors; `polygames.__version__` is the same."""
