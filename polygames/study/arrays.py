"""The positions of a collection of games as numpy arrays, to train programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.errors import OptionError, PolygamesError
from polygames.core.options import whole
from polygames.core.protocol import CHANCE
from polygames.records.position_sources import encoding_of
from polygames.runtime import progress as bars
from polygames.search.review.annotations import read_review
from polygames.study.entry import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from polygames.core.plugs import Encoding
    from polygames.records.record import Record
DEFAULT_ARRAY_ROWS: Final = 4096
MAX_ARRAY_ROWS: Final = 10_000_000


class PositionArrays(NamedTuple):
    """The positions of some games in which a player moved: a row for each, in the order played.

    The numbers of moves and the observations are those of the game's encoding, with A numbers of
    moves and observations of its shape. A number that is not known is nan.
    """

    observations: NDArray[np.float32]
    """The positions as the player to move sees them: (rows, *shape), from -1 to 1."""
    masks: NDArray[np.bool_]
    """The legal moves: (rows, A)."""
    moves: NDArray[np.int64]
    """The moves that were played: (rows,)."""
    results: NDArray[np.float32]
    """The result of the game for the player to move: 1 for a win, -1 for a loss, 0 for a tie, or
    the points of a single player: (rows,). It is nan for an unfinished game."""
    values: NDArray[np.float32]
    """The value of the position for the player to move, from the stored review: (rows,)."""
    seats: NDArray[np.int64]
    """The player to move: (rows,)."""
    plies: NDArray[np.int64]
    """The number of moves and rolls before the position: (rows,)."""
    games: NDArray[np.int64]
    """The index of the game in the collection: (rows,)."""


class _Row(NamedTuple):
    """One position, before it is written into the arrays."""

    observation: NDArray[np.float32]
    legal: list[int]
    move: int
    result: float
    value: float
    seat: int
    ply: int
    game: int


def iter_arrays(
    entries: Sequence[Entry],
    game: str | None,
    *,
    rows: int = DEFAULT_ARRAY_ROWS,
    progress: bool = True,
    **encoding: Any,
) -> Iterator[PositionArrays]:
    """Yield the positions of the games of a collection. See `Collection.arrays`."""
    rows = whole("the option rows", rows, 1, MAX_ARRAY_ROWS)
    return _iter_arrays(entries, game, rows, encoding, is_shown=progress)


def _iter_arrays(
    entries: Sequence[Entry],
    game: str | None,
    rows: int,
    options: dict[str, Any],
    *,
    is_shown: bool,
) -> Iterator[PositionArrays]:
    first: _Numbering | None = None
    waiting: list[_Row] = []
    for index, entry in enumerate(
        bars.progress(entries, "positions", unit="game", is_shown=is_shown)
    ):
        found = _read_game(entry, game)
        if found is None:
            continue
        numbering = _Numbering(entry.name, found.game, encoding_of(found.start, **options))
        first = first or numbering
        first.check_same(numbering)
        waiting += _iter_rows(found, numbering.encoding, index)
        while len(waiting) >= rows:
            yield _to_arrays(waiting[:rows], numbering.encoding)
            del waiting[:rows]
    if waiting and first is not None:
        yield _to_arrays(waiting, first.encoding)


def _read_game(entry: Entry, game: str | None) -> Record | None:
    """Return the record of an entry; None if it is a puzzle, another game or cannot be read.

    A copy of the entry reads it, because an entry keeps what it has read.
    """
    copy = Entry(entry.name, entry.source)
    if copy.is_puzzle or (game is not None and copy.game != game):
        return None
    try:
        return copy.record
    except PolygamesError:  # a row of `Collection.table` has the error
        return None


class _Numbering(NamedTuple):
    """The encoding of a game, with the name of its file and of the game for messages."""

    name: str
    game: str
    encoding: Encoding

    def check_same(self, other: _Numbering) -> None:
        """Raise OptionError if the numbers of two games cannot be in the same arrays."""
        if self.game != other.game:
            msg = f"the collection has several games: give game={self.game!r} or {other.game!r}"
            raise OptionError(msg)
        one, another = ((each.encoding.actions, each.encoding.shape) for each in (self, other))
        if one != another:
            msg = (
                "the games must have boards of one size. "
                f"{self.name} has {one[0]} numbers of moves and the shape {one[1]}, "
                f"{other.name} has {another[0]} and {another[1]}: choose some with filter"
            )
            raise OptionError(msg)


def _iter_rows(record: Record, encoding: Encoding, index: int) -> Iterator[_Row]:
    """Yield a row for each position of a game in which a player moved."""
    import numpy as np

    line = (*record.path, *record.node.line)
    states, moves = [node.state for node in line], [node.move for node in line[1:]]
    is_over = states[-1].outcome is not None
    results = encoding.returns(states[-1]) if is_over else [float("nan")] * record.start.seats
    values = _stored_values(record)
    for ply, (state, move) in enumerate(zip(states, moves, strict=False)):
        seat = state.turn
        if seat == CHANCE:
            continue
        yield _Row(
            np.array(encoding.observe(state.view(seat), seat), np.float32),
            list(encoding.moves(state)),
            encoding.nearest(state, move),
            results[seat],
            values.get(ply, float("nan")),
            seat,
            ply,
            index,
        )


def _stored_values(record: Record) -> dict[int, float]:
    """Return the value of each position for the player to move, by ply, from a stored review."""
    review = read_review(record)
    moves = () if review is None else review.line
    return {each.ply - 1: each.value for each in moves if each.value is not None}


def _to_arrays(rows: Sequence[_Row], encoding: Encoding) -> PositionArrays:
    import numpy as np

    masks = np.zeros((len(rows), encoding.actions), np.bool_)
    for mask, row in zip(masks, rows, strict=True):
        mask[row.legal] = True
    observations = np.array([row.observation for row in rows])
    return PositionArrays(
        observations.reshape(len(rows), *encoding.shape),
        masks,
        np.array([row.move for row in rows], np.int64),
        np.array([row.result for row in rows], np.float32),
        np.array([row.value for row in rows], np.float32),
        np.array([row.seat for row in rows], np.int64),
        np.array([row.ply for row in rows], np.int64),
        np.array([row.game for row in rows], np.int64),
    )
