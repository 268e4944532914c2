"""Proved endings of Split: the winner by small areas and by bounds on the gain of lines.

A small open area can only be filled. A player who always fills the largest of them gets the first,
third, fifth, ... of them if it begins, and the second, fourth, ... if not, whatever the other does:
each turn of the other removes at most one of them, and a line can only add some. The other gains in
a turn at most the largest small area or half of the largest other one: of the two pieces of a line
between its own colours it gets the one that its opponent chooses. So a player wins if it exceeds
half of the square before the other can. If only fills are left this is exact: filling the largest
is then best, because it has the same value for both.

The last area. One area of value v is open. It is not small, but less than twice the fill limit.
With best play the share of the seat to move, the mover, is between two bounds.

*At least v / 2.* The mover halves the area, and both halves are small. If the opponent has to
choose one for the mover to fill, it gets the other; if not, it fills one and the mover the other.

*At most 2v / 3, and at most 4v / 7 if no two lines of the mover's colour are sides of the area.*
By induction: let the mover's line make pieces p <= q.

1. Without a choice, both small: the opponent fills q. The mover gets p, at most v / 2.
2. Without a choice, q not small, so p is small. The opponent fills p, and the mover gets at most
   2q / 3. Or it halves q and fills the second largest of p, q / 2 and q / 2 (if its line is between
   its own colours it gets half of q and then p): the mover gets at most q / 2 + p, if p <= q / 2.
   The lesser of these, 2 (v - p) / 3 and (v + p) / 2, has its maximum at p = v / 7: 4v / 7.
3. With a choice: the opponent lets the mover fill q and gets p. Or it lets it fill p, and then
   fills q if it is small, or moves alone in q and gets half of it by the first part of the proof.
   The mover gets at most the lesser of q and p + q / 2, with its maximum at p = v / 3: 2v / 3.

If both bounds agree, the mover wins or loses, and no line has to be searched. With small areas
beside the last one, the mover has a sure gain if it halves the last one, because only fills are
left; or if it fills the only small one, because the other player is then the mover.
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
"""The margin for rounding errors: narrower wins are not claimed."""
HALVING_TOLERANCE = 1e-4
"""The same margin if a line has to halve an area, which it does only approximately."""
MAX_MOVER_SHARE, MAX_MOVER_SHARE_NO_PAIR = 2 / 3, 4 / 7
"""The mover's greatest share of the last area, with two lines of its colour as sides or not."""


def winner_of(state: Split) -> Seat | None:
    """Return the proved winner of a position, or None if there is no proof.

    Proofs exist only shortly before the end, and never of a draw.

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
    """Return the moves used in proofs: the largest fill and a line that halves the last area.

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
        moves.append(DrawLine(*state.map.find_halving_line(last)))
    return moves


def open_area_bounds(state: Split) -> tuple[float, float] | None:
    """Return the least and most points that the mover gains from the open areas with best play.

    None unless one of them is the last area: not small, but less than twice the fill limit. If
    small ones are open, too, the lower bound is useful, the upper bound is trivial.
    """
    last = _last_area(state)
    if last is None:
        return None
    value = state.map.faces[last].area
    small = [state.map.faces[area].area for area in state.open_areas if area != last]
    if not small:
        return value / 2, _max_share(state, last, state.turn) * value
    halves = sorted((*small, value / 2, value / 2), reverse=True)
    chosen = sorted((*small, value / 2), reverse=True)  # the line may be between own colours
    least = min(sum(halves[1::2]), value / 2 + sum(chosen[1::2]))
    if len(small) == 1:
        least = max(least, small[0] + value * (1 - _max_share(state, last, 1 - state.turn)))
    return least, sum(small) + value


def _last_area(state: Split) -> int | None:
    """Return the index of the only large open area if its halves are small, else None."""
    if state.outcome is not None or state.phase != "line":
        return None
    large = [area for area in state.open_areas if not state.is_small(area)]
    if len(large) != 1:
        return None
    half = state.map.faces[large[0]].area / 2
    return large[0] if half <= state.rules.fill_limit - HALVING_TOLERANCE else None


def _max_share(state: Split, area: int, seat: Seat) -> float:
    """Return the largest fraction of the last area that a seat can get if it moves there first."""
    return MAX_MOVER_SHARE if has_own_color_pair(state, area, seat) else MAX_MOVER_SHARE_NO_PAIR


def has_own_color_pair(state: Split, area: int, seat: Seat) -> bool:
    """Return True if two lines of a seat's colour are sides of an area."""
    color = state.seat_colors[seat] if state.seat_colors else state.color
    lines = {edge.line for edge in state.map.faces[area].edges}
    return sum(state.colors[line] == color for line in lines) > 1


def _winner_of_race(state: Split) -> Seat | None:
    """Return the winner proved by counting fills and the largest possible gains.

    None if unproved.
    """
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
    if is_race_won(small, gain, state.scores[first], state.scores[second], is_to_move=True):
        return first
    if is_race_won(small, gain, state.scores[second], state.scores[first], is_to_move=False):
        return second
    return _winner_of_last_area(state)


def _winner_of_last_area(state: Split) -> Seat | None:
    """Return the winner proved by the bounds on the points of the open areas; None if unproved."""
    if (found := open_area_bounds(state)) is None:
        return None
    (least, most), needed = found, SQUARE_AREA / 2 - state.scores[state.turn]
    if least > needed + HALVING_TOLERANCE:
        return state.turn
    return 1 - state.turn if most < needed - HALVING_TOLERANCE else None


def is_race_won(
    small: Sequence[float],
    gain: float,
    own_score: float,
    opponent_score: float,
    *,
    is_to_move: bool,
) -> bool:
    """Return True if a player is sure to pass half of the square before the opponent can.

    `small` are the small areas, the largest first; `gain` is the other's most gain in a turn.
    """
    for fill in small[0 if is_to_move else 1 :: 2]:
        if not is_to_move:
            opponent_score += gain
        if opponent_score > SQUARE_AREA / 2 - WIN_TOLERANCE:
            return False
        own_score += fill
        if own_score > SQUARE_AREA / 2 + WIN_TOLERANCE:
            return True
        if is_to_move:
            opponent_score += gain
    return False
