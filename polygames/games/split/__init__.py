"""Split: draw lines, win areas. The rules in words are in RULES.md beside this file."""

from polygames.core.lazy import Lazy
from polygames.core.registry import GameInfo

INFO = GameInfo.of_folder(
    __name__,
    name="split",
    title="Split",
    summary="Cut a square with lines and fill the areas; more than half of the square wins.",
    seats=2,
    presets={
        "seed": {"fill_limit": 5.0, "fill_inclusive": True, "min_area": 1e-6},
        "2026": {"fill_limit": 5.0, "fill_inclusive": False, "min_area": 1.0},
    },
    agents={
        "random": "polygames.search.simple:RandomAgent",
        "greedy": f"{__name__}.agents:greedy",
        "oneply": f"{__name__}.agents:OnePlyAgent",
        "mcts": f"{__name__}.agents:mcts",
        "minimax": f"{__name__}.agents:SplitMinimax",
    },
    kernel=Lazy(f"{__name__}.engine.kernel"),
    solver=Lazy(f"{__name__}.solver:solve"),
    evaluate=Lazy(f"{__name__}.agents:evaluate"),
    preview=Lazy(f"{__name__}.board.scene:preview"),
    mark=Lazy(f"{__name__}.board.scene:mark"),
    keys=(
        ("↑ ↓", "while you draw a line: stop at halves, thirds and quarters of a side"),
        ("a number", "turn the line so that it cuts off exactly this area"),
        ("h", "turn the line so that it halves the area"),
    ),
    boundary=Lazy(f"{__name__}.board.scene:boundary"),
)
