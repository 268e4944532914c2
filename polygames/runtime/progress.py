"""Progress bars, and a channel for the results of lesson checks.

A function that can take more than two seconds has ``progress: bool = True``. If it is true, a bar
appears after that time. A board passes False, because it shows progress itself.
"""

from __future__ import annotations

from collections.abc import Sized
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, Self, TypeVar

from polygames.runtime.cooperative import has_threads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")

PROGRESS_BAR_DELAY_SECONDS = 2.0
"""The time in seconds before a bar appears: most work is done by then."""


class Bar:
    """A progress bar for a ``with`` block, which appears after `delay` seconds.

    Parameters
    ----------
    what, unit
        The name of the work, and the unit of the count.
    total
        The total count, if it is known; then the bar shows the remaining time.
    initial
        The count at the start.
    show
        Whether to show the bar at all.
    """

    def __init__(
        self,
        what: str,
        total: int | None = None,
        *,
        initial: int = 0,
        unit: str = "it",
        show: bool = True,
        delay: float = PROGRESS_BAR_DELAY_SECONDS,
    ) -> None:
        self._look = {"desc": what, "total": total, "initial": initial, "unit": unit}
        self._begun, self._count = monotonic(), 0
        self._due = self._begun + delay if show else None
        self._bar: Any = None

    def __enter__(self) -> Self:
        self.add(0)
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def reach(self, count: int) -> None:
        """Set the count since the start."""
        self.add(count - self._count)

    def add(self, count: int = 1) -> None:
        """Increase the count."""
        self._count += count
        if self._bar is not None:
            self._bar.update(count)
        elif self._due is not None and monotonic() >= self._due:
            self._bar = _tqdm()(**self._look, leave=False, unit_scale=self._look["total"] is None)
            self._bar.start_t -= monotonic() - self._begun
            self._bar.update(self._count)
            self._bar.refresh()


def progress(
    items: Iterable[T],
    what: str,
    *,
    total: int | None = None,
    initial: int = 0,
    unit: str = "it",
    show: bool = True,
    delay: float = PROGRESS_BAR_DELAY_SECONDS,
) -> Iterator[T]:
    """Yield the items with a progress bar, which appears after two seconds or `delay`.

    For the other parameters see `Bar`; `total` is the length of the items, if they have one.

    Examples
    --------
    >>> sum(progress([1, 2, 3], "numbers"))
    6
    >>> list(progress([], "numbers"))
    []
    """
    if total is None and isinstance(items, Sized):
        total = len(items)
    with Bar(what, total, initial=initial, unit=unit, show=show, delay=delay) as bar:
        for item in items:
            yield item
            bar.add()


def _tqdm() -> Any:
    """Return tqdm's class for a notebook or a terminal, without its monitor thread if need be."""
    from tqdm.auto import tqdm

    if not has_threads():
        tqdm.monitor_interval = 0
    return tqdm


listeners: list[Callable[[str, str, str], object]] = []
"""The functions that receive the results of lesson checks."""


def listen(listener: Callable[[str, str, str], object]) -> None:
    """Register a function to call with the exercise, the check's message and the board's answer."""
    listeners.append(listener)


def unlisten(listener: Callable[[str, str, str], object]) -> None:
    """Remove a function registered by `listen`, if it is there."""
    with suppress(ValueError):
        listeners.remove(listener)


def report(exercise: str, said: str, answer: str = "") -> None:
    """Send a check's message about an exercise, and the answer on the board, to all listeners."""
    for listener in tuple(listeners):
        listener(exercise, said, answer)
