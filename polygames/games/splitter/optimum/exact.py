"""The exact best sheet by OR-tools (the extra ``solve``), if the search left a gap.

The sheets are divided into cases by the numbers in stars and hearts (`bound.cases`). Only cases
with a bound above the best total found matter. Each one is far easier than all of them together.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from polygames.core.lazy import missing
from polygames.games.splitter.optimum.bound import cases
from polygames.games.splitter.scoring import DIE_NUMBERS, HEARTS_BONUS
from polygames.runtime.clock import Clock, Watch
from polygames.runtime.progress import progress as bar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.games.splitter.optimum.bound import BoundCase
    from polygames.games.splitter.pads import Cell, Pad
    from polygames.games.splitter.scoring import Sheet

Shape = frozenset[int]
Dice = tuple[int, int]
DICE_COUNT = 2


def settle(
    pad: Pad, rolls: Sequence[Dice], sheet: Sheet, found: int, clock: Clock, *, show: bool = False
) -> tuple[int, Sheet, int]:
    """Return the best total found, its sheet and a proved bound, within the time of the clock.

    Raise MissingExtraError if OR-tools is not installed.
    """
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise missing(library="ortools", what="an exact hindsight") from None
    goal = found
    still = _open_cases(pad, rolls, found)
    for number, case in enumerate(bar(still, "cases", show=show)):
        if case.bound <= found:
            continue
        if not clock:
            goal = max(goal, case.bound)
            continue
        share = None if clock.left is None else max(1e-3, clock.left / (len(still) - number))
        points, better, bound = _best(cp_model, pad, rolls, case, found, Clock(share, clock.stop))
        if better is not None:
            found, sheet = points, better
        goal = max(goal, bound)
    return found, sheet, max(found, goal)


def _open_cases(pad: Pad, rolls: Sequence[Dice], found: int) -> list[BoundCase]:
    """Return the cases with a bound above `found`, those that are solved fastest first.

    High numbers in the hearts leave few possibilities. Without hearts the mirror image of a sheet
    has the same total, so one order of mirrored stars is enough.
    """
    one, two = pad.stars
    same = not pad.hearts and pad.mirror[one] == two
    still = [
        case
        for case in cases(pad, rolls)
        if case.bound > found and not (same and case.stars[0] > case.stars[1])
    ]
    return sorted(still, key=lambda case: -(case.heart or 0))


def _best(
    cp_model: Any, pad: Pad, rolls: Sequence[Dice], case: BoundCase, found: int, clock: Clock
) -> tuple[int, Sheet | None, int]:
    """Solve one case: return the total, a sheet above `found` or None, and a bound on the case."""
    model = cp_model.CpModel()
    holds = _sheet(model, pad, rolls)
    for star, number in zip(pad.stars, case.stars, strict=True):
        model.add(holds[star, number] == 1)
    if case.heart is not None:
        for heart in pad.hearts:
            model.add(holds[heart, case.heart] == 1)
    points = _groups(model, pad, rolls, holds) + _hearts(model, pad, holds)
    model.add(points <= case.bound)
    model.add(points > found)
    model.maximize(points)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.catch_sigint_signal = False  # `Watch` handles interrupts
    with Watch(clock, solver.stop_search):
        status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return found, None, found
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return found, None, case.bound
    best = tuple(
        next(number for number in DIE_NUMBERS if solver.value(holds[cell, number]))
        for cell in range(len(pad.places))
    )
    most = int(solver.best_objective_bound + 1e-6)
    return round(solver.objective_value), best, min(case.bound, most)


def _sheet(model: Any, pad: Pad, rolls: Sequence[Dice]) -> dict[tuple[int, int], Any]:
    """Return a boolean variable for each cell and number, constrained by the rolls."""
    cells = range(len(pad.places))
    holds = {(cell, n): model.new_bool_var(f"{cell}={n}") for cell in cells for n in DIE_NUMBERS}
    for cell in cells:
        model.add_exactly_one(holds[cell, n] for n in DIE_NUMBERS)
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


def _groups(model: Any, pad: Pad, rolls: Sequence[Dice], holds: dict[tuple[int, int], Any]) -> Any:
    """Return the points of the groups as an expression, with a variable for each scoring shape."""
    times = Counter(number for roll in rolls for number in roll)
    points = []
    for value in DIE_NUMBERS:
        doubles = sum(roll == (value, value) for roll in rolls)
        groups = {
            shape: model.new_bool_var("")
            for shape in _shapes(pad, value)
            if sum(pad.mirror[cell] in shape for cell in shape) <= DICE_COUNT * doubles
        }
        _one_a_cell(model, pad, value, groups, holds)
        doubled = [group for shape, group in groups.items() if shape & set(pad.stars)]
        for scoring, most in ((groups.values(), times[value] // value), (doubled, len(pad.stars))):
            number = model.new_int_var(0, most, "")
            model.add(sum(scoring) == number)
            points.append(value * number)
        model.add(sum(holds[cell, value] for cell in range(len(pad.places))) == times[value])
    return sum(points)


def _one_a_cell(
    model: Any, pad: Pad, value: int, groups: dict[Shape, Any], holds: dict[tuple[int, int], Any]
) -> None:
    """Add constraints: cells of a scoring group hold its number, cells beside it do not."""
    covers: list[list[Shape]] = [[] for _ in pad.places]
    for shape in groups:
        for cell in shape:
            covers[cell].append(shape)
    for cell, shapes in enumerate(covers):
        model.add_at_most_one([~holds[cell, value], *(groups[shape] for shape in shapes)])
        for near in pad.neighbours[cell]:
            without = [groups[shape] for shape in shapes if near not in shape]
            model.add_at_most_one([holds[near, value], *without])


def _hearts(model: Any, pad: Pad, holds: dict[tuple[int, int], Any]) -> Any:
    same = []
    for number in DIE_NUMBERS if pad.hearts else ():
        all_hold = model.new_bool_var("")
        for heart in pad.hearts:
            model.add_implication(all_hold, holds[heart, number])
        same.append(all_hold)
    return HEARTS_BONUS * sum(same)


def _shapes(pad: Pad, size: int) -> Iterator[Shape]:
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
