"""The one-ply agent of Split, between greedy and the searches in strength."""

from __future__ import annotations

from itertools import combinations
from math import dist
from typing import TYPE_CHECKING, NamedTuple, Self

from polygames.core.options import check_not_over, whole
from polygames.games.split.rules import WIN_THRESHOLD, ChooseArea, ChooseColor, DrawLine, FillArea
from polygames.geometry.planar import Spot, shoelace

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from polygames.core.protocol import Seat
    from polygames.games.split.rules import Color, Move, Options, Split

    Point = tuple[float, float]
    Piece = tuple[float, tuple[Color, ...]]

MAX_PLACES_PER_EDGE = 100
"""With more places on an edge a move takes minutes."""
LARGE_AREA_WEIGHT = 0.25
"""The share of a large open area that counts for a player who has all its edges."""
MIN_CUT_SHARE = 0.2
"""The smallest piece that the one-ply agent cuts off, as a share of the fill limit."""
WIN_SCORE = 1000.0
"""The value of a won game: more than any points."""
VALUE_TOLERANCE = 1e-9
"""Values with a smaller difference count as equal."""
CORNER_GAP = 1e-6
"""Least distance of the agent's lines from corners and from the ends of other lines."""


class OnePlyAgent:
    """An agent that looks one move ahead and counts the opponent's possible gains.

    It tries every fill, and the lines between evenly spaced places. The value of a position for the
    player who has just moved is, in points:

    - its lead;
    - plus and minus the small areas: both players fill them in turn, the largest first, and the
      opponent begins;
    - for every large open area `LARGE_AREA_WEIGHT` times its value, times the share of its edges
      in the player's colour less the share in the opponent's.

    Where the opponent chooses an area, the choice that is worse for the player counts. A move
    that wins at once comes before all others. Slivers are not cut off: with them two players can
    wait for each other for hundreds of moves.

    Parameters
    ----------
    places
        The number of places on an edge.

    Examples
    --------
    >>> from random import Random
    >>> from polygames.core.descriptions import move_text
    >>> state = pg.new("split")
    >>> move_text(state, pg.agent("oneply", game="split").choose(state, Random(1)))
    'cuts 100 into 33.33 + 66.67, top to bottom'
    """

    def __init__(self, places: int = 5) -> None:
        places = whole("the option places", places, 1, MAX_PLACES_PER_EDGE)
        self.shares = tuple((n + 1) / (places + 1) for n in range(places))

    def choose(self, state: Split, rng: Random, /) -> Move:
        """Return the best move; if several are equally good, a random one of them."""
        check_not_over(state)
        if state.phase == "color":
            return ChooseColor("blue")  # it moves next
        if state.choice is not None:
            mover = 1 - state.turn
            return ChooseArea(min(state.choice, key=lambda k: _value_after_fill(state, k, mover)))
        rated = list(self._iter_rated(state))
        best = max((value for value, _ in rated), default=0.0)
        moves = [move for value, move in rated if value > best - VALUE_TOLERANCE]
        if not moves:
            return state.legal_moves.sample(rng)
        move = rng.choice(moves)
        return FillArea(move) if isinstance(move, int) else DrawLine(*move)

    def rated_moves(self, state: Split) -> list[tuple[Move, float]]:
        """Return the candidate moves, and the value of each for the player who makes it.

        Examples
        --------
        >>> len(OnePlyAgent(places=1).rated_moves(pg.new("split")))
        6
        """
        if state.phase == "color":
            return [(ChooseColor("blue"), 0.0), (ChooseColor("red"), 0.0)]
        if state.choice is not None:
            mover = 1 - state.turn
            return [(ChooseArea(k), -_value_after_fill(state, k, mover)) for k in state.choice]
        return [
            (FillArea(move) if isinstance(move, int) else DrawLine(*move), value)
            for value, move in self._iter_rated(state)
        ]

    def _iter_rated(self, state: Split) -> Iterator[tuple[float, int | tuple[Spot, Spot]]]:
        """Yield each candidate's value, with the area to fill or the two ends of the line."""
        for k in state.open_areas:
            if state.is_small(k):
                yield _value_after_fill(state, k, state.turn), k
                continue
            rest = PositionCount.of_position(state, state.turn, without=k)
            for cut in self._iter_cuts(state, k):
                yield _value_after_cut(rest, cut), (cut.start, cut.end)

    def _iter_cuts(self, state: Split, k: int) -> Iterator[Cut]:
        """Yield the candidate lines in a large area, each with its two pieces."""
        area, mine = state.areas[k], state.color
        corners, colors = area.polygon, area.colors
        least = max(state.rules.min_area + VALUE_TOLERANCE, MIN_CUT_SHARE * state.rules.fill_limit)
        for (i, start, p), (j, end, q) in combinations(self._iter_places(state, k), 2):
            if i == j:
                continue
            cap = abs(shoelace((p, *corners[i + 1 : j + 1], q)))
            if least <= cap <= area.value - least:
                own = colors[i] == colors[j] == mine
                cap_colors = (*colors[i : j + 1], mine)
                rest_colors = (*colors[: i + 1], *colors[j:], mine)
                yield Cut(start, end, own, (cap, cap_colors), (area.value - cap, rest_colors))

    def _iter_places(self, state: Split, k: int) -> Iterator[tuple[int, Spot, Point]]:
        """Yield the places of an area where a line may end, as (edge index, spot, point)."""
        for i, edge in enumerate(state.map.faces[k].edges):
            line = state.map.lines[edge.line]
            taken = [line.point_at(at) for at in (0.0, 1.0, *state.map.ends[edge.line])]
            for share in self.shares:
                spot = edge.spot_at(share)
                point = line.point_at(spot.position)
                if all(dist(point, other) > CORNER_GAP for other in taken):
                    yield i, spot, point


class Cut(NamedTuple):
    """A line that the one-ply agent tries, and the two pieces that it makes."""

    start: Spot
    end: Spot
    is_on_own_color: bool
    """Whether both ends are on lines of the mover's colour [5]."""
    first: Piece
    second: Piece


class PositionCount(NamedTuple):
    """The data from which the one-ply agent evaluates a position for the last mover."""

    rules: Options
    color: Color
    score: float
    lead: float
    """The lead, including the share of the large open areas."""
    small_areas: tuple[float, ...]
    """The values of the small areas."""

    @classmethod
    def of_position(cls, state: Split, seat: Seat, without: int) -> Self:
        """Return the data of a position for a seat, leaving out the open area `without`."""
        color: Color = "red" if state.seat_colors is None else state.seat_colors[seat]
        score, other = state.scores[seat], state.scores[1 - seat]
        tally = cls(state.rules, color, score, score - other, ())
        areas = [state.areas[k] for k in state.open_areas if k != without]
        held, small = tally.split_by_size(*((area.value, area.colors) for area in areas))
        return tally._replace(lead=tally.lead + held, small_areas=tuple(small))

    def split_by_size(self, *pieces: Piece) -> tuple[float, list[float]]:
        """Return the estimated points from the large pieces, and the values of the small pieces."""
        held, small = 0.0, []
        for value, colors in pieces:
            if self.rules.is_small(value):
                small.append(value)
            else:
                mine = colors.count(self.color)
                theirs = len(colors) - mine - colors.count("neutral")
                held += LARGE_AREA_WEIGHT * value * (mine - theirs) / len(colors)
        return held, small

    def value(self, gain: float, *pieces: Piece) -> float:
        """Return the value after the player gains points and leaves `pieces` open."""
        held, small = self.split_by_size(*pieces)
        in_turn = sorted((*self.small_areas, *small), reverse=True)
        won = WIN_SCORE if self.score + gain > WIN_THRESHOLD else 0.0
        return won + self.lead + gain + held - sum(in_turn[::2]) + sum(in_turn[1::2])


def _value_after_fill(state: Split, k: int, seat: Seat) -> float:
    """Return the value of the position for a seat after it has filled area k."""
    return PositionCount.of_position(state, seat, without=k).value(state.areas[k].value)


def _value_after_cut(others: PositionCount, cut: Cut) -> float:
    """Return the value of the position after a line, given the data of all other areas."""
    first, second = cut.first, cut.second
    if cut.is_on_own_color:  # the opponent chooses which of the two is filled
        return min(others.value(first[0], second), others.value(second[0], first))
    return others.value(0.0, first, second)
