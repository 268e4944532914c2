"""What an exact judgement of a move says."""

from __future__ import annotations

from typing import Any, NamedTuple


class Judged(NamedTuple):
    """What a move is worth to the seat that makes it, exactly."""

    value: float
    answer: Any = None
    """The best move of the next seat, where there is one."""
