"""What benchmarks that take turns on one machine measure."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Part"]


class Part(NamedTuple):
    """What one turn of an engine came to."""

    count: float
    seconds: float
