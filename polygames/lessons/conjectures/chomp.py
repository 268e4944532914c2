"""Lesson 08: the first bite that wins a bar of chocolate."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.conjectures.hunt import Case, search

if TYPE_CHECKING:
    from collections.abc import Iterator

    Rows = tuple[int, ...]

SQUARES: Final = 24
"""So many squares the largest bar has."""

COLUMNS: Final = "abcdefgh"


def try_to_break(conjecture: Any) -> None:
    """Look for a bar on which a first bite does not win.

    Examples
    --------
    >>> try_to_break(lambda width, height: "b1" if height == 1 else "b2")
    ... # doctest: +ELLIPSIS
    Broken by the bar 3 wide and 2 high: after b2 the answer c1 wins, and c2 would have won...
    """
    search(conjecture, cases())


def cases() -> Iterator[Case]:
    """Yield bars up to eight squares wide, at least as wide as they are high."""
    bars = [(w, h) for w in range(2, 9) for h in range(1, w + 1) if w * h <= SQUARES]
    for width, height in sorted(bars, key=lambda bar: (bar[0] * bar[1], bar)):
        words = f"the bar {width} wide and {height} high"
        yield Case((width, height), words, partial(_fault, width, height))


def _fault(width: int, height: int, said: Any) -> str:
    bites = dict(_bites((width,) * height))
    if said not in bites:
        return f"{said!r} is no first bite there; a bite is a text such as 'b1'"
    answer = next((name for name, left in _bites(bites[said]) if not _is_won(left)), None)
    if answer is None:
        return ""
    good = next(name for name, left in bites.items() if not _is_won(left))
    return f"after {said} the answer {answer} wins, and {good} would have won"


def _bites(rows: Rows) -> Iterator[tuple[str, Rows]]:
    """Yield each bite but the poisoned one, with what it leaves."""
    for r, n in enumerate(rows):
        for c in range(n):
            if (r, c) != (0, 0):
                left = (*rows[:r], *(min(c, below) for below in rows[r:]))
                yield f"{COLUMNS[c]}{r + 1}", left


@cache
def _is_won(rows: Rows) -> bool:
    """Say whether the player to move wins."""
    return any(not _is_won(left) for _, left in _bites(rows))
