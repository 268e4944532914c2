"""Who wins a game of Split whatever the lines may be: small areas counted, and what lines can gain.

An open area that is small can only be filled. Who always fills the largest of them gets the first,
third, fifth, ... of them if it begins, and the second, fourth, ... if not, whatever the other does:
each turn of the other takes away one of them at most, and a line can only add some. A turn gains
the other no more than the largest small area or half of the largest other one, for of the two
pieces of a line between its own colours it gets the one that is chosen for it. So a player who is
above half of the square before the other can be wins. Where only fills are left this is exact: to
take the largest is best then, as it is worth the same to both.

The last area. One area is open, of value v, not small, but less than twice the fill limit. What the
seat to move, the mover, has of it with best play is between two bounds.

*At least v / 2.* The mover halves the area. Both halves are small: if the opponent has to choose
one for the mover to fill, it keeps the other, and if not, it fills one and the mover the other.

*At most 2v / 3, and at most 4v / 7 where no two lines of the mover's colour are sides of the area.*
By induction; say the mover's line makes pieces p <= q.

1. Without a choice, both small: the opponent fills q. The mover has p, at most v / 2.
2. Without a choice, q not small, so p is. The opponent fills p, and the mover has 2q / 3 at most;
   or it halves q and fills the second largest of p, q / 2 and q / 2 (if its line is between its own
   colours it has half of q and then p): the mover has q / 2 + p at most, as long as p <= q / 2. The
   less of these, 2 (v - p) / 3 and (v + p) / 2, is most at p = v / 7: 4v / 7.
3. With a choice: the opponent lets the mover fill q and has p; or lets it fill p, and then fills q
   if it is small, or moves alone in q and has half of it by the first line of the proof. The mover
   has at most the less of q and p + q / 2: most at p = v / 3, 2v / 3.

Where both bounds say so the mover wins, or loses, and no line needs to be looked at. With small
areas beside the last one the mover can be sure of what it has if it halves it, whereupon only fills
are left; or fills the only small one, whereupon the other is the mover.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from polygames.games.split.moves import DrawLine, FillArea
from polygames.games.split.rules import AREA_TOLERANCE, SQUARE_AREA

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.protocol import Seat
    from polygames.games.split.moves import Move
    from polygames.games.split.rules import Split

WIN_TOLERANCE = 10 * AREA_TOLERANCE
"""So much is left to rounding: a win that is as narrow is not told."""
HALVING_CARE = 1e-4
"""The same where a line has to halve an area, which it does nearly."""
MOST, MOST_WITHOUT_PAIR = 2 / 3, 4 / 7
"""The mover's share of the last area at most: with two lines of its colour as sides, without."""


def winner_of(state: Split) -> Seat | None:
    """Return who wins for sure, whatever the other does; None if that is not known.

    It is known soon before the end only, and never that a game ends in a draw.

    Examples
    --------
    >>> state = pg.new("split", fill_limit=45)
    >>> for move in ("draw 1@0.1 - 2@0.4", "color red", "fill 1", "draw 0@0.1 - 4@0.5"):
    ...     state = state.play(state.parse(move))
    >>> state.turn, state.scores, winner_of(state)
    (0, (27.0, 0.0), 0)
    """
    if state.outcome is not None:
        winners = state.outcome.winners
        return min(winners) if len(winners) == 1 else None
    if state.phase == "line":
        return _winner_of_race(state)
    after = [winner_of(state.play(move)) for move in state.legal_moves]
    if state.turn in after:
        return state.turn
    return after[0] if after.count(after[0]) == len(after) else None


def proof_moves(state: Split) -> list[Move]:
    """Return the moves of the proofs where a line is due: the largest fill, and to halve the last.

    Examples
    --------
    >>> state = pg.new("split", fill_limit=45)
    >>> for move in ("draw 1@0.1 - 2@0.4", "color red", "fill 1"):
    ...     state = state.play(state.parse(move))
    >>> (halving,) = proof_moves(state)
    >>> after = state.play(halving)
    >>> [round(after.areas[area].value, 3) for area in after.open_areas]
    [36.5, 36.5]
    """
    small = [area for area in state.open_areas if state.is_small(area)]
    moves: list[Move] = []
    if small:
        moves.append(FillArea(max(small, key=lambda area: state.map.faces[area].area)))
    last = _last_area(state)
    if last is not None:
        moves.append(DrawLine(*state.map.halving(last)))
    return moves


def bounds(state: Split) -> tuple[float, float] | None:
    """Return the least and the most that the mover has of the open areas with best play.

    None unless one of them is the last area: not small, but less than twice the fill limit. If
    small ones are open, too, what the mover can be sure of is known, but not the most.
    """
    last = _last_area(state)
    if last is None:
        return None
    value = state.map.faces[last].area
    small = [state.map.faces[area].area for area in state.open_areas if area != last]
    if not small:
        return value / 2, _share(state, last, state.turn) * value
    halves = sorted((*small, value / 2, value / 2), reverse=True)
    chosen = sorted((*small, value / 2), reverse=True)  # the line may be between own colours
    least = min(sum(halves[1::2]), value / 2 + sum(chosen[1::2]))
    if len(small) == 1:
        least = max(least, small[0] + value * (1 - _share(state, last, 1 - state.turn)))
    return least, sum(small) + value


def _last_area(state: Split) -> int | None:
    """Return the only area that is not small, if its halves are, where a line is due."""
    if state.outcome is not None or state.phase != "line":
        return None
    large = [area for area in state.open_areas if not state.is_small(area)]
    if len(large) != 1:
        return None
    half = state.map.faces[large[0]].area / 2
    return large[0] if half <= state.rules.fill_limit - HALVING_CARE else None


def _share(state: Split, area: int, seat: Seat) -> float:
    """Return which share of the last area a seat has at most if it moves there first."""
    return MOST if has_pair(state, area, seat) else MOST_WITHOUT_PAIR


def has_pair(state: Split, area: int, seat: Seat) -> bool:
    """Say whether two lines of a seat's colour are sides of an area."""
    color = state.seat_colors[seat] if state.seat_colors else state.color
    lines = {edge.line for edge in state.map.faces[area].edges}
    return sum(state.colors[line] == color for line in lines) > 1


def _winner_of_race(state: Split) -> Seat | None:
    """Return who wins by count: the small areas in turn, and one gain from the largest area."""
    values = {area: state.map.faces[area].area for area in state.open_areas}
    small = sorted((values[area] for area in values if state.is_small(area)), reverse=True)
    largest = max((values[area] for area in values if not state.is_small(area)), default=0.0)
    first, second = state.turn, 1 - state.turn
    if not largest:
        ahead = state.scores[state.turn] + sum(small[::2]) - SQUARE_AREA / 2
        if abs(ahead) <= WIN_TOLERANCE:
            return None
        return state.turn if ahead > 0 else 1 - state.turn
    gain = max(state.rules.fill_limit + WIN_TOLERANCE, largest / 2)
    if is_race_won(small, gain, state.scores[first], state.scores[second], begins=True):
        return first
    if is_race_won(small, gain, state.scores[second], state.scores[first], begins=False):
        return second
    return _winner_of_last(state)


def _winner_of_last(state: Split) -> Seat | None:
    """Return who wins by what the last area, and small ones beside it, are worth."""
    if (found := bounds(state)) is None:
        return None
    (least, most), needed = found, SQUARE_AREA / 2 - state.scores[state.turn]
    if least > needed + HALVING_CARE:
        return state.turn
    return 1 - state.turn if most < needed - HALVING_CARE else None


def is_race_won(
    small: Sequence[float], gain: float, own: float, other: float, *, begins: bool
) -> bool:
    """Say whether the score `own` is above half of the square before the other can be.

    There are small areas, the largest first, and a turn gains the other so much at most.
    """
    for fill in small[0 if begins else 1 :: 2]:
        if not begins:
            other += gain
        if other > SQUARE_AREA / 2 - WIN_TOLERANCE:
            return False
        own += fill
        if own > SQUARE_AREA / 2 + WIN_TOLERANCE:
            return True
        if begins:
            other += gain
    return False
