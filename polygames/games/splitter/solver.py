"""The best sheet for the rolls of a finished game: a proved bound, and a search for a sheet.

`upper_bound` returns a proved upper bound; simulated annealing looks for a sheet that reaches it.
If time ends first, the best total is between the two. OR-tools can then close the gap
(``exact=True``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from polygames.core.errors import OptionError
from polygames.core.options import check_items, is_among, raise_option_error, whole
from polygames.games.splitter.best_sheet.annealing import BEST, BEST_SHEET, anneal, fill_randomly
from polygames.games.splitter.best_sheet.bound import upper_bound
from polygames.games.splitter.engine.compiled_sheet import MAX_COMPILED_CELLS, pad_array
from polygames.games.splitter.pads import find_pad
from polygames.games.splitter.scoring import DIE_NUMBERS, sheet_rows
from polygames.runtime.clock import Clock, check_seconds
from polygames.runtime.jit import HAS_NUMBA, np
from polygames.runtime.progress import progress as bar
from polygames.runtime.random_numbers import make_stream

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from threading import Event

    from polygames.games.splitter.pads import Pad
    from polygames.games.splitter.scoring import Sheet

CHANGES_PER_SLICE = 20_000 if HAS_NUMBA else 200
"""The number of changes between two checks of the clock."""
DICE_COUNT = 2


@dataclass(frozen=True)
class Hindsight:
    """The best sheet found for given rolls, and a bound on all sheets."""

    pad: Pad
    total: int
    """The points of the best sheet found."""
    bound: int
    """A proved upper bound on the points of any sheet with these rolls."""
    sheet: tuple[str, ...]
    """The rows of the best sheet found."""

    @property
    def is_proved(self) -> bool:
        """True if the sheet is proved optimal."""
        return self.total == self.bound

    def __str__(self) -> str:
        """Return a sentence with the best total if it is proved, else with its bounds."""
        if self.is_proved:
            return f"{self.total} points, and no sheet has more"
        return f"the best sheet has between {self.total} and {self.bound} points"


def hindsight(
    pad: str | Sequence[str] | Pad,
    rolls: Iterable[Sequence[int]],
    *,
    seconds: float | None = 5.0,
    seed: int = 0,
    exact: bool = False,
    stop: Event | None = None,
    progress: bool = True,
) -> Hindsight:
    """Return the best sheet for the rolls of a finished game, and a bound on all sheets.

    The proof of the bound is in `polygames.games.splitter.best_sheet.bound`. The search ends when a
    sheet reaches it, usually within a second.

    Parameters
    ----------
    pad
        ``"A"``, ``"B"``, or a custom pad.
    rolls
        The two numbers of each roll, one roll for each round, in any order.
    seconds
        The time to search for a sheet; None to search until the bound is reached.
    seed
        The seed of the search.
    exact
        Whether to let OR-tools close a gap that is left, within the same time again.
    stop
        An event that ends the search with the best sheet so far; any thread may set it.
    progress
        Whether to show a progress bar.

    Raises
    ------
    OptionError
        If the pad is invalid or has more than 62 cells, or the rolls do not fill it.
    MissingExtraError
        If ``exact=True`` and OR-tools is not installed; it is in the extra ``solve``.

    Examples
    --------
    >>> found = hindsight(["*##*"], [(1, 2), (2, 5)])
    >>> found.total, found.bound, found.sheet
    (6, 6, ('2251',))
    """
    pad, seed, limit = find_pad(pad), whole("the option seed", seed), check_seconds(seconds)
    dice = _check_rolls(pad, rolls)
    goal = upper_bound(pad, dice)
    found, sheet = _anneal(pad, dice, goal, Clock(limit, stop), seed, show=progress)
    if exact and found < goal:
        from polygames.games.splitter.best_sheet.exact import prove_best

        found, sheet, goal = prove_best(pad, dice, sheet, found, Clock(limit, stop), show=progress)
    return Hindsight(pad, found, goal, sheet_rows(pad, sheet))


def _check_rolls(pad: Pad, rolls: Iterable[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    dice = []
    expected = "must be pairs of numbers from 1 to 6"
    listed = list(rolls) if isinstance(rolls, Iterable) else rolls
    for number, roll in enumerate(check_items("the rolls", expected, listed), start=1):
        pair = check_items(f"roll {number}", "must be two numbers from 1 to 6", roll)
        if len(pair) != DICE_COUNT or not all(is_among(value, DIE_NUMBERS) for value in pair):
            raise_option_error(f"roll {number}", "must be two numbers from 1 to 6", roll)
        dice.append((int(pair[0]), int(pair[1])))
    if len(dice) != pad.rounds:
        msg = f"pad {pad} needs {pad.rounds} rolls, not {len(dice)}"
        raise OptionError(msg)
    if len(pad.places) > MAX_COMPILED_CELLS:
        msg = f"hindsight needs a pad of at most {MAX_COMPILED_CELLS} cells, not {len(pad.places)}"
        raise OptionError(msg)
    return tuple(dice)


def _anneal(
    pad: Pad, dice: Sequence[tuple[int, int]], goal: int, clock: Clock, seed: int, *, show: bool
) -> tuple[int, Sheet]:
    """Run simulated annealing until it reaches the goal or the time limit.

    Return the best total and sheet.
    """
    p = pad_array(pad, ())
    s = np.zeros(BEST_SHEET + MAX_COMPILED_CELLS, np.int64)
    rng = make_stream(Random(seed).getrandbits(62))
    with np.errstate(over="ignore"):  # random numbers overflow uncompiled
        fill_randomly(s, p, np.array(dice, np.int64), rng)
        for _ in bar(_iter_slices(clock), "hindsight", is_shown=show):
            anneal(s, p, rng, CHANGES_PER_SLICE, goal)
            if s[BEST] >= goal:
                break
    return int(s[BEST]), tuple(map(int, s[BEST_SHEET : BEST_SHEET + len(pad.places)]))


def _iter_slices(clock: Clock) -> Iterator[None]:
    """Yield at least once, then repeatedly until the clock runs out."""
    yield
    while clock:
        yield
