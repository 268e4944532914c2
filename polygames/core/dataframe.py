"""Rows as a table: a pandas DataFrame where pandas is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def table(rows: Sequence[Mapping[str, Any]], columns: list[str] | None = None) -> Any:
    """Return the rows as a DataFrame, or as they are where pandas is missing.

    Name the columns where there may be no row: a DataFrame without rows has them, too.

    Examples
    --------
    >>> len(table([{"move": "A-C", "value": 1}]))
    1
    >>> len(table([]))
    0
    """
    try:
        import pandas as pd
    except ImportError:
        return list(rows)
    return pd.DataFrame(list(rows), columns=columns)
