"""One way to show that something takes its time."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["progress"]

T = TypeVar("T")


def progress(
    items: Iterable[T], what: str, *, total: int | None = None, show: bool = True
) -> Iterator[T]:
    """Pass the items on, with a bar once it takes more than two seconds.

    The bar knows how many there are from `total`, or from the length of the items.

    Examples
    --------
    >>> sum(progress([1, 2, 3], "numbers"))
    6
    >>> list(progress([], "numbers"))
    []
    """
    from tqdm.auto import tqdm

    return iter(tqdm(items, desc=what, total=total, delay=2, leave=False, disable=not show))
