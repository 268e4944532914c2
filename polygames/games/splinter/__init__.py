"""Splinter: push pieces, cut groups off. The rules in words are in RULES.md beside this file."""

from polygames.core.lazy import Lazy
from polygames.core.registry import GameInfo

INFO = GameInfo.of_folder(
    __name__,
    name="splinter",
    title="Splinter",
    summary="Push pieces until the kings are cut off from each other; the larger group wins.",
    seats=2,
    agents={
        "random": "polygames.search.simple:RandomAgent",
        "greedy": f"{__name__}.agents:greedy",
        "minimax": f"{__name__}.agents:minimax",
        "mcts": f"{__name__}.agents:mcts",
    },
    kernel=Lazy(f"{__name__}.engine.kernel"),
    rollout=Lazy(f"{__name__}.engine.bitboard:rollout"),
    evaluate=Lazy(f"{__name__}.agents:evaluate"),
    preview=Lazy(f"{__name__}.board.scene:preview"),
    mark=Lazy(f"{__name__}.board.scene:mark"),
)
