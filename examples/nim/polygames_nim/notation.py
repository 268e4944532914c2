"""Moves and positions of Nim as text, both ways."""

from __future__ import annotations

import re
from operator import le

from polygames.core.position_parser import count, fault, position
from polygames_nim.rules import LETTERS, Nim, Take, new

__all__ = ["from_text", "parse", "to_text"]


def parse(state: Nim, text: str) -> Take:
    """Read a legal move such as ``b3``; InvalidMoveError or IllegalMoveError if it is none."""
    found = re.fullmatch(rf"([{LETTERS}])(\d\d?)", text.strip(), re.ASCII)
    if found is None:
        raise state.unreadable(text, "a heap and a number of stones, such as b3")
    return state.legal(Take(LETTERS.index(found[1]), int(found[2])))


def to_text(state: Nim) -> str:
    """Write a position."""
    start, heaps = (" ".join(map(str, numbers)) for numbers in (state.start, state.heaps))
    return f"nim\nstart {start}\nheaps {heaps}\nturn {state.turn}\nply {state.ply}\n"


def from_text(text: str) -> Nim:
    """Read a position; PositionError if the text is none."""
    return position("nim", text, _Reader())


class _Reader:
    """Collects the lines of a position."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[int, ...]] = {}

    def read(self, key: str, value: str) -> None:
        """Read a line; ValueError if it holds anything but numbers."""
        self.found[key] = tuple(map(count, value.split()))

    def state(self, _: tuple[str, ...]) -> Nim:
        """Return the position; ValueError if the lines do not fit together."""
        match self.found:
            case {"start": start, "heaps": heaps, "turn": (0 | 1 as turn,), "ply": (ply,)}:
                new(start)
                if len(heaps) == len(start) and all(map(le, heaps, start)):
                    return Nim(heaps, turn, start, ply)
        return fault("expected the lines start, heaps, turn and ply of a game of Nim")
