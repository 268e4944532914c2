"""One curve for a whole game: label, sentence and curve say the same of each move.

Each position is looked at for itself, and two looks differ by the noise of a search, though nothing
was lost between them. What a move lost is judged with less noise: mostly within one search. So the
curve is the one nearest to all looks that falls by what each move lost: Gauss's least squares, as
in a Kalman smoother. What is proved stays as it is, and rolls of dice part the curve.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from polygames.core.analysis import RESULT
from polygames.core.registry import info_of
from polygames.search.review.findings import GLYPH_OF, VERDICTS, has_a_proof
from polygames.search.review.luck import line_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.search.review.findings import Review, ReviewedMove, Verdict

EXACT, SURE, LOOSE = 10_000.0, 10.0, 0.5
"""How much more than a look it counts what a move cost: one that is marked; one of which the
search is sure that it cost little; and one that is unclear."""
TOLERANCE = 1e-3
"""By so much less may a marked move lose on the curve."""
ROUNDING = 1e-12
"""So small a change is none."""
PROVED = 1e9
"""How much more than a look a proof counts."""


class Look(NamedTuple):
    """What is known of a position for itself: the chance of seat 0."""

    chance: float
    is_proved: bool


def steadied(review: Review) -> Review:
    """Return a review whose chances to win are those of one curve.

    Examples
    --------
    >>> import polygames as pg
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> found = pg.review(record, progress=False)  # all is proved: it stays as it is
    >>> steadied(found) == found
    True
    """
    if not review.is_opposed:
        return review
    moves = list(review.moves)
    known = {id(each.node): place for place, each in enumerate(moves) if each.node is not None}
    nodes = [each.node for each in moves if each.node is not None]
    line = [known[id(node)] for node in line_of(nodes)]
    for part in _parts(moves, line):
        own = [moves[place] for place in part]
        for place, each in zip(part, _of_one_curve(review, own), strict=True):
            moves[place] = each
    return replace(review, moves=tuple(moves))


def _parts(moves: Sequence[ReviewedMove], line: Sequence[int]) -> Iterator[list[int]]:
    """Yield the places of moves that follow each other, and whose chances are known."""
    part: list[int] = []
    for place in line:
        each = moves[place]
        if each.chance is None or each.chance_after is None:
            if part:
                yield part
            part = []
        else:
            part.append(place)
    if part:
        yield part


def _of_one_curve(review: Review, moves: Sequence[ReviewedMove]) -> Iterator[ReviewedMove]:
    """Yield moves that follow each other with the chances of one curve."""
    looks = [*map(_look_before, moves), _look_after(moves[-1])]
    links = [_link(each) for each in moves]
    falls = [_sign(each) * -_lost(each) for each in moves]
    curve = nearest(looks, falls, links)
    for each, (before, after) in zip(moves, pairwise(curve), strict=True):
        mine = (before, after) if each.seat == 0 else (1 - before, 1 - after)
        yield _with(review, each, *mine)


def nearest(looks: Sequence[Look], falls: Sequence[float], links: Sequence[float]) -> list[float]:
    """Return the curve nearest to looks, and to what is known of its changes.

    Examples
    --------
    >>> looks = [Look(0.6, False), Look(0.8, False)]
    >>> [round(each, 2) for each in nearest(looks, [0.0], [10_000.0])]
    [0.7, 0.7]
    >>> [round(each, 2) for each in nearest(looks, [-0.2], [10_000.0])]
    [0.8, 0.6]
    """
    weights = [PROVED if look.is_proved else 1.0 for look in looks]
    before, after = [0.0, *links], [*links, 0.0]
    rises = [0.0, *falls], [*falls, 0.0]
    # A system of three diagonals, solved from one end to the other and back.
    slopes, levels = list[float](), list[float]()
    for place, (look, weight) in enumerate(zip(looks, weights, strict=True)):
        down, up = before[place], after[place]
        right = weight * look.chance + down * rises[0][place] - up * rises[1][place]
        whole = weight + down + up
        if slopes:
            whole -= down * slopes[-1]
            right += down * levels[-1]
        slopes.append(up / whole)
        levels.append(right / whole)
    curve = [levels[-1]]
    for slope, level in zip(slopes[-2::-1], levels[-2::-1], strict=True):
        curve.append(level + slope * curve[-1])
    return [
        look.chance if look.is_proved else min(1.0, max(0.0, chance))
        for look, chance in zip(looks, reversed(curve), strict=True)
    ]


def _look_before(each: ReviewedMove) -> Look:
    assert each.chance is not None  # noqa: S101 - only such moves are in a part
    chance = each.chance if each.seat == 0 else 1 - each.chance
    return Look(chance, each.proved or each.proved_before)


def _look_after(each: ReviewedMove) -> Look:
    """Return what is known of the position after the last move."""
    assert each.chance_after is not None  # noqa: S101 - as above
    chance = each.chance_after if each.seat == 0 else 1 - each.chance_after
    is_over = each.node is not None and each.node.state.outcome is not None
    return Look(chance, is_over or each.proved or each.proved_after)


def _sign(each: ReviewedMove) -> int:
    return 1 if each.seat == 0 else -1


def _lost(each: ReviewedMove) -> float:
    """Return what a move lost of the chance to win, as it was judged."""
    if each.verdict in {"best", "forced"} or each.is_unclear:
        return 0.0
    assert each.chance is not None  # noqa: S101 - as above
    assert each.chance_after is not None  # noqa: S101 - as above
    return max(0.0, each.chance - each.chance_after - _noise(each))


def _noise(each: ReviewedMove) -> float:
    """Return how much of a fall is to be put down to the two trees that found it: half of the most.

    What is marked was chosen because it seemed to lose much, so it seems to lose too much.
    """
    if each.verdict not in GLYPH_OF or each.node is None or has_a_proof(each):
        return 0.0
    apart = each.apart
    if apart is None:  # nobody says how large the trees were
        apart = info_of(each.node.state).engine.verdicts.apart
    return 0.0 if apart is None else apart / 4  # a value has twice the scale of a chance


def _link(each: ReviewedMove) -> float:
    """Return how much it counts what a move lost."""
    if each.verdict in GLYPH_OF:
        return EXACT
    return LOOSE if each.is_unclear else SURE


def _verdict_of(each: ReviewedMove, lost: float) -> Verdict:
    """Return the verdict of a move, no worse than what it lost on the curve."""
    if each.verdict not in GLYPH_OF or each.node is None or each.proved:
        return each.verdict
    rules = info_of(each.node.state).engine.verdicts
    if rules.measure != "chance":
        return each.verdict
    return min(each.verdict, rules.of(lost + TOLERANCE), key=VERDICTS.index)


def _with(review: Review, each: ReviewedMove, before: float, after: float) -> ReviewedMove:
    """Return a move with other chances, and with the value that goes with them."""
    assert each.chance is not None  # noqa: S101 - as above
    assert each.chance_after is not None  # noqa: S101 - as above
    if max(abs(before - each.chance), abs(after - each.chance_after)) < ROUNDING:
        return each
    verdict = _verdict_of(each, before - after)
    moved = replace(each, verdict=verdict, chance=before, chance_after=after)
    is_chance = review.unit == RESULT and each.value is not None
    if not is_chance or each.low is None or each.high is None:
        return moved
    value, step = 2 * before - 1, 2 * (before - each.chance)
    is_equal = each.verdict in {"best", "forced"}
    low, high = review.scale
    return replace(
        moved,
        value=value,
        low=each.low if each.low in {each.high, low} else max(low, each.low + step),
        high=each.high if each.high in {each.low, high} else min(high, each.high + step),
        after=2 * after - 1,
        loss=0.0 if is_equal else max(0.0, 2 * (before - after)),
    )
