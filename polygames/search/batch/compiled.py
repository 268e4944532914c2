"""A batch that runs on a game's kernel, all games in one call of compiled code."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from polygames.runtime.jit import HAS_NUMBA, Array, compiled, compiled_for, np
from polygames.runtime.once import once
from polygames.runtime.random_numbers import Rng, make_stream, random_below
from polygames.search.batch.base import NO_MOVE, Batch, Step
from polygames.search.kernel_adapter import KernelPosition, copy_array, encode_position, kernel_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from polygames.core.plugs import Encoding
    from polygames.core.protocol import State

RESET_ACTION = -2
"""The move number that restarts a game."""
MAX_REPETITIONS = 2
"""The number of earlier occurrences at which a position ends the game in a tie (the third time),
for games with that rule (their kernel has ``earlier``).
"""


def compiled_batch(
    start: State[Any], encoding: Encoding, n: int, **batch_options: Any
) -> KernelBatch | None:
    """Return a batch in compiled code; None without a kernel or if the position is too large."""
    position = encode_position(start) if HAS_NUMBA else None
    if position is None or not hasattr(position.kernel, "codes"):
        return None
    return KernelBatch(start, encoding, n, position=position, **batch_options)


class GameArrays(NamedTuple):
    """The games as arrays, with one row or number per game."""

    arrays: Array
    """The positions in the kernel's encoding."""
    keys: Array
    """The keys of the positions that count for repetitions."""
    key_counts: Array
    """The number of keys in use."""
    lines: Array
    """The moves since the start, as move numbers."""
    plies: Array
    """The number of moves since the start."""
    options: Array
    """The kernel's codes of the legal moves."""
    option_counts: Array
    """The number of legal moves."""


class KernelBatch(Batch):
    """A batch that plays all games in compiled code, by the functions of the game's kernel."""

    method = "compiled"

    def __init__(
        self,
        start: State[Any],
        encoding: Encoding,
        n: int,
        *,
        position: KernelPosition,
        seed: int,
        **batch_options: bool,
    ) -> None:
        super().__init__(start, encoding, n, **batch_options)
        kernel, root = cast("Any", position.kernel), position.array
        self._rng = make_stream(seed)
        codes: list[int] = list(kernel.codes(start))
        found = np.array([encoding.number(start, kernel.decode(code, start)) for code in codes])
        number_of = np.full(max(codes) + 1, NO_MOVE, np.int64)
        code_of = np.full(encoding.actions, NO_MOVE, np.int64)
        number_of[codes], code_of[found] = found, codes
        self._number_of, self._code_of = number_of, code_of
        first = _first_keys(position)
        room = len(first) + encoding.longest + 1 if first.size else 1
        self._games = GameArrays(
            np.tile(root, (n, 1)),
            np.zeros((n, room), np.uint64),
            np.zeros(n, np.int64),
            np.zeros((n, encoding.longest + 1), np.int32),
            np.zeros(n, np.int64),
            np.zeros((n, len(self._code_of)), root.dtype),
            np.zeros(n, np.int64),
        )
        self._games.keys[:, : len(first)] = first
        self._step_inputs = (
            root.copy(),
            kernel.move_buffer(),
            self._number_of,
            self._code_of,
            len(first),
        )
        self._load_functions()
        self._last_states: list[tuple[int, State[Any]]] = [(0, start)] * n
        """For each game, the ply and state last returned by `state`, from which it replays."""
        self._restart([*range(n)])

    def _restart(self, games: list[int]) -> None:
        moves = np.full(self.n, NO_MOVE, np.int64)
        moves[games] = RESET_ACTION
        self._play_moves(moves)
        for game in games:
            self._last_states[game] = 0, self.start

    def _load_functions(self) -> None:
        """Load the compiled functions of the kernel."""
        kernel: Any = kernel_of(self.start)
        self._kernel, self._functions, root = (
            kernel,
            _kernel_functions(kernel),
            self._step_inputs[0],
        )
        array, out = root.copy(), kernel.move_buffer()
        for function in (kernel.turn, kernel.result, self._functions[4]):
            function(array)  # compiles the function for this type of array
        kernel.legal(array, out)
        kernel.play(array, int(out[0]))
        self._play_all = _compile_step(root.dtype.str)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle; compiled functions are omitted and loaded again later."""
        loaded = {"_kernel", "_functions", "_play_all"}
        return {name: value for name, value in vars(self).items() if name not in loaded}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a pickled state, and load the compiled functions."""
        vars(self).update(state)
        self._load_functions()

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a uniformly random legal move for each game; -1 if the game is finished."""
        chosen = np.full(self.n, NO_MOVE, np.int64)
        table = self._games
        _draw_moves(table.options, table.option_counts, self._number_of, self._rng, chosen)
        return chosen

    def state(self, game: int) -> State[Any]:
        """Return the position of a game as a state, reached by replaying its moves."""
        table, game = self._games, self._check_index(game)
        ply, state = self._last_states[game]
        plies = int(table.plies[game])
        for number in table.lines[game, ply:plies].tolist():
            state = state.play(self._kernel.decode(int(self._code_of[number]), state))
        self._last_states[game] = plies, state
        return state

    def _play_moves(self, moves: npt.NDArray[np.int64]) -> Step:
        values, done = np.zeros(self.n), np.zeros(self.n, np.bool_)
        shown = self.masks, self.turn, self.over, values, done
        self._play_all(
            *self._functions, *self._step_inputs, *self._games, *shown, moves, self.auto_reset
        )
        for game in np.flatnonzero(done).tolist() if self.auto_reset else ():
            self._last_states[game] = 0, self.start
        return Step(np.stack([values, -values], axis=1), done)


def _first_keys(position: KernelPosition) -> npt.NDArray[np.uint64]:
    """Return the hash keys of the start and earlier positions; empty without a repetition rule."""
    kernel: Any = position.kernel
    if not hasattr(kernel, "earlier"):
        return np.zeros(0, np.uint64)
    return np.append(position.earlier_keys, np.uint64(kernel.key(position.array)))


def _kernel_functions(kernel: Any) -> tuple[Any, ...]:
    own = kernel.turn, kernel.legal, kernel.play, kernel.result
    return *own, getattr(kernel, "key", _constant_key)


@compiled
def _constant_key(position: Array) -> np.uint64:  # noqa: ARG001 - it takes what `key` takes
    """Return 0 as the hash key of every position, for games without a repetition rule."""
    return np.uint64(0)


def _play_all(
    turn: Any,
    legal: Any,
    play: Any,
    result: Any,
    key: Any,
    root: Array,
    out: Array,
    number_of: Array,
    code_of: Array,
    first_keys: int,
    arrays: Array,
    keys: Array,
    key_counts: Array,
    lines: Array,
    plies: Array,
    options: Array,
    option_counts: Array,
    masks: Array,
    turns: Array,
    over: Array,
    values: Array,
    done: Array,
    moves: Array,
    resets: bool,  # noqa: FBT001 - compiled code takes its arguments by place
) -> None:
    """Play a move in each game and update the masks, legal moves and turns."""
    for game in range(moves.size):
        number = moves[game]
        if number == NO_MOVE:
            continue
        a = arrays[game]
        if number != RESET_ACTION:
            play(a, code_of[number])
            lines[game, plies[game]] = number
            plies[game] += 1
            value = result(a)
            if value == value:  # noqa: PLR0124 - it is not nan
                done[game], values[game] = True, value
            elif first_keys:
                own, seen = key(a), 0
                for i in range(key_counts[game]):
                    seen += keys[game, i] == own
                keys[game, key_counts[game]] = own
                key_counts[game] += 1
                done[game] = seen >= MAX_REPETITIONS
        if number == RESET_ACTION or (done[game] and resets):
            copy_array(root, a)
            plies[game], key_counts[game] = 0, first_keys
        over[game] = done[game] and not resets
        for i in range(option_counts[game]):
            masks[game, number_of[options[game, i]]] = False
        n = 0 if over[game] else legal(a, out)
        for i in range(n):
            options[game, i] = out[i]
            masks[game, number_of[out[i]]] = True
        option_counts[game], turns[game] = n, turn(a)


@compiled
def _draw_moves(
    options: Array, option_counts: Array, number_of: Array, rng: Rng, moves: Array
) -> None:
    """Fill `moves` with a random legal move for each unfinished game."""
    for game in range(moves.size):
        if option_counts[game]:
            moves[game] = number_of[options[game, random_below(rng, option_counts[game])]]


@once
def _compile_step(dtype: str) -> Callable[..., None]:
    numba: Any = import_module("numba")
    array, rows = numba.typeof(np.empty(1, dtype)), numba.typeof(np.empty((1, 1), dtype))
    number, real, truth, key = numba.int64, numba.float64, numba.boolean, numba.uint64
    pointer = numba.types.FunctionType
    kinds = (number(array), number(array, array), numba.void(array, number), real(array))
    functions = *map(pointer, kinds), pointer(key(array))
    fixed = array, array, number[::1], number[::1], number
    table = rows, key[:, ::1], number[::1], numba.int32[:, ::1], number[::1], rows, number[::1]
    shown = truth[:, ::1], number[::1], truth[::1], real[::1], truth[::1]
    return compiled_for(
        numba.void(*functions, *fixed, *table, *shown, number[::1], truth), _play_all
    )
