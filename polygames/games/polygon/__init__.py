"""Polygon: draw segments between points. The rules in words are in RULES.md beside this file."""

from polygames.core.lazy import Lazy
from polygames.core.registry import GameInfo

INFO = GameInfo.of_folder(
    __name__,
    name="polygon",
    title="Polygon",
    summary="Draw segments from point to point inside a polygon; if you cannot move, you lose.",
    seats=2,
    presets={
        "hexagon": {"n": 6},
        "uneven": {"vertices": ((0, 0), (6, -1), (9, 4), (7, 9), (2, 10), (-2, 5))},
        "anywhere": {"n": 5, "colors": "any", "max_plies": 40},
    },
    agents={
        "random": f"{__name__}.agents:RandomDrawer",
        "mobility": f"{__name__}.agents:mobility",
        "minimax": f"{__name__}.agents:minimax",
        "solver": f"{__name__}.agents:SolverAgent",
    },
    choices={
        "n": tuple(range(3, 31)),
        "colors": ("different", "same", "any", "mixed"),
        "concurrent": ("strict", "lenient"),
    },
    solver=Lazy(f"{__name__}.solver:solve"),
    evaluate=Lazy(f"{__name__}.agents:evaluate"),
    preview=Lazy(f"{__name__}.board.scene:preview"),
    mark=Lazy(f"{__name__}.board.scene:mark"),
    keys=(("t", "show all points that may be chosen, as large as they fit"),),
    widget=Lazy(f"{__name__}.board.widget:PolygonBoard"),
)
