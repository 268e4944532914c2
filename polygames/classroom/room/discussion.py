"""A position that the wall shows large, with a question to discuss."""

from __future__ import annotations

from polygames.classroom.room.race import UNLISTED_TABLE_NUMBERS
from polygames.core.options import raise_option_error
from polygames.records.append_log import Log
from polygames.records.record import Record
from polygames.table.players import EMPTY_SEAT
from polygames.table.table import Table


class Discussion:
    """A question for a talk in class, and the position that it is about.

    Examples
    --------
    >>> Discussion("What would you do?", pg.Record(pg.new("polygon")).to_text()).table.is_in_play
    False
    """

    def __init__(self, text: str, record: str) -> None:
        if not text:
            raise_option_error("the text of a discussion", "must have words", text)
        start = Record.from_text(record)
        self.text = text
        number = next(UNLISTED_TABLE_NUMBERS)
        self.table = Table.new(number, Log(), start, [EMPTY_SEAT] * start.start.seats)
        """A table without players, which no page lists: it has the picture of the position."""
