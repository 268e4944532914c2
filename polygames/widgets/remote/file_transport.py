"""A game in a file that two notebooks read and write, in a shared folder.

The lines are those of a log (`polygames.records.append_log`). A writer locks the file and reads it
before it appends a line, then reads its own line back. On a disk without locks, two notebooks may
write lines with the same number. All readers then accept the first one, so there is still one game.
A line that is incomplete, out of order or against the rules is ignored.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, Final

from polygames.core.errors import IllegalMoveError, OptionError, PolygamesError, RecordError
from polygames.core.protocol import CHANCE
from polygames.records.append_log import LineFile, digest, parse_json_line, to_json_line
from polygames.records.record import Record
from polygames.widgets.remote.transport import SharedGame, ply_before_last_move
from polygames.widgets.tasks.timers import Timer
from polygames.widgets.tasks.worker import running_loop

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from polygames.core.protocol import Seat

FILE_POLL_SECONDS: Final = 0.3
"""Seconds between two reads of the file."""

MAX_SHARED_FILE_BYTES: Final = 4_000_000
"""The maximum size of the file in bytes; games are far shorter."""


class FileTransport:
    """A connection between two notebooks by a file that both read and write.

    Parameters
    ----------
    path
        The file; it is created if it does not exist.
    start
        The start of the game for a new file.
    seed
        The seed of the dice.

    Raises
    ------
    RecordError
        If the file is not a shared game.

    Examples
    --------
    >>> from pathlib import Path
    >>> one = FileTransport(Path("shared.jsonl"), pg.Record(pg.new("polygon")))
    >>> other = FileTransport(Path("shared.jsonl"), pg.Record(pg.new("polygon")))
    >>> one.send_move(0, "A-C")
    >>> other.read_new()
    True
    >>> other.shared_game.moves
    ('A-C',)
    """

    def __init__(self, path: Path, start: Record, seed: int = 0) -> None:
        self.path = path
        self.shared_game = SharedGame("")
        self._on_game: Callable[[SharedGame], object] = lambda _: None
        self._on_error: Callable[[str], object] = lambda _: None
        self._timer, self._is_open, self._has_error = Timer(), True, False
        self._file, self._last_line, self._line_count = LineFile(path), "", 0
        self._game: Record | None = None
        self._takeback_requested_by: Seat | None = None
        try:
            if not path.exists() or not path.stat().st_size:
                self._append_line(do="start", record=start.to_text(), seed=seed)
            self.read_new()
        except OSError as error:
            msg = f"{path}: {error.strerror or error}"
            raise RecordError(msg) from None
        if not self.shared_game.start:
            msg = f"{path}: not a game of two notebooks"
            raise RecordError(msg)
        self._roll_dice()

    @property
    def game(self) -> Record:
        """The record of the game in the file."""
        assert self._game is not None  # noqa: S101 - refused when it was made
        return self._game

    def open(
        self, on_game: Callable[[SharedGame], object], on_error: Callable[[str], object]
    ) -> None:
        """Start polling the file; `on_game` is called after each change.

        Without an event loop, call `read_new` instead.
        """
        self._on_game, self._on_error = on_game, on_error
        self._schedule_poll()

    def close(self) -> None:
        """Stop polling."""
        self._is_open = False
        self._timer.cancel()

    def read_new(self) -> bool:
        """Read the new lines of the file, and return True if the game changed."""
        count = self._line_count
        for line in self._read_new_lines():
            self._apply_line(line)
        if self._game is None or self._line_count == count:
            return False
        moves = tuple(map(str, self._game.moves))
        self.shared_game = SharedGame(
            self._start, moves, takeback_requested_by=self._takeback_requested_by
        )
        self._on_game(self.shared_game)
        return True

    def send_move(self, ply: int, text: str) -> None:
        """Write a move to the file. Raise IllegalMoveError if another was written first."""
        self.read_new()
        if len(self.game.path) - 1 != ply:
            msg = "the other notebook has moved first: look at the board again"
            raise IllegalMoveError(msg)
        self._write_entry(do="move", text=text)
        self._roll_dice()

    def request_takeback(self, seat: Seat) -> None:
        """Ask the other notebook to let a seat take back its last move."""
        self.read_new()
        if self.game.outcome is not None or ply_before_last_move(seat, self.game.states) is None:
            msg = "there is no move of yours to undo"
            raise IllegalMoveError(msg)
        self._write_entry(do="request_takeback", seat=seat)

    def answer_takeback(self, *, is_granted: bool) -> None:
        """Accept or decline the request to take back a move."""
        self.read_new()
        if self._takeback_requested_by is not None:
            self._write_entry(
                do="grant_takeback" if is_granted else "decline_takeback",
                seat=self._takeback_requested_by,
            )

    # Internals

    def _schedule_poll(self) -> None:
        if self._is_open and (loop := running_loop()) is not None:
            self._timer.set(loop, FILE_POLL_SECONDS, self._poll)

    def _poll(self) -> None:
        try:
            self.read_new()
        except (PolygamesError, OSError) as error:
            self._has_error = True
            self._on_error(f"Cannot read the shared file: {error}")
        else:
            if self._has_error:
                self._has_error = False
                self._on_error("")
        self._schedule_poll()

    def _read_new_lines(self) -> list[str]:
        """Return the lines added since the last read, without an incomplete last line."""
        size = self.path.stat().st_size
        if size > MAX_SHARED_FILE_BYTES:
            msg = f"{self.path}: not a game of two notebooks: it has {size} bytes"
            raise RecordError(msg)
        return [line.decode("utf-8", errors="replace") for line in self._file.read()]

    def _apply_line(self, line: str) -> None:
        """Apply a line of the file to the game if it is the next one; ignore it otherwise."""
        entry = parse_json_line(line)
        if (
            entry is None
            or entry.get("n") != self._line_count + 1
            or entry.get("before") != self.line_hash
        ):
            return
        with suppress(PolygamesError, ValueError, TypeError):
            if self._apply_entry(entry):
                self._last_line, self._line_count = line, self._line_count + 1

    def _apply_entry(self, entry: dict[str, Any]) -> bool:
        """Apply a parsed line to the game, and return True if it is valid."""
        match entry:
            case {"do": "start", "record": str(text), "seed": int(seed)} if self._game is None:
                self._game, self._start, self._seed = Record.from_text(text), text, seed
            case {"do": "move" | "roll", "text": str(text)} if self._game is not None:
                self._game.push(text)
                self._takeback_requested_by = None
            case {"do": "request_takeback", "seat": int(seat)} if self._game is not None:
                self._takeback_requested_by = seat
            case {"do": "decline_takeback"}:
                self._takeback_requested_by = None
            case {"do": "grant_takeback", "seat": int(seat)} if seat == self._takeback_requested_by:
                self._undo_moves(seat)
            case _:
                return False
        return True

    def _undo_moves(self, seat: Seat) -> None:
        self._takeback_requested_by = None
        ply = ply_before_last_move(seat, self.game.states)
        while ply is not None and len(self.game.path) - 1 > ply:
            self.game.pop()

    @property
    def line_hash(self) -> str:
        """The hash of the last line and the position, which the next line must contain."""
        return digest(self._last_line, self._game.state.to_text() if self._game else "")

    def _roll_dice(self) -> None:
        """Roll the dice until a player is to move; both notebooks use the same seed."""
        while self.game.outcome is None and self.game.state.turn == CHANCE:
            state = self.game.state
            rolled = state.legal_moves.sample(Random(f"{self._seed}:{state.ply}"))
            with suppress(IllegalMoveError):  # the other notebook wrote it first
                self._write_entry(do="roll", text=str(rolled))
            self.read_new()

    def _write_entry(self, **content: Any) -> None:
        """Append a line and read it back. Raise IllegalMoveError if another line came first."""
        count = self._line_count
        with self._file.lock():
            self.read_new()
            if self._line_count == count:
                line = self._append_line(**content)
                self.read_new()
                if self._last_line == line:
                    return
        if self._line_count > count:
            msg = "the other notebook has moved first: look at the board again"
            raise IllegalMoveError(msg)
        msg = f"{self.path}: another program has changed the file"
        raise OptionError(msg)

    def _append_line(self, **content: Any) -> str:
        """Append a line to the file, flush it to the disk, and return it."""
        line = to_json_line({"n": self._line_count + 1, "before": self.line_hash, **content})
        end = self._file.end_offset
        self._file.append(line.encode())
        self._file.end_offset = end  # read this line again, like any other
        return line
