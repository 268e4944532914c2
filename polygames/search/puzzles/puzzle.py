"""One puzzle: a position with exactly one best move, and all that is known of it."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, Final, cast

from polygames.core.errors import MissingExtraError
from polygames.core.lazy import hook
from polygames.core.registry import from_text

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping
    from pathlib import Path

    from polygames.core.protocol import State
    from polygames.core.state import GameState


STARS: Final = 5
"""The most stars of a puzzle."""


@dataclass(frozen=True)
class Step:
    """One move that is to be found."""

    move: str
    """The only best move."""
    value: float
    """What it is worth to the seat that makes it, exactly."""
    second: float
    """What the next best move is worth."""
    reply: str = ""
    """How the other seat answers; empty if the solution ends here, or the same seat goes on."""
    wrong: Mapping[str, tuple[float, str]] = field(default_factory=dict)
    """For every other move that can be listed what it is worth, and the answer to it, if any."""


@dataclass(frozen=True)
class Puzzle:
    """A position with exactly one best move.

    Examples
    --------
    >>> import polygames as pg
    >>> puzzle = pg.puzzles("polygon")[0]
    >>> puzzle.solution[0] in puzzle.state.legal_moves
    True
    >>> 0 <= puzzle.difficulty <= 1
    True
    """

    game: str
    number: int
    """From 1 on; it stays for ever."""
    text: str
    """The position, as `polygames.from_text` reads it."""
    task: str
    """What is asked."""
    theme: str
    """What it is about, in a few words."""
    difficulty: float
    """The share of the attempts of the five levels of the computer that failed."""
    steps: tuple[Step, ...]
    """The moves to find, one after the other."""
    plies: int | None = None
    """Within how many plies a win by force has to come; None is without a limit."""
    seed: int = 0
    """The seeded game that it comes from."""

    @cached_property
    def state(self) -> State[Any]:
        """The position."""
        return from_text(self.text)

    @cached_property
    def solution(self) -> tuple[Any, ...]:
        """The whole line: what is to be found, and the answers in between."""
        state, line = self.state, []
        for step in self.steps:
            for text in filter(None, (step.move, step.reply)):
                line.append(state.parse(text))
                state = state.play(line[-1])
        return tuple(line)

    @property
    def stars(self) -> int:
        """How difficult it is, from 1 to 5: one star for each fifth of the attempts that failed.

        Examples
        --------
        >>> import polygames as pg
        >>> stars = [each.stars for each in pg.puzzles("territory")[:50]]
        >>> min(stars) >= 1, max(stars) <= 5, stars == sorted(stars)
        (True, True, True)
        """
        return min(STARS, 1 + int(STARS * self.difficulty))

    @property
    def value(self) -> float:
        """What the best move is worth to the seat to move, exactly."""
        return self.steps[0].value

    @property
    def second(self) -> float:
        """What the next best move is worth."""
        return self.steps[0].second

    def save_html(self, path: str | os.PathLike[str]) -> Path:
        """Save the puzzle as a page that answers each move: see `Record.save_html`.

        Examples
        --------
        >>> import polygames as pg
        >>> pg.puzzles("polygon")[0].save_html("puzzle.html").name
        'puzzle.html'
        """
        written: Path = hook("page of puzzle")(self, path)
        return written

    def __str__(self) -> str:
        """Say what is asked."""
        return (
            f"{self.game} {self.number}: {self.task} ({self.theme}, {'★' * self.stars}, "
            f"{self.difficulty:.0%} failed)"
        )

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        try:
            png = b64encode(hook("png of puzzle")(self)).decode("ascii")
        except MissingExtraError:  # its position, and above it what is asked
            picture, _ = cast("GameState", self.state)._repr_mimebundle_()
            words = f"<p>{escape(str(self))}</p>{picture['image/svg+xml']}"
            return {"text/plain": str(self), "text/html": words}
        return {"text/plain": str(self), "image/png": png}
