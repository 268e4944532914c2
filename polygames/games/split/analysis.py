"""Analysis of Split's moves: the final lead in points, and the chance to win."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations, islice
from math import tanh
from random import Random
from typing import TYPE_CHECKING

from polygames.core.analysis import Analysis, MoveValue, sort_moves
from polygames.core.errors import OptionError
from polygames.core.options import check_not_over, raise_option_error, whole
from polygames.games.split.agents import evaluate
from polygames.games.split.engine.endgame import winner_of
from polygames.games.split.engine.one_ply import WIN_SCORE, OnePlyAgent
from polygames.games.split.rules import SQUARE_AREA, WIN_THRESHOLD, DrawLine
from polygames.geometry.planar import Spot, shoelace
from polygames.runtime.clock import Clock
from polygames.runtime.jit import HAS_NUMBA
from polygames.search.analysis.anytime import deepen_by_rules
from polygames.search.analysis.calibration import load_calibrations
from polygames.search.analysis.first_guesses import lower_costly_moves
from polygames.search.analysis.readiness import is_ready, mark_ready
from polygames.search.analysis.smoothing import SmoothedAnalyses, limit_chance_by_lead

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence
    from threading import Event

    from polygames.core.protocol import Seat
    from polygames.games.split.engine.iterative_deepening import (
        DeepeningSearch,
        EdgePoint,
        MapSearch,
    )
    from polygames.games.split.engine.kernel import Floats
    from polygames.games.split.rules import Move, Split
    from polygames.geometry.planar import Face
    from polygames.search.analysis.calibration import Calibration

ENGINE_PACKAGE = "polygames.games.split.engine"

VALUE_UNIT = "final lead in points"
BAR_RANGE = (-50.0, 50.0)
"""The ends of the evaluation bar."""
CLOSE_LEAD, CLEAR_LEAD = 0.03, 20.0
"""The scales of a slight and of a clear lead, in points."""
MANY_PLIES = 12
"""Moves after which a lead has full weight, though nothing is filled."""
PROOF_GAP = 0.5
"""Least distance of an estimate from the ends, which mean a proof."""
CANDIDATES_BY_PLY = (60, 60, 10, 8)
"""The number of candidates to search, ply by ply.

There are as many replies as moves, so that the tree contains the best move of the other player's
own search. With 16 replies the chances before and after the best move differed by 14 points in ten
pairs of analyses of 20 s, with 60 by 8; an analysis is a ply less deep in half of the cases. 20
candidates on the third ply (twice as many) changed no value of a position that was tried."""
VALUE_ERRORS, LATE_VALUE_ERROR = ((12, 4.0), (20, 1.8)), 0.9
"""The standard errors of a lead in points, each with the ply at which it ends, and that of later
plies; by ``benchmarks/studies/value_errors.py``, without positions at the end of the game."""
WAY_OUT_LINES = 500
"""Random lines to try in a quick look if all others let the other player win at once."""
QUICK_EXTRA_ERROR = 10.0
"""The additional error of a quick look in points, ..."""
SHALLOW_PLIES, SHALLOW_EXTRA_ERROR = 4, 5.0
"""... and a search of fewer plies."""
CALIBRATION_DEPTH = 2
"""The search depth at which the models were fitted, in plies."""
DEEP_MOVES = 12
"""The number of moves that are searched to the full depth."""
DEPTHS_AVERAGED = 2
"""Number of depths averaged, to cancel the advantage of the last move at odd or even depths."""
MAX_MAP_PLACES = 2000
MAX_LINES, MAX_LINE_PLIES = 4, 6
"""Maximum number of moves that get a line, and of plies in a line."""


def deepen(
    state: Split, *, clock: Clock, rng: Random, also: Sequence[Move] = ()
) -> Iterator[Analysis]:
    """Yield analyses of the moves, each one ply deeper; see `polygames.search.deepen`.

    With moves in `also`, only these and the best other one are searched, so deeper in the same
    time.
    """
    if not is_ready("split"):
        with clock.exclude_compilation():
            first = _quick_look(state, also)
        if first.moves:
            yield first
            if clock.stop.is_set():
                return
    try:
        with clock.exclude_compilation():
            from polygames.games.split.engine.iterative_deepening import (
                DeepeningSearch,
            )  # loads numba

            search = DeepeningSearch(state, clock, CANDIDATES_BY_PLY, None, rng)
            search.warm_up()
        mark_ready("split")
    except OverflowError:
        yield from deepen_by_rules(state, clock=clock, rng=rng)
        return
    for move in also:
        search.include_move(move)
    known, smoothed = _ProvedWinners(state), SmoothedAnalyses(DEPTHS_AVERAGED)
    if not HAS_NUMBA:  # the first ply takes a second or two
        yield _to_analysis(state, search.move_values(), 0, known)
    if also:
        yield from map(smoothed.add, _analyse_some(state, search, known, also))
        return
    for depth in search.deepen_all(DEEP_MOVES, min_depth=int(HAS_NUMBA)):
        found = smoothed.add(_to_analysis(state, search.move_values(), depth, known))
        yield found
        if found.is_proved:
            return


def _quick_look(state: Split, extra_moves: Sequence[Move]) -> Analysis:
    """Return an analysis based on the one-ply agent's values, without compiled code.

    No move comes first that costs many points by the next move.
    """
    rated, known = dict(OnePlyAgent().rated_moves(state)), _ProvedWinners(state)
    other = 1 - state.turn
    rated |= {m: -evaluate(state.play(m), other) for m in extra_moves if m not in rated}
    leads = {move: _lead_in_two_plies(state, move) for move in rated}
    if max(leads.values(), default=0.0) < -SQUARE_AREA:  # the next move wins
        rated |= _find_way_out(state)
        leads |= {move: _lead_in_two_plies(state, move) for move in rated if move not in leads}
    best = sorted(lower_costly_moves(rated, leads).items(), key=lambda each: -each[1])
    shown = [
        each
        for place, each in enumerate(best)
        if place < CANDIDATES_BY_PLY[0] or each[0] in extra_moves
    ]
    moves = [_move_value(state, move, raw, 0, known.winner_after(move)) for move, raw in shown]
    note = "quick look: two moves ahead"
    return Analysis(state, sort_moves(moves), VALUE_UNIT, note, BAR_RANGE, is_quick_look=True)


def _find_way_out(state: Split) -> dict[Move, float]:
    """Return a random line that does not lose at once, with its lead; empty if none is found.

    Mostly it cuts off a sliver, as the one-ply agent never does.
    """
    lines = state.legal_moves.candidates(WAY_OUT_LINES, Random(0))
    leads = ((line, _lead_in_two_plies(state, line)) for line in lines)
    return dict(islice((each for each in leads if each[1] > -SQUARE_AREA), 1))


def _lead_in_two_plies(state: Split, move: Move) -> float:
    """Return the mover's lead after a move and the most valuable move that can follow.

    The choice of an area belongs to the line before it. A won game counts `WIN_SCORE`.
    """
    after, seat = state.after(move), state.turn
    if after.choice is None:
        return _lead_after_next_move(after, seat)
    return min(_lead_after_next_move(after.after(area), seat) for area in after.legal_moves)


def _lead_after_next_move(state: Split, seat: Seat) -> float:
    scores = list(state.scores)
    if state.outcome is None:
        scores[state.turn] += _largest_gain(state)
    lead = scores[seat] - scores[1 - seat]
    if max(scores) <= WIN_THRESHOLD:
        return lead
    return lead + (WIN_SCORE if lead > 0 else -WIN_SCORE)


def _largest_gain(state: Split) -> float:
    """Return the most points that the seat to move can gain at once.

    It fills a small area, or gets the smaller part of a large one by a line between own lines.
    """
    gain = 0.0
    for k in state.open_areas:
        face = state.map.faces[k]
        if state.is_small(k):
            gain = max(gain, face.area)
        elif face.area > 2 * gain:
            own = [n for n, edge in enumerate(face.edges) if state.colors[edge.line] == state.color]
            parts = (_largest_part(face, *pair) for pair in combinations(own, 2))
            gain = max(gain, max(parts, default=0.0))
    return gain


def _largest_part(face: Face, first: int, second: int) -> float:
    """Return the size of the smaller part that a line between two edges can cut off at most."""
    corners = face.polygon * 2
    least = abs(shoelace(corners[first + 1 : second + 1]))
    most = abs(shoelace(corners[first : second + 2]))
    part = max(least, min(most, face.area / 2))
    return min(part, face.area - part)


def _analyse_some(
    state: Split, search: DeepeningSearch, winners: _ProvedWinners, extra_moves: Sequence[Move]
) -> Iterator[Analysis]:
    """Yield analyses of `extra_moves` and the best other move; only the last has continuations."""
    found, depth = None, 0
    for depth in search.deepen_all(1 + len(extra_moves), min_depth=int(HAS_NUMBA)):
        values = _select_moves(search.move_values(), winners, extra_moves)
        found = _to_analysis(state, values, depth, winners, max_lines=0)
        yield found
        if found.is_proved:
            break
    if found is not None:
        yield replace(found, moves=tuple(_with_line(state, each) for each in found.moves))


def _select_moves(
    values: list[tuple[Move, float]], winners: _ProvedWinners, extra_moves: Sequence[Move]
) -> list[tuple[Move, float]]:
    """Return the `extra_moves`, and the first others up to the best that is not a proved loss."""
    others = (
        number
        for number, (move, _) in enumerate(values)
        if move not in extra_moves and not winners.is_lost(move)
    )
    last = next(others, len(values))
    return [pair for number, pair in enumerate(values) if number <= last or pair[0] in extra_moves]


def move_kind(state: Split, move: Move) -> Hashable:
    """Return a key shared by similar lines: the area that they cut, the borders that they join."""
    if not isinstance(move, DrawLine):
        return move
    area = state.map.face_between(move.start, move.end)
    return area, move.start.line, move.end.line


class _ProvedWinners:
    """A cache of the proved winner after each move; see `engine.endgame`."""

    def __init__(self, state: Split) -> None:
        self._state = state
        self._overall_winner = winner_of(state)
        self._winner_by_move: dict[Move, Seat | None] = {}

    @property
    def is_lost_anyway(self) -> bool:
        """True if every move is a proved loss."""
        return self._overall_winner == 1 - self._state.turn

    def winner_after(self, move: Move) -> Seat | None:
        """Return the seat that is proved to win after a move, or None if that is unknown."""
        if self.is_lost_anyway:
            return self._overall_winner
        if move not in self._winner_by_move:
            self._winner_by_move[move] = winner_of(self._state.play(move))
        return self._winner_by_move[move]

    def is_lost(self, move: Move) -> bool:
        """Return True if a move is a proved loss."""
        return self.winner_after(move) == 1 - self._state.turn


def features(state: Split, lead: float) -> tuple[float, ...]:
    """Return the features from which models predict a seat's chance to win and final lead.

    See `search.analysis.calibration`.

    `lead` is the value of the search. A large lead saturates, because the game is over as soon as a
    player has more than half. Once an area is filled, even a small lead mostly wins, and equal
    positions often end in a tie. Before that, a lead counts more the more lines are drawn, and
    seat 1, who chose the colours, does better than the search expects. The move has a value as
    long as much of the square is open.
    """
    small, large = tanh(lead / CLOSE_LEAD), tanh(lead / CLEAR_LEAD)
    seat, filled = 1 if state.turn == 1 else -1, sum(state.scores)
    if filled:
        return (1 - filled / SQUARE_AREA, 0.0, 0.0, 0.0, large, small, seat * abs(small))
    known, has_chosen = min(1.0, state.ply / MANY_PLIES), state.seat_colors is not None
    return (1.0, large, known * large, seat * has_chosen, 0.0, 0.0, 0.0)


def _to_analysis(
    state: Split,
    values: list[tuple[Move, float]],
    depth: int,
    winners: _ProvedWinners,
    max_lines: int = MAX_LINES,
) -> Analysis:
    moves = sort_moves(
        _move_value(state, move, raw, depth, winners.winner_after(move)) for move, raw in values
    )
    shown = tuple(
        _with_line(state, each) if depth and place < max_lines else each
        for place, each in enumerate(moves)
    )
    proved = sum(each.proved for each in shown)
    note = f"alpha-beta, {depth} plies ahead" if depth else "what each move looks like at once"
    note += f", {proved} moves proved" if proved else ""
    is_early, is_solved = HAS_NUMBA and depth < CALIBRATION_DEPTH, winners.is_lost_anyway
    return Analysis(
        state, shown, VALUE_UNIT, note, BAR_RANGE, is_early=is_early, is_solved=is_solved
    )


def _move_value(state: Split, move: Move, raw: float, depth: int, winner: Seat | None) -> MoveValue:
    """Return the value of a move; a proved win or loss is at an end of the scale."""
    models, raw = load_calibrations(ENGINE_PACKAGE), _clip_lead(raw)
    if winner is not None:
        is_over = state.play(move).outcome is not None
        won = winner == state.turn
        end = BAR_RANGE[won]
        return MoveValue(
            *(move, end, end, end),
            proved=True,
            depth=depth,
            chance=float(won),
            distance=1 if is_over else None,
            raw=raw,
        )
    known = features(state, raw)
    lead, spread = models["value"].predict(known), _half_interval(state.ply, depth)
    each = MoveValue(
        move,
        _clip_to_possible(state, lead),
        _clip_to_possible(state, lead - spread),
        _clip_to_possible(state, lead + spread),
        depth=depth,
        chance=models["chance"].predict(known),
        raw=raw,
    )
    return limit_chance_by_lead(each)


def _half_interval(ply: int, depth: int) -> float:
    """Return the half-width of the 95% interval of a lead, by ply and search depth."""
    error = next((error for end, error in VALUE_ERRORS if ply < end), LATE_VALUE_ERROR)
    is_shallow = depth < SHALLOW_PLIES and ply < VALUE_ERRORS[-1][0]
    return 2 * error + (QUICK_EXTRA_ERROR if not depth else SHALLOW_EXTRA_ERROR * is_shallow)


def _with_line(state: Split, move_value: MoveValue) -> MoveValue:
    """Return a move value with a sequence of best moves added.

    The sequence ends if a position is too large for the search.
    """
    from polygames.games.split.engine.iterative_deepening import DeepeningSearch

    line, after = [move_value.move], state.play(move_value.move)
    while len(line) < MAX_LINE_PLIES and after.outcome is None:
        try:
            search = DeepeningSearch(after, Clock(None), (1,), None, Random(0), levels=1)
        except OverflowError:
            break
        line.append(search.best_move)
        after = after.play(line[-1])
    return replace(move_value, line=tuple(line))


# --- The map of the border ------------------------------------------------------------------------


@dataclass(frozen=True)
class BorderPoint:
    """A point of the border and the best line that starts there."""

    x: float
    y: float
    area: int
    """The open area with this border; a line within the square has one on either side."""
    value: float
    """The final lead in points after the best line, for the seat to move."""
    chance: float
    """The chance to win with the best line."""
    move: Move | None
    """The best line; None if no line may start here."""


@dataclass(frozen=True)
class BorderMap:
    """A map of the border, with the value of the best line that starts at each point.

    Examples
    --------
    >>> first = next(border_map(pg.new("split")))
    >>> len(first.points), first.scale
    (100, (-50.0, 50.0))
    """

    state: Split
    best: Move
    """The best move found, which may be to fill an area."""
    value: float
    """Its value, in the unit of the points."""
    depth: int
    """The search depth of the points' values in plies; 0 for static evaluations."""
    _search: MapSearch
    _best_lines: Sequence[Sequence[tuple[float, Floats]]]
    unit: str = VALUE_UNIT
    scale: tuple[float, float] = BAR_RANGE

    @cached_property
    def points(self) -> tuple[BorderPoint, ...]:
        """The points, each with the best line that starts there."""
        from polygames.games.split.engine.kernel import decode

        models, points = load_calibrations(ENGINE_PACKAGE), []
        for place, lines in zip(self._search.places, self._best_lines, strict=True):
            raw, move = -SQUARE_AREA / 2, None
            if lines:
                raw, move = lines[0][0], decode(lines[0][1], self.state)
            points.append(_border_point(self.state, place, raw, move, models))
        return tuple(points)

    def line_ends_from(self, point: BorderPoint) -> tuple[BorderPoint, ...]:
        """Return the possible ends of a line from a point, each with the value of that line.

        The values are static evaluations. Points to which no line is legal are left out.

        Examples
        --------
        >>> first = next(border_map(pg.new("split")))
        >>> ends = first.line_ends_from(first.points[0])
        >>> {each.move in first.state.legal_moves for each in ends}
        {True}
        """
        search, models = self._search, load_calibrations(ENGINE_PACKAGE)
        places = search.places
        start = places[self.points.index(point)]
        values = search.values_from(start, places)
        return tuple(
            _border_point(self.state, end, raw, _line_between(self.state, start, end), models)
            for end, raw in zip(places, values, strict=True)
            if raw == raw  # noqa: PLR0124 - nan where no line is legal
        )


def border_map(
    state: Split,
    *,
    seconds: float | None = None,
    places: int = 100,
    seed: int = 0,
    stop: Event | None = None,
) -> Iterator[BorderMap]:
    """Yield increasingly precise maps of the border, with the best line from each point.

    Parameters
    ----------
    state
        A position in which a line is due.
    seconds
        The time to think, in total; None is no limit.
    places
        The approximate number of points: with 100 of them each stands for 1% of the border.
    seed
        The seed for the order of equally good moves.
    stop
        An event that ends the search, set from any thread.

    Raises
    ------
    OptionError
        If no line is due, or the position is too large for the compiled search.

    Examples
    --------
    >>> for found in border_map(pg.new("split"), seconds=0.2):
    ...     pass
    >>> found.best in found.state.legal_moves
    True
    """
    check_not_over(state)
    if state.phase != "line":
        raise_option_error(
            "the position of a map", "must be one in which a line comes next", state.to_text()
        )
    clock, places = Clock(seconds, stop), whole("the option places", places, 4, MAX_MAP_PLACES)
    with clock.exclude_compilation():
        from polygames.games.split.engine.iterative_deepening import MapSearch  # loads numba
    try:
        search = MapSearch(
            state, clock, places, CANDIDATES_BY_PLY, Random(whole("the option seed", seed))
        )
    except OverflowError as error:
        raise OptionError(str(error)) from None
    return _iter_maps(state, search)


def _iter_maps(state: Split, search: MapSearch) -> Iterator[BorderMap]:
    model = load_calibrations(ENGINE_PACKAGE)["value"]
    for _ in chain((0,), search.deepen()):
        known = features(state, _clip_lead(search.search.best_value))
        lead = _clip_to_possible(state, model.predict(known))
        yield BorderMap(state, search.search.best_move, lead, search.depth, search, search.lines)


def _border_point(
    state: Split, place: EdgePoint, raw: float, move: Move | None, models: Mapping[str, Calibration]
) -> BorderPoint:
    known = features(state, _clip_lead(raw))
    lead, chance = (
        _clip_to_possible(state, models["value"].predict(known)),
        models["chance"].predict(known),
    )
    return BorderPoint(place.x, place.y, place.area, lead, chance, move)


def _line_between(state: Split, start: EdgePoint, end: EdgePoint) -> Move:
    edges = state.map.faces[start.area].edges
    first, last = sorted((place.edge, place.t) for place in (start, end))
    return DrawLine(Spot(edges[first[0]].line, first[1]), Spot(edges[last[0]].line, last[1]))


def _clip_to_possible(state: Split, lead: float) -> float:
    """Return an estimated lead limited to the range that the open areas allow.

    The ends of the scale are excluded, because they mean a proof.
    """
    ahead = state.scores[state.turn] - state.scores[1 - state.turn]
    rest = SQUARE_AREA - sum(state.scores)
    low, high = (
        max(BAR_RANGE[0] + PROOF_GAP, ahead - rest),
        min(BAR_RANGE[1] - PROOF_GAP, ahead + rest),
    )
    return max(low, min(high, lead))


def _clip_lead(raw: float) -> float:
    """Return a search value clipped to the possible leads in points."""
    return max(-SQUARE_AREA / 2, min(SQUARE_AREA / 2, raw))
