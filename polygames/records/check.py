"""The part of the contract about records: what was played reads back to the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core.conformance.assertions import require, works
from polygames.records.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from polygames.core.protocol import State


def check_record(start: State[Any], moves: Iterable[Any], seed: int = 0) -> None:
    """Record a game and read its text; ConformanceError if another game comes back.

    Examples
    --------
    >>> import polygames as pg
    >>> start = pg.new("polygon")
    >>> check_record(start, [start.parse("A-C")])
    """
    record = Record(start, seed=seed)
    for move in moves:
        record.push(move)
    promise = "a record reads back to the same"
    twin = works(lambda: Record.from_text(record.to_text()), record.state, f"{promise} moves")
    require(twin.moves == record.moves, record.state, f"{promise} moves")
    require(twin.state == record.state, record.state, f"{promise} state")
