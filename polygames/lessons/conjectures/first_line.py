"""Lesson 03b: who is better off after a kind of first line, as far as a study can tell."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from polygames.lessons.conjectures.hunt import Case, search, value
from polygames.lessons.places import data

if TYPE_CHECKING:
    from collections.abc import Iterator

REACH: Final = 1.96
"""So many standard errors away from one half a share is no accident of 60 games."""


def try_to_break(conjecture: Any, agent: str = "minimax") -> None:
    """Look for a kind of first line of which a function says wrongly who is better off.

    Parameters
    ----------
    conjecture
        Called with the kind of line and the places of its ends, it returns "red" or "blue".
    agent
        Whose games are looked at.

    Examples
    --------
    >>> try_to_break(lambda kind, one, other: "red")  # doctest: +ELLIPSIS
    Broken by a line of the kind 'corner', ends in 0 and 1: you say red, and it...
    """
    search(conjecture, cases(agent))


def cases(agent: str) -> Iterator[Case]:
    """Yield the kinds of first lines of which 60 games say who is better off."""
    for row in data("split_first_lines")["map"]:
        share = (row["blue"] + row["draws"] / 2) / row["games"]
        if row["agent"] == agent and abs(share - 0.5) > REACH * (0.25 / row["games"]) ** 0.5:
            one, other = row["parts"]
            words = f"a line of the kind {row['kind']!r}, ends in {one} and {other}"
            right = "blue" if share > 1 / 2 else "red"
            yield Case((row["kind"], one, other), words, partial(value, right))
