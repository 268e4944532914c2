"""The public names for authors of games: ``from polygames.authoring import ...``.

States and moves need `GameState`, `FiniteMoves` or `LazyMoves`, `Outcome` and the option checks.
The text of positions needs `Lines`. The picture needs scene primitives and the colour-blind-safe
colours. ``__init__.py`` needs `GameInfo` and `Lazy`. `check_game` plays the game and reports the
first broken promise. CONTRIBUTING.md explains a game step by step.

Examples
--------
>>> from polygames.authoring import check_game
>>> check_game("polygon", games=1, n=5)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core.errors import OptionError
from polygames.core.game_info import GameInfo, Level
from polygames.core.lazy import Lazy
from polygames.core.moveset import FiniteMoves, LazyMoves
from polygames.core.notation import Lines, count, counts, fault, one_of
from polygames.core.options import choice, items, number, refuse, refuse_end, whole
from polygames.core.plugs import Verdicts
from polygames.core.protocol import CHANCE, Outcome, Seat
from polygames.core.state import GameState
from polygames.core.words import NUMBERED, Names
from polygames.scene.marks import along, around, ring
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
from polygames.scene.squares import square, squares

if TYPE_CHECKING:
    from polygames.conformance import check_game

__all__ = [
    "BLUE",
    "CHANCE",
    "GREY",
    "INK",
    "NUMBERED",
    "PAPER",
    "RED",
    "Boundary",
    "Caption",
    "Disc",
    "FiniteMoves",
    "GameInfo",
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
    "Scene",
    "Seat",
    "SeatLabel",
    "Segment",
    "Text",
    "Verdicts",
    "Window",
    "along",
    "around",
    "check_game",
    "choice",
    "count",
    "counts",
    "fault",
    "items",
    "number",
    "one_of",
    "refuse",
    "refuse_end",
    "ring",
    "square",
    "squares",
    "whole",
]


def __getattr__(name: str) -> Any:
    if name == "check_game":  # a higher layer: it also needs records and boards
        from polygames.conformance import check_game

        return check_game
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
