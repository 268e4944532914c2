"""Moves and positions of Nim as text, both ways."""

from __future__ import annotations

import re
from operator import le

from polygames.authoring import Lines, count, counts, fault
from polygames_nim.rules import LETTERS, Nim, Take, new

__all__ = ["from_text", "parse", "to_text"]


def parse(state: Nim, text: str) -> Take:
    """Read a legal move such as ``b3``; InvalidMoveError or IllegalMoveError if it is none."""
    found = re.fullmatch(rf"([{LETTERS}])(\d\d?)", text.strip(), re.ASCII)
    if found is None:
        raise state.unreadable(text, "a heap and a number of stones, such as b3")
    return state.legal(Take(LETTERS.index(found[1]), int(found[2])))


def position(start: tuple[int, ...], heaps: tuple[int, ...], turn: int, ply: int) -> Nim:
    """Return a position; ValueError if the parts do not fit together."""
    new(start)
    if len(heaps) != len(start) or not all(map(le, heaps, start)) or turn not in {0, 1}:
        fault("expected no heap that has grown, and the turn 0 or 1")
    return Nim(heaps, turn, start, ply)


TEXT = Lines("nim", position, start=counts, heaps=counts, turn=count, ply=count)
from_text = TEXT.read


def to_text(state: Nim) -> str:
    """Write a position."""
    return TEXT.write(start=state.start, heaps=state.heaps, turn=state.turn, ply=state.ply)
