"""The public names for authors of games: ``from polygames.authoring import ...``.

States and moves need `GameState`, `FiniteMoves` or `LazyMoves`, `Outcome` and the option checks.
The text of positions needs `Lines`. The picture needs scene primitives and the colour-blind-safe
colours. ``__init__.py`` needs `GameInfo` and `Lazy`. `check_game` plays the game and reports the
first broken promise. CONTRIBUTING.md explains a game step by step.

Examples
--------
>>> from polygames.authoring import check_game
>>> check_game(pg.new("polygon", n=5), games=1)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core.descriptions import NUMBERED_NAMES, Names
from polygames.core.errors import OptionError
from polygames.core.game_info import GameInfo, Level
from polygames.core.game_options import GameOptions, option, with_options
from polygames.core.lazy_imports import Lazy
from polygames.core.measures import BoardArea, Quantity
from polygames.core.moveset import FiniteMoves, LazyMoves
from polygames.core.notation import (
    Lines,
    look_up_word,
    parse_count,
    parse_counts,
    raise_value_error,
)
from polygames.core.options import (
    check_choice,
    check_items,
    check_not_over,
    check_number,
    raise_option_error,
    whole,
)
from polygames.core.plugs import Verdicts
from polygames.core.protocol import CHANCE, Outcome, Seat
from polygames.core.state import GameState
from polygames.scene.highlights import highlight_area, highlight_line, highlight_point
from polygames.scene.model import (
    Boundary,
    Caption,
    Disc,
    Motion,
    Polygon,
    Preview,
    Scene,
    SeatLabel,
    Segment,
    Text,
    Window,
)
from polygames.scene.palette import BLUE, GREY, INK, PAPER, RED
from polygames.scene.squares import draw_squares, square_name

if TYPE_CHECKING:
    from polygames.conformance import check_game

__all__ = [
    "BLUE",
    "CHANCE",
    "GREY",
    "INK",
    "NUMBERED_NAMES",
    "PAPER",
    "RED",
    "BoardArea",
    "Boundary",
    "Caption",
    "Disc",
    "FiniteMoves",
    "GameInfo",
    "GameOptions",
    "GameState",
    "Lazy",
    "LazyMoves",
    "Level",
    "Lines",
    "Motion",
    "Names",
    "OptionError",
    "Outcome",
    "Polygon",
    "Preview",
    "Quantity",
    "Scene",
    "Seat",
    "SeatLabel",
    "Segment",
    "Text",
    "Verdicts",
    "Window",
    "check_choice",
    "check_game",
    "check_items",
    "check_not_over",
    "check_number",
    "draw_squares",
    "highlight_area",
    "highlight_line",
    "highlight_point",
    "look_up_word",
    "option",
    "parse_count",
    "parse_counts",
    "raise_option_error",
    "raise_value_error",
    "square_name",
    "whole",
    "with_options",
]


def __getattr__(name: str) -> Any:
    if name == "check_game":  # a higher layer: it also needs records and boards
        from polygames.conformance import check_game

        return check_game
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
