"""What an agent may use, and what it has done when it loses by that."""

from __future__ import annotations

from dataclasses import dataclass

from polygames.core.options import number


@dataclass(frozen=True)
class Limits:
    """What an agent may use; with any limit it plays in a process of its own."""

    seconds: float | None = None
    """For a move, by the clock."""
    memory: float | None = None
    """In megabytes, for all processes of the agent together; on Linux."""

    def __bool__(self) -> bool:
        """Whether there is a limit."""
        return self != Limits()

    def over(self, other: Limits) -> Limits:
        """Return these limits, with another's where there is none here."""
        seconds = other.seconds if self.seconds is None else self.seconds
        memory = other.memory if self.memory is None else self.memory
        return Limits(seconds, memory)


NO_LIMITS = Limits()
FILE_LIMITS = Limits(seconds=5.0, memory=1000.0)
"""Of an agent that was handed in as a file, where nothing else is said."""


class FaultError(Exception):
    """An agent did something by which it loses; the text goes on from its name."""


def checked_limits(move_seconds: object, memory: object) -> Limits:
    """Return the limits that are asked for.

    Raises
    ------
    OptionError
        If one is not greater than 0; 100 MB is the least memory that Python itself does with.
    """
    return Limits(
        None if move_seconds is None else number("move_seconds", move_seconds, above=0),
        None if memory is None else number("memory", memory, 100),
    )
