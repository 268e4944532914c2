"""Saying how far something is: bars, and what the checks of lessons say of an exercise."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from polygames.runtime.cooperative import has_threads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")


def progress(
    items: Iterable[T],
    what: str,
    *,
    total: int | None = None,
    initial: int = 0,
    unit: str = "it",
    show: bool = True,
    delay: float = 2,
) -> Iterator[T]:
    """Pass the items on, with a bar once it takes more than two seconds, or `delay`.

    The bar knows how many there are from `total`, or from the length of the items, and shows how
    many come in a second and how long the others will take. Some, `initial`, may be there already.

    Examples
    --------
    >>> sum(progress([1, 2, 3], "numbers"))
    6
    >>> list(progress([], "numbers"))
    []
    """
    tqdm = _tqdm()

    counted: dict[str, Any] = {"total": total, "initial": initial, "unit": unit}
    return iter(tqdm(items, desc=what, delay=delay, leave=False, disable=not show, **counted))


def tally(what: str, total: int) -> Any:
    """Return a bar to update by hand, in a ``with`` block; it shows after two seconds."""
    tqdm = _tqdm()

    return tqdm(desc=what, total=total, delay=2, leave=False)


def _tqdm() -> Any:
    """Return tqdm's bar for a notebook or a terminal; it asks for a thread where there is one."""
    from tqdm.auto import tqdm

    if not has_threads():
        tqdm.monitor_interval = 0
    return tqdm


listeners: list[Callable[[str, str], object]] = []
"""Who is told."""


def listen(listener: Callable[[str, str], object]) -> None:
    """Tell somebody from now on: the exercise, and ``"right"``, ``"not quite"``, ``"not yet"``."""
    listeners.append(listener)


def unlisten(listener: Callable[[str, str], object]) -> None:
    """Tell somebody no longer."""
    with suppress(ValueError):
        listeners.remove(listener)


def report(exercise: str, said: str) -> None:
    """Say what a check has said of an exercise."""
    for listener in tuple(listeners):
        listener(exercise, said)
