"""The exact best sheet by OR-tools (the extra ``solve``), if the search left a gap.

The sheets are divided into cases by the numbers in stars and hearts (`bound.list_cases`). Only
cases with a bound above the best total found matter. Each one is far easier than all of them
together.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from polygames.core.lazy_imports import missing_library_error
from polygames.games.splitter.best_sheet.bound import list_cases
from polygames.games.splitter.scoring import DIE_NUMBERS, HEARTS_BONUS
from polygames.runtime.clock import Clock, ClockWatcher
from polygames.runtime.progress import progress as bar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.games.splitter.best_sheet.bound import BoundCase
    from polygames.games.splitter.pads import Cell, Pad
    from polygames.games.splitter.scoring import Sheet

Shape = frozenset[int]
Dice = tuple[int, int]
DICE_COUNT = 2


def prove_best(
    pad: Pad,
    rolls: Sequence[Dice],
    sheet: Sheet,
    best_total: int,
    clock: Clock,
    *,
    show: bool = False,
) -> tuple[int, Sheet, int]:
    """Return the best total found, its sheet and a proved upper bound, within a time limit.

    Raise MissingExtraError if OR-tools is not installed.
    """
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise missing_library_error(library="ortools", feature="an exact hindsight") from None
    goal = best_total
    still = _open_cases(pad, rolls, best_total)
    for number, case in enumerate(bar(still, "cases", is_shown=show)):
        if case.bound <= best_total:
            continue
        if not clock:
            goal = max(goal, case.bound)
            continue
        share = (
            None
            if clock.seconds_left is None
            else max(1e-3, clock.seconds_left / (len(still) - number))
        )
        points, better, bound = _solve_case(
            cp_model, pad, rolls, case, best_total, Clock(share, clock.stop)
        )
        if better is not None:
            best_total, sheet = points, better
        goal = max(goal, bound)
    return best_total, sheet, max(best_total, goal)


def _open_cases(pad: Pad, rolls: Sequence[Dice], best_total: int) -> list[BoundCase]:
    """Return the cases with a bound above `best_total`, the fastest to solve first.

    High numbers in the hearts leave few possibilities. Without hearts the mirror image of a sheet
    has the same total, so one order of mirrored stars is enough.
    """
    one, two = pad.stars
    same = not pad.hearts and pad.mirror[one] == two
    still = [
        case
        for case in list_cases(pad, rolls)
        if case.bound > best_total and not (same and case.stars[0] > case.stars[1])
    ]
    return sorted(still, key=lambda case: -(case.heart or 0))


def _solve_case(
    cp_model: Any, pad: Pad, rolls: Sequence[Dice], case: BoundCase, best_total: int, clock: Clock
) -> tuple[int, Sheet | None, int]:
    """Solve a case; return its total, its sheet (None if not above `best_total`), and a bound."""
    model = cp_model.CpModel()
    holds = _cell_variables(model, pad, rolls)
    for star, number in zip(pad.stars, case.stars, strict=True):
        model.add(holds[star, number] == 1)
    if case.heart is not None:
        for heart in pad.hearts:
            model.add(holds[heart, case.heart] == 1)
    points = _group_points(model, pad, rolls, holds) + _heart_points(model, pad, holds)
    model.add(points <= case.bound)
    model.add(points > best_total)
    model.maximize(points)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.catch_sigint_signal = False  # `ClockWatcher` handles interrupts
    with ClockWatcher(clock, solver.stop_search):
        status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return best_total, None, best_total
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return best_total, None, case.bound
    best = tuple(
        next(number for number in DIE_NUMBERS if solver.value(holds[cell, number]))
        for cell in range(len(pad.places))
    )
    most = int(solver.best_objective_bound + 1e-6)
    return round(solver.objective_value), best, min(case.bound, most)


def _cell_variables(model: Any, pad: Pad, rolls: Sequence[Dice]) -> dict[tuple[int, int], Any]:
    """Return a Boolean variable for each (cell, number), constrained to match the rolls."""
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


def _group_points(
    model: Any, pad: Pad, rolls: Sequence[Dice], holds: dict[tuple[int, int], Any]
) -> Any:
    """Return the points of the groups as a solver expression; add variables for possible groups."""
    times = Counter(number for roll in rolls for number in roll)
    points = []
    for value in DIE_NUMBERS:
        doubles = sum(roll == (value, value) for roll in rolls)
        groups = {
            shape: model.new_bool_var("")
            for shape in _group_shapes(pad, value)
            if sum(pad.mirror[cell] in shape for cell in shape) <= DICE_COUNT * doubles
        }
        _constrain_cells(model, pad, value, groups, holds)
        doubled = [group for shape, group in groups.items() if shape & set(pad.stars)]
        for scoring, most in ((groups.values(), times[value] // value), (doubled, len(pad.stars))):
            number = model.new_int_var(0, most, "")
            model.add(sum(scoring) == number)
            points.append(value * number)
        model.add(sum(holds[cell, value] for cell in range(len(pad.places))) == times[value])
    return sum(points)


def _constrain_cells(
    model: Any, pad: Pad, value: int, groups: dict[Shape, Any], holds: dict[tuple[int, int], Any]
) -> None:
    """Add constraints: a scoring group's cells contain its number, the cells beside it do not."""
    covers: list[list[Shape]] = [[] for _ in pad.places]
    for shape in groups:
        for cell in shape:
            covers[cell].append(shape)
    for cell, shapes in enumerate(covers):
        model.add_at_most_one([~holds[cell, value], *(groups[shape] for shape in shapes)])
        for near in pad.neighbours[cell]:
            without = [groups[shape] for shape in shapes if near not in shape]
            model.add_at_most_one([holds[near, value], *without])


def _heart_points(model: Any, pad: Pad, holds: dict[tuple[int, int], Any]) -> Any:
    same = []
    for number in DIE_NUMBERS if pad.hearts else ():
        all_hold = model.new_bool_var("")
        for heart in pad.hearts:
            model.add_implication(all_hold, holds[heart, number])
        same.append(all_hold)
    return HEARTS_BONUS * sum(same)


def _group_shapes(pad: Pad, size: int) -> Iterator[Shape]:
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
