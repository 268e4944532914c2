"""Parts shared by the bridges: the start of games, options and rendering.

`Environment` is the common base of those for PettingZoo and gymnasium.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from polygames.core.errors import OptionError
from polygames.core.lazy_imports import Lazy
from polygames.core.options import check_choice
from polygames.core.protocol import CHANCE
from polygames.records.position_sources import encoding_of, start_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from polygames.core.protocol import State
    from polygames.records.position_sources import Position

MAX_SEATS = 2

render_pixels = Lazy("polygames.plots.png:pixels")
"""A function that renders a state as an array; Pillow is loaded on first use."""

RENDER_MODES = ["ansi", "rgb_array"]
"""The render modes: the position as text, or its picture as rows of red, green and blue."""

FRAMES_PER_SECOND = 1
"""The frame rate of a video of a game, as required by the frameworks."""


StartSource: TypeAlias = "Position | Callable[[Random], State[Any]]"
"""The start of all games of an environment, or a function that draws the start of each game."""


class Environment:
    """The base class of environments.

    The position, its legal moves by number, and its rendering.
    """

    def _set_up(
        self, game: StartSource, render_mode: str | None, encoding: Mapping[str, Any] | None
    ) -> None:
        """Set the start, the encoding and the render mode.

        Raise OptionError if an option is unknown, or there are more than two seats.
        """
        self.render_mode = check_choice(
            "the option render_mode", render_mode, (None, *RENDER_MODES)
        )
        self.draw_start = game if callable(game) else start_of(game).state
        self.encoding_options = encoding or {}
        self._draw_new_start(Random(0))
        if self.start.seats > MAX_SEATS:
            msg = f"this bridge needs a game of one or two players, not of {self.start.seats}"
            raise OptionError(msg)
        self.position = self.start
        self.rng = Random(0)
        self.moves: dict[int, Any] = {}

    def _draw_new_start(self, rng: Random) -> None:
        """Replace the start, if it is random: the board of Territory, given by name, is."""
        self.start = self.draw_start(rng)
        self.encoding = encoding_of(self.start, **self.encoding_options)

    def _set_position(self, position: State[Any]) -> None:
        """Set the position, rolling any dice that come next, and number its legal moves."""
        while position.turn == CHANCE and position.outcome is None:
            position = position.play(position.legal_moves.sample(self.rng))
        self.position = position
        self.moves = self.encoding.moves(position) if position.outcome is None else {}

    def _observe_seat(self, seat: int) -> Any:
        """Return a seat's observation of the position as an array of the encoding's shape."""
        import numpy as np

        seen = np.array(self.encoding.observe(self.position, seat), np.float32)
        return seen.reshape(self.encoding.shape)

    def render(self) -> Any:
        """Return the position as text or as an array of pixels, depending on `render_mode`."""
        if self.render_mode == "ansi":
            return self.position.to_text()
        return render_pixels(self.position) if self.render_mode == "rgb_array" else None
