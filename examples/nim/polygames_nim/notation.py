"""Moves and positions of Nim as text, both ways."""

from __future__ import annotations

import re
from operator import le

from polygames.authoring import Lines, parse_count, parse_counts, raise_value_error
from polygames_nim.rules import HEAP_LETTERS, Nim, Take, new

__all__ = ["from_text", "parse", "to_text"]


def parse(state: Nim, text: str) -> Take:
    """Read a legal move such as ``b3``; InvalidMoveError or IllegalMoveError if it is none."""
    found = re.fullmatch(rf"([{HEAP_LETTERS}])(\d\d?)", text.strip(), re.ASCII)
    if found is None:
        raise state.unreadable(text, "a heap and a number of stones, such as b3")
    return state.legal(Take(HEAP_LETTERS.index(found[1]), int(found[2])))


def position(start: tuple[int, ...], heaps: tuple[int, ...], turn: int, ply: int) -> Nim:
    """Return a position; ValueError if the parts do not fit together."""
    new(start)
    if len(heaps) != len(start) or not all(map(le, heaps, start)) or turn not in {0, 1}:
        raise_value_error("expected no heap that has grown, and the turn 0 or 1")
    return Nim(heaps, turn, start, ply)


POSITION_TEXT = Lines(
    "nim", position, start=parse_counts, heaps=parse_counts, turn=parse_count, ply=parse_count
)
from_text = POSITION_TEXT.read


def to_text(state: Nim) -> str:
    """Write a position."""
    return POSITION_TEXT.write(start=state.start, heaps=state.heaps, turn=state.turn, ply=state.ply)
