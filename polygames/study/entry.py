"""One game of a collection: a file that is read when it is needed, a record, or a bare result."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.errors import RecordError
from polygames.records import record_text
from polygames.records.annotations import NO_GAME, REVIEW_KIND
from polygames.records.files import text_of
from polygames.records.record import Record, utc

if TYPE_CHECKING:
    from collections.abc import Mapping

MISTAKE_GLYPHS: Final = frozenset({"?", "??"})
"""The signs of mistakes and blunders."""
_RESULT_PATTERN: Final = re.compile(
    r"(?:unfinished|(?:seat|tie of seats) (?P<winners>\d+(?: and \d+)*)(?: wins)?)"
    r", (?P<scores>-?[\d.e+-]+(?: - -?[\d.e+-]+)*) \(",
    re.ASCII,
)


_WINNERS_PATTERN: Final = re.compile(
    r"seat (\d+)(?= wins)|(?<=tie of )seats (\d+(?: and \d+)*)", re.ASCII
)
"""Who has won or tied, as a result begins."""
_SOLO_RESULT_PATTERN: Final = re.compile(r"seat 0 wins, (\S+)", re.ASCII)
"""The beginning of the result of a game that one has played alone."""


def but_puzzles(count: int) -> str:
    """Say how many puzzles of a class were left out of what is said of games.

    Examples
    --------
    >>> but_puzzles(0), but_puzzles(1), but_puzzles(12)
    ('', ', without 1 puzzle', ', without 12 puzzles')
    """
    return f", without {count} puzzle{'s' * (count > 1)}" if count else ""


class Result(NamedTuple):
    """A game of which only the result is known, as matches and tournaments keep them."""

    game: str
    players: Mapping[int, str]
    result: str
    plies: int
    error: str = ""
    """Why not even that could be read."""
    key: str = ""
    """What tells it from others: its seed and `file`, else where it was read; or empty."""
    file: str = ""
    """What a match that keeps its games calls its file; empty if unknown."""
    text: str = ""
    """The game as a record's text, if its moves were kept."""


class Ended(NamedTuple):
    """How a game ended, as its record says."""

    winners: frozenset[int]
    scores: tuple[float, ...]

    def points(self, seat: int) -> float:
        """Return what a seat got: 1 for a win, shared in a tie; a game broken off is a tie."""
        winners = self.winners or frozenset(range(len(self.scores)))
        return 1.0 / len(winners) if seat in winners else 0.0


@dataclass(frozen=True, eq=False, repr=False)
class Entry:
    """One game of a collection.

    Examples
    --------
    >>> entry = Entry("mine", pg.Record(pg.new("polygon"), players=("Ada", "Bob")))
    >>> entry.game, entry.players, entry.error
    ('polygon', {0: 'Ada', 1: 'Bob'}, '')
    """

    name: str
    """The file, or which record it is."""
    source: Path | Record | Result

    def __repr__(self) -> str:
        """Return the name; the file is not read for it."""
        return f"<Entry {self.name}>"

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what was read: a copy reads it again."""
        return {"name": self.name, "source": self.source}

    @cached_property
    def text(self) -> str:
        """The record as text; a RecordError if there is none that can be read."""
        if isinstance(self.source, Record):
            return self.source.to_text()
        if isinstance(self.source, Result) and self.source.text:
            return self.source.text
        if isinstance(self.source, Result):
            msg = self.source.error or "only the result of this game was kept, not its moves"
            msg = f"{self.name}: {msg}"
            raise RecordError(msg)
        try:
            return text_of(self.source)
        except OSError as error:
            msg = f"{self.name}: {error.strerror or error}"
            raise RecordError(msg) from None

    @cached_property
    def _read(self) -> tuple[record_text.Header, tuple[record_text.Play, ...], str]:
        """The header, the line that was last played, and why there are none."""
        known = record_text.Header()
        if isinstance(self.source, Result):
            game, players, result, _, why, *_, text = self.source
            known = record_text.Header(game=game, players=dict(players), result=result)
            if not text:
                return known, (), why
        try:
            header, plays = record_text.read(self.text)
        except RecordError as error:
            return known, (), str(error)
        header.result = known.result or header.result  # a game that was lost by forfeit has none
        return header, tuple(play for play in plays if play.depth == 0), ""

    @property
    def header(self) -> record_text.Header:
        """What stands above the moves."""
        return self._read[0]

    @property
    def plays(self) -> tuple[record_text.Play, ...]:
        """The lines of the moves, without branches."""
        return self._read[1]

    @property
    def error(self) -> str:
        """Why the file cannot be read as a record; empty if it can. No move is played for it."""
        return self._read[2]

    @property
    def is_puzzle(self) -> bool:
        """Whether it is no game, but a puzzle that somebody solved in a class."""
        return NO_GAME in self.header.kept

    @property
    def game(self) -> str:
        """The name of the game; empty if the file cannot be read."""
        return self.header.game

    @property
    def players(self) -> dict[int, str]:
        """Who sits where, as far as the record says."""
        return self.header.players

    @property
    def plies(self) -> int:
        """How many moves the line has that was last played, rolls of dice included."""
        return self.source.plies if isinstance(self.source, Result) else len(self.plays)

    @cached_property
    def ended(self) -> Ended | None:
        """How the game ended, as the record says; None if it says nothing of an end."""
        found = _RESULT_PATTERN.match(self.header.result or "")
        if found is None:
            return None
        try:
            scores = tuple(map(float, found["scores"].split(" - ")))
        except ValueError:
            return None
        winners = map(int, found["winners"].split(" and ")) if found["winners"] else ()
        return Ended(frozenset(winners), scores)

    @cached_property
    def record(self) -> Record:
        """The record, with every move played; a RecordError names the line that is wrong."""
        if isinstance(self.source, Record):
            return self.source
        try:
            return Record.from_text(self.text)
        except RecordError as error:
            said = str(error)
            raise RecordError(said if self.name in said else f"{self.name}: {said}") from None

    @property
    def date(self) -> str | None:
        """When the game was played, as the record says; else when its file was last written."""
        if self.header.date is not None or not isinstance(self.source, Path):
            return self.header.date
        try:
            return utc(self.source.stat().st_mtime)
        except OSError:
            return None

    @property
    def result(self) -> str:
        """How the game ended, with the names of the players; empty if the record does not say.

        Examples
        --------
        >>> Entry("lost", pg.Record(pg.new("polygon", n=3), players=("Ada", "Bob"))).result
        'Bob wins, 0 - 1 (no segment can be drawn)'
        >>> said = "seat 0 wins, 11 (22 rounds were played: lost)"
        >>> Entry("alone", Result("splitter", {0: "Ada"}, said, 44)).result
        '11 points (22 rounds were played: lost)'
        """

        def names(found: re.Match[str]) -> str:
            seats = map(int, (found[1] or found[2]).split(" and "))
            return " and ".join(self.players.get(seat) or f"Player {seat + 1}" for seat in seats)

        said = self.header.result or ""
        if self.ended is not None and len(self.ended.scores) == 1:  # alone one plays for points
            return _SOLO_RESULT_PATTERN.sub(r"\1 points", said, count=1)
        return _WINNERS_PATTERN.sub(names, said, count=1)

    @property
    def is_reviewed(self) -> bool:
        """Whether a review is written in the record."""
        return any(REVIEW_KIND in play.kept for play in self.plays)

    def row(self) -> dict[str, Any]:
        """Return what the table of a collection says of it."""
        mistakes = (
            sum(play.glyph in MISTAKE_GLYPHS for play in self.plays) if self.is_reviewed else None
        )
        ended = self.ended
        scores = dict(enumerate(ended.scores if ended else ()))
        return {
            "file": self.name,
            "game": self.game,
            "players": " - ".join(name for _, name in sorted(self.players.items())),
            "result": self.result,
            "plies": self.plies,
            "mistakes": mistakes,
            "date": self.date,
            "error": self.error,
            **{f"points_{seat}": ended.points(seat) for seat in scores if ended},
            **{f"score_{seat}": score for seat, score in scores.items()},
        }
