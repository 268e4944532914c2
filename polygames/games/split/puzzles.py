"""Puzzles of Split: where to cut the last area, so that more than half of the square is yours.

Lines form a continuum, so not every move can be tried. But one open area is left here, at most two
smallest pieces above what may be filled. So what a line is worth depends on its smaller piece s,
on the rest r, and on whether it joins two lines of the drawer's own colour:

- Both pieces are small: whoever chooses leaves the drawer the smaller one, so it gets s.
- The rest is too large to be filled, and the line is between own lines: the other player lets the
  drawer fill r, or lets it fill s and has to cut r itself. Whoever cuts an area of which every line
  leaves two small pieces gets half of it at most, and some line halves it. So the drawer gets the
  lesser of r and s + r / 2.
- The rest is too large, and the line is between any other lines: the other player fills s, and the
  drawer has to cut r: it gets half of r at most.

So a line wins or not by the size of its smaller piece: that is the certificate of a puzzle, and any
line that wins is right.

No puzzle has an area to fill beside the one to cut: where every line leaves two small pieces of X,
to fill f first is never worse. It brings f and X / 2 at least, for after the other player's line
the larger piece is there to be filled, and it is not given away. To cut first brings no more: by a
line between own lines the other player leaves the smaller piece and fills what is larger of the
rest and f, so X / 2 and f at most; by any other line it fills the largest of the three, and of the
second one there is f or X / 2 at most. `tests/games/split/test_puzzles.py` tries all sizes.
Where a line may leave more than can be filled this is not proved; in 5,388 random endings looked at
no cut beside a possible fill was the only win.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.plugs import JudgedMove
from polygames.games.split import symmetry
from polygames.games.split.rules import WIN_THRESHOLD, ChooseArea, DrawLine, FillArea, new

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from polygames.games.split.rules import Split

HORIZONS: Final = (None,)
MARGIN: Final = 1.0
SHARE: Final = 0.5
HINTS: Final = {
    "leave the last cut to the other": "Draw so that the other player has to make the last cut.",
    "nearly in half: a triangle": (
        "Cut the triangle nearly in half: the smaller piece will be yours."
    ),
    "nearly in half: a quadrilateral": (
        "Cut the four-sided area nearly in half: the smaller piece will be yours."
    ),
    "nearly in half: five corners or more": (
        "Cut the area nearly in half: the smaller piece will be yours."
    ),
}

PUZZLE_RULES: Final = ((5.0, 1.0), (8.0, 3.0), (12.0, 5.0), (16.0, 7.0))
"""What may be filled, and the smallest piece: with more of both the last area is larger."""
MIN_DISTANCE_FROM_HALF: Final = 0.05
"""How far from half of the square the best line is, so that no rounding decides it."""
WINNING_SHARE_RANGE: Final = (0.02, 0.4)
"""Which share of the lines that are tried wins, at least and at most."""
PLACES_PER_SIDE: Final = 7
"""In how many places along a side a line is tried."""
images: Final = symmetry.images
SHAPE_NAMES: Final = {3: "a triangle", 4: "a quadrilateral"}


def positions(rng: Random) -> Iterator[Split]:
    """Yield the position before the last area of a random game is cut."""
    limit, least = rng.choice(PUZZLE_RULES)
    state = new(fill_limit=limit, fill_inclusive=False, min_area=least)
    while state.outcome is None:
        if state.phase == "line" and len(state.open_areas) == 1 and _is_endgame(state):
            yield state
        state = state.play(state.legal_moves.sample(rng))


def _is_endgame(state: Split) -> bool:
    """Whether one area is open, so large and no larger that every line is understood."""
    large, rules = _last(state), state.rules
    is_near = rules.is_small(large - 2 * rules.min_area)
    return state.seat_colors is not None and is_near and not rules.is_small(large)


def _last(state: Split) -> float:
    return state.map.faces[state.open_areas[0]].area


class Cut(NamedTuple):
    """A line across the last area."""

    line: DrawLine
    less: float
    """The smaller piece."""
    rest: float
    is_own: bool
    """Whether both ends are on the drawer's colour, so that a piece scores at once."""

    def worth(self, state: Split) -> float:
        """Return what the drawer gets of the area; if a rest is left to it, at most."""
        if state.rules.is_small(self.rest):
            return self.less
        return min(self.rest, self.less + self.rest / 2) if self.is_own else self.rest / 2

    def is_open(self, state: Split) -> bool:
        """Say whether the worth is only a bound: what the drawer gets at most."""
        return not self.is_own and not state.rules.is_small(self.rest)


def judged(state: Split, _: int | None = None) -> dict[Any, JudgedMove] | None:
    """Say of lines between all borders whether they win: the best one, and some that do not.

    None is returned where the position is not understood, or too many lines win.
    """
    if state.phase != "line" or state.outcome is not None or len(state.open_areas) != 1:
        return None
    if not _is_endgame(state):
        return None
    need, cuts = WIN_THRESHOLD - state.scores[state.turn], list(_cuts(state))
    won = [cut for cut in cuts if cut.worth(state) > need]
    best = max(cuts, key=lambda cut: cut.worth(state))
    is_clear = best.worth(state) > need + MIN_DISTANCE_FROM_HALF
    is_clear &= not any(
        cut.is_open(state) and cut.worth(state) > need - MIN_DISTANCE_FROM_HALF for cut in cuts
    )
    if not is_clear or not WINNING_SHARE_RANGE[0] <= len(won) / len(cuts) <= WINNING_SHARE_RANGE[1]:
        return None
    wrong: dict[Any, Cut] = {}
    for cut in cuts:
        if cut.worth(state) < need - MIN_DISTANCE_FROM_HALF:
            wrong.setdefault((cut.line.start.line, cut.line.end.line), cut)
    found = {cut.line: JudgedMove(-1, _answer(state, cut)) for cut in wrong.values()}
    return {best.line: JudgedMove(1)} | found


def is_right(state: Split, move: Any) -> bool:
    """Say whether a line wins: it need not be the one of the solution."""
    if not isinstance(move, DrawLine) or len(state.open_areas) != 1 or not _is_endgame(state):
        return False
    return _cut(state, move).worth(state) > WIN_THRESHOLD - state.scores[state.turn]


def answer(state: Split, move: Any) -> Any:
    """Return the best answer to a line; None to what is none."""
    return _answer(state, _cut(state, move)) if isinstance(move, DrawLine) else None


def tries(state: Split) -> Iterator[DrawLine]:
    """Yield the lines that halve an area: where one has to be cut, none is better."""
    for area in state.open_areas:
        if state.phase == "line" and not state.is_small(area):
            yield DrawLine(*state.map.halving(area))


def _cuts(state: Split) -> Iterator[Cut]:
    """Yield lines from many places of the border to many others."""
    shares = [(k + 0.5) / PLACES_PER_SIDE for k in range(PLACES_PER_SIDE)]
    for one, other in combinations(state.map.faces[state.open_areas[0]].edges, 2):
        for s in shares:
            for t in shares:
                line = DrawLine(one.spot(s), other.spot(t))
                if state.why_not(line) is None:
                    yield _cut(state, line)


def _cut(state: Split, line: DrawLine) -> Cut:
    (area,) = state.open_areas
    piece = state.map.split(area, line.start, line.end).kept.area
    less, rest = sorted((piece, state.map.faces[area].area - piece))
    is_own = all(state.colors[end.line] == state.color for end in (line.start, line.end))
    return Cut(line, less, rest, is_own)


def _answer(state: Split, cut: Cut) -> Any:
    """Return how the other player answers a line best."""
    after = state.play(cut.line)
    if after.outcome is not None:
        return None
    by_size = sorted(after.open_areas, key=lambda area: after.map.faces[area].area)
    less, rest = by_size[0], by_size[-1]
    if after.phase == "area":
        rest_scores_less = cut.rest < cut.less + cut.rest / 2
        is_large = not state.rules.is_small(cut.rest)
        return ChooseArea(rest if is_large and rest_scores_less else less)
    return FillArea(rest if state.rules.is_small(cut.rest) else less)


def proved(state: Split, _: int | None = None) -> dict[Any, float]:
    """Return which lines the search of the game proves to win or to lose."""
    from random import Random

    from polygames.games.split.engine.deepening import DeepeningSearch
    from polygames.games.split.engine.evaluation import WIN_SCORE
    from polygames.runtime.clock import Clock

    found = {}
    for move in judged(state) or ():
        after = state.play(move)
        if after.outcome is not None:
            found[move] = 1.0 if after.outcome.winners == {state.turn} else -1.0
            continue
        search = DeepeningSearch(after, Clock(0.5), (1000,), None, Random(0))
        best = max([search.value, *(value for _, value, _ in search.deepen())], key=abs)
        if abs(best) > WIN_SCORE / 2 and after.legal_moves.finite:  # else not all lines were tried
            found[move] = -1.0 if (best > 0) == (after.turn != state.turn) else 1.0
    return found


def words(state: Split, _: int | None, found: dict[Any, JudgedMove]) -> tuple[str, str]:
    """Return the task and the theme."""
    name, rules = state.color.title(), state.rules
    best = _cut(state, max(found, key=lambda move: found[move].value))
    limit, least = f"{rules.fill_limit:g}", f"{rules.min_area:g}"
    sizes = f"Areas under {limit} are filled; no piece may be under {least}."
    size = f"{_last(state):.2f}".removesuffix(".00")  # as the board writes it
    task = f"{name} cuts the last area, {size}, and wins. Where? {sizes}"
    if not state.rules.is_small(best.rest):
        return task, "leave the last cut to the other"
    corners = len(state.map.faces[state.open_areas[0]].edges)
    return task, f"nearly in half: {SHAPE_NAMES.get(corners, 'five corners or more')}"
