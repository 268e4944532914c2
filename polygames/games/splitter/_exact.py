"""What the search leaves open about the best sheet, settled by OR-tools (the extra ``solve``)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from polygames.core.errors import MissingExtraError
from polygames.games.splitter.scoring import HEARTS_BONUS, NUMBERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.games.splitter.pads import Cell, Pad
    from polygames.games.splitter.scoring import Sheet

__all__ = ["settle"]

Shape = frozenset[int]


def settle(
    pad: Pad,
    rolls: Sequence[tuple[int, int]],
    sheet: Sheet,
    found: int,
    goal: int,
    seconds: float | None,
) -> tuple[int, Sheet, int]:
    """Return a best total, its sheet and a proved bound, as good as the time allows.

    Raises
    ------
    MissingExtraError
        If OR-tools is not installed.
    """
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        msg = "an exact hindsight needs OR-tools: pip install 'polygames-notebooks[solve]'"
        raise MissingExtraError(msg) from None
    model = cp_model.CpModel()
    holds = _sheet(model, pad, rolls)
    points = _groups(model, pad, rolls, holds) + _hearts(model, pad, holds)
    model.add(points <= goal)
    model.add(points > found)
    model.maximize(points)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    if seconds is not None:
        solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return found, sheet, found
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return found, sheet, goal
    best = tuple(
        next(number for number in NUMBERS if solver.value(holds[cell, number]))
        for cell in range(len(pad.places))
    )
    return round(solver.objective_value), best, min(goal, int(solver.best_objective_bound + 1e-6))


def _sheet(model: Any, pad: Pad, rolls: Sequence[tuple[int, int]]) -> dict[tuple[int, int], Any]:
    """Return whether each cell holds each number; each roll fills one slot."""
    cells = range(len(pad.places))
    holds = {(cell, n): model.new_bool_var(f"{cell}={n}") for cell in cells for n in NUMBERS}
    for cell in cells:
        model.add_exactly_one(holds[cell, n] for n in NUMBERS)
    for high, low in {(max(roll), min(roll)) for roll in rolls}:
        times = sum((max(roll), min(roll)) == (high, low) for roll in rolls)
        here = []
        for left, right in pad.slots:
            pair = model.new_bool_var("")
            ways = [(high, low)] if high == low else [(high, low), (low, high)]
            sides = []
            for one, two in ways:
                side = model.new_bool_var("")
                model.add_implication(side, holds[left, one])
                model.add_implication(side, holds[right, two])
                sides.append(side)
            model.add(sum(sides) == pair)
            here.append(pair)
        model.add(sum(here) == times)
    return holds


def _groups(
    model: Any, pad: Pad, rolls: Sequence[tuple[int, int]], holds: dict[tuple[int, int], Any]
) -> Any:
    """Return the points of the groups: one unknown for each place where one can score."""
    times = Counter(number for roll in rolls for number in roll)
    points = []
    for value in NUMBERS:
        covers: list[list[Any]] = [[] for _ in pad.places]
        groups, doubled = [], []
        doubles = sum(roll == (value, value) for roll in rolls)
        for shape in _shapes(pad, value):
            if sum(pad.mirror[cell] in shape for cell in shape) > 2 * doubles:
                continue
            scores = model.new_bool_var("")
            rim = {near for cell in shape for near in pad.neighbours[cell]} - shape
            for cell in shape:
                covers[cell].append(scores)
            for cell in rim:
                model.add_implication(scores, ~holds[cell, value])
            groups.append(scores)
            if any(star in shape for star in pad.stars):
                doubled.append(scores)
        for cell, scoring in enumerate(covers):
            model.add(sum(scoring) <= holds[cell, value])
        for scoring, most in ((groups, times[value] // value), (doubled, len(pad.stars))):
            number = model.new_int_var(0, most, "")
            model.add(sum(scoring) == number)
            points.append(value * number)
        model.add(sum(holds[cell, value] for cell in range(len(pad.places))) == times[value])
    return sum(points)


def _hearts(model: Any, pad: Pad, holds: dict[tuple[int, int], Any]) -> Any:
    """Return the points of the hearts."""
    same = []
    for number in NUMBERS if pad.hearts else ():
        all_hold = model.new_bool_var("")
        for heart in pad.hearts:
            model.add_implication(all_hold, holds[heart, number])
        same.append(all_hold)
    return HEARTS_BONUS * sum(same)


def _shapes(pad: Pad, size: int) -> Iterator[Shape]:
    """Yield every joined set of so many cells, once."""
    shapes: set[frozenset[Cell]] = {frozenset((cell,)) for cell in range(len(pad.places))}
    for _ in range(size - 1):
        shapes = {
            shape | {near}
            for shape in shapes
            for cell in shape
            for near in pad.neighbours[cell]
            if near not in shape
        }
    yield from sorted(shapes, key=sorted)
