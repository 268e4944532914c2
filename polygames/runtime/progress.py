"""Saying how far something is: bars, and what the checks of lessons say of an exercise.

What can take more than two seconds has ``progress: bool = True``: whether to show a bar, which is
there once it has taken as long. A board, which shows what it does in its own way, says False.
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
"""Seconds without a bar: most work is done by then."""


class Bar:
    """A bar to move by hand, in a ``with`` block; it is there once `delay` is over.

    Parameters
    ----------
    what, unit
        What is done, and what is counted.
    total
        How many there are, if that is known; then it says how long the others will take.
    initial
        How many are there already.
    show
        Whether there is a bar at all.
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
        """Move it to where so many are done."""
        self.add(count - self._count)

    def add(self, count: int = 1) -> None:
        """Move it on."""
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
    """Pass the items on, with a bar once it takes more than two seconds, or `delay`.

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
    """Return tqdm's bar for a notebook or a terminal; it asks for a thread where there is one."""
    from tqdm.auto import tqdm

    if not has_threads():
        tqdm.monitor_interval = 0
    return tqdm


listeners: list[Callable[[str, str, str], object]] = []
"""Who is told."""


def listen(listener: Callable[[str, str, str], object]) -> None:
    """Tell somebody from now on: the exercise, what was said of it, the answer on the board."""
    listeners.append(listener)


def unlisten(listener: Callable[[str, str, str], object]) -> None:
    """Tell somebody no longer."""
    with suppress(ValueError):
        listeners.remove(listener)


def report(exercise: str, said: str, answer: str = "") -> None:
    """Say what a check has said of an exercise, and of what was answered on the board."""
    for listener in tuple(listeners):
        listener(exercise, said, answer)
