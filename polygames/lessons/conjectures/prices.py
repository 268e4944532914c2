"""Lesson 17: which pair of cells to write anew, exactly."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import polygames as pg
from polygames.lessons.conjectures.hunt import Case, search

if TYPE_CHECKING:
    from collections.abc import Iterator

PAD: Final = ("*##*", "####", ".##.")
TRIES: Final = 40
"""So many full sheets are looked at."""
NEAR: Final = 1e-9


class Pair(NamedTuple):
    """Two mirrored cells of a full sheet.

    Attributes
    ----------
    name
        The first of the two cells, such as "r0c1".
    numbers
        What stands there.
    stars
        How many of the two cells are stars.
    neighbours
        How many cells touch the two.
    lost
        How many points the sheet loses if they are wiped out.
    """

    name: str
    numbers: tuple[int, int]
    stars: int
    neighbours: int
    lost: int


def try_to_break(conjecture: Any) -> None:
    """Look for a full sheet on which the wrong pair is wiped out and written anew.

    The conjecture is called with the pairs of the sheet and names one; the next roll is written
    there as well as possible.

    Examples
    --------
    >>> try_to_break(lambda pairs: pairs[0].name)
    ... # doctest: +ELLIPSIS
    Broken by the sheet ...: r0c0 leads to ... points on average, and ...
    """
    search(conjecture, cases())


def cases() -> Iterator[Case]:
    """Yield full sheets, by games in which all placements were made by chance."""
    for seed in range(TRIES):
        pairs, means = _facts(seed)
        words = f"the sheet {_sheet(seed)}"
        yield Case(([*pairs],), words, partial(_fault, means))


def _sheet(seed: int) -> str:
    return " / ".join(_full(seed).rows[0])


def _full(seed: int) -> Any:
    rng = Random(seed)
    state = pg.new("splitter", pad=PAD)
    while state.outcome is None:
        state = state.play(state.legal_moves.sample(rng))
    return state


def _facts(seed: int) -> tuple[list[Pair], dict[str, float]]:
    """Return the pairs of a sheet, and the mean after writing each of them anew."""
    full = _full(seed)
    places = [*full.pad.cells]
    pairs, means = list[Pair](), dict[str, float]()
    for one, other in full.pad.slots:
        row, column = places[one]
        name = f"r{row}c{column}"
        open_again = _without(full, {one, other})
        touching = sum(len(full.pad.neighbours[cell]) for cell in (one, other))
        stars = sum(PAD[r][c] == "*" for r, c in (places[one], places[other]))
        numbers = full.sheets[0][one], full.sheets[0][other]
        lost = full.scores[0] - open_again.scores[0]
        pairs.append(Pair(name, numbers, stars, touching, lost))
        means[name] = _mean(open_again)
    return pairs, means


def _without(full: Any, wiped: set[int]) -> Any:
    """Return the state before the last roll, with these two cells open."""
    text = [[*row] for row in full.rows[0]]
    for cell in wiped:
        row, column = [*full.pad.cells][cell]
        text[row][column] = "0"
    rows = "\n".join("".join(row) for row in text)
    return pg.from_text(f"splitter\nplayers 1\npad {'/'.join(PAD)}\nsheet 0\n{rows}")


def _mean(state: Any) -> float:
    """Return the mean of the best points after one more roll."""
    total = 0.0
    for roll, chance in state.chance_outcomes():
        rolled = state.play(roll)
        total += float(chance) * max(rolled.play(move).scores[0] for move in rolled.legal_moves)
    return total


def _fault(means: dict[str, float], said: Any) -> str:
    if said not in means:
        return f"{said!r} is no name of a pair"
    best = max(means, key=lambda name: means[name])
    if means[said] > means[best] - NEAR:
        return ""
    return f"{said} leads to {means[said]:.2f} points on average, and {best} to {means[best]:.2f}"
