"""A game in a file that two notebooks read and write, in a folder that both have.

The lines are those of a log (`records.log`). Who writes one locks the file for that moment and
reads it first. Where a disk knows no locks, of two lines with one number the first counts, for
whoever reads the file: so two who write at once cannot make two games of it. Who writes reads what
has become of it. A line that is not whole, does not follow or breaks the rules is passed over.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import IllegalMoveError, OptionError, PolygamesError, RecordError
from polygames.core.protocol import CHANCE
from polygames.records.log import LineFile, as_line, digest, entry_of
from polygames.records.record import Record
from polygames.widgets.remote.carrier import Common, last_ply_of
from polygames.widgets.tasks.timers import Timer
from polygames.widgets.tasks.worker import running_loop

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from polygames.core.protocol import Seat

FILE_POLL_SECONDS: Final = 0.3
"""Seconds between two looks at the file."""

MAX_SHARED_FILE_BYTES: Final = 4_000_000
"""Bytes: no game is as long."""


class SharedFile:
    """A game in a file.

    Parameters
    ----------
    path
        The file; it is made where there is none.
    start
        What the game begins with, where there is no file.
    seed
        Of the dice.

    Raises
    ------
    RecordError
        If the file holds something else.

    Examples
    --------
    >>> from pathlib import Path
    >>> one = SharedFile(Path("shared.jsonl"), pg.Record(pg.new("polygon")))
    >>> other = SharedFile(Path("shared.jsonl"), pg.Record(pg.new("polygon")))
    >>> one.offer(0, "A-C")
    >>> other.read_new()
    True
    >>> other.common.moves
    ('A-C',)
    """

    def __init__(self, path: Path, start: Record, seed: int = 0) -> None:
        self.path = path
        self.common = Common("")
        self._on_game: Callable[[Common], object] = lambda _: None
        self._on_trouble: Callable[[str], object] = lambda _: None
        self._timer, self._is_open, self._in_trouble = Timer(), True, False
        self._file, self._line, self._count = LineFile(path), "", 0
        self._game: Record | None = None
        self._asks: Seat | None = None
        try:
            if not path.exists() or not path.stat().st_size:
                self._append(do="start", record=start.to_text(), seed=seed)
            self.read_new()
        except OSError as error:
            msg = f"{path}: {error.strerror or error}"
            raise RecordError(msg) from None
        if not self.common.start:
            msg = f"{path}: there is something else in this file than a game of two notebooks"
            raise RecordError(msg)
        self._roll()

    @property
    def game(self) -> Record:
        """The game as the file has it."""
        assert self._game is not None  # noqa: S101 - refused when it was made
        return self._game

    def open(
        self, on_game: Callable[[Common], object], on_trouble: Callable[[str], object]
    ) -> None:
        """Tell what is heard, as long as an event loop runs here; else `look` when asked."""
        self._on_game, self._on_trouble = on_game, on_trouble
        self._wait()

    def close(self) -> None:
        """Look no more."""
        self._is_open = False
        self._timer.cancel()

    def read_new(self) -> bool:
        """Read what is new in the file; returns whether there was anything."""
        count = self._count
        for line in self._new_lines():
            self._apply(line)
        if self._game is None or self._count == count:
            return False
        moves = tuple(map(str, self._game.moves))
        self.common = Common(self._start, moves, asks=self._asks)
        self._on_game(self.common)
        return True

    def offer(self, ply: int, text: str) -> None:
        """Write a move; IllegalMoveError if another one was written before."""
        self.read_new()
        if len(self.game.path) - 1 != ply:
            msg = "the other notebook was sooner: look at the board again"
            raise IllegalMoveError(msg)
        self._write(do="move", text=text)
        self._roll()

    def ask_back(self, seat: Seat) -> None:
        """Ask the other notebook to take a seat's last move back."""
        self.read_new()
        if self.game.outcome is not None or last_ply_of(seat, self.game.states) is None:
            msg = "there is no move of yours to take back"
            raise IllegalMoveError(msg)
        self._write(do="ask", seat=seat)

    def say_back(self, *, yes: bool) -> None:
        """Agree that a move is taken back, or leave it."""
        self.read_new()
        if self._asks is not None:
            self._write(do="back" if yes else "stay", seat=self._asks)

    # What it does inside

    def _wait(self) -> None:
        if self._is_open and (loop := running_loop()) is not None:
            self._timer.set(loop, FILE_POLL_SECONDS, self._look_again)

    def _look_again(self) -> None:
        try:
            self.read_new()
        except (PolygamesError, OSError) as error:
            self._in_trouble = True
            self._on_trouble(f"The shared file cannot be read: {error}")
        else:
            if self._in_trouble:
                self._in_trouble = False
                self._on_trouble("")
        self._wait()

    def _new_lines(self) -> list[str]:
        """Return the lines that were added; the last one only if it is whole."""
        size = self.path.stat().st_size
        if size > MAX_SHARED_FILE_BYTES:
            msg = f"{self.path}: the file has {size} bytes; no game is as long"
            raise RecordError(msg)
        return [line.decode("utf-8", errors="replace") for line in self._file.read()]

    def _apply(self, line: str) -> None:
        """Do what a line says, if it is the next one; any other is passed over."""
        entry = entry_of(line)
        if entry is None or entry.get("n") != self._count + 1 or entry.get("before") != self.mark:
            return
        with suppress(PolygamesError, ValueError, TypeError):
            if self._do(entry):
                self._line, self._count = line, self._count + 1

    def _do(self, entry: dict[str, Any]) -> bool:
        """Do what a line says; returns whether it says anything."""
        match entry:
            case {"do": "start", "record": str(text), "seed": int(seed)} if self._game is None:
                self._game, self._start, self._seed = Record.from_text(text), text, seed
            case {"do": "move" | "roll", "text": str(text)} if self._game is not None:
                self._game.push(text)
                self._asks = None
            case {"do": "ask", "seat": int(seat)} if self._game is not None:
                self._asks = seat
            case {"do": "stay"}:
                self._asks = None
            case {"do": "back", "seat": int(seat)} if seat == self._asks:
                self._take_back(seat)
            case _:
                return False
        return True

    def _take_back(self, seat: Seat) -> None:
        self._asks = None
        ply = last_ply_of(seat, self.game.states)
        while ply is not None and len(self.game.path) - 1 > ply:
            self.game.pop()

    @property
    def mark(self) -> str:
        """The hash that the next line will have."""
        return digest(self._line, self._game.state.to_text() if self._game else "")

    def _roll(self) -> None:
        """Roll dice where they are next. Both notebooks do so, with one seed: one line counts."""
        while self.game.outcome is None and self.game.state.turn == CHANCE:
            state = self.game.state
            rolled = state.legal_moves.sample(Random(f"{self._seed}:{state.ply}"))
            with suppress(IllegalMoveError):  # the other one was sooner
                self._write(do="roll", text=str(rolled))
            self.read_new()

    def _write(self, **content: Any) -> None:
        """Write a line and read what has become of it; IllegalMoveError if another one counts."""
        count = self._count
        with self._file.lock():
            self.read_new()
            if self._count == count:
                line = self._append(**content)
                self.read_new()
                if self._line == line:
                    return
        if self._count > count:
            msg = "the other notebook was sooner: look at the board again"
            raise IllegalMoveError(msg)
        msg = f"{self.path}: what was written there is not read again"
        raise OptionError(msg)

    def _append(self, **content: Any) -> str:
        """Add a line to the file, on the disk; return it."""
        line = as_line({"n": self._count + 1, "before": self.mark, **content})
        end = self._file.end
        self._file.append(line.encode())
        self._file.end = end  # it is read as everybody reads it
        return line
