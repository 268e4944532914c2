"""Puzzles of Splinter: the only push that wins by force within a few plies."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from polygames.core.registry import agent
from polygames.games.splinter.boards import COLORS
from polygames.games.splinter.rules import new
from polygames.search.puzzles.exact import by_force
from polygames.search.solve import prove

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.core.plugs import JudgedMove
    from polygames.games.splinter.rules import Splinter

HORIZONS: Final = (1, 3)
MARGIN: Final = 1.0
SHARE: Final = 0.5
HINTS: Final = {
    "the king moves": "Push with the king.",
    "kings apart": "Look for a pawn whose push parts the two kings.",
    "a quiet push": "Push a pawn: the first move cuts off nothing yet.",
    "pawns cut off": "Look for a pawn whose push cuts off pawns of the other player.",
    "a sacrifice": "The first move costs you pieces of your own.",
}

FULL: Final = 0.5
"""The share of puzzles on the full board."""
SIDES: Final = (3, 4, 5)
PAWNS: Final = (2, 6)
"""How many pawns each side has on a small board: from and to."""
OPENING: Final = (4, 24)
"""How many plies of a game are left to chance: from and to."""
AHEAD: Final = 2
"""How many plies the players see ahead then."""
AT_ONCE: Final = 0.1
"""In so many games the last move is looked for, in the others the last but one."""
BEFORE: Final = 8
"""How many positions before that one are looked at, too."""
LONGEST: Final = 100
SOME: Final = 6
"""The fewest moves of a puzzle."""
PIECES: Final = 7
"""The fewest pieces: with fewer all puzzles are much the same."""
WIDE: Final = 45
"""With more moves only wins in one are looked for."""
MOST: Final = 40_000
SWAPPED: Final = str.maketrans("wbWB", "bwBW")


def positions(rng: Random) -> Iterator[Splinter]:
    """Yield positions near the end of a game, on the full board or a small one.

    Its players see two plies ahead, so who loses cannot help it: three plies before the end the
    other one wins by force. Before that a win may have been overlooked, by either player.
    """
    start = new() if rng.random() < FULL else _small(rng)
    path, opening = [start], rng.randint(*OPENING)
    player = agent("minimax", game=start.game, depth=AHEAD, seconds=None)
    while path[-1].outcome is None and len(path) < LONGEST:
        state = path[-1]
        is_opening = len(path) <= opening
        move = state.legal_moves.sample(rng) if is_opening else player.choose(state, rng)
        path.append(state.play(move))
    outcome = path[-1].outcome
    game = path if outcome is not None and outcome.winners else []
    end = len(game) - 1 - (1 if rng.random() < AT_ONCE else 3)
    if end >= 0:
        yield from _posed(game[end : end + 1])
        yield from filter(_sees_win, _posed(game[max(0, end - BEFORE) : end][::-1]))


def _posed(game: Sequence[Splinter]) -> Iterator[Splinter]:
    """Yield positions with nothing said of how they came, if there are enough pieces and moves."""
    for each in game:
        fresh = new(board=each.rows, first=COLORS[each.turn])
        pieces = sum(sign != "." for row in fresh.rows for sign in row)
        if fresh.outcome is None and pieces >= PIECES and len(fresh.legal_moves) >= SOME:
            yield fresh


def _sees_win(state: Splinter) -> bool:
    """Whether a short search sees a win: it takes milliseconds, may miss one, and proves none."""
    from polygames.games.splinter.engine.alphabeta import (
        WON,  # numba loads here: a hint does without
    )

    values: list[float] = []
    player = agent(
        "minimax",
        game=state.game,
        depth=HORIZONS[-1],
        seconds=None,
        on_progress=lambda _, value, __: values.append(value),
    )
    player.choose(state, Random(0))
    return max(values, default=0) > WON / 2


def _small(rng: Random) -> Splinter:
    """Return a small board with pieces that hang together."""
    rows, columns = rng.choice(SIDES), rng.choice(SIDES)
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    pawns = rng.randint(*PAWNS)
    signs = list("WB" + "wb" * pawns)[: 2 * len(squares) // 3]
    rng.shuffle(signs)
    pieces: dict[tuple[int, int], str] = {rng.choice(squares): signs[0]}
    for sign in signs[1:]:
        beside = [
            (r, c)
            for r, c in squares
            if (r, c) not in pieces and any(max(abs(r - y), abs(c - x)) == 1 for y, x in pieces)
        ]
        pieces[rng.choice(beside)] = sign
    board = ["".join(pieces.get((row, k), ".") for k in range(columns)) for row in range(rows)]
    return new(board=board, first=rng.choice(COLORS))


def judged(state: Splinter, plies: int | None = None) -> dict[Any, JudgedMove] | None:
    """Say of each push whether it wins by force within so many plies."""
    if plies != 1 and len(state.legal_moves) > WIDE:
        return None
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
            is_won = (
                bool(left) and prove(after, seconds=None, depth=left, progress=False).value == win
            )
        found[move] = 1.0 if is_won else -1.0
    return found


def images(state: Splinter) -> set[Any]:
    """Return the pieces as reflections and turns, and the other colours, show them.

    Where on the board they stand does not count: elsewhere it is much the same puzzle.
    """
    seen: set[Any] = set()
    shown = _cropped(_cropped(tuple(state.rows)))
    for _ in range(4):
        shown = tuple(map("".join, zip(*shown[::-1], strict=True)))
        for rows in (shown, shown[::-1]):
            swapped = tuple(row.translate(SWAPPED) for row in rows)
            seen |= {(rows, state.turn), (swapped, 1 - state.turn)}
    return seen


def _cropped(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Return rows without those that are empty at either end, turned by a right angle."""
    full = [number for number, row in enumerate(rows) if set(row) != {"."}]
    kept = rows[full[0] : full[-1] + 1]
    return tuple(map("".join, zip(*kept[::-1], strict=True)))


def words(state: Splinter, plies: int | None, found: dict[Any, JudgedMove]) -> tuple[str, str]:
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
