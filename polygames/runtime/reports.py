"""Who is told what the checks of the lessons say: nobody, unless a room of a class is open."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

listeners: list[Callable[[str, str], object]] = []
"""Who is told."""


def listen(listener: Callable[[str, str], object]) -> None:
    """Tell somebody from now on: the exercise, and ``"right"``, ``"not quite"`` or ``"not yet"``.

    Examples
    --------
    >>> heard = []
    >>> listen(lambda exercise, said: heard.append((exercise, said)))
    >>> report("nim 1", "right")
    >>> heard
    [('nim 1', 'right')]
    >>> listeners.clear()
    """
    listeners.append(listener)


def unlisten(listener: Callable[[str, str], object]) -> None:
    """Tell somebody no longer."""
    with suppress(ValueError):
        listeners.remove(listener)


def report(exercise: str, said: str) -> None:
    """Say what a check has said of an exercise."""
    for listener in tuple(listeners):
        listener(exercise, said)
