"""What was rolled in a game of Splitter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.splitter.rules import Roll

if TYPE_CHECKING:
    from polygames.records.record import Record


def rolls_of(record: Record) -> tuple[tuple[int, int], ...]:
    """Return what was rolled from the start of a record to where it stands."""
    return tuple((move.high, move.low) for move in record.moves if isinstance(move, Roll))
