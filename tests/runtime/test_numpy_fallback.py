"""The lists that stand in for numpy do what numpy does, as far as the engines ask for it."""

from importlib.resources import as_file, files

import numpy as np
import pytest

from polygames.core.errors import MissingExtraError
from polygames.runtime import numpy_fallback as plain


@pytest.mark.parametrize("library", [np, plain])
def test_rows_are_shared_by_slices_and_copied_when_they_are_set(library):
    board = library.zeros((3, 4))
    board[1, 2] = 5
    board[0] = board[1]
    board[1, 2] = 7
    assert [list(row) for row in board[:2]] == [[0, 0, 5, 0], [0, 0, 7, 0]]
    board[:2][1][0] = 9
    assert board[1, 0] == 9
    other = board.copy()
    other[1, 0] = 1
    assert board[1, 0] == 9
    board[2, 1:3] = (1, 2)
    assert list(board[2]) == [0, 1, 2, 0]
    assert board.shape == (3, 4)
    assert (board.size, board.ndim, len(board)) == (12, 2, 3)


@pytest.mark.parametrize("library", [np, plain])
def test_deeper_arrays_and_copies_upon_each_other(library):
    work = library.full((2, 3, 2), 1, library.int64)
    level = work[1]
    level[2, 0] = 8
    assert work[1, 2, 0] == 8
    sheets = library.stack([level[2]] * 2)
    sheets[0, 1] = 4
    assert [list(sheet) for sheet in sheets] == [[8, 4], [8, 1]]
    level.fill(0)
    assert work[1, 2, 0] == 0


@pytest.mark.parametrize("library", [np, plain])
def test_places_in_order(library):
    values = library.array([0.25, -1.0000004, 3.0, -1.0])
    assert list(library.argsort(library.negative(values), kind="stable")) == [2, 0, 3, 1]
    rounded = library.round(values, 6)
    ties = library.array([1.0, 0.7, 0.3, 0.2])
    assert list(library.lexsort((ties, rounded))) == [3, 1, 0, 2]
    assert (values.max(), values[:2][1]) == (3.0, -1.0000004)


@pytest.mark.parametrize("operation", ["+", "-", "*", "^", "&", "|", "<<", ">>", "//", "%"])
def test_numbers_of_64_bits_lose_what_is_more(operation):
    pairs = [(2**64 - 1, 3), (0x9E3779B97F4A7C15, 29), (5, 7)]
    for one, other in pairs:
        with np.errstate(over="ignore"):
            wanted = eval(f"a {operation} b", {"a": np.uint64(one), "b": np.uint64(other)})  # noqa: S307 - of the list above
        found = eval(f"a {operation} b", {"a": plain.uint64(one), "b": plain.uint64(other)})  # noqa: S307 - likewise
        assert int(found) == int(wanted)
        assert isinstance(found, plain.uint64)


def test_learned_weights_are_read_without_numpy():
    data = files("polygames.games.splitter.engine") / "data" / "any.npz"
    with as_file(data) as path, np.load(path) as wanted, plain.load(path) as found:
        weights = found["weights"].astype(plain.float32)
        assert list(weights) == wanted["weights"].astype(np.float32).tolist()


def test_what_is_not_there_says_what_to_install():
    with pytest.raises(MissingExtraError, match=r"this needs numpy and numba \(numpy.linalg\)"):
        _ = plain.linalg
