"""A review looked at again, longer, only where it found mistakes."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from polygames.core import __version__
from polygames.core.options import number, whole
from polygames.core.registry import info_of
from polygames.search.review.findings import GLYPH_OF, Work
from polygames.search.review.running import Growing, analysing
from polygames.search.review.steady import steadied

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable
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


def doubtful(review: Review) -> list[ReviewedMove]:
    """Return the moves that may be mistakes, as far as a quick review can say.

    Nothing can be one that is proved or best, or that lost less than half of what a mistake does.

    Examples
    --------
    >>> import polygames as pg
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> doubtful(pg.review(record, progress=False))  # a blunder, exactly
    []
    """
    return [each for each in review.moves if _is_open(each) and _may_be_one(each)]


def deepening(
    record: Record,
    review: Review,
    *,
    seconds: float = SECONDS,
    seed: int = 0,
    moves: Iterable[ReviewedMove] | None = None,
    workers: int | None = None,
    progress: bool = False,
    stop: Event | None = None,
) -> Generator[Review]:
    """Yield a review with ever more of its mistakes looked at again; the others stay as they are.

    The first one is the review as it is.

    Parameters
    ----------
    record, review
        A record, and what was found of it.
    seconds
        The time to think about each position before and after a mistake.
    seed
        Seeds the search.
    moves
        Which moves of the review; by default the mistakes that are not proved.
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
    chosen = open_mistakes(review) if moves is None else moves
    nodes = [each.node for each in chosen if each.node is not None]
    yield review
    if not nodes:
        return
    work = Work(f"polygames {__version__}", None, seconds, seed)
    growing = Growing(record, nodes, work)
    with closing(
        analysing(growing, seconds, seed, workers=workers, progress=progress, stop=stop)
    ) as found:
        for each in found:
            yield _with(review, [replace(move, work=work) for move in each.moves])


def _is_open(each: ReviewedMove) -> bool:
    return each.node is not None and each.node.parent is not None and not each.proved


def _may_be_one(each: ReviewedMove) -> bool:
    """Whether a move lost half as much as a mistake, or is called bad already."""
    if each.verdict in GLYPH_OF:
        return True
    if each.verdict != "good" or each.node is None or each.node.parent is None:
        return False
    rules = info_of(each.node.parent.state).engine.verdicts
    if rules.measure == "chance" and each.chance is not None and each.chance_after is not None:
        return each.chance - each.chance_after >= rules.mistake / 2
    return each.loss >= rules.in_points.mistake / 2


def _with(review: Review, moves: Iterable[ReviewedMove]) -> Review:
    """Return a review with some moves in the place of those that were judged before."""
    later = {id(each.node): each for each in moves}
    return steadied(
        replace(review, moves=tuple(later.get(id(each.node), each) for each in review.moves))
    )
