"""The one import of someone who writes a game: ``from polygames.authoring import ...``.

The state and its moves need `GameState`, `FiniteMoves` or `LazyMoves`, `Outcome` and the checks of
options; the text of positions `Lines`; the picture the primitives of scenes and the colours that
everybody can tell apart; ``__init__.py`` needs `GameInfo` and `Lazy`. `check_game` plays the game
and says which promise it breaks. CONTRIBUTING.md goes through a game step by step.

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
    if name == "check_game":  # of a higher floor: it plays records and boards, too
        from polygames.conformance import check_game

        return check_game
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
