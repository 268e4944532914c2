"""Puzzles of Split: endings of fills and cuts in which everything is settled.

Lines form a continuum, so not every move can be tried. In these endings, by the rules of 2026,
one open area at most is not small, and it is so small that every line leaves two small pieces:

- Where only fills are left, each takes the largest area that is open: what counts is the order of
  the areas. So the result after a cut depends on the size of one piece alone, and the drawer's
  points are a continuous function of it, linear between the sizes at which the order changes.
- A line from own colour to own colour scores the piece that the other player chooses. Any other
  line scores nothing.
- So a cut that wins is found among many lines; and no cut wins where none of the sizes at which
  the function bends, or at which the two choices are worth the same, is enough.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.judged import Judged
from polygames.games.split.rules import EPSILON, TOTAL, DrawLine, FillArea, new
from polygames.geometry.planar import Spot
from polygames.search.puzzles.exact import by_force

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from polygames.core.protocol import Seat
    from polygames.games.split.rules import Color, Split

HORIZONS: Final = (None,)
MARGIN: Final = 1.0
SHARE: Final = 0.6

GOAL: Final = TOTAL / 2 + EPSILON
APART: Final = 0.05
"""How far from half of the square every result is, so that no rounding decides it."""
AREAS: Final = range(3, 7)
"""How many areas are open."""
CLOSE: Final = 30.0
"""What both seats have at least."""
NAMES: Final = {"red": "Red", "blue": "Blue"}
STEPS: Final = 5
"""In how many places along a side a line is tried."""


def positions(rng: Random) -> Iterator[Split]:
    """Yield the endings of a random game by the rules of 2026."""
    state = new(fill_inclusive=False, min_area=1.0)
    while state.outcome is None:
        is_ending = len(state.open_areas) in AREAS and min(state.scores) > CLOSE
        if is_ending and state.phase == "line" and _is_settled(state):
            yield state
        state = state.play(state.legal_moves.sample(rng))


def _large(state: Split) -> list[int]:
    return [k for k in state.open_areas if not state.is_small(k)]


def _is_settled(state: Split) -> bool:
    """Whether every line leaves two small pieces, of one area at most."""
    least, areas = state.rules.min_area, state.map.faces
    large = _large(state)
    most = max((areas[k].area for k in large), default=0.0)
    return len(large) < 2 and state.rules.is_small(most - least)  # noqa: PLR2004 - one at most


class Cut(NamedTuple):
    """A line, and the size of one of its pieces."""

    line: DrawLine
    piece: float
    is_own: bool
    """Whether both ends are on the drawer's colour, so that a piece scores."""


class Ending(NamedTuple):
    """What counts in an ending, for the seat to move."""

    mine: float
    theirs: float
    small: tuple[float, ...]
    """The values of the small areas, falling."""
    large: float = 0.0
    """The value of the one that is not small; 0 if there is none."""


class Cuts(NamedTuple):
    """The lines that were tried in the large area, for the seat to move and the other one."""

    mine: Sequence[Cut]
    theirs: Sequence[Cut]


def judged(state: Split, _: int | None = None) -> dict[Any, Judged] | None:
    """Say of each fill whether it wins, 1 or -1, where no line does.

    None is returned where that is not settled, and where a line may win: then many lines do, and
    none is the only best move.
    """
    if state.phase != "line" or state.outcome is not None or not _is_settled(state):
        return None
    if state.legal_moves.finite:
        return by_force(state)
    assert state.seat_colors is not None  # noqa: S101 - colours are chosen with the second move
    area = _large(state)[0]
    lines = list(_lines(state, area))
    mine, theirs = (state.seat_colors[seat] for seat in (state.turn, 1 - state.turn))
    cuts = Cuts(_cuts(state, lines, mine), _cuts(state, lines, theirs))
    ending, known = _ending(state, state.turn), dict[Any, int | None]()
    found: dict[Any, Judged] = {}
    if _most_by_cuts(ending, cuts.mine) >= GOAL - APART:
        return None
    for move in _fills(state):
        value = state.map.faces[move.area].area
        won = _standing(_after_fill(ending, value), Cuts(cuts.theirs, cuts.mine), known)
        if won is None:
            return None
        found[move] = Judged(-won)
    if sum(each.value for each in found.values()) > 2 - len(found):
        return None  # two fills win
    return {
        move: Judged(each.value, _answer(state.play(move), each)) for move, each in found.items()
    }


def _fills(state: Split) -> Iterator[FillArea]:
    yield from (FillArea(k) for k in state.open_areas if state.is_small(k))


def _ending(state: Split, seat: Seat) -> Ending:
    values = [state.map.faces[move.area].area for move in _fills(state)]
    large = [state.map.faces[k].area for k in _large(state)]
    scores = state.scores[seat], state.scores[1 - seat]
    return Ending(*scores, tuple(sorted(values, reverse=True)), sum(large))


def _after_fill(ending: Ending, value: float) -> Ending:
    """Return the ending for the other seat after a fill."""
    small = list(ending.small)
    small.remove(value)
    return Ending(ending.theirs, ending.mine + value, tuple(small), ending.large)


def _answer(after: Split, each: Judged) -> Any:
    """Return the move with which the other seat wins after a wrong one."""
    if each.value > 0 or after.outcome is not None:
        return None
    assert after.seat_colors is not None  # noqa: S101 - as before the move
    ending, known = _ending(after, after.turn), dict[Any, int | None]()
    lines = list(_lines(after, _large(after)[0]))
    mine, theirs = (after.seat_colors[seat] for seat in (after.turn, 1 - after.turn))
    cuts = Cuts(_cuts(after, lines, mine), _cuts(after, lines, theirs))
    for move in _fills(after):
        value = after.map.faces[move.area].area
        if _standing(_after_fill(ending, value), Cuts(cuts.theirs, cuts.mine), known) == -1:
            return move
    cut = _best_cut(ending, cuts.mine)
    return None if cut is None else cut.line


def _standing(ending: Ending, cuts: Cuts, known: dict[Any, int | None]) -> int | None:
    """Return whether the seat to move wins (1) or loses (-1); None if that is not settled."""
    if ending.mine > GOAL:
        return 1
    if ending.theirs > GOAL:
        return -1
    if ending not in known:
        known[ending] = _searched(ending, cuts, known)
    return known[ending]


def _searched(ending: Ending, cuts: Cuts, known: dict[Any, int | None]) -> int | None:
    is_open = False
    for value in dict.fromkeys(ending.small):
        after = _standing(_after_fill(ending, value), Cuts(cuts.theirs, cuts.mine), known)
        if after == -1:
            return 1
        is_open |= after is None
    cut = _best_cut(ending, cuts.mine)
    if cut is not None and _by_cut(ending, cut) > GOAL + APART:
        return 1
    return None if is_open or _most_by_cuts(ending, cuts.mine) >= GOAL - APART else -1


# --- Lines --------------------------------------------------------------------------------------


def _lines(state: Split, area: int) -> Iterator[tuple[DrawLine, float]]:
    """Yield lines from many places of the border to many others, each with the size of a piece."""
    shares = [(k + 0.5) / STEPS for k in range(STEPS)]
    for one, other in combinations(state.map.faces[area].edges, 2):
        for s in shares:
            for t in shares:
                line = DrawLine(
                    Spot(one.line, one.start + s * (one.stop - one.start)),
                    Spot(other.line, other.start + t * (other.stop - other.start)),
                )
                if state.why_not(line) is None:
                    yield line, state.map.split(area, line.start, line.end).kept.area


def _cuts(state: Split, lines: Sequence[tuple[DrawLine, float]], color: Color) -> tuple[Cut, ...]:
    """Return what lines are if they are drawn in a colour, one for each size of a piece."""
    found = {}
    for line, piece in lines:
        is_own = all(state.colors[end.line] == color for end in (line.start, line.end))
        found[round(piece, 1), is_own] = Cut(line, piece, is_own)
    return tuple(found.values())


def _by_cut(ending: Ending, cut: Cut) -> float:
    """Return what the drawer has in the end."""
    pieces = cut.piece, ending.large - cut.piece
    if cut.is_own:
        return min(_owned(ending, *pieces), _owned(ending, *pieces[::-1]))
    return ending.mine + _second(*ending.small, *pieces)


def _owned(ending: Ending, scored: float, left: float) -> float:
    """Return what the drawer has in the end if one piece scores and the other is left."""
    return ending.mine + scored + _second(*ending.small, left)


def _second(*values: float) -> float:
    """Return what is had by who fills second, each the largest that is left."""
    return sum(sorted(values, reverse=True)[1::2])


def _best_cut(ending: Ending, cuts: Sequence[Cut]) -> Cut | None:
    return max(cuts, key=lambda cut: _by_cut(ending, cut), default=None) if ending.large else None


def _most_by_cuts(ending: Ending, cuts: Sequence[Cut]) -> float:
    """Return what no cut exceeds, whatever the size of its pieces."""
    large = ending.large
    if not large:
        return 0.0
    bends = {0.0, large, large / 2, *ending.small, *(large - value for value in ending.small)}
    sizes = sorted(size for size in bends if 0 <= size <= large)
    most = max(ending.mine + _second(*ending.small, size, large - size) for size in sizes)
    if not any(cut.is_own for cut in cuts):
        return most
    crossings = [size for pair in pairwise(sizes) for size in _crossing(ending, *pair)]
    choices = [
        min(_owned(ending, size, large - size), _owned(ending, large - size, size))
        for size in (*sizes, *crossings)
    ]
    return max(most, *choices)


def _crossing(ending: Ending, low: float, high: float) -> Iterator[float]:
    """Yield the size between two at which both choices are worth the same, if there is one."""
    apart = [
        _owned(ending, size, ending.large - size) - _owned(ending, ending.large - size, size)
        for size in (low, high)
    ]
    if apart[0] * apart[1] < 0:
        yield low + (high - low) * apart[0] / (apart[0] - apart[1])


def proved(state: Split, _: int | None = None) -> dict[Any, float]:
    """Return which fills the search of the game proves to win or to lose."""
    from random import Random

    from polygames.games.split.engine.alphabeta import WON
    from polygames.games.split.engine.deepening import DeepeningSearch
    from polygames.runtime.clock import Clock

    found = {}
    for move in _fills(state):
        after = state.play(move)
        if after.outcome is not None:
            found[move] = 1.0 if after.outcome.winners == {state.turn} else -1.0
            continue
        search = DeepeningSearch(after, Clock(0.5), (1000,), None, Random(0))
        best = max([search.value, *(value for _, value, _ in search.deepen())], key=abs)
        if abs(best) > WON / 2:
            found[move] = -1.0 if best > 0 else 1.0
    return found


def images(state: Split) -> set[Any]:
    """Return the areas as the eight symmetries of the square show them, to three digits."""
    seen = set()
    for turn in range(8):
        shown = frozenset(
            (frozenset(_turned(corner, turn) for corner in area.polygon), area.owner)
            for area in state.areas
        )
        seen.add((shown, state.turn))
    return seen


def _turned(corner: tuple[float, float], turn: int) -> tuple[float, float]:
    """Turn or reflect a point of the square."""
    x, y = corner
    if turn & 1:
        x = 10 - x
    if turn & 2:
        y = 10 - y
    if turn & 4:
        x, y = y, x
    return round(x, 3), round(y, 3)


def words(state: Split, _: int | None, __: dict[Any, Judged]) -> tuple[str, str]:
    """Return the task and the theme."""
    name = NAMES[state.color]
    if state.legal_moves.finite:
        return f"{name} to move and win: only fills are left. Which area?", "only fills"
    return f"{name} to move and win. Fill an area, or cut one?", "fill first"
