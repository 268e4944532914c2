"""Puzzles of Splinter: the only push that wins by force within a few plies."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from polygames.core.registry import agent
from polygames.games.splinter.boards import SEAT_COLORS
from polygames.games.splinter.rules import new
from polygames.search.puzzles.exhaustive import values_by_force
from polygames.search.solve import prove

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.core.plugs import ExactValue
    from polygames.games.splinter.rules import Splinter

HORIZON_PLIES: Final = (1, 3)
MIN_VALUE_GAP: Final = 1.0
MAX_THEME_SHARE: Final = 0.5
THEME_HINTS: Final = {
    "the king moves": "Push with the king.",
    "kings apart": "Look for a pawn that can separate the two kings.",
    "a quiet push": "Push a pawn. The first move does not cut off any pieces yet.",
    "pawns cut off": "Look for a pawn that can cut off the other player's pawns.",
    "a sacrifice": "With the first move you lose some of your own pieces.",
}

FULL_BOARD_SHARE: Final = 0.5
"""The share of puzzles on the full board."""
BOARD_SIDES: Final = (3, 4, 5)
PAWNS_PER_SIDE: Final = (2, 6)
"""Least and greatest number of pawns of each side on a small board."""
RANDOM_OPENING_PLIES: Final = (4, 24)
"""Least and greatest number of random plies at the start of a game."""
PLAYER_DEPTH: Final = 2
"""Search depth of the players after the random opening, in plies."""
LAST_MOVE_SHARE: Final = 0.1
"""The share of games that are searched one ply before the end; the others, three plies."""
EARLIER_POSITIONS: Final = 8
"""The number of positions before that one which are searched, too."""
MAX_PUZZLE_GAME_PLIES: Final = 100
MIN_PUZZLE_MOVES: Final = 6
"""Least number of legal moves in a puzzle."""
MIN_PUZZLE_PIECES: Final = 7
"""Least number of pieces: with fewer, puzzles are much alike."""
MAX_MOVES_FOR_DEEP_SEARCH: Final = 45
"""With more legal moves only wins in one move are searched."""
MAX_NODES: Final = 40_000
SWAP_COLORS: Final = str.maketrans("wbWB", "bwBW")


def candidate_positions(rng: Random) -> Iterator[Splinter]:
    """Yield positions near the end of a game, on the full board or a small one.

    Its players search two plies ahead, so the loser could not avoid the end: three plies before it
    the winner has a forced win. Earlier, either player may have overlooked a win.
    """
    start = new() if rng.random() < FULL_BOARD_SHARE else _random_small_position(rng)
    path, opening = [start], rng.randint(*RANDOM_OPENING_PLIES)
    player = agent("minimax", game=start.game, depth=PLAYER_DEPTH, seconds=None)
    while path[-1].outcome is None and len(path) < MAX_PUZZLE_GAME_PLIES:
        state = path[-1]
        is_opening = len(path) <= opening
        move = state.legal_moves.sample(rng) if is_opening else player.choose(state, rng)
        path.append(state.play(move))
    outcome = path[-1].outcome
    game = path if outcome is not None and outcome.winners else []
    end = len(game) - 1 - (1 if rng.random() < LAST_MOVE_SHARE else 3)
    if end >= 0:
        yield from _iter_candidates(game[end : end + 1])
        yield from filter(
            _has_quick_win, _iter_candidates(game[max(0, end - EARLIER_POSITIONS) : end][::-1])
        )


def _iter_candidates(game: Sequence[Splinter]) -> Iterator[Splinter]:
    """Yield positions with enough pieces and moves for a puzzle, without their history."""
    for each in game:
        fresh = new(board=each.rows, first=SEAT_COLORS[each.turn])
        pieces = sum(sign != "." for row in fresh.rows for sign in row)
        if (
            fresh.outcome is None
            and pieces >= MIN_PUZZLE_PIECES
            and len(fresh.legal_moves) >= MIN_PUZZLE_MOVES
        ):
            yield fresh


def _has_quick_win(state: Splinter) -> bool:
    """Return True if a search of three plies finds a win.

    The search is fast but not exhaustive, so it proves nothing.
    """
    from polygames.games.splinter.engine.alphabeta import (
        WIN_SCORE,  # loads numba, which hints do not need
    )

    values: list[float] = []
    player = agent(
        "minimax",
        game=state.game,
        depth=HORIZON_PLIES[-1],
        seconds=None,
        on_progress=lambda _, value, __: values.append(value),
    )
    player.choose(state, Random(0))
    return max(values, default=0) > WIN_SCORE / 2


def _random_small_position(rng: Random) -> Splinter:
    """Return a random position on a small board with connected pieces."""
    rows, columns = rng.choice(BOARD_SIDES), rng.choice(BOARD_SIDES)
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    pawns = rng.randint(*PAWNS_PER_SIDE)
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
    return new(board=board, first=rng.choice(SEAT_COLORS))


def exact_values(state: Splinter, plies: int | None = None) -> dict[Any, ExactValue] | None:
    """Return the value of each push: 1 if it wins by force within `plies`, else -1.

    Return None if the search takes too long.
    """
    if plies != 1 and len(state.legal_moves) > MAX_MOVES_FOR_DEEP_SEARCH:
        return None
    return values_by_force(state, plies, MAX_NODES)


def solver_values(state: Splinter, plies: int | None = None) -> dict[Any, float]:
    """Return 1 for each push that the general solver proves to win within `plies`, else -1."""
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


def symmetry_images(state: Splinter) -> set[Any]:
    """Return the images of the pieces under reflections, rotations and a swap of the colours.

    The place on the board does not count: elsewhere it is much the same puzzle.
    """
    seen: set[Any] = set()
    shown = _crop_rows(_crop_rows(tuple(state.rows)))
    for _ in range(4):
        shown = tuple(map("".join, zip(*shown[::-1], strict=True)))
        for rows in (shown, shown[::-1]):
            swapped = tuple(row.translate(SWAP_COLORS) for row in rows)
            seen |= {(rows, state.turn), (swapped, 1 - state.turn)}
    return seen


def _crop_rows(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Remove the empty rows at the top and bottom, and rotate the rest by a right angle."""
    full = [number for number, row in enumerate(rows) if set(row) != {"."}]
    kept = rows[full[0] : full[-1] + 1]
    return tuple(map("".join, zip(*kept[::-1], strict=True)))


def task_and_theme(
    state: Splinter, plies: int | None, values: dict[Any, ExactValue]
) -> tuple[str, str]:
    """Return the task of a puzzle as a sentence, and the name of its theme."""
    name, other = (SEAT_COLORS[seat].capitalize() for seat in (state.turn, 1 - state.turn))
    moves = ((plies or 1) + 1) // 2
    many = {1: "one move", 2: "two moves", 3: "three moves"}[moves]
    task = f"{name} wins in {many}"
    task += "." if moves == 1 else f", whatever {other} does."
    best = max(values, key=lambda move: values[move].value)
    after, piece = state.play(best), state.cells[state.grid.steps_by_push[best][0]]
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
