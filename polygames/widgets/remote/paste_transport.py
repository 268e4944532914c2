"""A game whose moves are sent by mail or chat, as lines to copy and paste.

A line has the name of the game, the number of moves before it, a hash of the position before it and
the moves: ``polygames split 4 0f3a... draw 0,5 - 10,5``. So a line of another game, or a line that
is pasted twice, changes nothing. A roll of dice is part of the line of the move before it.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from polygames.core.errors import IllegalMoveError, OptionError, PolygamesError
from polygames.core.options import short_repr
from polygames.core.protocol import CHANCE
from polygames.records.append_log import digest
from polygames.records.record import Record
from polygames.widgets.remote.transport import SharedGame

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.core.protocol import Seat

LINE_HEAD: Final = "polygames"

MAX_PASTE_CHARS: Final = 4000
"""The maximum number of characters of a pasted line; moves are far shorter."""

MOVE_SEPARATOR: Final = " ; "
"""The text between a move and the rolls after it."""


class PasteTransport:
    """A connection by lines of text that the players send each other, for example by mail.

    Parameters
    ----------
    start
        The start of the game, which must be the same at both notebooks.
    seats
        The seats that this notebook plays.
    seed
        The seed of the dice that this notebook rolls.

    Examples
    --------
    >>> here = PasteTransport(pg.Record(pg.new("polygon")), {0})
    >>> there = PasteTransport(pg.Record(pg.new("polygon")), {1})
    >>> here.send_move(0, "A-C")
    >>> there.apply_line(here.line)
    >>> there.shared_game.moves
    ('A-C',)
    """

    def __init__(self, start: Record, seats: set[Seat], seed: int = 0) -> None:
        self._game, self._seats, self._seed = Record.from_text(start.to_text()), seats, seed
        self._on_game: Callable[[SharedGame], object] = lambda _: None
        self.line = ""
        """The line to send to the other player; empty if there is none."""
        self._start = start.to_text()
        if self._has_to_roll and 0 in seats:
            self._write_line([])
        self._publish_game()

    def open(self, on_game: Callable[[SharedGame], object], _: Callable[[str], object]) -> None:
        """Set the function to call after each move; there are no connection errors to report."""
        self._on_game = on_game

    def close(self) -> None:
        """Do nothing: there is no connection."""

    def send_move(self, ply: int, text: str) -> None:
        """Play a move and set `line` to the text to send."""
        if len(self._game.path) - 1 != ply:
            msg = "the game has changed: look at the board again"
            raise IllegalMoveError(msg)
        self._write_line([text])
        self._publish_game()

    def apply_line(self, line: str) -> None:
        """Play the moves in a line of text from the other player.

        Raises
        ------
        OptionError
            If the line is not the next one of this game. The game does not change then.
        """
        ply, mark, texts = self._parse_line(line)
        if ply < len(self._game.path) - 1 and [*map(str, self._game.moves)][ply:][:1] == texts[:1]:
            msg = "this move is on the board already"
            raise OptionError(msg)
        if ply != len(self._game.path) - 1 or mark != self.position_hash:
            msg = (
                "this line belongs to another position: start both boards alike, and paste the "
                "lines in order"
            )
            raise OptionError(msg)
        if self._game.state.turn in self._seats:
            msg = "it is your turn: paste a line of the other player, not your own"
            raise OptionError(msg)
        tried = Record(self._game.state)
        try:
            for text in texts:
                tried.push(text)
        except PolygamesError as error:
            msg = f"the line has no legal move: {error}"
            raise OptionError(msg) from None
        for text in texts:
            self._game.push(text)
        self.line = ""
        self._publish_game()

    def request_takeback(self, _: Seat) -> None:
        """Raise OptionError, because a line that was sent cannot be taken back."""
        msg = "a move that was sent cannot be taken back: begin a new game from this position"
        raise OptionError(msg)

    def answer_takeback(self, *, is_granted: bool) -> None:
        """Do nothing: there are no requests in a pasted game."""

    @property
    def _has_to_roll(self) -> bool:
        return self._game.outcome is None and self._game.state.turn == CHANCE

    @property
    def position_hash(self) -> str:
        """The hash of the current position, which the next line must contain."""
        return digest(self._game.state.to_text())

    def _write_line(self, texts: Sequence[str]) -> None:
        """Play moves and the dice rolls after them, and set `line` to the text to send.

        If the other player has nothing to do in between, the moves are added to the last line.
        """
        ply, mark = len(self._game.path) - 1, self.position_hash
        made = [*texts]
        for text in texts:
            self._game.push(text)
        while self._has_to_roll:
            state = self._game.state
            rolled = state.legal_moves.sample(Random(f"{self._seed}:{state.ply}"))
            self._game.push(rolled)
            made.append(str(rolled))
        if self.line:
            self.line += MOVE_SEPARATOR + MOVE_SEPARATOR.join(made)
        else:
            self.line = f"{LINE_HEAD} {self._game.game} {ply} {mark} {MOVE_SEPARATOR.join(made)}"

    def _publish_game(self) -> None:
        self.shared_game = SharedGame(self._start, tuple(map(str, self._game.moves)))
        self._on_game(self.shared_game)

    def _parse_line(self, line: object) -> tuple[int, str, list[str]]:
        """Return the ply, hash and moves of a line. Raise OptionError if it is malformed."""
        text = " ".join(line[:MAX_PASTE_CHARS].split()) if isinstance(line, str) else ""
        parts = text.split(" ", 4)
        is_ours = len(parts) == 5 and parts[0] == LINE_HEAD and parts[2].isdecimal()  # noqa: PLR2004 - as written above
        if not is_ours:
            msg = f"paste the whole line that begins with {LINE_HEAD!r}, not {short_repr(line)}"
            raise OptionError(msg)
        _, game, ply, mark, moves = parts
        if game != self._game.game:
            msg = f"paste a line of {self._game.game}, not of {game}"
            raise OptionError(msg)
        return int(ply[:6]), mark, moves.split(MOVE_SEPARATOR)
