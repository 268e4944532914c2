"""Moves and positions of Nim as text, both ways."""

from __future__ import annotations

import re

from polygames import InvalidMoveError
from polygames.core.reading import count, fault, position
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
    return position("nim", text, _Reader())


class _Reader:
    """Collects the lines of a position and puts the state together."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[int, ...]] = {}

    def read(self, key: str, value: str) -> None:
        """Take one line in; ValueError if it cannot be read."""
        self.found[key] = tuple(map(count, value.split()))

    def state(self, _: tuple[str, ...]) -> Nim:
        """Return the state; ValueError if the parts do not fit together."""
        if list(self.found) != ["start", "heaps", "turn", "ply"]:
            fault("expected the lines start, heaps, turn and ply")
        start, heaps, (turn,), (ply,) = self.found.values()
        fits = len(start) == len(heaps) and all(a >= b for a, b in zip(start, heaps, strict=True))
        if not fits or len(start) > MOST or max(start) > MOST or min(start) < 1 or turn > 1:
            fault("no game of Nim comes here")
        return Nim(heaps, turn, start, ply)
