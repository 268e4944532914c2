"""Write docs/encodings.md: what each number means in the games of other frameworks.

``python scripts/encodings_page.py`` writes the page, ``--check`` says whether it is current. The
words on moves and positions are those of each game's encoding; it is asked for sizes and examples.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.core.lazy import Lazy
from polygames.records.position import encoding_of

if TYPE_CHECKING:
    from polygames.core.plugs import Encoding

PAGE = Path(__file__).resolve().parents[1] / "docs" / "encodings.md"

STARTS: dict[str, list[dict[str, Any]]] = {
    "polygon": [{}, {"n": 7, "max_plies": 40}],
    "splinter": [{}],
    "split": [{}, {"preset": "2026"}],
    "splitter": [{}, {"pad": "B"}, {"players": 2}],
    "territory": [{}, {"size": 5, "swap": True}, {"size": 5, "solitaire": True}],
}
"""Options whose sizes are shown."""

PARTS: dict[str, list[str]] = {
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
"""What the numbers of an observation say, in their order."""

AXES = {
    "polygon": "The columns of a row; there is a row for each segment that a game can have.",
    "splinter": "The layers; each has a number for every square, row by row.",
    "split": "The columns of a row; there is a row for each area that a game can have. The last "
    "row has 1 if it is this seat's turn, then 1 if a line, a colour or an area is due.",
    "splitter": "The parts of the row, one after the other.",
    "territory": "The layers; each has a number for every cell, row by row.",
}
"""What is counted in `PARTS`."""

HEAD = """# Moves and positions as numbers

<!-- made by: python scripts/encodings_page.py -->

The [bridges](frameworks.md) to OpenSpiel, PettingZoo and gymnasium write moves
and positions in the numbers of this page. `polygames.bridges.needs.encoding_of(state)` gives them
without any framework: `moves(state)` the legal moves by number (while dice are due there are none:
play one of `state.chance_outcomes()` first),
`number(state, move)` the number of one,
`observe(state, seat)` the observation, a flat list of numbers from -1 to 1, row after row. The
tables say its shape, and so does `encoding.shape`.

- A number means the same move in every position of a game with the same options.
- An observation is what a seat may know, always seen from that seat: *own* is the seat's.
- Dice are rolled by PettingZoo's and gymnasium's environments. In OpenSpiel a roll is a chance
  action, numbered by its place in `state.chance_outcomes()`.
- Rewards come at the end: 1, 0 or -1; a single player gets the score (in gymnasium by how much it
  rises with each move).
- `reset(seed=...)` seeds dice and Territory's board: each reset draws another board, the same
  seed the same. With the option `seed` all games are on that board, and games that are given a
  position all begin there.
- `render_mode="ansi"` renders a position as its text, `"rgb_array"` as a picture (height, width, 3)
  of bytes. Other modes are refused.
- `action_masks()` of gymnasium's environment tells sb3-contrib's `MaskablePPO` what is legal;
  PettingZoo's agents find `action_mask` in what they observe.
"""


SIZES = """| options | actions | shape | most moves and rolls | first and last legal number |
|---|---|---|---|---|"""
"""The head of the table of sizes."""


def page() -> str:
    """Return the page."""
    return "\n".join([HEAD, *(chapter(name) for name in pg.games())])


def chapter(name: str) -> str:
    """Return what is said of one game."""
    plug = pg.game(name).engine.encoding
    maker: Any = plug.load() if isinstance(plug, Lazy) else plug
    words = (inspect.getdoc(maker) or "").partition("\nExamples\n")[0].strip()
    parts = [f"| {k} | {what} |" for k, what in enumerate(PARTS[name])]
    lines = [
        f"## {pg.game(name).title}\n",
        f"{words}\n",
        f"{AXES[name]}\n",
        "| place | what it says |\n|---|---|",
        *parts,
        f"\n{SIZES}",
        *(_sizes(name, options) for options in STARTS[name]),
    ]
    return "\n".join(lines) + "\n"


def _sizes(name: str, options: dict[str, Any]) -> str:
    state = pg.new(name, **options)
    encoding: Encoding = encoding_of(state)
    if state.turn == pg.CHANCE:
        state = state.play(state.parse("roll 4-1"))
    moves = encoding.moves(state)
    ends = ", ".join(f"{k} is `{moves[k]}`" for k in (min(moves), max(moves)))
    said = ", ".join(f"`{key}={value!r}`" for key, value in options.items()) or "none"
    return f"| {said} | {encoding.actions} | {encoding.shape} | {encoding.longest} | {ends} |"


def main() -> None:
    """Write or check the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only say whether it is current")
    if not parser.parse_args().check:
        PAGE.write_text(page(), encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != page():
        sys.exit(f"{PAGE.name} is not current: run python scripts/encodings_page.py")


if __name__ == "__main__":
    main()
