"""What a move is called, and why it is good or bad, in the words of people.

Records keep the exact text of a move (``str(move)``); all that a player reads comes from here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core.registry import info_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.protocol import State

__all__ = ["goal_words", "merits", "move_words", "reason"]


def move_words(state: State[Any], move: Any) -> str:
    """Return what people call a legal move of a state.

    Examples
    --------
    >>> import polygames as pg
    >>> state = pg.new("split")
    >>> move_words(state, state.draw((0, 5), (10, 5)))
    'cuts 100 into 50 + 50, side to side'
    >>> move_words(pg.new("splinter"), pg.new("splinter").parse("f11-f12"))
    'pawn f11 to f12, pushes 1'
    """
    board = info_of(state).board
    if board.say is not None:
        return board.say(state, move)
    return str(move) if board.preview is None else board.preview(state, move).label


def goal_words(state: State[Any], *, is_new: bool) -> str:
    """Say what a game is about; in a new one what the numbers beside the names count, too.

    Examples
    --------
    >>> import polygames as pg
    >>> goal_words(pg.new("splinter"), is_new=False).partition(";")[0]
    'Push pieces'
    """
    info = info_of(state)
    if not is_new:
        return info.summary
    caption = info.board.caption(state)
    counted = f" The numbers are {caption.counted}." if caption.scored and caption.counted else ""
    return f"{info.summary}{counted}"


def reason(state: State[Any], line: Sequence[Any]) -> str:
    """Return what a move does, and what its answer does, in a sentence; empty where nothing is.

    It tells facts of the rules only: points, what is cut off, how many replies are left.

    Parameters
    ----------
    state
        The position before the move.
    line
        The move, and what is played after it, as far as that is known.

    Examples
    --------
    >>> import polygames as pg
    >>> state = pg.new("polygon", n=4)
    >>> reason(state, [state.parse("A-C")])
    'It leaves Blue no segment to draw: Red wins.'
    """
    why = info_of(state).board.why
    return "" if why is None or not line else why(state, line)


def merits(state: State[Any], line: Sequence[Any]) -> str:
    """Return what speaks for a move, in a sentence or two; empty if nothing that is known does.

    This is said of moves that are recommended. `reason` also tells what speaks against one.

    Parameters
    ----------
    state
        The position before the move.
    line
        The move, and what is played after it, as far as that is known.

    Examples
    --------
    >>> import polygames as pg
    >>> state = pg.new("territory", seed=3, penalty=0.5)
    >>> merits(state, [state.parse("r0c0")])
    'It costs Blue 18, but Red could claim it next for +36.'
    """
    speaks = info_of(state).board.merits
    return reason(state, line) if speaks is None or not line else speaks(state, line)
