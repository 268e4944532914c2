"""A solver for endings of Split."""

from __future__ import annotations

from functools import partial
from random import Random
from threading import Event
from typing import TYPE_CHECKING

from polygames.core.analysis import Solution
from polygames.core.options import whole
from polygames.games.split.agents import best_candidates
from polygames.games.split.engine.endgame import proof_moves, winner_of
from polygames.runtime.clock import Clock, FlagClock, run_in_thread
from polygames.search.solve import prove

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.core.protocol import Seat
    from polygames.games.split.moves import Move
    from polygames.games.split.rules import Split


def solve(
    state: Split,
    *,
    seconds: float | None = 10,
    progress: bool = True,
    width: int = 60,
    every_move: bool = False,
) -> Solution:
    """Search for a proof of the winner of a position; see `polygames.solve`.

    If so little is left that a player wins by any lines, the proof needs no search. If only fills
    are left, every move is searched. Otherwise a search of candidate lines can prove that a player
    wins, but not that it cannot win.

    Parameters
    ----------
    state, seconds, progress, every_move
        See `polygames.solve`.
    width
        The number of candidate lines in a position.
    """
    width = whole("the option width", width, 1)
    winner = None if state.outcome is not None else winner_of(state)
    if winner is not None:
        return _proved_solution(state, winner, width)
    if not state.legal_moves.finite:  # in a thread: an interrupt must not stop the compiler
        compiling = partial(best_candidates, state, width, Random(0))
        run_in_thread(compiling, FlagClock(Clock(None), Event()))
    return prove(
        state,
        seconds=seconds,
        progress=progress,
        width=width,
        candidates=best_candidates,
        every_move=every_move,
    )


def _proved_solution(state: Split, winner: Seat, width: int) -> Solution:
    """Return the solution of a decided position: move values, and a winning sequence of moves."""
    moves = list(state.legal_moves) if state.legal_moves.finite else []
    moves = moves or [*proof_moves(state), *best_candidates(state, width, Random(0))]
    after = {move: winner_of(state.play(move)) for move in moves}
    values = {move: _value_of_winner(seat) for move, seat in after.items() if seat is not None}
    line = tuple(_iter_winning_line(state, winner))
    note = "decided: what is left is enough, whatever the lines may be"
    return Solution(_value_of_winner(winner), line[0], line, len(after), values, note)


def _value_of_winner(winner: Seat) -> int:
    return 1 if winner == 0 else -1


def _iter_winning_line(state: Split, winner: Seat) -> Iterator[Move]:
    """Yield moves until the end of the game, with the winner always preserving the win."""
    while state.outcome is None:
        move = _winning_move(state, winner)
        yield move
        state = state.play(move)


def _winning_move(state: Split, winner: Seat) -> Move:
    """Return a move that preserves the win if the winner is to move, else any move."""
    moves = proof_moves(state) if state.phase == "line" else list(state.legal_moves)
    moves = moves or [best_candidates(state, 1, Random(0))[0]]
    wanted = winner if state.turn == winner else None
    return next((move for move in moves if winner_of(state.play(move)) == wanted), moves[0])
