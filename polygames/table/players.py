"""The occupants of the seats of a table, and the random numbers of its dice and agents."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from polygames.core.protocol import State

EMPTY_SEAT: Final = ""
"""The occupant of a seat that is still free."""

PUZZLE_OPPONENT: Final = "puzzle"
"""The occupant of the other seats at the table of a puzzle."""


def random_at(seed: object, ply: int) -> Random:
    """Return the random numbers with which dice roll or an agent thinks after some plies.

    They depend on nothing else, so a game that is read from a file goes on in the same way.

    Examples
    --------
    >>> random_at(7, 3).random() == random_at(7, 3).random()
    True
    """
    return Random(f"{seed}:{ply}")


def random_roll(state: State[Any], seed: object) -> Any:
    """Return the dice roll at a state that a seed leads to."""
    return state.legal_moves.sample(random_at(seed, state.ply))


def is_pupil(occupant: str) -> bool:
    """Return True if the occupant of a seat is the id of a pupil.

    Examples
    --------
    >>> is_pupil("p12"), is_pupil("level 2"), is_pupil("")
    (True, False, False)
    """
    return occupant[:1] == "p" and occupant[1:].isdecimal()


def is_agent(occupant: str) -> bool:
    """Return True if the occupant of a seat is an agent.

    Examples
    --------
    >>> is_agent("level 2"), is_agent("p12"), is_agent(PUZZLE_OPPONENT)
    (True, False, False)
    """
    return occupant not in (EMPTY_SEAT, PUZZLE_OPPONENT) and not is_pupil(occupant)


def computer_name(agent: str) -> str:
    """Return the displayed name of an agent.

    Examples
    --------
    >>> computer_name("level 2")
    'Computer (level 2)'
    """
    return f"Computer ({agent})"
