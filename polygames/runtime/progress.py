"""Progress bars, and a channel for the results of lesson checks.

A function that can take more than two seconds has ``progress: bool = True``. If it is true, a bar
appears after that time. A board passes False, because it shows progress itself.
"""

from __future__ import annotations

from collections.abc import Sized
from time import monotonic
from typing import TYPE_CHECKING, Any, Self, TypeVar

from polygames.runtime.scheduling import has_threads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")

PROGRESS_BAR_DELAY_SECONDS = 2.0
"""The time in seconds before a bar appears: most work is done by then."""


class ProgressBar:
    """A progress bar for a ``with`` block, which appears after a delay.

    Parameters
    ----------
    title, unit
        The name of the work, and the unit of the count.
    total
        The total count, if it is known; then the bar shows the remaining time.
    initial
        The count at the start.
    is_shown
        Whether to show the bar at all.
    delay
        The time in seconds before the bar appears.
    """

    def __init__(
        self,
        title: str,
        total: int | None = None,
        *,
        initial: int = 0,
        unit: str = "it",
        is_shown: bool = True,
        delay: float = PROGRESS_BAR_DELAY_SECONDS,
    ) -> None:
        self._bar_options = {"desc": title, "total": total, "initial": initial, "unit": unit}
        self._start_time, self._count = monotonic(), 0
        self._show_time = self._start_time + delay if is_shown else None
        self._bar: Any = None

    def __enter__(self) -> Self:
        self.advance(0)
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def set_count(self, count: int) -> None:
        """Set the number of items done since the start."""
        self.advance(count - self._count)

    def advance(self, count: int = 1) -> None:
        """Increase the number of items done by `count`."""
        self._count += count
        if self._bar is not None:
            self._bar.update(count)
        elif self._show_time is not None and monotonic() >= self._show_time:
            self._bar = _tqdm()(
                **self._bar_options, leave=False, unit_scale=self._bar_options["total"] is None
            )
            self._bar.start_t -= monotonic() - self._start_time
            self._bar.update(self._count)
            self._bar.refresh()


def progress(
    items: Iterable[T],
    title: str,
    *,
    total: int | None = None,
    initial: int = 0,
    unit: str = "it",
    is_shown: bool = True,
    delay: float = PROGRESS_BAR_DELAY_SECONDS,
) -> Iterator[T]:
    """Yield the items and show a progress bar, which appears after a delay.

    For the other parameters see `ProgressBar`; `total` is the length of the items, if they have
    one.

    Examples
    --------
    >>> sum(progress([1, 2, 3], "numbers"))
    6
    >>> list(progress([], "numbers"))
    []
    """
    if total is None and isinstance(items, Sized):
        total = len(items)
    with ProgressBar(
        title, total, initial=initial, unit=unit, is_shown=is_shown, delay=delay
    ) as bar:
        for item in items:
            yield item
            bar.advance()


def _tqdm() -> Any:
    """Return the tqdm class for a notebook or terminal; without threads, disable its monitor."""
    from tqdm.auto import tqdm

    if not has_threads():
        tqdm.monitor_interval = 0
    return tqdm


check_listeners: list[Callable[[str, str, str], object]] = []
"""The functions that are called with the exercise, result and answer of each lesson check."""


def report_check(exercise: str, message: str, answer: str = "") -> None:
    """Report the result of a check to all listeners, with the exercise and the learner's answer."""
    for listener in tuple(check_listeners):
        listener(exercise, message, answer)
