"""Exact numbers: the integers, and the ring Z[t] with t = 2 cos(2 pi / n).

The corners of a regular n-gon need more than fractions: t is a root of a monic polynomial with
integer coefficients. Let d be the least degree of such a polynomial. Then every number of Z[t]
has a unique form ``c0 + c1 t + ... + c(d-1) t^(d-1)`` with integers c. It is zero if and only if
all of them are. So equality is a question about integers.

A ring has two more functions: the residue of a number modulo a prime (`residue`, a fast proof that
it is not zero), and an approximation of any precision (`scaled_value`).
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import count, zip_longest
from math import cos, isqrt, pi
from operator import add, sub
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Coefficients: TypeAlias = tuple[int, ...]
"""The coefficients of a polynomial, the constant one first."""
PRIME_BITS: Final = 60
"""The size of the primes in bits: their products fit four digits of a Python integer."""


# --- Polynomials ----------------------------------------------------------------------------------


@cache
def cyclotomic(n: int) -> Coefficients:
    """Return the n-th cyclotomic polynomial: its roots are the primitive n-th roots of unity.

    It is ``z^n - 1`` divided by the cyclotomic polynomials of all proper divisors of n.

    Examples
    --------
    >>> cyclotomic(6)
    (1, -1, 1)
    """
    rest = [-1, *[0] * (n - 1), 1]
    for divisor in range(1, n):
        if n % divisor == 0:
            rest = _divide_polynomials(rest, cyclotomic(divisor))
    return tuple(rest)


def _divide_polynomials(dividend: Sequence[int], divisor: Sequence[int]) -> list[int]:
    """Return the quotient of polynomials; the divisor is monic and leaves no remainder."""
    rest, degree = list(dividend), len(divisor) - 1
    quotient = [0] * (len(rest) - degree)
    for k in reversed(range(len(quotient))):
        quotient[k] = factor = rest[k + degree]
        for j, c in enumerate(divisor):
            rest[k + j] -= factor * c
    return quotient


@cache
def minimal_polynomial(n: int) -> Coefficients:
    """Return the minimal polynomial of t = 2 cos(2 pi / n).

    With z = exp(2 pi i / n) we have t = z + 1/z. The cyclotomic polynomial is palindromic. So
    divided by its middle power of z it is a sum of terms ``z^k + z^-k``. These are polynomials
    in t: 2, t, t^2 - 2, ..., each t times the last minus the one before.

    Examples
    --------
    >>> minimal_polynomial(5), minimal_polynomial(7)
    ((-1, 1, 1), (-1, -2, 1, 1))
    """
    mirrored = cyclotomic(n)
    middle = len(mirrored) // 2
    total: list[int] = [mirrored[middle]]
    before, power = [2], [0, 1]
    for c in mirrored[middle + 1 :]:
        total = [x + c * y for x, y in zip_longest(total, power, fillvalue=0)]
        before, power = power, [x - y for x, y in zip_longest([0, *power], before, fillvalue=0)]
    return tuple(total)


def _scaled_polynomial_value(polynomial: Sequence[int], x: int, bits: int) -> int:
    """Return the value of a polynomial at x / 2^bits, multiplied by 2^(bits * degree)."""
    value = 0
    for k, c in enumerate(reversed(polynomial)):
        value = value * x + (c << bits * k)
    return value


# --- Primes ---------------------------------------------------------------------------------------


@cache
def prime_for(n: int) -> int:
    """Return the largest prime below 2^60 that is congruent to 1 modulo n."""
    start = ((1 << PRIME_BITS) - 2) // n * n + 1
    return next(p for p in count(start, -n) if _is_prime(p))


def _is_prime(p: int) -> bool:
    """Return True if p is prime, by a Miller-Rabin test that is exact below 3.3 * 10^24."""
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
    if p < 2 or any(p % base == 0 for base in bases):  # noqa: PLR2004 - the least prime
        return p in bases
    twos = (p - 1 & 1 - p).bit_length() - 1
    for base in bases:
        x = pow(base, p - 1 >> twos, p)
        if x not in {1, p - 1} and all((x := x * x % p) != p - 1 for _ in range(twos - 1)):
            return False
    return True


def root_of_unity(n: int, p: int) -> int:
    """Return a primitive n-th root of unity modulo the prime p."""
    proper = [n // q for q in range(2, n + 1) if n % q == 0]
    roots: Iterator[int] = (pow(g, (p - 1) // n, p) for g in range(2, p))
    return next(z for z in roots if all(pow(z, k, p) != 1 for k in proper))


# --- Two numbers to any precision -----------------------------------------------------------------


@lru_cache(maxsize=256)
def scaled_twice_cosine(n: int, bits: int) -> int:
    """Return t * 2^bits for t = 2 cos(2 pi / n), rounded down.

    Newton's method computes it. The signs of the polynomial confirm it: the polynomial is
    negative just below its greatest root t, and positive beyond.
    """
    polynomial = minimal_polynomial(n)
    slope = [k * c for k, c in enumerate(polynomial)][1:]
    known = 40
    t = int(2 * cos(2 * pi / n) * (1 << known))
    while known < bits:
        more = min(2 * known - 8, bits)
        t <<= more - known
        known = more
        for _ in range(2):
            t -= _scaled_polynomial_value(polynomial, t, known) // _scaled_polynomial_value(
                slope, t, known
            )
    while _scaled_polynomial_value(polynomial, t, known) > 0:
        t -= 1
    while _scaled_polynomial_value(polynomial, t + 1, known) <= 0:
        t += 1
    return t >> known - bits


@lru_cache(maxsize=256)
def scaled_sine(n: int, bits: int) -> int:
    """Return sin(2 pi / n) = sqrt(4 - t^2) / 2 times 2^bits, with an error less than 2."""
    more = bits + 16
    return isqrt((4 << 2 * more) - scaled_twice_cosine(n, more) ** 2) >> more - bits + 1


# --- Rings ----------------------------------------------------------------------------------------


class Integers:
    """The ring of integers, with the same methods as `CosineRing`."""

    degree: ClassVar[int] = 1
    zero: ClassVar[int] = 0
    one: ClassVar[int] = 1

    def __init__(self, prime: int | None = None) -> None:
        self.prime = prime_for(1) if prime is None else prime

    def number(self, coefficients: Iterable[int]) -> int:
        """Return the integer that is the only item of `coefficients`."""
        (value,) = coefficients
        return value

    def coefficients(self, number: int) -> Coefficients:
        """Return a tuple with the number itself as the only coefficient."""
        return (number,)

    def residue(self, number: int) -> int:
        """Return the remainder of a number modulo the prime."""
        return number % self.prime

    def scaled_value(self, number: int, bits: int) -> tuple[int, int]:
        """Return ``number * 2**bits`` and the bound on its error, which is 0."""
        return number << bits, 0


class Element:
    """A number of the ring Z[t], stored as the coefficients of the powers of t."""

    __slots__ = ("coefficients", "ring")

    def __init__(self, ring: CosineRing, coefficients: Coefficients) -> None:
        self.ring, self.coefficients = ring, coefficients

    def __add__(self, other: Element) -> Element:
        return Element(self.ring, tuple(map(add, self.coefficients, other.coefficients)))

    def __sub__(self, other: Element) -> Element:
        return Element(self.ring, tuple(map(sub, self.coefficients, other.coefficients)))

    def __mul__(self, other: Element) -> Element:
        product = [0] * (2 * self.ring.degree - 1)
        for i, x in enumerate(self.coefficients):
            if x:
                for j, y in enumerate(other.coefficients, start=i):
                    product[j] += x * y
        return self.ring.number(product)

    def __bool__(self) -> bool:
        return any(self.coefficients)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Element) and self.coefficients == other.coefficients

    def __hash__(self) -> int:
        return hash(self.coefficients)

    def __repr__(self) -> str:
        return f"Element{self.coefficients} of Z[2 cos(2 pi / {self.ring.n})]"


class CosineRing:
    """The ring Z[t] of integer polynomials in t = 2 cos(2 pi / n).

    Modulo a prime p with the remainder 1 modulo n there is a primitive n-th root of unity z.
    Then z + 1/z is a root of the minimal polynomial of t. So replacing t by it maps sums to sums
    and products to products: a number with an image other than zero is not zero.
    """

    def __init__(self, n: int, prime: int | None = None) -> None:
        self.n = n
        self.minimal_polynomial = minimal_polynomial(n)
        self.degree = len(self.minimal_polynomial) - 1
        self.zero, self.one = self.number([0]), self.number([1])
        self.prime = prime_for(n) if prime is None else prime
        z = root_of_unity(n, self.prime)
        self.t_residue = (z + pow(z, -1, self.prime)) % self.prime
        """The image of t modulo the prime."""
        self._powers: dict[int, list[int]] = {}

    def number(self, coefficients: Iterable[int]) -> Element:
        """Return the number with the given coefficients of 1, t, t^2 and so on."""
        rest = list(coefficients)
        rest += [0] * (self.degree - len(rest))
        while len(rest) > self.degree:
            if top := rest.pop():
                shift = len(rest) - self.degree
                for j, c in enumerate(self.minimal_polynomial[:-1], start=shift):
                    rest[j] -= top * c
        return Element(self, tuple(rest))

    def coefficients(self, number: Element) -> Coefficients:
        """Return the coefficients of a number, the constant one first."""
        return number.coefficients

    def residue(self, number: Element) -> int:
        """Return the image of a number in the integers modulo the prime."""
        value = 0
        for c in reversed(number.coefficients):
            value = (value * self.t_residue + c) % self.prime
        return value

    def scaled_value(self, number: Element, bits: int) -> tuple[int, int]:
        """Return ``number * 2**bits`` rounded to an integer, and a bound on its error."""
        powers = self.scaled_powers(bits)
        value = sum(c * power for c, power in zip(number.coefficients, powers, strict=True))
        return value, 2 * sum(map(abs, number.coefficients))

    def scaled_powers(self, bits: int) -> list[int]:
        """Return 1, t, ..., t^(d-1) times 2^bits, each with an error less than 2.

        As t < 2, an error e in t causes an error of at most about ``k 2^(k-1) e`` in its k-th
        power. So 2 d + 8 more bits of t are enough.
        """
        if bits not in self._powers:
            more = bits + 2 * self.degree + 8
            t = scaled_twice_cosine(self.n, more)
            self._powers[bits] = [1 << bits] + [
                t**k >> more * k - bits for k in range(1, self.degree)
            ]
        return self._powers[bits]


Number: TypeAlias = Any
"""An integer or an `Element`, of one kind in a plane; both can be added and multiplied."""
Ring: TypeAlias = Integers | CosineRing


def ring_for_polygon(n: int) -> tuple[Ring, Number]:
    """Return the ring for the regular n-gon, and its number t = 2 cos(2 pi / n).

    For n = 3, 4 and 6 the ring is that of the integers.
    """
    polynomial = minimal_polynomial(n)
    if len(polynomial) == 2:  # noqa: PLR2004 - two coefficients: t + c = 0
        return Integers(), -polynomial[0]
    ring = CosineRing(n)
    return ring, ring.number([0, 1])
