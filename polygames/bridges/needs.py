"""What bridges have in common: a framework that is there, a game in numbers, where it begins.

`Environment` is what those of PettingZoo and gymnasium do alike.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError
from polygames.core.lazy import Lazy
from polygames.core.options import choice
from polygames.core.protocol import CHANCE
from polygames.records.position import encoding_of, numbered_start

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from polygames.core.protocol import State
    from polygames.records.position import Options, Position, Start

MOST_SEATS = 2

pixels = Lazy("polygames.plots.png:pixels")
"""Draws a state as an array; Pillow loads on first use."""

RENDER_MODES = ["ansi", "rgb_array"]
"""The ways to show a position: its text, and its picture, row by row in red, green and blue."""

FRAMES_PER_SECOND = 1
"""How many pictures a second a video of a game shows: frameworks ask for it."""


def resolve_start(
    game: Position,
    more: Mapping[str, Any],
    options: Options = None,
    function: Callable[..., Any] | None = None,
) -> tuple[Start, dict[str, Any]]:
    """Return where games begin, and the options for the encoding; OptionError if one is unknown."""
    start, numbering = numbered_start(game, options, more, function)
    if (seats := start.state().seats) > MOST_SEATS:
        msg = f"bridges take games of one or two players, not of {seats}"
        raise OptionError(msg)
    return start, numbering


class Environment:
    """A game as an environment: where it stands, its legal moves by number, how it is shown."""

    def _begin(
        self, game: Position, render_mode: str | None, more: dict[str, Any], options: Options
    ) -> None:
        """Take what an environment is made of; OptionError if an option is unknown."""
        self.render_mode = choice("render_mode", render_mode, (None, *RENDER_MODES))
        self.begin, self.numbering = resolve_start(game, more, options, type(self))
        self.start = self.position = self.begin.state()
        self.encoding = encoding_of(self.start, **self.numbering)
        self.rng = Random(0)
        self.moves: dict[int, Any] = {}

    def _redraw(self) -> None:
        """Draw another board, in a game that draws its own.

        That is Territory, unless `seed` is among the options or it begins at a position.
        """
        self.start = self.begin.state(self.rng)
        self.encoding = encoding_of(self.start, **self.numbering)

    def _stand_at(self, position: State[Any]) -> None:
        """Go to a position; where the dice are to be rolled, roll them."""
        while position.turn == CHANCE and position.outcome is None:
            position = position.play(position.legal_moves.sample(self.rng))
        self.position = position
        self.moves = self.encoding.moves(position) if position.outcome is None else {}

    def _seen(self, seat: int) -> Any:
        """Return what a seat observes, as an array."""
        import numpy as np

        seen = np.array(self.encoding.observe(self.position, seat), np.float32)
        return seen.reshape(self.encoding.shape)

    def render(self) -> Any:
        """Return the position as `render_mode` says: as text, or as a picture."""
        if self.render_mode == "ansi":
            return self.position.to_text()
        return pixels(self.position) if self.render_mode == "rgb_array" else None
