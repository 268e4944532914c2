"""Nim, a sixth game. The rules in words are in RULES.md beside this file."""

from polygames.authoring import GameInfo

__all__ = ["INFO"]

INFO = GameInfo.of_folder(
    __name__,
    "preview highlight_move",
    name="nim",
    title="Nim",
    summary="Take stones from one heap at a time; if you take the last one, you win.",
    seats=2,
    presets={"small": {"heaps": (1, 2, 3)}, "tall": {"heaps": (7, 9, 12)}},
    agents={
        "random": "polygames.search.baseline_agents:RandomAgent",
        "nimsum": f"{__name__}.agents:NimSumAgent",
    },
)
