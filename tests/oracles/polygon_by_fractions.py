"""Polygon once more, by divisions: every point has its two coordinates as exact quotients.

Written apart from the package and sharing no code with it: no primes, no balls, no interned
points, no crossings carried along. Coordinates are fractions, or fractions of numbers
c0 + c1 t + ... with t = 2 cos(2 pi / n), divided by solving linear equations.
"""

from fractions import Fraction
from itertools import combinations

MINIMAL_POLYNOMIALS = {
    5: (-1, 1, 1),
    7: (-1, -2, 1, 1),
    8: (-2, 0, 1),
    9: (1, -3, 0, 1),
    10: (-1, -1, 1),
    12: (-3, 0, 1),
}
"""Minimal polynomials of t from published tables, the constant coefficient first."""

OEIS_A006561 = (
    *(0, 1, 5, 13, 35, 49, 126, 161, 330, 301, 715, 757, 1365, 1377, 2380, 1837, 3876, 3841),
    *(5985, 5941, 8855, 7297, 12650, 12481, 17550, 17249, 23751, 16801),
)
"""Interior intersection points of the diagonals of a regular n-gon, n = 3 to 30 (OEIS)."""

BISECTION_STEPS = 600


class Cosine:
    """A number c0 + c1 t + ... with fractions c, in the field of the regular n-gon."""

    def __init__(self, n, values):
        self.n, self.values = n, tuple(map(Fraction, values))

    def _from_values(self, values):
        return Cosine(self.n, values)

    def _number(self, other):
        return (
            other
            if isinstance(other, Cosine)
            else self._from_values([other] + [0] * (self.degree - 1))
        )

    @property
    def degree(self):
        return len(MINIMAL_POLYNOMIALS[self.n]) - 1

    def __add__(self, other):
        pairs = zip(self.values, self._number(other).values, strict=True)
        return self._from_values(x + y for x, y in pairs)

    def __neg__(self):
        return self._from_values(-x for x in self.values)

    def __sub__(self, other):
        return self + -self._number(other)

    def times_t(self):
        top = self.values[-1]
        shifted = (0, *self.values[:-1])
        return self._from_values(
            x - top * c for x, c in zip(shifted, MINIMAL_POLYNOMIALS[self.n], strict=False)
        )

    def __mul__(self, other):
        total, power = self._from_values([0] * self.degree), self
        for x in self._number(other).values:
            total = total + power._from_values(x * y for y in power.values)
            power = power.times_t()
        return total

    def __truediv__(self, other):
        """Solve ``other * q = self`` for the coefficients of q, by elimination."""
        columns, power = [], self._number(other)
        for _ in range(self.degree):
            columns.append(power.values)
            power = power.times_t()
        rows = [
            [*row, value]
            for row, value in zip(zip(*columns, strict=True), self.values, strict=True)
        ]
        for k in range(self.degree):
            pivot = next(i for i in range(k, self.degree) if rows[i][k])
            rows[k], rows[pivot] = rows[pivot], rows[k]
            rows[k] = [x / rows[k][k] for x in rows[k]]
            for i in range(self.degree):
                if i != k and rows[i][k]:
                    factor = rows[i][k]
                    rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]
        return self._from_values(row[-1] for row in rows)

    def __eq__(self, other):
        return self.values == self._number(other).values

    def __hash__(self):
        return hash(self.values)

    def __float__(self):
        return float(self.near())

    def near(self):
        t = greatest_root(self.n)
        return sum(c * t**k for k, c in enumerate(self.values))


_roots = {}


def greatest_root(n):
    """Return t by bisection, with an error far below the least nonzero number of a test."""
    if n not in _roots:
        polynomial = MINIMAL_POLYNOMIALS[n]

        def value(x):
            return sum(c * x**k for k, c in enumerate(polynomial))

        # Beyond the second greatest root the polynomial is negative up to t, then positive.
        high = Fraction(2)
        low = next(Fraction(k, 64) for k in range(128, -128, -1) if value(Fraction(k, 64)) < 0)
        for _ in range(BISECTION_STEPS):
            middle = (low + high) / 2
            scale = 1 << BISECTION_STEPS
            middle = Fraction(int(middle * scale), scale)
            low, high = (middle, high) if value(middle) < 0 else (low, middle)
        _roots[n] = low
    return _roots[n]


def sign(x):
    if x == 0:
        return 0
    value = x.near() if isinstance(x, Cosine) else x
    assert not isinstance(x, Cosine) or abs(value) > Fraction(1, 1 << BISECTION_STEPS // 2), (
        "too near"
    )
    return 1 if value > 0 else -1


def regular(n):
    """Return the corners of the regular n-gon, scaled along the axes to be in the field."""
    if n not in MINIMAL_POLYNOMIALS:
        t = {3: Fraction(-1), 4: Fraction(0), 6: Fraction(1)}[n]
        one, zero = Fraction(1), Fraction(0)
    else:
        rest = len(MINIMAL_POLYNOMIALS[n]) - 3
        t = Cosine(n, [0, 1] + [0] * rest)
        one, zero = Cosine(n, [1, 0] + [0] * rest), Cosine(n, [0, 0] + [0] * rest)
    corners = [(zero, one + one), (one, t)]
    while len(corners) < n:
        (x0, y0), (x1, y1) = corners[-2:]
        corners.append((x1 * t - x0, y1 * t - y0))
    return corners


def rational(vertices):
    return [(Fraction(x), Fraction(y)) for x, y in vertices]


def orientation(p, q, r):
    """Return the orientation of three points: 1 if r is left of the line pq, -1 right, 0 on it."""
    return sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))


def crossing(p, q, r, s):
    """Return the point in which the inner parts of two segments cross, or None."""
    if (
        orientation(p, q, r) * orientation(p, q, s) >= 0
        or orientation(r, s, p) * orientation(r, s, q) >= 0
    ):
        return None
    top = (r[0] - p[0]) * (s[1] - r[1]) - (r[1] - p[1]) * (s[0] - r[0])
    bottom = (q[0] - p[0]) * (s[1] - r[1]) - (q[1] - p[1]) * (s[0] - r[0])
    share = top / bottom
    return (p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share)


def do_overlap(p, q, r, s):
    """Return True if two segments share more than one point."""
    if orientation(p, q, r) or orientation(p, q, s):
        return False
    axis = 0 if q[0] != p[0] else 1

    def less(x, y):
        return sign(y[axis] - x[axis]) > 0

    (p, q), (r, s) = (pair if less(*pair) else pair[::-1] for pair in ((p, q), (r, s)))
    return less(p, s) and less(r, q)


class Game:
    """A position: its corners and its segments. Every result is computed from these alone."""

    def __init__(self, corners, colors="different", concurrent="strict"):
        self.corners, self.colors, self.concurrent = corners, colors, concurrent
        self.segments = []

    def crossings(self):
        """Return the crossing points of segments, each with the segments through it."""
        found = {}
        for (i, one), (j, two) in combinations(enumerate(self.segments, 1), 2):
            point = crossing(*one, *two)
            if point is not None:
                found.setdefault(point, set()).update((i, j))
        return {point: tuple(sorted(through)) for point, through in found.items()}

    def moves(self):
        """Return the segments that can be drawn, as pairs of points."""
        n = len(self.corners)
        edges = [(self.corners[k - 1], self.corners[k]) for k in range(n)]
        if not self.segments:
            pairs = [(p, q) for p in self.corners for q in self.corners if p != q]
            return [(p, q) for p, q in pairs if (p, q) not in edges and (q, p) not in edges]
        here, ends = self.segments[-1][1], [end for _, end in self.segments]
        free = [p for p in self.corners if p not in ends]
        free += [
            p for p, through in self.crossings().items() if p not in ends and self.fits(through)
        ]
        taken = [*edges, *self.segments]
        return [(here, p) for p in free if not any(do_overlap(here, p, *old) for old in taken)]

    def fits(self, through):
        if len(through) > 2 and self.concurrent == "strict":
            return False
        seat = len(self.segments) % 2
        same = {(i - j) % 2 == 0 for i, j in combinations(through, 2)}
        wanted = {
            "any": {True, False},
            "same": {True},
            "different": {False},
            "mixed": {seat == 0},
        }[self.colors]
        return bool(same & wanted)

    def play(self, move):
        after = Game(self.corners, self.colors, self.concurrent)
        after.segments = [*self.segments, move]
        return after

    def perft(self, depth):
        if depth == 0:
            return 1
        return sum(self.play(move).perft(depth - 1) for move in self.moves())
