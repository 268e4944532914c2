"""Checks of the lesson about Splinter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polygames as pg
from polygames.lessons.answers import as_set, calls, check, exercise, near

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Place = tuple[int, int]

STEPS8 = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
STEPS4 = [(r, c) for r, c in STEPS8 if r == 0 or c == 0]


@exercise
def exercise_1(pushed: Any) -> None:
    """Check a function that pushes a line of pieces."""
    lines = [("w.b", 0), ("..wBWb..b", 3), (".WBwb.", 1), ("w.bW", 2), ("bwW", 0), ("Bw.w.b.", 3)]
    check(
        calls(pushed, *lines),
        (lambda got: got[0] == ".wb", "alone, a piece leaves its place and takes the next one."),
        (
            lambda got: got[1] == "..w.BWb.b",
            "what is ahead moves on, up to the gap; behind the gap nothing moves.",
        ),
        (lambda got: got[2] == "..WBwb", "a gap *before* the piece does not matter."),
        (lambda got: got[3:5] == ["illegal"] * 2, "without a gap ahead the push is illegal."),
        (lambda got: got[5] == "Bw..wb.", "only the nearest gap ahead counts."),
    )


@exercise
def exercise_2(squares: Any) -> None:
    """Check five squares that are one group or five."""
    check(
        squares,
        (lambda given: len(as_set(given)) == len("12345"), "five different squares are wanted."),
        (
            lambda given: all(len(square) == 2 for square in as_set(given)),
            "a square is a pair (row, column).",
        ),
        (
            lambda given: len(_groups(as_set(given), STEPS8)) == 1,
            "with 8 neighbours it is not one.",
        ),
        (
            lambda given: len(_groups(as_set(given), STEPS4)) == len("12345"),
            "two of the squares share a side.",
        ),
    )


@exercise
def exercise_3(spare: Any) -> None:
    """Check how many pairs are spare."""
    pieces, pairs = 24, 41
    check(
        spare,
        (lambda n: not near(n, pieces - 1), "that is the number of joins."),
        (lambda n: not near(n, pairs - pieces), "one join fewer than there are pieces."),
        (lambda n: near(n, pairs - (pieces - 1)), "a pair is a join or spare: a number."),
    )


@exercise
def exercise_4(holders: Any) -> None:
    """Check a function that finds the pieces without which a group falls apart."""
    block = {(r, c) for r in range(6) for c in range(5)}
    corner = {(0, 0), (0, 1), (0, 2), (1, 3), (2, 3)}
    ours = _pieces(["wwb..", ".bw..", "..B.b", "...wb", "..W.."])
    ring = {(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)}
    check(
        calls(holders, (set(block),), (set(corner),), (set(ours),), (set(ring),)),
        (lambda got: as_set(got[0]) == set(), "the block at the start has no holder."),
        (
            lambda got: as_set(got[1]) == {(0, 1), (0, 2), (1, 3)},
            "in a chain all but the ends are holders.",
        ),
        (
            lambda got: as_set(got[2]) == _holders(ours),
            "on our board a holder is missing, or one too many; corners count as touching.",
        ),
        (lambda got: as_set(got[3]) == set(), "in a ring every piece can go: the rest holds."),
    )


@exercise
def exercise_5(rescue: Any) -> None:
    """Check a move that does not lose at once."""
    rows = [".....", ".....", "w.wbb", ".w.B.", "b.w.W"]
    trap = pg.new("splinter", board=rows)
    check(
        rescue if rescue is ... else str(rescue),
        (lambda text: trap.parse(text) in trap.legal_moves, "that is no legal move of White."),
        (
            lambda text: not _can_win(trap.play(trap.parse(text))),
            "Black answers, and wins at once.",
        ),
    )


@exercise
def exercise_6(enough: Any, counts: Mapping[int, tuple[int, int]]) -> None:
    """Check how much company a king needs.

    Parameters
    ----------
    enough
        The answer.
    counts
        By the number of pieces around the king: how often it was cut off, of how many.
    """
    least = 1 / 20
    unsafe = [around for around, (cuts, all_) in counts.items() if cuts / all_ >= least]
    check(
        enough,
        (lambda n: n > max(unsafe), "with that company, 5 in 100 or more were lost."),
        (lambda n: near(n, max(unsafe) + 1), "fewer pieces are enough."),
    )


# --- What the lesson computes, once more --------------------------------------------------------


def _pieces(rows: Sequence[str]) -> set[Place]:
    return {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell != "."}


def _groups(places: set[Place], steps: Sequence[Place]) -> list[set[Place]]:
    dry, found = set(places), []
    while dry:
        first = min(dry)
        wet, spreading = {first}, [first]
        while spreading:
            r, c = spreading.pop()
            fresh = {(r + down, c + right) for down, right in steps} & dry - wet
            wet |= fresh
            spreading += fresh
        found.append(wet)
        dry -= wet
    return found


def _holders(places: set[Place]) -> set[Place]:
    return {place for place in places if len(_groups(places - {place}, STEPS8)) > 1}


def _can_win(state: Any) -> bool:
    ends = (state.play(move).outcome for move in state.legal_moves)
    return any(end is not None and end.winners == {state.turn} for end in ends)
