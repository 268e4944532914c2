"""Moves and positions of Nim as text, both ways."""

from __future__ import annotations

import re

from polygames import InvalidMoveError
from polygames.core.reading import count, fault, lines_of, reading
from polygames_nim.rules import LETTERS, MOST, Nim, Take

__all__ = ["from_text", "parse", "to_text"]


def parse(state: Nim, text: str) -> Take:
    """Read a legal move such as ``b3``; InvalidMoveError or IllegalMoveError if it is none."""
    found = re.fullmatch(rf"([{LETTERS}])(\d\d?)", text.strip(), re.ASCII)
    if found is None:
        msg = f"invalid move {text!r}: expected a heap and a number of stones, such as b3"
        raise InvalidMoveError(msg)
    move = Take(LETTERS.index(found[1]), int(found[2]))
    state.play(move)  # refuses what is illegal, and says why
    return move


def to_text(state: Nim) -> str:
    """Write a position."""
    start, heaps = (" ".join(map(str, numbers)) for numbers in (state.start, state.heaps))
    return f"nim\nstart {start}\nheaps {heaps}\nturn {state.turn}\nply {state.ply}\n"


def from_text(text: str) -> Nim:
    """Read a position; PositionError if the text is none."""
    lines = lines_of("nim", text)
    with reading("nim"):
        found = dict(line.split(maxsplit=1) for line in lines[1:])
        if list(found) != ["start", "heaps", "turn", "ply"]:
            fault("expected the lines start, heaps, turn and ply")
        start, heaps = (tuple(map(count, found[name].split())) for name in ("start", "heaps"))
        turn, ply = count(found["turn"]), count(found["ply"])
        fits = len(start) == len(heaps) and all(a >= b for a, b in zip(start, heaps, strict=True))
        if not fits or len(start) > MOST or max(start) > MOST or min(start) < 1 or turn > 1:
            fault("no game of Nim comes here")
        return Nim(heaps, turn, start, ply)
