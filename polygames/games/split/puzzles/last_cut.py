"""Puzzles about the last cut: a line through the last area that wins more than half of the square.

One area is open, at most two smallest pieces above the fill limit. So the value of a line depends
on its smaller piece s, on the rest r, and on whether it joins two lines of the drawer's own colour:

- Both pieces are small: the player who chooses leaves the smaller one to the drawer, who gets s.
- The rest is too large to be filled, and the line is between own lines: the other player lets the
  drawer fill r, or lets it fill s and has to cut r itself. A player who cuts an area in which every
  line leaves two small pieces gets at most half of it, and some line halves it. So the drawer gets
  the lesser of r and s + r / 2.
- The rest is too large, and the line is between any other lines: the other player fills s, and the
  drawer has to cut r and gets at most half of it.

So the size of its smaller piece decides whether a line wins. That is the certificate of a puzzle,
and every line that wins is right.

No puzzle has another area to fill. Suppose every line leaves two small pieces of an area X, and an
area f can be filled. Then filling f first is never worse. It gains f and at least X / 2: after the
other player's line the larger piece can be filled, and it is not given away. Cutting first gains no
more. After a line between own lines the other player leaves the smaller piece and fills the larger
of the rest and f, so the gain is at most X / 2 and f. After any other line it fills the largest of
the three, and the second largest is at most f or X / 2. `tests/games/split/test_puzzles.py` checks
all sizes. If a line may leave more than can be filled, this is not proved. In 5,388 random endings
no cut beside a possible fill was the only win.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.plugs import ExactValue
from polygames.games.split.rules import WIN_THRESHOLD, ChooseArea, DrawLine, FillArea, new

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from polygames.games.split.rules import Split

PUZZLE_RULES: Final = ((5.0, 1.0), (8.0, 3.0), (12.0, 5.0), (16.0, 7.0))
"""Fill limits with smallest pieces; if both are larger, the last area is larger."""
MIN_DISTANCE_FROM_HALF: Final = 0.05
"""Least distance of the best line from half of the square, so that no rounding decides it."""
WINNING_SHARE_RANGE: Final = (0.02, 0.4)
"""Least and greatest share of winning lines among those tried."""
PLACES_PER_SIDE: Final = 7
"""Places on a side at which lines are tried."""
MAX_WRONG_LINES: Final = 4
"""The number of wrong lines that a puzzle lists; for any other line the reply is computed."""


def candidate_positions(rng: Random) -> Iterator[Split]:
    """Play a random game and yield the positions with a single open area, which must be cut."""
    limit, least = rng.choice(PUZZLE_RULES)
    state = new(fill_limit=limit, fill_inclusive=False, min_area=least)
    while state.outcome is None:
        if is_last_cut(state):
            yield state
        state = state.play(state.legal_moves.sample(rng))


def is_last_cut(state: Split) -> bool:
    """Return True if a position has a single open area, and the value of every line is known."""
    return state.phase == "line" and len(state.open_areas) == 1 and _is_endgame(state)


def _is_endgame(state: Split) -> bool:
    """Return True if the open area is too large to fill and the value of every line is known."""
    large, rules = _last_area_value(state), state.rules
    is_near = rules.is_small(large - 2 * rules.min_area)
    return state.seat_colors is not None and is_near and not rules.is_small(large)


def _last_area_value(state: Split) -> float:
    return state.map.faces[state.open_areas[0]].area


class Cut(NamedTuple):
    """A line across the last open area, with the sizes of its two pieces."""

    line: DrawLine
    smaller: float
    """The smaller piece."""
    larger: float
    is_on_own_color: bool
    """Whether both ends are on the drawer's colour, so that it fills one piece at once."""

    def drawer_gain(self, state: Split) -> float:
        """Return the points that the drawer gets from the area.

        An upper bound if `is_upper_bound`.
        """
        if state.rules.is_small(self.larger):
            return self.smaller
        return (
            min(self.larger, self.smaller + self.larger / 2)
            if self.is_on_own_color
            else self.larger / 2
        )

    def is_upper_bound(self, state: Split) -> bool:
        """Return True if `drawer_gain` is only an upper bound."""
        return not self.is_on_own_color and not state.rules.is_small(self.larger)


def exact_values(state: Split) -> dict[Any, ExactValue] | None:
    """Return the best line with value 1 (a win), and some losing lines with value -1.

    Return None if the position is not an ending of this kind, or too many or too few lines win.
    """
    if state.outcome is not None or not is_last_cut(state):
        return None
    need, cuts = WIN_THRESHOLD - state.scores[state.turn], list(_iter_cuts(state))
    won = [cut for cut in cuts if cut.drawer_gain(state) > need]
    best = max(cuts, key=lambda cut: cut.drawer_gain(state))
    is_clear = best.drawer_gain(state) > need + MIN_DISTANCE_FROM_HALF
    is_clear &= not any(
        cut.is_upper_bound(state) and cut.drawer_gain(state) > need - MIN_DISTANCE_FROM_HALF
        for cut in cuts
    )
    if not is_clear or not WINNING_SHARE_RANGE[0] <= len(won) / len(cuts) <= WINNING_SHARE_RANGE[1]:
        return None
    wrong: dict[Any, Cut] = {}
    for cut in cuts:
        if cut.drawer_gain(state) < need - MIN_DISTANCE_FROM_HALF:
            wrong.setdefault((cut.line.start.line, cut.line.end.line), cut)
    listed = list(wrong.values())[:: max(1, len(wrong) // MAX_WRONG_LINES)][:MAX_WRONG_LINES]
    found = {cut.line: ExactValue(-1, _best_reply(state, cut)) for cut in listed}
    return {best.line: ExactValue(1)} | found


def is_right(state: Split, move: Any) -> bool:
    """Return True if a line wins, even if it differs from the given solution."""
    if not isinstance(move, DrawLine):
        return False
    return find_cut(state, move).drawer_gain(state) > WIN_THRESHOLD - state.scores[state.turn]


def refute(state: Split, move: Any) -> Any:
    """Return the opponent's best reply to a line, or None for other moves."""
    return _best_reply(state, find_cut(state, move)) if isinstance(move, DrawLine) else None


def _iter_cuts(state: Split) -> Iterator[Cut]:
    """Yield the legal lines between evenly spaced places on different sides of the open area."""
    shares = [(k + 0.5) / PLACES_PER_SIDE for k in range(PLACES_PER_SIDE)]
    for one, other in combinations(state.map.faces[state.open_areas[0]].edges, 2):
        for s in shares:
            for t in shares:
                line = DrawLine(one.spot_at(s), other.spot_at(t))
                if state.why_not(line) is None:
                    yield find_cut(state, line)


def find_cut(state: Split, line: DrawLine) -> Cut:
    """Return a line across the last open area as a cut."""
    (area,) = state.open_areas
    piece = state.map.split_face(area, line.start, line.end).first_face.area
    less, rest = sorted((piece, state.map.faces[area].area - piece))
    is_own = all(state.colors[end.line] == state.color for end in (line.start, line.end))
    return Cut(line, less, rest, is_own)


def _best_reply(state: Split, cut: Cut) -> Any:
    """Return the other player's best reply to a line, or None if the game is over."""
    after = state.play(cut.line)
    if after.outcome is not None:
        return None
    by_size = sorted(after.open_areas, key=lambda area: after.map.faces[area].area)
    less, rest = by_size[0], by_size[-1]
    if after.phase == "area":
        rest_scores_less = cut.larger < cut.smaller + cut.larger / 2
        is_large = not state.rules.is_small(cut.larger)
        return ChooseArea(rest if is_large and rest_scores_less else less)
    return FillArea(rest if state.rules.is_small(cut.larger) else less)


def task(state: Split) -> str:
    """Return the task of a puzzle as text."""
    name, rules = state.color.title(), state.rules
    limit, least = f"{rules.fill_limit:g}", f"{rules.min_area:g}"
    sizes = f"You cannot cut areas under {limit}. Smallest piece: {least}."
    size = f"{_last_area_value(state):.2f}".removesuffix(".00")  # as the board writes it
    return f"{name} cuts the last large area ({size}) and wins. Where? {sizes}"
