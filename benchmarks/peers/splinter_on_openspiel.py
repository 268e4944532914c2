"""Splinter as a Python game of OpenSpiel, with the same rules, for comparison.

It follows the games in ``open_spiel/python/games``: a state lists its legal actions and changes in
place. The board is a flat list with a wall around it. The options are those of `new()`: pieces are
not pushed off, no square is barred, and a game has at most 500 plies.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pyspiel

from polygames.games.splinter.rules import START_ROWS

EMPTY, WALL = 0, 9
WHITE, BLACK, WHITE_KING, BLACK_KING = 1, 2, 3, 4
PIECE_LETTERS = ".wbWB"
ROWS, COLUMNS = len(START_ROWS), len(START_ROWS[0])
SQUARE_STRIDE = COLUMNS + 1
DIRECTION_STEPS = (
    -SQUARE_STRIDE - 1,
    -SQUARE_STRIDE,
    -SQUARE_STRIDE + 1,
    -1,
    1,
    SQUARE_STRIDE - 1,
    SQUARE_STRIDE,
    SQUARE_STRIDE + 1,
)
BOARD_SQUARES = [SQUARE_STRIDE * r + c for r in range(1, ROWS + 1) for c in range(COLUMNS)]
BOARD_LENGTH = SQUARE_STRIDE * (ROWS + 2) + 1
OWN_PIECES = ((WHITE, WHITE_KING), (BLACK, BLACK_KING))
PLY_LIMIT, REPETITION_LIMIT = 500, 3

GAME_TYPE = pyspiel.GameType(
    short_name="python_splinter",
    long_name="Splinter in Python",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification={},
)
GAME_INFO = pyspiel.GameInfo(
    num_distinct_actions=8 * BOARD_LENGTH,
    max_chance_outcomes=0,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=PLY_LIMIT,
)


class SplinterGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The game, as OpenSpiel registers it."""

    def __init__(self, params: Any = None) -> None:
        super().__init__(GAME_TYPE, GAME_INFO, params or {})

    def new_initial_state(self) -> SplinterState:
        """Return the start of a game."""
        return SplinterState(self)


class SplinterState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position, changed in place."""

    def __init__(self, game: SplinterGame) -> None:
        super().__init__(game)
        self.board = [WALL] * BOARD_LENGTH
        letters = "".join(START_ROWS)
        for square, letter in zip(BOARD_SQUARES, letters, strict=True):
            self.board[square] = PIECE_LETTERS.index(letter)
        self.turn, self.plies = 0, 0
        self.lost = [0, 0]
        self.kings = [self.board.index(WHITE_KING), self.board.index(BLACK_KING)]
        self.value: float | None = None
        self.seen: Counter[tuple[int, ...]] = Counter({self._key(): 1})

    def _key(self) -> tuple[int, ...]:
        return (self.turn, *self.board)

    def current_player(self) -> int:
        """Return the seat to move."""
        return pyspiel.PlayerId.TERMINAL if self.value is not None else self.turn

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return self.value is not None

    def returns(self) -> list[float]:
        """Return +1 for the winner, -1 for the loser."""
        value = self.value or 0.0
        return [value, -value]

    def _legal_actions(self, player: int) -> list[int]:
        board, own = self.board, OWN_PIECES[player]
        actions = []
        for square in BOARD_SQUARES:
            if board[square] not in own:
                continue
            for direction, step in enumerate(DIRECTION_STEPS):
                ahead = square + step
                while EMPTY < board[ahead] < WALL:
                    ahead += step
                if board[ahead] == EMPTY:
                    actions.append(8 * square + direction)
        return actions

    def _apply_action(self, action: int) -> None:
        square, direction = divmod(action, 8)
        board, step = self.board, DIRECTION_STEPS[direction]
        moved = EMPTY
        while board[square] != EMPTY:
            moved, board[square] = board[square], moved
            if board[square] > BLACK:
                self.kings[board[square] - WHITE_KING] = square
            square += step
        board[square] = moved
        if moved > BLACK:
            self.kings[moved - WHITE_KING] = square
        self.turn = 1 - self.turn
        self.plies += 1
        self._settle()

    def _group(self, start: int) -> set[int]:
        board = self.board
        found, reached = {start}, [start]
        for at in reached:
            for step in DIRECTION_STEPS:
                near = at + step
                if EMPTY < board[near] < WALL and near not in found:
                    found.add(near)
                    reached.append(near)
        return found

    def _settle(self) -> None:
        board = self.board
        white = self._group(self.kings[0])
        apart = self.kings[1] not in white
        black = self._group(self.kings[1]) if apart else white
        is_removed = False
        pawns = [0, 0]
        for square in BOARD_SQUARES:
            kind = board[square]
            if kind == EMPTY:
                continue
            if square not in white and square not in black:
                self.lost[kind - WHITE] += 1
                board[square] = EMPTY
                is_removed = True
            elif kind <= BLACK:
                pawns[kind - WHITE] += 1
        if is_removed:
            self.seen.clear()
        if apart:
            lead = len(white) - len(black) or self.lost[1] - self.lost[0]
        elif 0 in pawns:
            lead = pawns[0] - pawns[1]
        else:
            key = self._key()
            self.seen[key] += 1
            if self.seen[key] < REPETITION_LIMIT and self.plies < PLY_LIMIT:
                return
            lead = 0
        self.value = float((lead > 0) - (lead < 0))

    def _action_to_string(self, _: int, action: int) -> str:
        square, direction = divmod(action, 8)
        return f"{square}+{DIRECTION_STEPS[direction]}"

    def __str__(self) -> str:
        """Return the board as rows of text."""
        letters = "".join(PIECE_LETTERS[self.board[square]] for square in BOARD_SQUARES)
        return "\n".join(letters[i : i + COLUMNS] for i in range(0, len(letters), COLUMNS))


pyspiel.register_game(GAME_TYPE, SplinterGame)
