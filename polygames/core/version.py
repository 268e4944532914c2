"""The version of polygames, for all floors; ``polygames.__version__`` is the same."""

from __future__ import annotations

__version__ = "0.1.0"
