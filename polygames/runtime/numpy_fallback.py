"""The subset of numpy that the engines use, made of lists, for code that is not compiled.

The names are numpy's. A one-dimensional array is a list, so that access to its numbers is as
fast as in lists. An array with more dimensions is a list of such rows. Differences from numpy: a
slice of a list is a copy, a number keeps its type, and there is no arithmetic on whole arrays.
"""

from __future__ import annotations

import math
from ast import literal_eval
from contextlib import nullcontext
from random import Random
from struct import iter_unpack
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from zipfile import ZipFile

from polygames.core.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

Shape: TypeAlias = "int | tuple[int, ...]"

STRUCT_CODES: Final = {"<f2": "<e", "<f4": "<f", "<f8": "<d", "<i4": "<i", "<i8": "<q"}
"""The `struct` formats of the number types in files."""

int8 = int32 = int64 = uint8 = int
float32 = float64 = float
inf, nan = math.inf, math.nan
hypot, isnan, log, sqrt, tanh = math.hypot, math.isnan, math.log, math.sqrt, math.tanh


class uint64(int):  # noqa: N801 - numpy's name
    """An unsigned 64-bit integer; higher bits are dropped."""

    def __new__(cls, value: Any = 0) -> uint64:  # noqa: PYI034 - it is not subclassed
        """Return the lowest 64 bits of a number."""
        return super().__new__(cls, int(value) & 0xFFFF_FFFF_FFFF_FFFF)


def _wrapping_operation(name: str) -> Callable[[int, int], uint64]:
    """Return the int operation with this name, its result wrapped to 64 bits."""
    operation = getattr(int, name)
    return lambda one, other: uint64(operation(one, other))


for _name in ("add", "sub", "mul", "floordiv", "mod", "and", "or", "xor", "lshift", "rshift"):
    setattr(uint64, f"__{_name}__", _wrapping_operation(f"__{_name}__"))


class NDArray(list[Any]):
    """A one-dimensional array: a list of numbers."""

    @property
    def size(self) -> int:
        """The total number of elements."""
        return len(self)

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of elements in each dimension."""
        return (len(self),)

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    def copy(self) -> NDArray:
        """Return a copy with the same numbers."""
        return type(self)(self)

    def fill(self, value: Any) -> None:
        """Set all elements to one value."""
        self[:] = [value] * len(self)

    def astype(self, dtype: Callable[[Any], Any]) -> NDArray:
        """Return an array of the elements converted to another type."""
        return NDArray(map(dtype, self))

    def sum(self) -> Any:
        """Return the sum of all elements."""
        return sum(self)

    def max(self) -> Any:
        """Return the largest element."""
        return max(self)


class _Rows(NDArray):
    """An array with two or more dimensions: a list of rows, which are not copied by slices."""

    @property
    def size(self) -> int:
        return sum(row.size for row in self)

    @property
    def shape(self) -> tuple[int, ...]:
        return (len(self), *(self[0].shape if self else ()))

    def __getitem__(self, key: Any) -> Any:
        if type(key) is tuple:
            first, *rest = key
            row = list.__getitem__(self, first)
            return row[rest[0] if len(rest) == 1 else tuple(rest)] if rest else row
        found = list.__getitem__(self, key)
        return _Rows(found) if type(key) is slice else found

    def __setitem__(self, key: Any, value: Any) -> None:
        if type(key) is tuple:
            first, *rest = key
            list.__getitem__(self, first)[rest[0] if len(rest) == 1 else tuple(rest)] = value
        else:
            list.__getitem__(self, key)[:] = value

    def copy(self) -> NDArray:
        return _Rows(row.copy() for row in self)

    def fill(self, value: Any) -> None:
        for row in self:
            row.fill(value)


# --- Making arrays ------------------------------------------------------------------------------


def full(shape: Shape, value: Any, dtype: Any = None) -> NDArray:
    """Return an array filled with one value.

    Examples
    --------
    >>> board = full((2, 3), 0)
    >>> board[1, 2] = 5
    >>> board, board.shape
    ([[0, 0, 0], [0, 0, 5]], (2, 3))
    """
    first, *rest = (shape,) if isinstance(shape, int) else shape
    if rest:
        return _Rows(full(tuple(rest), value, dtype) for _ in range(first))
    return NDArray([value if dtype is None else dtype(value)] * first)


def zeros(shape: Shape, dtype: Any = float) -> NDArray:
    """Return an array of zeros."""
    return full(shape, 0, dtype)


empty = zeros


def ones(shape: Shape, dtype: Any = float) -> NDArray:
    """Return an array of ones."""
    return full(shape, 1, dtype)


def array(values: Iterable[Any], dtype: Any = None) -> NDArray:
    """Return numbers, or rows of numbers, as an array."""
    each = list(values)
    if each and isinstance(each[0], list | tuple):
        return _Rows(array(row, dtype) for row in each)
    return NDArray(each if dtype is None else map(dtype, each))


asarray = array


def arange(end: int) -> NDArray:
    """Return the integers from 0 to `end` - 1."""
    return NDArray(range(end))


def stack(rows: Iterable[NDArray]) -> NDArray:
    """Return an array of copies of the given arrays, along a new first axis."""
    return _Rows(row.copy() for row in rows)


def empty_like(other: NDArray) -> NDArray:
    """Return an array of zeros with the shape of another."""
    return zeros(other.shape)


def load(path: Path) -> AbstractContextManager[dict[str, NDArray]]:
    """Return the one-dimensional arrays in an ``.npz`` file by name, as a context manager."""
    with ZipFile(path) as file:
        arrays = {name.removesuffix(".npy"): _read_npy(file.read(name)) for name in file.namelist()}
    return nullcontext(arrays)


def _read_npy(data: bytes) -> NDArray:
    """Return the numbers of an array in the ``.npy`` format."""
    start = 10 + int.from_bytes(data[8:10], "little")
    kind = literal_eval(data[10:start].decode("latin-1").strip())["descr"]
    return NDArray(number for (number,) in iter_unpack(STRUCT_CODES[kind], data[start:]))


# --- Operations on arrays -----------------------------------------------------------------------


def negative(values: Iterable[Any]) -> NDArray:
    """Return the negated numbers."""
    return NDArray(-value for value in values)


def round(values: Iterable[float], digits: int) -> NDArray:  # noqa: A001 - numpy's name
    """Return the numbers rounded to `digits` decimals."""
    scale = 10.0**digits
    return NDArray(float(round_to_int(value * scale)) / scale for value in values)


def round_to_int(value: float) -> int:
    """Return the nearest integer; ties go to the even one."""
    return value.__round__()


def argsort(values: Sequence[Any], kind: str = "stable") -> NDArray:
    """Return the indices that sort the numbers in ascending order."""
    del kind  # the sort is always stable
    return NDArray(sorted(range(len(values)), key=values.__getitem__))


def lexsort(keys: Sequence[Sequence[Any]]) -> NDArray:
    """Return the indices that sort by the last key, then by the one before, in ascending order."""
    rows = list(zip(*reversed(keys), strict=True))
    return NDArray(sorted(range(len(rows)), key=rows.__getitem__))


def errstate(**_: str) -> AbstractContextManager[None]:
    """Return a context manager that does nothing, because these numbers do not overflow."""
    return nullcontext()


class _Generator(Random):
    """A random generator that can return several numbers at a time."""

    def random(self, count: int | None = None) -> Any:
        draw = super().random
        return draw() if count is None else NDArray(draw() for _ in range(count))


random = SimpleNamespace(default_rng=_Generator)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    msg = f"this needs numpy and numba (numpy.{name}): pip install numpy numba"
    raise MissingExtraError(msg)
