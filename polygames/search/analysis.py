"""What the moves of a position are worth: the last answer of an analysis that deepens."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from polygames.core.options import number

if TYPE_CHECKING:
    from polygames.core.analysis import Analysis
    from polygames.core.protocol import State


def analyse(
    state: State[Any], *, seconds: float = 2.0, seed: int = 0, agent: str | None = None
) -> Analysis:
    """Estimate what each move is worth, and how sure that is: the last answer of `deepen`.

    Parameters
    ----------
    state
        A position in which a player is to move.
    seconds
        The time to think, in total.
    seed
        Seeds the search.
    agent
        An agent that grows a tree, to judge the moves in place of the game's own analysis.

    Raises
    ------
    IllegalMoveError
        If the game is over.
    OptionError
        If the dice are to be rolled next, or the agent keeps no statistics.

    Examples
    --------
    >>> import polygames as pg
    >>> board = ["BwW.", "..b.", "..wb"]
    >>> found = pg.analyse(pg.new("splinter", board=board), seconds=1)
    >>> found.moves[0].proved
    True
    """
    from polygames.search.anytime import deepen

    seconds = number("the time to think in seconds", seconds, above=0)
    answers = deepen(state, seconds=seconds, seed=seed, agent=agent)
    return deque(answers, maxlen=1).pop()
