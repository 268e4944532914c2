"""A review looked at again, longer, only where it found mistakes."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from polygames.core.options import number, whole
from polygames.search.review.running import Growing, told_of

if TYPE_CHECKING:
    from collections.abc import Collection, Generator
    from threading import Event

    from polygames.records.record import Record
    from polygames.search.review.findings import Review, ReviewedMove

SECONDS = 0.6
"""How long a position is thought about: twice as long as in a review."""


def open_mistakes(review: Review) -> list[ReviewedMove]:
    """Return the mistakes of a review that are not proved: more thought could change them.

    Examples
    --------
    >>> import polygames as pg
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> open_mistakes(pg.review(record, progress=False))  # a blunder, exactly
    []
    """
    return [each for each in review.moves if _is_open(each) and each.is_mistake]


def deepening(
    record: Record,
    review: Review,
    *,
    seconds: float = SECONDS,
    seed: int = 0,
    plies: Collection[int] | None = None,
    workers: int | None = None,
    progress: bool = False,
    stop: Event | None = None,
) -> Generator[Review]:
    """Yield a review with ever more of its mistakes looked at again; the others stay as they are.

    A mistake that is proved is not looked at: it can only stay one.

    Parameters
    ----------
    record, review
        A record, and what was found of it.
    seconds
        The time to think about each position before and after a mistake.
    seed
        Seeds the search.
    plies
        Which of the mistakes; by default all.
    workers, progress
        See `review`.
    stop
        Set it, from any thread, to end it; what was looked at is kept.

    Examples
    --------
    >>> import polygames as pg
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> first = pg.review(record, progress=False)
    >>> [each == first for each in deepening(record, first)]
    [True]
    """
    seconds = number("the time to think in seconds", seconds, above=0)
    seed = whole("the seed", seed)
    chosen = [each for each in open_mistakes(review) if plies is None or each.ply in plies]
    yield review
    if not chosen:
        return
    growing = Growing(record, [each.node for each in chosen if each.node is not None])
    with closing(
        told_of(growing, seconds, seed, workers=workers, progress=progress, stop=stop)
    ) as found:
        for each in found:
            yield _with(review, each.moves)


def _is_open(each: ReviewedMove) -> bool:
    return each.node is not None and each.node.parent is not None and not each.proved


def _with(review: Review, moves: tuple[Any, ...]) -> Review:
    """Return a review with some moves in the place of those that were judged before."""
    later = {id(each.node): each for each in moves}
    return replace(review, moves=tuple(later.get(id(each.node), each) for each in review.moves))
