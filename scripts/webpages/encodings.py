"""The page *Moves and positions as numbers*: the encoding of each game.

The description of a game's moves and positions is the docstring of its encoding. The sizes and the
examples are computed from that encoding.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.core.lazy_imports import Lazy
from polygames.records.position_sources import encoding_of

if TYPE_CHECKING:
    from polygames.core.plugs import Encoding

SHOWN_OPTIONS: dict[str, list[dict[str, Any]]] = {
    "polygon": [{}, {"n": 7, "max_plies": 40}],
    "splinter": [{}],
    "split": [{}, {"preset": "2026"}],
    "splitter": [{}, {"pad": "B"}, {"players": 2}],
    "territory": [{}, {"size": 5, "swap": True}, {"size": 5, "solitaire": True}],
}
"""The options of each game for which the page shows sizes."""

OBSERVATION_PARTS: dict[str, list[str]] = {
    "polygon": [
        "1 if the segment is there",
        "1 if it is this seat's",
        "x where it starts",
        "y where it starts",
        "x where it ends",
        "y where it ends",
    ],
    "splinter": [
        "own pawns",
        "own king",
        "the other's pawns",
        "the other's king",
        "1 everywhere if it is this seat's turn",
    ],
    "split": [
        "1 if the area is there",
        "1 if it is open",
        "1 if it is this seat's",
        "1 if it is the other's",
        "1 if it can be chosen",
        "its share of the square",
        "for each grid point: x, y, and the colour of its side (1 own, -1 the other's, 0 neutral)",
    ],
    "splitter": [
        "this seat's sheet: the cells that hold a 1, then those with a 2, up to 6",
        "the other sheets in the same way, in the order of the seats",
        "the higher die: 1 to 6",
        "the lower die: 1 to 6",
    ],
    "territory": [
        "cells of this seat",
        "cells of the other",
        "blue cells",
        "red cells",
        "yellow cells",
        "cells of one tile with the cell to the right",
        "cells of one tile with the cell below",
        "1 everywhere if this seat plays Blue",
        "1 everywhere if it is this seat's turn",
    ],
}
"""The meaning of the parts of an observation, in their order."""

AXIS_MEANINGS = {
    "polygon": "The columns of a row; there is a row for each segment that a game can have.",
    "splinter": "The layers; each has a number for every square, row by row.",
    "split": "The columns of a row; there is a row for each area that a game can have. The last "
    "row has 1 if it is this seat's turn, then 1 if a line, a colour or an area is due.",
    "splitter": "The parts of the row, one after the other.",
    "territory": "The layers; each has a number for every cell, row by row.",
}
"""The meaning of the first axis of an observation, which `OBSERVATION_PARTS` describes."""

PAGE_INTRODUCTION = """# Moves and positions as numbers

With this page you can read the action numbers and the observations of the games in OpenSpiel,
PettingZoo and gymnasium. The [bridges](frameworks.md) to these frameworks use the numbers below.

You can also get the numbers without any framework. `polygames.bridges.common.encoding_of(state)`
returns the encoding of a game. Its methods are:

- `moves(state)` returns the legal moves by number. While dice are due, there are none: play one of
  `state.chance_outcomes()` first.
- `number(state, move)` returns the number of a move.
- `observe(state, seat)` returns the observation of a seat: a flat list of numbers from -1 to 1, row
  after row. `encoding.shape` is its shape, which the tables show as well.

These rules hold for all games:

- A number means the same move in every position of a game with the same options.
- An observation contains only facts that the seat may know. *Own* means the seat that observes.
- The environments of PettingZoo and gymnasium roll the dice. In OpenSpiel a roll is a chance
  action. Its number is its place in `state.chance_outcomes()`.
- Rewards come at the end: 1, 0 or -1. A single player gets the score. In gymnasium a single player
  gets the change of the score after each move.
- `reset(seed=...)` seeds the dice and Territory's board. Each reset draws another board, and the
  same seed draws the same board. With the option `seed`, every game uses the board of that seed.
  With a position, every game begins at that position.
- `render_mode="ansi"` renders a position as text. `"rgb_array"` renders it as a picture: bytes
  of the shape (height, width, 3). Other modes raise an error.
- In gymnasium, `action_masks()` gives the mask of legal actions to `MaskablePPO` of sb3-contrib. In
  PettingZoo, `action_mask` is a part of the observation.
"""


SIZES_HEADER = """| options | actions | shape | most moves and rolls | first and last legal number |
|---|---|---|---|---|"""
"""The header of the table of sizes."""


def page() -> str:
    """Return the page in Markdown."""
    return "\n".join([PAGE_INTRODUCTION, *(chapter(name) for name in pg.games())])


def chapter(name: str) -> str:
    """Return the chapter on one game."""
    plug = pg.game(name).engine.encoding
    maker: Any = plug.load() if isinstance(plug, Lazy) else plug
    words = (inspect.getdoc(maker) or "").partition("\nExamples\n")[0].strip()
    parts = [f"| {k} | {meaning} |" for k, meaning in enumerate(OBSERVATION_PARTS[name])]
    lines = [
        f"## {pg.game(name).title}\n",
        f"{words}\n",
        f"{AXIS_MEANINGS[name]}\n",
        "| place | meaning |\n|---|---|",
        *parts,
        f"\n{SIZES_HEADER}",
        *(_sizes_row(name, options) for options in SHOWN_OPTIONS[name]),
    ]
    return "\n".join(lines) + "\n"


def _sizes_row(name: str, options: dict[str, Any]) -> str:
    state = pg.new(name, **options)
    encoding: Encoding = encoding_of(state)
    if state.turn == pg.CHANCE:
        state = state.play(state.parse("roll 4-1"))
    moves = encoding.moves(state)
    ends = ", ".join(f"{k} is `{moves[k]}`" for k in (min(moves), max(moves)))
    option_code = ", ".join(f"`{key}={value!r}`" for key, value in options.items()) or "none"
    return (
        f"| {option_code} | {encoding.actions} | {encoding.shape} | {encoding.longest} | {ends} |"
    )
