"""One game of a collection: a file that is read on demand, a record, or a bare result."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.errors import RecordError
from polygames.records import record_text
from polygames.records.annotations import CANCELLED_KIND, PUZZLE_KIND, REVIEW_KIND
from polygames.records.atomic_files import read_text
from polygames.records.record import Record, utc_text
from polygames.search.review.results import MISTAKE_VERDICTS, VERDICT_GLYPHS

if TYPE_CHECKING:
    from collections.abc import Mapping

MISTAKE_GLYPHS: Final = frozenset(VERDICT_GLYPHS[each] for each in MISTAKE_VERDICTS)
"""The annotation glyphs of mistakes and blunders."""
_RESULT_PATTERN: Final = re.compile(
    r"(?:unfinished|(?:seat|tie of seats) (?P<winners>\d+(?: and \d+)*)(?: wins)?)"
    r", (?P<scores>-?[\d.e+-]+(?: - -?[\d.e+-]+)*) \(",
    re.ASCII,
)


_WINNERS_PATTERN: Final = re.compile(
    r"seat (\d+)(?= wins)|(?<=tie of )seats (\d+(?: and \d+)*)", re.ASCII
)
"""The winners or tied seats at the beginning of a result text."""
_SOLO_RESULT_PATTERN: Final = re.compile(r"seat 0 wins, (\S+)", re.ASCII)
"""The beginning of the result text of a game for one player."""


CANCELLED_TEXT: Final = "cancelled by the teacher"
"""The result of a game that the teacher of a class has cancelled."""


def without_puzzles_text(count: int) -> str:
    """Return a phrase such as ``, without 2 puzzles``; empty if no puzzles were left out.

    Examples
    --------
    >>> without_puzzles_text(0), without_puzzles_text(1), without_puzzles_text(12)
    ('', ', without 1 puzzle', ', without 12 puzzles')
    """
    return f", without {count} puzzle{'s' * (count > 1)}" if count else ""


class Result(NamedTuple):
    """A game of which only the result is known, from a match or tournament."""

    game: str
    players: Mapping[int, str]
    result: str
    plies: int
    error: str = ""
    """The error if even the result cannot be read; empty otherwise."""
    key: str = ""
    """A unique key: seed, pair, players and moves, or where it was read; empty if unknown."""
    text: str = ""
    """The game as the text of a record; empty if its moves were not saved."""


class GameEnd(NamedTuple):
    """The winners and scores of a finished game, from its record."""

    winners: frozenset[int]
    scores: tuple[float, ...]

    def points(self, seat: int) -> float:
        """Return the points of a seat: 1 for a win, shared in a tie or an unfinished game."""
        winners = self.winners or frozenset(range(len(self.scores)))
        return 1.0 / len(winners) if seat in winners else 0.0


@dataclass(frozen=True, eq=False, repr=False)
class Entry:
    """One game of a collection: a file that is read on demand, a record, or a bare result.

    Examples
    --------
    >>> entry = Entry("mine", pg.Record(pg.new("polygon"), players=("Ada", "Bob")))
    >>> entry.game, entry.players, entry.error
    ('polygon', {0: 'Ada', 1: 'Bob'}, '')
    """

    name: str
    """The path of the file, or a description of the record."""
    source: Path | Record | Result

    def __repr__(self) -> str:
        """Return the name, without reading the file."""
        return f"<Entry {self.name}>"

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle without cached text; a copy reads the file again."""
        return {"name": self.name, "source": self.source}

    @cached_property
    def text(self) -> str:
        """The record as text. Raise RecordError if it cannot be read."""
        if isinstance(self.source, Record):
            return self.source.to_text()
        if isinstance(self.source, Result) and self.source.text:
            return self.source.text
        if isinstance(self.source, Result):
            msg = self.source.error or "this game has no moves, only its result was saved"
            msg = f"{self.name}: {msg}"
            raise RecordError(msg)
        try:
            return read_text(self.source)
        except OSError as error:
            msg = f"{self.name}: {error.strerror or error}"
            raise RecordError(msg) from None

    @cached_property
    def _parsed_text(self) -> tuple[record_text.Header, tuple[record_text.Play, ...], str]:
        """The header of the record, the moves played last, and an error text (empty if none)."""
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
        """The header of the record: game, options, players and result."""
        return self._parsed_text[0]

    @property
    def plays(self) -> tuple[record_text.Play, ...]:
        """The moves of the line played last, with their annotations."""
        return self._parsed_text[1]

    @property
    def error(self) -> str:
        """The reason why the record cannot be parsed; empty if it can. No move is replayed."""
        return self._parsed_text[2]

    @property
    def is_puzzle(self) -> bool:
        """Whether the record is a puzzle solved in a class, not a game."""
        return PUZZLE_KIND in self.header.annotations

    @property
    def is_cancelled(self) -> bool:
        """True if the teacher of a class has cancelled the result of the game."""
        return CANCELLED_KIND in self.header.annotations

    @property
    def game(self) -> str:
        """The name of the game; empty if the file cannot be read."""
        return self.header.game

    @property
    def players(self) -> dict[int, str]:
        """The names of the players by seat, where the record has them."""
        return self.header.players

    @property
    def plies(self) -> int:
        """The number of moves of the game without branches; rolls of dice count as moves."""
        return self.source.plies if isinstance(self.source, Result) else len(self.plays)

    @cached_property
    def game_end(self) -> GameEnd | None:
        """The winners and scores; None if the record has no result or its result is cancelled."""
        found = _RESULT_PATTERN.match(self.header.result or "")
        if found is None or self.is_cancelled:
            return None
        try:
            scores = tuple(map(float, found["scores"].split(" - ")))
        except ValueError:
            return None
        winners = map(int, found["winners"].split(" and ")) if found["winners"] else ()
        return GameEnd(frozenset(winners), scores)

    @cached_property
    def record(self) -> Record:
        """The record with all moves replayed. Raise RecordError with the line of an error."""
        if isinstance(self.source, Record):
            return self.source
        try:
            return Record.from_text(self.text)
        except RecordError as error:
            said = str(error)
            raise RecordError(said if self.name in said else f"{self.name}: {said}") from None

    @property
    def date(self) -> str | None:
        """The date in the record, otherwise the last change of its file (UTC); None if unknown."""
        if self.header.date is not None or not isinstance(self.source, Path):
            return self.header.date
        try:
            return utc_text(self.source.stat().st_mtime)
        except OSError:
            return None

    @property
    def result(self) -> str:
        """The result with the names of the players; empty if the record has none.

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

        if self.is_cancelled:
            return CANCELLED_TEXT
        said = self.header.result or ""
        if (
            self.game_end is not None and len(self.game_end.scores) == 1
        ):  # alone one plays for points
            return _SOLO_RESULT_PATTERN.sub(r"\1 points", said, count=1)
        return _WINNERS_PATTERN.sub(names, said, count=1)

    @property
    def is_reviewed(self) -> bool:
        """Whether the record contains a review."""
        return any(REVIEW_KIND in play.annotations for play in self.plays)

    def row(self) -> dict[str, Any]:
        """Return the game as a row of `Collection.table`: a dictionary from column to value."""
        mistakes = (
            sum(play.glyph in MISTAKE_GLYPHS for play in self.plays) if self.is_reviewed else None
        )
        ended = self.game_end
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
