"""Puzzles of Splinter: the only push that wins by force within a few plies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.games.splinter.boards import COLORS
from polygames.games.splinter.rules import new
from polygames.search.puzzles.exact import by_force
from polygames.search.solve import prove

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from polygames.games.splinter.rules import Splinter
    from polygames.search.puzzles.exact import Judged

HORIZONS: Final = (1, 3, 5)
MARGIN: Final = 1.0
SHARE: Final = 0.3

FULL: Final = 0.4
"""The share of puzzles on the full board."""
SIDES: Final = (3, 4, 5, 6)
PAWNS: Final = (3, 7)
"""How many pawns each side has on a small board: from and to."""
BEFORE: Final = (2, 6)
"""How many plies before the end of a random game a puzzle may begin."""
SOME: Final = 6
"""The fewest moves of a puzzle."""
MOST: Final = 300
SWAPPED: Final = str.maketrans("wbWB", "bwBW")


def positions(rng: Random) -> Iterator[Splinter]:
    """Yield positions before the end of a random game, on the full board or a small one."""
    state = new() if rng.random() < FULL else _small(rng)
    path = [state]
    while state.outcome is None:
        state = state.play(state.legal_moves.sample(rng))
        path.append(state)
    late = path[-BEFORE[1] : -BEFORE[0] + 1]
    for each in reversed(late):
        fresh = new(board=each.rows, first=COLORS[each.turn])
        if fresh.outcome is None and len(fresh.legal_moves) >= SOME:
            yield fresh


def _small(rng: Random) -> Splinter:
    """Return a small board with pieces anywhere."""
    rows, columns = rng.choice(SIDES), rng.choice(SIDES)
    most = rows * columns // 3
    pawns = min(most, rng.randint(*PAWNS))
    pieces = "WB" + "wb" * pawns
    squares = list(pieces.ljust(rows * columns, "."))
    rng.shuffle(squares)
    board = ["".join(squares[k * columns : (k + 1) * columns]) for k in range(rows)]
    return new(board=board, first=rng.choice(COLORS))


def judged(state: Splinter, plies: int | None = None) -> dict[Any, Judged] | None:
    """Say of each push whether it wins by force within so many plies."""
    return by_force(state, plies, MOST)


def proved(state: Splinter, plies: int | None = None) -> dict[Any, float]:
    """Return for each push whether the general solver proves a win within so many plies."""
    win = 1 if state.turn == 0 else -1
    found = {}
    for move in state.legal_moves:
        after = state.play(move)
        if after.outcome is not None:
            is_won = after.outcome.winners == {state.turn}
        else:
            left = (plies or 1) - 1
            is_won = bool(left) and prove(after, seconds=None, depth=left).value == win
        found[move] = 1.0 if is_won else -1.0
    return found


def images(state: Splinter) -> set[Any]:
    """Return the position as reflections and turns of the board, and of the colours, show it."""
    seen: set[Any] = set()
    shown = tuple(state.rows)
    for _ in range(4):
        shown = tuple(map("".join, zip(*shown[::-1], strict=True)))
        for rows in (shown, shown[::-1]):
            swapped = tuple(row.translate(SWAPPED) for row in rows)
            seen |= {(rows, state.turn), (swapped, 1 - state.turn)}
    return seen


def words(state: Splinter, plies: int | None, found: dict[Any, Judged]) -> tuple[str, str]:
    """Return the task and the theme."""
    name, other = (COLORS[seat].capitalize() for seat in (state.turn, 1 - state.turn))
    moves = ((plies or 1) + 1) // 2
    many = {1: "one move", 2: "two moves", 3: "three moves"}[moves]
    task = f"{name} wins in {many}"
    task += "." if moves == 1 else f", whatever {other} does."
    best = max(found, key=lambda move: found[move].value)
    after, piece = state.play(best), state.cells[state.grid.ways[best][0]]
    own = after.lost[state.turn] - state.lost[state.turn]
    theirs = after.lost[1 - state.turn] - state.lost[1 - state.turn]
    if moves > 1 and own:
        theme = "a sacrifice"
    elif piece in "WB":
        theme = "the king moves"
    elif theirs:
        theme = "pawns cut off"
    else:
        theme = "a quiet push" if moves > 1 else "kings apart"
    return f"{task} Which push?", theme
