"""Puzzles of Splinter: the only push that wins by force within a few plies."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.plugs import ExactValue, Theme, find_theme
from polygames.core.registry import agent
from polygames.games.splinter.boards import SEAT_COLORS
from polygames.games.splinter.rules import new
from polygames.search.puzzles.exhaustive import values_by_force
from polygames.search.solve import prove

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.games.splinter.rules import Splinter

HORIZON_PLIES: Final = (1, 3, 2)
"""A win in one move or in two, and the stop of the other player's win."""
MIN_VALUE_GAP: Final = 1.0
MAX_HORIZON_SHARE: Final = 0.5
MAX_THEME_SHARE: Final = 0.3


class Facts(NamedTuple):
    """The facts about a puzzle that its theme depends on."""

    state: Splinter
    after: Splinter
    plies: int | None
    is_king_push: bool

    @property
    def seats(self) -> tuple[int, int]:
        """The seat that solves the puzzle, and the other one."""
        return self.state.turn, 1 - self.state.turn

    def lost(self, seat: int) -> int:
        """Return the number of pieces that a seat loses by the push."""
        return self.after.lost[seat] - self.state.lost[seat]

    def has_two_threats(self) -> bool:
        """Return True if two pushes would win at once, if the other player could pass."""
        again = new(board=self.after.rows, first=SEAT_COLORS[self.state.turn])
        return len(winning_pushes(again)) > 1


PUZZLE_THEMES: Final[tuple[Theme[Facts], ...]] = (
    Theme(
        "stop the win",
        "The other player could win with the next push, and only this push stops it.",
        "Find the push with which the other player wins. Which of your pushes makes it impossible?",
        lambda facts: facts.plies == 2,  # noqa: PLR2004 - one push of each player
    ),
    Theme(
        "a sacrifice",
        "With the first push you lose some of your own pieces.",
        "With the first move you lose some of your own pieces.",
        lambda facts: facts.after.outcome is None and facts.lost(facts.seats[0]) > 0,
    ),
    Theme(
        "pawns cut off",
        "The push cuts off pawns of the other player.",
        "Look for a push that can cut off the other player's pawns.",
        lambda facts: facts.lost(facts.seats[1]) > 0,
    ),
    Theme(
        "the king leaves",
        "The king itself moves away, and the two kings are apart.",
        "Push with the king.",
        lambda facts: facts.after.outcome is not None and facts.is_king_push,
    ),
    Theme(
        "kings apart",
        "A pawn's push separates the two kings.",
        "Look for a pawn that can separate the two kings.",
        lambda facts: facts.after.outcome is not None,
    ),
    Theme(
        "two threats",
        "After the push, two different pushes would win at once.",
        "Find a push after which you can win in two ways. The other player can stop only one.",
        Facts.has_two_threats,
    ),
    Theme(
        "a quiet push",
        "The first push cuts off no piece, and it does not yet threaten to win in two ways.",
        "The first move does not cut off any pieces yet. Leave the other player no good answer.",
        lambda _: True,
    ),
)

MAX_WIN_PLIES: Final = max(HORIZON_PLIES)
SAVE_SHARE: Final = 0.5
"""The share of games that are searched for positions with one move that stops a win."""
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
    is_save = rng.random() < SAVE_SHARE
    start = new() if rng.random() < FULL_BOARD_SHARE else _random_small_position(rng)
    path, opening = [start], rng.randint(*RANDOM_OPENING_PLIES)
    player = agent("minimax", game=start.game, depth=PLAYER_DEPTH, seconds=None)
    while path[-1].outcome is None and len(path) < MAX_PUZZLE_GAME_PLIES:
        state = path[-1]
        is_opening = len(path) <= opening
        move = state.legal_moves.sample(rng) if is_opening else player.choose(state, rng)
        path.append(state.play(move))
    if is_save:
        yield from filter(_must_stop_win, _iter_candidates(path[opening:][::-1]))
        return
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


def winning_pushes(state: Splinter) -> list[Any]:
    """Return the pushes that win at once."""
    if state.outcome is not None:
        return []
    return [push for push in state.legal_moves if _is_won(state.play(push), state.turn)]


def _is_won(state: Splinter, seat: int) -> bool:
    return state.outcome is not None and state.outcome.winners == {seat}


def _must_stop_win(state: Splinter) -> bool:
    """Return True if only the other seat could win at once, if it were its turn."""
    other = new(board=state.rows, first=SEAT_COLORS[1 - state.turn])
    return bool(winning_pushes(other)) and not winning_pushes(state)


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
        depth=MAX_WIN_PLIES,
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

    With two plies the value is 0 if the other seat cannot win with its next push, else -1. Return
    None if the search takes too long.
    """
    if plies == 2:  # noqa: PLR2004 - one push of each player
        return _values_of_saving(state) if _must_stop_win(state) else None
    if plies != 1 and len(state.legal_moves) > MAX_MOVES_FOR_DEEP_SEARCH:
        return None
    return values_by_force(state, plies, MAX_NODES)


def _values_of_saving(state: Splinter) -> dict[Any, ExactValue]:
    """Return 0 for each push after which the other seat cannot win at once, else -1."""
    found = {}
    for push in state.legal_moves:
        after = state.play(push)
        wins = winning_pushes(after)
        is_lost = bool(wins) or _is_won(after, 1 - state.turn)
        found[push] = ExactValue(-1, wins[0] if wins else None) if is_lost else ExactValue(0)
    return found


def solver_values(state: Splinter, plies: int | None = None) -> dict[Any, float]:
    """Return 1 for each push that the general solver proves to win within `plies`, else -1.

    With two plies it is 0 for each push after which the other seat is not proved to win at once.
    """
    win = 1 if state.turn == 0 else -1
    if plies == 2:  # noqa: PLR2004 - one push of each player
        return {move: -float(_is_lost_soon(state.play(move), -win)) for move in state.legal_moves}
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


def _is_lost_soon(after: Splinter, loss: int) -> bool:
    """Return True if the seat to move has won, or is proved to win at once."""
    if after.outcome is not None:
        return _is_won(after, after.turn)
    return prove(after, seconds=None, depth=1, progress=False).value == loss


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
    best = max(values, key=lambda move: values[move].value)
    piece = state.cells[state.grid.steps_by_push[best][0]]
    theme = find_theme(PUZZLE_THEMES, Facts(state, state.play(best), plies, piece in "WB"))
    if plies == 2:  # noqa: PLR2004 - one push of each player
        return f"{other} can win with the next push. Which push of {name} stops it?", theme
    if plies == 1:
        return f"{name} wins in one move. Which push?", theme
    return f"{name} wins in two moves, whatever {other} does. Which push?", theme
