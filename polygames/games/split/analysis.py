"""What the moves of Split are worth: the final lead in points, and the chance to win."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from polygames.games.split.rules import TOTAL
from polygames.search.analysis import Analysis, MoveValue, ranked
from polygames.search.calibration import calibrations_of
from polygames.search.clock import Clock
from polygames.search.deepening import in_general

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.games.split.rules import Move, Split

__all__ = ["deepen", "features"]

ENGINE = "polygames.games.split.engine"

UNIT = "final lead in points"
ENDS = (-50.0, 50.0)
"""The ends of an evaluation bar."""
WIDTHS = (60, 16, 10, 8)
"""How many candidates to look at, ply by ply."""
CLOSELY = 12
"""How many moves are looked at as deep as time allows."""
LINED, LINE = 4, 6
"""How many moves get a line, and of how many plies."""


def deepen(
    state: Split, *, clock: Clock, rng: Random, also: Sequence[Move] = ()
) -> Iterator[Analysis]:
    """Yield what each move is worth, a ply deeper each time; see `polygames.search.deepen`."""
    from polygames.games.split.engine.deepening import DeepeningSearch  # numba loads here

    try:
        search = DeepeningSearch(state, clock, WIDTHS, None, rng)
    except OverflowError:
        yield from in_general(state, clock=clock, rng=rng)
        return
    for move in also:
        search.include(move)
    for depth in search.deepen_all(CLOSELY):
        yield _told(state, search.values(), depth)


def features(state: Split, lead: float) -> tuple[float, ...]:
    """Return what the seat's chance and its final lead depend on; see `search.calibration`.

    The lead is what the search expects; the same lead is worth more when less is open.
    """
    open_points = TOTAL - sum(state.scores)
    return (1.0, lead / 10, lead / (2 + open_points / 4), open_points / TOTAL)


def _told(state: Split, values: list[tuple[Move, float, int]], depth: int) -> Analysis:
    moves = ranked(_value(state, *each) for each in values)
    lined = tuple(
        _with_line(state, each) if place < LINED else each for place, each in enumerate(moves)
    )
    return Analysis(state, lined, UNIT, f"alpha-beta, {depth} plies ahead", ENDS)


def _value(state: Split, move: Move, raw: float, depth: int) -> MoveValue:
    models = calibrations_of(ENGINE)
    known = features(state, max(-TOTAL / 2, min(TOTAL / 2, raw)))  # more is a win that was found
    lead, spread = models["value"].of(known), models["value"].spread
    return MoveValue(
        *(move, lead, lead - spread, lead + spread),
        depth=depth,
        chance=models["chance"].of(known),
        raw=raw,
    )


def _with_line(state: Split, each: MoveValue) -> MoveValue:
    from polygames.games.split.engine.deepening import DeepeningSearch

    line, after = [each.move], state.play(each.move)
    while len(line) < LINE and after.outcome is None:
        line.append(DeepeningSearch(after, Clock(None), (1,), None, Random(0), levels=1).best)
        after = after.play(line[-1])
    return replace(each, line=tuple(line))
