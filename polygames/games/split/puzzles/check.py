"""A check of Split's puzzles by play: a search of sampled moves with nothing but the rules."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from polygames.games.split.rules import DrawLine
from polygames.search.puzzles.generator import is_right

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.core.protocol import Seat
    from polygames.games.split.rules import Move, Split
    from polygames.search.puzzles.puzzle import PuzzleStep

LINES_CHECKED: Final = 30
"""The number of random lines that are checked in a puzzle."""
LINES_PER_REPLY: Final = 12
"""The number of random moves tried in a later position."""


def line_faults(state: Split, step: PuzzleStep, plies: int | None) -> Iterator[str]:
    """Yield a message for each move that `is_right` and a search by the rules judge differently."""
    moves = state.legal_moves
    texts = (step.move, *step.wrong)
    tried = [state.parse(text) for text in texts]
    tried += [moves.sample(Random(number)) for number in range(LINES_CHECKED)]
    for move in tried:
        good = is_right(state, step, move)
        reached = reaches_value(state, move, step.value, plies)
        if reached and not good:
            yield f"{move} is as good"
        elif good and not reached:
            yield f"{move} counts as right, and is not"


def reaches_value(state: Split, move: Move, value: float, plies: int | None) -> bool:
    """Return True if a move wins in time (value 1), or the other player cannot win next (value 0).

    All areas that can be filled are tried, and of the lines a sample.
    """
    seat, other = state.turn, 1 - state.turn
    after = state.play(move)
    if value <= 0:
        return not _can_win(after, other, {seat: 0, other: 1})
    if plies is None:
        return _can_win(after, seat, None)
    # A player who chooses an area moves next, so a choice is no move of its own.
    mine = (plies + 1) // 2 - (state.phase != "area")
    return _can_win(after, seat, {seat: mine, other: mine})


def _can_win(state: Split, seat: Seat, moves_left: dict[Seat, int] | None) -> bool:
    """Return True if a seat can force a win while each seat makes so many moves."""
    if state.outcome is not None:
        return state.outcome.winners == {seat}
    left = moves_left
    if moves_left is not None and state.phase == "line":
        if not moves_left[state.turn]:
            return False
        left = moves_left | {state.turn: moves_left[state.turn] - 1}
    choose = any if state.turn == seat else all
    return choose(_can_win(state.play(move), seat, left) for move in _moves_to_try(state))


def _moves_to_try(state: Split) -> list[Move]:
    """Return all moves, or the fills, a sample of lines, and lines that cut evenly."""
    moves = state.legal_moves
    if moves.finite:
        return list(moves)
    large = [area for area in state.open_areas if not state.is_small(area)]
    even = [DrawLine(*state.map.find_halving_line(area)) for area in large]
    own = [line for area in large for line in _own_lines(state, area)]
    return [*own, *even, *moves.candidates(LINES_PER_REPLY, Random(0))]


def _own_lines(state: Split, area: int) -> Iterator[DrawLine]:
    """Yield, for each two sides of the mover's colour, the evenest line among some between them."""
    own = [edge for edge in state.map.faces[area].edges if state.colors[edge.line] == state.color]
    shares = (0.03, 0.25, 0.5, 0.75, 0.97)
    for number, one in enumerate(own):
        for other in own[number + 1 :]:
            lines = [DrawLine(one.spot_at(s), other.spot_at(t)) for s in shares for t in shares]
            legal = [line for line in lines if line in state.legal_moves]
            if legal:
                yield min(legal, key=lambda line: _imbalance(state, area, line))


def _imbalance(state: Split, area: int, line: DrawLine) -> float:
    pieces = state.map.split_face(area, line.start, line.end)
    return abs(pieces.first_face.area - pieces.second_face.area)
