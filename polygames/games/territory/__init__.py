"""Territory: claim coloured tiles. The rules in words are in RULES.md beside this file."""

from polygames.core.lazy import Lazy
from polygames.core.registry import GameInfo

INFO = GameInfo.of_folder(
    __name__,
    name="territory",
    title="Territory",
    summary="Claim neighbouring tiles; your own colour scores, the other costs you points.",
    seats=2,
    seed_option="seed",
    presets={
        "literal": {},
        "half": {"penalty": 0.5, "swap": True},
        "stuck": {"ending": "stuck"},
        "puzzle": {"solitaire": True},
    },
    agents={
        "random": "polygames.search.simple:RandomAgent",
        "greedy": f"{__name__}.agents:greedy",
        "denial": f"{__name__}.agents:denial",
        "minimax": f"{__name__}.agents:Minimax",
    },
    kernel=Lazy(f"{__name__}.engine.kernel"),
    solver=Lazy(f"{__name__}.solver:solve"),
    analyse=Lazy(f"{__name__}.analysis:analyse"),
    evaluate=Lazy(f"{__name__}.agents:evaluate"),
    preview=Lazy(f"{__name__}.board.scene:preview"),
    mark=Lazy(f"{__name__}.board.scene:mark"),
    widget=Lazy(f"{__name__}.board.widget:TerritoryBoard"),
    choices={"value": ("square", "linear"), "ending": ("all", "stuck")},
)
