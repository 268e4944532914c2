"""Who wins a game of Split whatever the lines may be: small areas counted, and what lines can gain.

An open area that is small can only be filled. Who always fills the largest of them gets the first,
third, fifth, ... of them if it begins, and the second, fourth, ... if not, whatever the other does:
each turn of the other takes away one of them at most, and a line can only add some. A turn gains
the other no more than the largest small area or half of the largest other one, for of the two
pieces of a line between its own colours it gets the one that is chosen for it. So a player who is
above half of the square before the other can be wins. Where only fills are left this is exact: to
take the largest is best then, as it is worth the same to both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from polygames.games.split.rules import EPSILON, TOTAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.protocol import Seat
    from polygames.games.split.rules import Split

CARE = 10 * EPSILON
"""So much is left to rounding: a win that is as narrow is not told."""


def winner_of(state: Split) -> Seat | None:
    """Return who wins for sure, whatever the other does; None if that is not known.

    It is known soon before the end only, and never that a game ends in a draw.

    Examples
    --------
    >>> import polygames as pg
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


def _winner_of_race(state: Split) -> Seat | None:
    """Return who wins by count: the small areas in turn, and one gain from the largest area."""
    values = {area: state.map.faces[area].area for area in state.open_areas}
    small = sorted((values[area] for area in values if state.is_small(area)), reverse=True)
    largest = max((values[area] for area in values if not state.is_small(area)), default=0.0)
    first, second = state.turn, 1 - state.turn
    if not largest:
        return _winner_of_fills(state, small)
    gain = max(state.rules.fill_limit + CARE, largest / 2)
    race = Race(small, gain)
    if race.is_won(state.scores[first], state.scores[second], begins=True):
        return first
    if race.is_won(state.scores[second], state.scores[first], begins=False):
        return second
    return None


def _winner_of_fills(state: Split, small: Sequence[float]) -> Seat | None:
    """Return who wins where only fills are left."""
    ahead = state.scores[state.turn] + sum(small[::2]) - TOTAL / 2
    if abs(ahead) <= CARE:
        return None
    return state.turn if ahead > 0 else 1 - state.turn


@dataclass(frozen=True)
class Race:
    """Small areas, the largest first, and what a turn gains the other at most."""

    small: Sequence[float]
    gain: float

    def is_won(self, own: float, other: float, *, begins: bool) -> bool:
        """Say whether the score `own` is above half of the square before the other can be."""
        for fill in self.small[0 if begins else 1 :: 2]:
            if not begins:
                other += self.gain
            if other > TOTAL / 2 - CARE:
                return False
            own += fill
            if own > TOTAL / 2 + CARE:
                return True
            if begins:
                other += self.gain
        return False
