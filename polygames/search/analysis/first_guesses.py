"""Looks two plies ahead by the rules alone, so that a first guess is not a plain mistake.

A first guess is the best move of an analysis that comes before the search is compiled (see
`Analysis.is_quick_look`). In games of points it may not cost many points, in other games not the
game at once.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from polygames.core.analysis import sort_moves
from polygames.search.analysis.anytime import proved_move_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from polygames.core.analysis import MoveValue
    from polygames.core.protocol import Move, State

MAX_LOSS_POINTS: Final = 20.0
"""The largest loss within two plies that a good evaluation may outweigh, in points."""
MAX_REPLIES: Final = 150
"""With more replies to a move than this, a look at all of them takes too long."""


def lower_costly_moves(
    values: Mapping[Move, float], leads: Mapping[Move, float]
) -> dict[Move, float]:
    """Return a value for each move of `leads`, such that no costly move is the best.

    A move is costly if two plies show that it loses more than `MAX_LOSS_POINTS`. Its value is at
    most that of the best other move less the loss. That is also the value of a move without one.

    Parameters
    ----------
    values
        The values of some moves by an evaluation, in points. One of them is not costly.
    leads
        The lead after each move and the best reply to it.

    Examples
    --------
    >>> lower_costly_moves({"a": 5.0, "b": 9.0}, {"a": 0.0, "b": -30.0, "c": -2.0})
    {'a': 5.0, 'b': -25.0, 'c': 3.0}
    """
    most = max(leads.values(), default=0.0)
    losses = {move: most - lead for move, lead in leads.items()}
    sound = {move: values[move] for move in values if losses[move] <= MAX_LOSS_POINTS}
    best = max(sound.values(), default=0.0)
    return {
        move: sound[move] if move in sound else min(values.get(move, best), best - loss)
        for move, loss in losses.items()
    }


def mark_refuted_moves(state: State[Any], moves: Iterable[MoveValue]) -> tuple[MoveValue, ...]:
    """Return move values, best first, so that no reply refutes the best move if it can be helped.

    A reply that wins at once refutes a move. The moves after the first sound one are not tested.
    """
    found = sort_moves(moves)
    refutations: dict[Any, None] = {}
    for place, each in enumerate(found):
        reply = None if _is_won(each) else _winning_reply(state.play(each.move), refutations)
        if reply is None:
            break
        refutations[reply] = None
        lost = proved_move_value(each.move, -1, (each.move, reply), visits=each.visits, distance=2)
        found = (*found[:place], lost, *found[place + 1 :])
    return sort_moves(found)


def _is_won(move_value: MoveValue) -> bool:
    return move_value.proved and move_value.value > 0


def _winning_reply(state: State[Any], likely: Iterable[Any]) -> Any:
    """Return a move that wins at once, or None. Try the `likely` moves before all others."""
    moves = state.legal_moves
    if not moves or len(moves) > MAX_REPLIES:
        return None
    for move in chain((move for move in likely if move in moves), moves):
        outcome = state.play(move).outcome
        if outcome is not None and outcome.winners == {state.turn}:
            return move
    return None
