"""The best sheet for the rolls of a finished game: a proved bound, and a search for a sheet.

`bound` returns a proved upper bound; simulated annealing looks for a sheet that reaches it. If time
ends first, the best total is between the two. OR-tools can then close the gap (``exact=True``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from polygames.core.errors import OptionError
from polygames.core.options import is_among, items, refuse, whole
from polygames.games.splitter.engine.sheet import MOST_CELLS, layout
from polygames.games.splitter.optimum.annealing import BEST, BEST_SHEET, anneal, fill
from polygames.games.splitter.optimum.bound import bound
from polygames.games.splitter.pads import pad_of
from polygames.games.splitter.scoring import DIE_NUMBERS, sheet_rows
from polygames.runtime.clock import Clock, thinking_time
from polygames.runtime.compiling import HAS_NUMBA, np
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
        """Whether the sheet is proved optimal."""
        return self.total == self.bound

    def __str__(self) -> str:
        """Return a sentence with the total if it is proved, else with both bounds."""
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

    The proof of the bound is in `polygames.games.splitter.optimum.bound`. The search ends when a
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
    pad, seed, limit = pad_of(pad), whole("the seed", seed), thinking_time(seconds)
    dice = _read(pad, rolls)
    goal = bound(pad, dice)
    found, sheet = _search(pad, dice, goal, Clock(limit, stop), seed, show=progress)
    if exact and found < goal:
        from polygames.games.splitter.optimum.exact import settle

        found, sheet, goal = settle(pad, dice, sheet, found, Clock(limit, stop), show=progress)
    return Hindsight(pad, found, goal, sheet_rows(pad, sheet))


def _read(pad: Pad, rolls: Iterable[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    dice = []
    expected = "must be pairs of numbers from 1 to 6"
    listed = list(rolls) if isinstance(rolls, Iterable) else rolls
    for number, roll in enumerate(items("the rolls", expected, listed), start=1):
        pair = items(f"roll {number}", "must be two numbers from 1 to 6", roll)
        if len(pair) != DICE_COUNT or not all(is_among(value, DIE_NUMBERS) for value in pair):
            refuse(f"roll {number}", "must be two numbers from 1 to 6", roll)
        dice.append((int(pair[0]), int(pair[1])))
    if len(dice) != pad.rounds:
        msg = f"pad {pad} is filled by {pad.rounds} rolls, not by {len(dice)}"
        raise OptionError(msg)
    if len(pad.places) > MOST_CELLS:
        msg = f"the pad has {len(pad.places)} cells: hindsight has room for {MOST_CELLS}"
        raise OptionError(msg)
    return tuple(dice)


def _search(
    pad: Pad, dice: Sequence[tuple[int, int]], goal: int, clock: Clock, seed: int, *, show: bool
) -> tuple[int, Sheet]:
    """Anneal a sheet until it reaches the goal or time is over. Return the best total and sheet."""
    p = layout(pad, ())
    s = np.zeros(BEST_SHEET + MOST_CELLS, np.int64)
    rng = make_stream(Random(seed).getrandbits(62))
    with np.errstate(over="ignore"):  # random numbers overflow uncompiled
        fill(s, p, np.array(dice, np.int64), rng)
        for _ in bar(_pieces(clock), "hindsight", show=show):
            anneal(s, p, rng, CHANGES_PER_SLICE, goal)
            if s[BEST] >= goal:
                break
    return int(s[BEST]), tuple(map(int, s[BEST_SHEET : BEST_SHEET + len(pad.places)]))


def _pieces(clock: Clock) -> Iterator[None]:
    """Yield at least once, and again until the clock has run out."""
    yield
    while clock:
        yield
