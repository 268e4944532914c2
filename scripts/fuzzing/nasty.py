"""Unusual values for options and arguments, most of them invalid."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

__all__ = ["HOSTILE_VALUES", "ODD_VALUES", "PLAIN_VALUES", "random_json"]

PLAIN_VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        2,
        3,
        5,
        7,
        100,
        10**6,
        10**18,
        2**63,
        10**400,
        -(10**400),
        10**5000,
    ),
    *(0.0, -0.0, 0.5, 1.0, 1e-320, 1e308, inf, -inf, nan, "", "A", "0", "1", "-1", "nan", "True"),
    *("x" * 5000, "\0", "\ud800", "a\nb", "٣", "🂡", (), [], {}, set(), b"", b"ab"),
)
ODD_VALUES: tuple[Any, ...] = (
    *(np.int64(3), np.uint8(200), np.float32(0.5), np.float64(nan), np.bool_(True), np.int64(-1)),  # noqa: FBT003 - a value among others
    *(np.array([1, 2]), np.zeros((2, 2)), np.str_("A"), np.array(3), np.array(["ab", "cd"])),
    *(Fraction(1, 3), Fraction(10**400), Fraction(7), Decimal("0.5"), Decimal("nan"), 1j, int),
    *(range(3), range(10**9), iter(()), object(), len, Ellipsis, frozenset({1}), memoryview(b"a")),
)


class NoWords:
    """A value that raises an error in `repr`, `str` and comparisons."""

    def __init__(self, error: type[BaseException]) -> None:
        self.error = error

    def __repr__(self) -> str:
        raise self.error

    def __str__(self) -> str:
        raise self.error

    def __eq__(self, other: object) -> bool:
        raise self.error

    def __hash__(self) -> int:
        return 0


def _nest_list(depth: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


HOSTILE_VALUES: tuple[Any, ...] = (
    *(NoWords(RuntimeError), NoWords(SystemExit), [NoWords(RuntimeError)], _nest_list(3000)),
    *([10**5000], {"a": 10**5000}),
)
"""Values that cannot be printed."""


def random_json(rng: Random, known: Mapping[str, Any], depth: int = 3) -> Any:
    """Return random JSON data that contains keys and values of `known`."""
    match rng.randrange(8 if depth else 5):
        case 0:
            return rng.choice((None, True, False, "", "\ud800", [], {}))
        case 1:
            return rng.choice((0, 1, -1, -7, 5, 10**18, 10**400, 1e308, nan, inf, -inf, 0.5, -0.0))
        case 2 | 3:
            return rng.choice((*known, *(v for v in known.values() if isinstance(v, str)), "x"))
        case 4:
            return rng.choice([*known.values(), 3])
        case 5:
            return [random_json(rng, known, depth - 1) for _ in range(rng.randrange(5))]
    keys = rng.choices([*known, "kind", "x"], k=rng.randrange(5))
    return {key: random_json(rng, known, depth - 1) for key in keys}
