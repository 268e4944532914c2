"""Puzzles of Split: the last cut, and wins or threats within two moves.

Lines form a continuum, so not every move can be searched. The sizes of areas are the certificate of
each puzzle. `last_cut` explains it for the last area of a game with a large smallest piece, and
`threats` for the next two moves with any rules.
"""

from __future__ import annotations

from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.plugs import ExactValue, Theme, find_theme
from polygames.games.split import symmetry
from polygames.games.split.puzzles import last_cut, threats
from polygames.games.split.puzzles.check import line_faults  # noqa: F401 - a puzzle's, too
from polygames.games.split.rules import ChooseArea, DrawLine, FillArea, Split, new

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from polygames.games.split.rules import Move

HORIZON_PLIES: Final = (None, 1, 3)
"""The last cut; a win at once, or the stop of one; a win with the next move."""
MIN_VALUE_GAP: Final = 1.0
MAX_THEME_SHARE: Final = 0.15

LAST_CUT_SHARE: Final = 0.3
"""The share of games that are searched for a last cut."""
RANDOM_MOVE_RATES: Final = (0.05, 0.2, 0.6)
"""The shares of random moves in a game, for variety."""
SIZES_CUT: Final = (6.0, 8.0, 10.0)
"""The sizes above which areas are cut before any area is filled."""
MIN_PIECE_SHARE: Final = 0.3
"""Least share of the smaller piece of such a cut."""
MAX_ATTEMPTS: Final = 20
"""The number of lines tried, to find one that cuts evenly."""
MAX_LINES: Final = 36
"""The maximum number of lines in a puzzle, without the sides: more are hard to see."""
POSITION_DECIMALS: Final = 4
"""The decimals of the ends of random lines, so that the files are small."""
LINE_ENDS_PER_SIDE: Final = 5
"""Places on a side at which lines are tried."""
MAX_RIGHT_SHARE: Final = 0.4
"""Greatest share of right lines among those tried."""
symmetry_images: Final = symmetry.symmetry_images


class Facts(NamedTuple):
    """The facts about a puzzle that its theme depends on."""

    state: Split
    best: Any
    question: str
    """The question as in `threats.Question`, or "last cut"."""

    def leaves_last_cut(self) -> bool:
        """Return True if the line leaves a piece that the other player has to cut."""
        cut = last_cut.find_cut(self.state, self.best)
        return not self.state.rules.is_small(cut.larger)


PUZZLE_THEMES: Final[tuple[Theme[Facts], ...]] = (
    Theme(
        "leave the last cut",
        "After the line, the other player must make the last cut.",
        "Draw a line after which the other player must make the last cut.",
        lambda facts: facts.question == "last cut" and facts.leaves_last_cut(),
    ),
    Theme(
        "cut in half",
        "The line is the last cut, and the smaller piece is enough to win.",
        "Cut the area nearly in half. You will get the smaller piece.",
        lambda facts: facts.question == "last cut",
    ),
    Theme(
        "the area for the other",
        "The other player fills one area, and then one move is enough to win.",
        "Think of your next move. Which area do you need for it?",
        lambda facts: facts.state.phase == "area",
    ),
    Theme(
        "enough to win",
        "Only one area that can be filled is enough to win.",
        "Compare the areas with the points that you still need.",
        lambda facts: facts.question == "win" and isinstance(facts.best, FillArea),
    ),
    Theme(
        "even split",
        "The line joins two lines of your own colour, and each piece is enough to win.",
        "Join two lines of your own colour. You must win with either piece.",
        lambda facts: facts.question == "win",
    ),
    Theme(
        "fill first",
        "After the fill, two other areas are each enough to win.",
        "Fill an area so that you can win in two ways after it.",
        lambda facts: facts.question == "win next" and isinstance(facts.best, FillArea),
    ),
    Theme(
        "gain and threaten",
        "You fill a piece of the cut area, and then two areas are each enough to win.",
        "Draw a line between two lines of your own colour. Then you must have two ways to win.",
        lambda facts: facts.question == "win next" and threats.is_own_line(facts.state, facts.best),
    ),
    Theme(
        "two threats",
        "After the line, two areas are each enough to win.",
        "Draw a line after which you can win in two ways. The other player can stop only one.",
        lambda facts: facts.question == "win next",
    ),
    Theme(
        "take what the other needs",
        "You fill the only area with which the other player can win.",
        "Which area does the other player need? Take it.",
        lambda facts: isinstance(facts.best, FillArea),
    ),
    Theme(
        "spoil the area",
        "The line cuts the area with which the other player could win.",
        "Find the area in which the other player wins. Cut it so that no piece is enough.",
        lambda _: True,
    ),
)


def candidate_positions(rng: Random) -> Iterator[Split]:
    """Yield positions near the end of a random game."""
    if rng.random() < LAST_CUT_SHARE:
        yield from last_cut.candidate_positions(rng)
        return
    state, style = new(), Style(rng.choice(RANDOM_MOVE_RATES), rng.choice(SIZES_CUT))
    while state.outcome is None and len(state.colors) <= MAX_LINES:
        is_late = state.seat_colors is not None and threats.is_near_the_end(state)
        if is_late and threats.is_clear(state):
            yield state
        state = state.play(_play_move(state, rng, style))


class Style(NamedTuple):
    """How the players of a game move."""

    random_rate: float
    """The share of random moves."""
    size_cut: float
    """The size above which an area is cut before any area is filled."""


def _play_move(state: Split, rng: Random, style: Style) -> Move:
    """Return a random move, or one that cuts or fills the largest area."""
    if rng.random() < style.random_rate or state.phase == "color":
        return _shorten(state, state.legal_moves.sample(rng))
    if state.phase == "area":
        return ChooseArea(min(state.choice or (), key=lambda area: state.map.faces[area].area))
    areas = sorted(state.open_areas, key=lambda area: state.map.faces[area].area)
    small = [area for area in areas if state.is_small(area)]
    if small and state.map.faces[areas[-1]].area <= style.size_cut:
        return FillArea(small[-1])
    for _ in range(MAX_ATTEMPTS):
        one, other = rng.sample(state.map.faces[areas[-1]].edges, 2)
        line = DrawLine(one.spot_at(rng.uniform(0.1, 0.9)), other.spot_at(rng.uniform(0.1, 0.9)))
        if state.why_not(line) is None and _is_even(state, areas[-1], line):
            return _shorten(state, line)
    return _shorten(state, state.legal_moves.sample(rng))


def _is_even(state: Split, area: int, line: DrawLine) -> bool:
    piece = state.map.split_face(area, line.start, line.end).first_face.area
    return MIN_PIECE_SHARE < piece / state.map.faces[area].area < 1 - MIN_PIECE_SHARE


def _shorten(state: Split, move: Move) -> Move:
    """Return a line with few decimals, where that is legal; any other move as it is."""
    if not isinstance(move, DrawLine):
        return move
    ends = (
        end._replace(position=round(end.position, POSITION_DECIMALS))
        for end in (move.start, move.end)
    )
    short = DrawLine(*ends)
    return move if state.why_not(short) else short


def exact_values(state: Split, plies: int | None = None) -> dict[Any, ExactValue] | None:
    """Return the value of the best move and of some others; None if no single move is best.

    The values are 1 for a win in time, 0 for a move that stops the other player's win, and else -1.
    """
    if plies is None:
        return last_cut.exact_values(state)
    if state.outcome is not None or state.seat_colors is None or last_cut.is_last_cut(state):
        return None
    now, is_choice = threats.measure(state), state.phase == "area"
    is_win = is_choice or bool(now.threats(state.turn)) or plies > 1
    if not is_win and not now.threats(1 - state.turn):
        return None
    if is_win and plies > 1 and (is_choice or now.threats(state.turn)):
        return None  # it wins at once
    return _values(state, threats.question(state, is_win=is_win))


def _values(state: Split, asked: threats.Question) -> dict[Any, ExactValue] | None:
    """Return the best move with value 1 or 0, and wrong moves with value -1."""
    is_good, now = threats.MOVE_TESTS[asked], threats.measure(state)
    areas = [] if state.phase == "area" else threats.areas_to_cut(state, asked)
    across = (threats.lines_across(state, area, LINE_ENDS_PER_SIDE) for area in areas)
    lines = list(chain.from_iterable(across))
    fills = list(state.legal_moves.iter_moves())
    right, good = ([move for move in each if is_good(state, move, now)] for each in (fills, lines))
    if len(right) > 1 or bool(right) == bool(good) or len(good) > MAX_RIGHT_SHARE * len(lines):
        return None
    best = right[0] if right else max(good, key=lambda line: _clearance(state, line))
    if _clearance(state, best) < threats.MIN_MARGIN:
        return None
    bad: dict[Any, Move] = {}
    for line in lines:
        if line not in good:
            bad.setdefault((line.start.line, line.end.line), line)
    most = last_cut.MAX_WRONG_LINES
    listed = list(bad.values())[:: max(1, len(bad) // most)][:most]
    wrong = [*(move for move in fills if move != best), *listed]
    found = {best: ExactValue(0 if asked == "save" else 1)}
    return found | {move: ExactValue(-1, threats.refute(state, move)) for move in wrong}


def _clearance(state: Split, move: Move) -> float:
    return min(sizes.clearance() for sizes in threats.sizes_after(state, move))


def is_right(state: Split, move: Any, value: float) -> bool:
    """Return True if a move has the value of the solution, even if it is another line."""
    if last_cut.is_last_cut(state):
        return last_cut.is_right(state, move)
    return threats.MOVE_TESTS[threats.question(state, is_win=value > 0)](state, move)


def refutation(state: Split, move: Any) -> Any:
    """Return the opponent's best reply to a wrong move, or None if there is none."""
    return (last_cut if last_cut.is_last_cut(state) else threats).refute(state, move)


def solver_values(state: Split, plies: int | None = None) -> dict[Any, float]:
    """Return 1 for moves that the game's search proves to win, and -1 for those proved to lose.

    If wins have to come in time, only the moves that win are searched.
    """
    from polygames.games.split.engine.candidates import WIN_SCORE
    from polygames.games.split.engine.iterative_deepening import DeepeningSearch
    from polygames.runtime.clock import Clock

    found = {}
    for move, each in (exact_values(state, plies) or {}).items():
        if plies is not None and each.value <= 0:
            continue
        after = state.play(move)
        if after.outcome is not None:
            found[move] = 1.0 if after.outcome.winners == {state.turn} else -1.0
            continue
        search = DeepeningSearch(after, Clock(0.5), (1000,), None, Random(0))
        best = max([search.value, *(value for _, value, _ in search.deepen())], key=abs)
        if abs(best) > WIN_SCORE / 2 and after.legal_moves.finite:  # else lines were left out
            found[move] = -1.0 if (best > 0) == (after.turn != state.turn) else 1.0
    return found


def task_and_theme(
    state: Split, plies: int | None, values: Mapping[Any, ExactValue]
) -> tuple[str, str]:
    """Return the task of a puzzle as text, and the name of its theme."""
    best = max(values, key=lambda move: values[move].value)
    if plies is None:
        return last_cut.task(state), find_theme(PUZZLE_THEMES, Facts(state, best, "last cut"))
    asked = threats.question(state, is_win=values[best].value > 0)
    theme = find_theme(PUZZLE_THEMES, Facts(state, best, asked))
    assert state.seat_colors is not None  # noqa: S101 - puzzles begin after the choice of colours
    name, other = (state.seat_colors[seat].title() for seat in (state.turn, 1 - state.turn))
    if state.phase == "area":
        return f"{other} fills one of two areas. Which one, so that {name} wins next?", theme
    return {
        "win": f"{name} wins with one move. Which one?",
        "win next": f"{name} wins in two moves, whatever {other} does. What comes first?",
        "save": f"{other} can win with the next move. How can {name} stop it?",
    }[asked], theme
