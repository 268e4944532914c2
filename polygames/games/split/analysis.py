"""What the moves of Split are worth: the final lead in points, and the chance to win."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from random import Random
from typing import TYPE_CHECKING

from polygames.games.split.agents import SCALE
from polygames.search.analysis import Analysis, MoveValue, ranked
from polygames.search.clock import Clock
from polygames.search.deepening import in_general

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.games.split.rules import Move, Split

__all__ = ["deepen"]

UNIT = "final lead in points"
ENDS = (-50.0, 50.0)
"""The ends of an evaluation bar."""
WIDTHS = (60, 16, 10, 8)
"""How many candidates to look at, ply by ply."""
CLOSELY = 12
"""How many moves are looked at as deep as time allows."""
LINED, LINE = 6, 6
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
    yield _told(state, search.values(), 0)
    for depth in search.deepen_all(CLOSELY):
        yield _told(state, search.values(), depth)


def _told(state: Split, values: list[tuple[Move, float, int]], depth: int) -> Analysis:
    moves = ranked(_value(*each) for each in values)
    lined = tuple(
        _with_line(state, each) if place < LINED else each for place, each in enumerate(moves)
    )
    return Analysis(state, lined, UNIT, f"alpha-beta, {depth} plies ahead", ENDS)


def _value(move: Move, lead: float, depth: int) -> MoveValue:
    if abs(lead) > 100:  # noqa: PLR2004 - a win that was found
        lead = 50.0 if lead > 0 else -50.0
    chance = 1 / (1 + exp(-lead / SCALE))
    return MoveValue(move, lead, lead - 5, lead + 5, depth=depth, chance=chance)


def _with_line(state: Split, each: MoveValue) -> MoveValue:
    from polygames.games.split.engine.deepening import DeepeningSearch

    line, after = [each.move], state.play(each.move)
    while len(line) < LINE and after.outcome is None:
        line.append(DeepeningSearch(after, Clock(None), (1,), None, Random(0), levels=1).best)
        after = after.play(line[-1])
    return replace(each, line=tuple(line))
