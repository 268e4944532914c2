"""How a state looks for a seat, in any game: by the game's own estimate, or by its scores."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from polygames.core.registry import info_of

if TYPE_CHECKING:
    from polygames.core.protocol import Seat, State


def evaluate(state: State[Any], seat: Seat, /) -> float:
    """Return how good a state is for a seat; higher is better.

    It is the game's own estimate where it has one. Else a game that is over is won (inf), tied (0)
    or lost (-inf), and while it runs the seat's lead over the best of the others counts.

    Examples
    --------
    >>> import polygames as pg
    >>> evaluate(pg.new("polygon", n=5), 0)
    10.0
    """
    info = info_of(state)
    if info.engine.evaluate is not None:
        return info.engine.evaluate(state, seat)
    if state.outcome is not None:
        won = seat in state.outcome.winners
        return 0.0 if won and len(state.outcome.winners) > 1 else inf if won else -inf
    others = [score for other, score in enumerate(state.scores) if other != seat]
    return state.scores[seat] - max(others, default=0.0)
