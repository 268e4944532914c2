"""Exact points, against published counts, against known lengths, and against plain fractions."""

import pickle
from fractions import Fraction
from itertools import combinations, count
from math import cos, inf, nan, pi, sin
from random import Random

import numpy as np
import pytest
from helpers import pickle_copy
from hypothesis import given
from hypothesis import strategies as st
from oracles.polygon_by_fractions import (
    MINIMAL_POLYNOMIALS,
    OEIS_A006561,
    crossing,
    orientation,
    rational,
)
from oracles.polygon_by_fractions import regular as corners_of

import polygames as pg
from polygames.geometry import algebraic_numbers as rings
from polygames.geometry.exact import Line, Point, convex, diagonal_crossings, regular, vertex_name
from polygames.geometry.points import MAX_UNUSED_POINTS, RationalPlane, RegularPlane

HEXAGON = ((0, 0), (6, -1), (9, 4), (7, 9), (2, 10), (-2, 5))
FIELDS = ("hexagon", 5, 6, 7, 8, 9, 10, 12)


def plane_of(field):
    return convex(HEXAGON) if field == "hexagon" else regular(field)


def quotients(field):
    """Return the corners as the independent way has them."""
    return rational(HEXAGON) if field == "hexagon" else corners_of(field)


def random_lines(field, seed, count=14):
    """Return lines between corners and crossings of earlier ones, in both ways.

    Each is a pair of points here and a pair of pairs of quotients there.
    """
    rng = Random(f"{field} {seed}")
    points = list(zip(plane_of(field).vertices, quotients(field), strict=True))
    lines = []
    while len(lines) < count:
        (p, a), (q, b) = rng.sample(points, 2)
        if p is q:
            continue
        for (r, c), (s, d) in lines:
            place = crossing(a, b, c, d)
            if place is not None:
                points.append((Line(p, q).meet(Line(r, s)), place))
        points = points[:6] + points[-8:]  # the newest: they rest on the most lines
        lines.append(((p, a), (q, b)))
    return points, lines


def number(element, n):
    """Return the number of Z[t] as one of the independent way."""
    from oracles.polygon_by_fractions import Cosine

    if isinstance(element, int):
        return Fraction(element)
    return Cosine(n, element.coefficients)


def quotient(point, field):
    x, y, w = (number(value, field) for value in point.exact)
    return x / w, y / w


# --- Counts -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("n", "count"), list(enumerate(OEIS_A006561, start=3)))
def test_diagonals_of_a_regular_polygon_cross_in_as_many_points_as_published(n, count):
    points = diagonal_crossings(n)
    assert len(points) == len(set(points)) == count


@pytest.mark.parametrize("size", [10**12, 10**15, 10**18, 10**30])
def test_three_diagonals_through_a_point_are_told_from_three_that_pass_close_by(size):
    corners = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]
    hexagon = [(size * x, size * y) for x, y in corners]
    assert len(diagonal_crossings(hexagon)) == 13
    assert len(diagonal_crossings([(2 * size, 1), *hexagon[1:]])) == 15


@pytest.mark.parametrize("n", [5, 6, 8])
@pytest.mark.parametrize("prime", [0, 1, 2])
def test_a_prime_decides_nothing_but_the_time(n, prime, monkeypatch):
    """Modulo tiny primes nearly all points seem equal or at infinity: exact numbers decide."""
    small = [p for p in range(n + 1, 200) if p % n == 1 and all(p % q for q in range(2, p))][prime]
    monkeypatch.setattr(rings, "prime_for", lambda _: small)
    assert len(RegularPlane(n).crossings()) == OEIS_A006561[n - 3]


@pytest.mark.parametrize("prime", [2, 3, 5, 7, 11])
def test_a_tiny_prime_does_not_harm_rational_polygons(prime, monkeypatch):
    monkeypatch.setattr(rings, "prime_for", lambda _: prime)
    plane = RationalPlane(rational(HEXAGON))
    assert len(plane.crossings()) == 15
    grown = RationalPlane([(x * prime**3, y * prime) for x, y in rational(HEXAGON)])
    assert len(grown.crossings()) == 15


def test_a_polygon_that_vanishes_modulo_the_prime_is_none_the_worse():
    prime = rings.prime_for(1)
    hexagon = [(prime * x, prime * y) for x, y in HEXAGON]
    assert len(diagonal_crossings(hexagon)) == 15
    assert len({*convex(hexagon).vertices}) == 6


# --- Rings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "polynomial"), list(MINIMAL_POLYNOMIALS.items()))
def test_minimal_polynomials_are_those_of_tables(n, polynomial):
    assert rings.minimal_polynomial(n) == polynomial


@pytest.mark.parametrize("n", [*range(3, 40), 97, 210, 499, 500])
def test_two_numbers_of_a_polygon_are_as_near_as_promised(n):
    for bits in (3, 64, 300):
        t, s = rings.scaled_twice_cosine(n, bits), rings.scaled_sine(n, bits)
        scale = 1 << bits
        assert t / scale == pytest.approx(2 * cos(2 * pi / n), abs=1e-12 + 1 / scale)
        assert s / scale == pytest.approx(sin(2 * pi / n), abs=1e-12 + 2 / scale)
    # What holds of the true numbers: s^2 + (t/2)^2 = 1.
    assert abs(4 * s * s + t * t - 4 * scale * scale) < 30 * scale


@pytest.mark.parametrize("n", [5, 7, 12, 30, 101])
def test_primes_leave_one_and_roots_are_roots(n):
    prime = rings.prime_for(n)
    assert prime % n == 1
    assert prime.bit_length() <= 60
    assert pow(3, prime - 1, prime) == 1
    ring = rings.CosineRing(n)
    assert (
        sum(c * pow(ring.t_residue, k, prime) for k, c in enumerate(ring.minimal_polynomial))
        % prime
        == 0
    )


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=9), st.data())
def test_residues_and_values_respect_sums_and_products(coefficients, data):
    ring = rings.CosineRing(data.draw(st.sampled_from([5, 7, 9, 15, 16, 30])))
    one = ring.number(coefficients)
    two = ring.number(data.draw(st.lists(st.integers(-50, 50), min_size=1, max_size=9)))
    p = ring.prime
    assert ring.residue(one * two) == ring.residue(one) * ring.residue(two) % p
    assert ring.residue(one + two) == (ring.residue(one) + ring.residue(two)) % p
    assert ring.residue(one - two) == (ring.residue(one) - ring.residue(two)) % p
    t = 2 * cos(2 * pi / ring.n)
    value, error = ring.scaled_value(one, 80)
    assert abs(value / 2**80 - sum(c * t**k for k, c in enumerate(coefficients))) < 1e-9
    assert error < 2**40
    assert bool(one) == (one != ring.zero)
    assert hash(one) == hash(ring.number(coefficients))


# --- Coordinates --------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [3, 4, 5, 6, 7, 12, 30, 101, 500])
def test_corners_of_a_regular_polygon_lie_on_the_circle_with_the_first_on_top(n):
    corners = regular(n).vertices
    assert len(corners) == n
    for k, corner in enumerate(corners):
        assert corner.xy == pytest.approx((sin(2 * pi * k / n), cos(2 * pi * k / n)), abs=1e-9)
        x, y = corner.approximate(300)
        assert abs(x * x + y * y - 1) < Fraction(1, 2**297)


def test_coordinates_of_rational_corners_are_as_given():
    third = Fraction(1, 3)
    plane = convex([(0, 0), ("1/3", "0"), (third, "0.25"), (0, 1)])
    assert plane.vertices[2].xy == pytest.approx((1 / 3, 0.25))
    for corner, (x, y) in zip(plane.vertices, plane.corners, strict=True):
        near = corner.approximate(500)
        assert max(abs(near[0] - x), abs(near[1] - y)) <= Fraction(1, 2**500)


@pytest.mark.parametrize("field", FIELDS)
def test_coordinates_are_right_to_as_many_places_as_asked(field):
    points, _ = random_lines(field, 1)
    for point, _ in points:
        best = point.approximate(1500)
        for bits in (-3, 0, 1, 10, 63, 64, 65, 200, 1000):
            near = point.approximate(bits)
            error = max(abs(a - b) for a, b in zip(near, best, strict=True))
            assert error <= Fraction(2) ** -bits + Fraction(1, 2**1500)


@given(st.integers(1, 400))
def test_coordinates_of_a_quotient_are_within_the_bound(bits):
    (point,) = diagonal_crossings([(0, 0), (30, 1), (31, 7), (-2, 9)])
    x, y = quotient(point, 4)
    near = point.approximate(bits)
    assert max(abs(near[0] - x), abs(near[1] - y)) <= Fraction(1, 2**bits)


def test_pentagrams_within_pentagrams_shrink_by_the_golden_ratio_a_hundred_times():
    """Their exact numbers have about 3^100 digits; signs and places do not need them."""
    corners = regular(5).vertices
    for _ in range(100):
        chords = [Line(corners[k], corners[(k + 2) % 5]) for k in range(5)]
        corners = tuple(chords[k].meet(chords[k - 1]) for k in range(5))
    golden = (1 + 5**0.5) / 2
    x, y = corners[0].approximate(400)
    assert float(x * x + y * y) ** 0.5 == pytest.approx(golden**-200, rel=1e-9)
    sides = {Line(corners[0], corners[1]).side(corners[k]) for k in (2, 3, 4)}
    assert len(sides) == 1
    assert 0 not in sides


# --- Against quotients --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("seed", range(3))
def test_equal_on_a_line_left_of_it_and_before_as_with_quotients(field, seed):
    points, lines = random_lines(field, seed)
    for point, place in points:
        assert quotient(point, field) == place
    for (p, a), (q, b) in combinations(points, 2):
        assert (p is q) == (p == q) == (a == b)
    for (p, a), (q, b) in lines[-5:]:
        line = Line(p, q)
        for point, place in points:
            side = orientation(a, b, place)
            assert line.side(point) == side
            assert line.contains(point) == point.is_on(line) == (side == 0)


@pytest.mark.parametrize("field", FIELDS)
def test_order_along_a_line_as_with_quotients(field):
    _, lines = random_lines(field, 7, 16)
    (p, a), (q, b) = lines[3]
    line, found = Line(p, q), [(p, a), (q, b)]
    for (r, c), (s, d) in lines:
        place = crossing(a, b, c, d)
        if place is not None:
            found.append((line.meet(Line(r, s)), place))
    axis = 0 if a[0] != b[0] else 1
    for (one, c), (two, d) in combinations(found, 2):
        ahead = (d[axis] - c[axis]) * (b[axis] - a[axis])
        expected = 0 if c == d else 1 if float(ahead) > 0 else -1
        assert line.compare_order(one, two) == expected
        assert line.compare_order(two, one) == -expected


small = st.fractions(-2, 2, max_denominator=30)


@given(st.lists(st.tuples(small, small), min_size=4, max_size=4))
def test_meet_of_two_lines_anywhere_is_where_fractions_say(shifts):
    square = ((0, 0), (9, 0), (9, 9), (0, 9))
    corners = [(x + dx, y + dy) for (x, y), (dx, dy) in zip(square, shifts, strict=True)]
    p, q, r, s = convex(corners).vertices
    a, b, c, d = corners
    top = (c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])
    bottom = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    outside = Line(p, q).meet(Line(r, s))
    if bottom == 0:
        assert outside is None
        return
    place = tuple(a[k] + (b[k] - a[k]) * top / bottom for k in (0, 1))
    assert quotient(outside, 4) == place
    near = outside.approximate(70)
    assert max(abs(near[k] - place[k]) for k in (0, 1)) <= Fraction(1, 2**70)


# --- Identity -----------------------------------------------------------------------------------


def test_a_point_is_one_object_however_it_is_reached():
    a, b, c, d, e, f = regular(6).vertices
    center = Line(a, d).meet(Line(b, e))
    assert center is Line(c, f).meet(Line(d, a))
    assert center is Line(b, e).meet(Line(f, c))
    assert Line(a, c).meet(Line(a, d)) is a
    assert len({center, Line(a, d).meet(Line(c, f))}) == 1


def test_planes_of_equal_polygons_are_one_while_in_use():
    assert regular(7) is regular(7)
    plane = convex([(0, 0), (1, 0), (0, 1)])
    assert plane is convex([("0", 0), (Fraction(1), 0), (0, "1")])
    assert plane is not convex([(0, 0), (2, 0), (0, 1)])


@pytest.mark.parametrize("field", FIELDS)
def test_points_and_planes_survive_pickling(field):
    points, _ = random_lines(field, 3)
    plane = plane_of(field)
    assert pickle_copy(plane) is plane
    for point, _ in points:
        assert pickle_copy(point) is point


def test_points_that_nobody_holds_are_forgotten():
    plane = convex([(0, 0), (5, 0), (7, 3), (1, 4)])
    diagonal_crossings([(0, 0), (5, 0), (7, 3), (1, 4)])
    assert set(plane._points) == set(plane.vertices)


def test_places_of_forgotten_points_do_not_add_up():
    plane = convex([(0, 0), (5, 0), (7, 3), (1, 4)])
    a, b, _, d = plane.vertices
    for part in range(2, 3 * MAX_UNUSED_POINTS):
        across = Line(a, plane.point((5 * part + 2, 3, part)))  # a point of the side BC
        assert across.meet(Line(b, d)) is not None
    assert set(plane._points) <= {*plane.vertices, across.points[1]}
    assert len(plane._points._points) <= MAX_UNUSED_POINTS + len(plane.vertices) + 1


def test_a_point_read_back_without_its_lines_is_where_it_was():
    crossings = diagonal_crossings(11)  # no other test holds points of this plane
    places = [point.approximate(200) for point in crossings]
    texts = [pickle.dumps(point) for point in crossings]
    del crossings
    for text, place in zip(texts, places, strict=True):
        point = pickle.loads(text)  # noqa: S301 - just written here
        assert not point.lines
        error = max(abs(a - b) for a, b in zip(point.approximate(200), place, strict=True))
        assert error <= Fraction(1, 2**199)


def test_points_and_lines_show_what_they_are():
    a, b, *_ = regular(4).vertices
    assert repr(a) == "<point (0, 1)>"
    assert repr(Line(a, b)) == "<line <point (0, 1)> - <point (1, 0)>>"
    assert repr(regular(4)) == "regular(4)"
    assert repr(convex([(0, 0), ("1/2", 0), (0, 1)])) == "convex([(0, 0), (1/2, 0), (0, 1)])"
    assert "Element(0, 1)" in repr(regular(5).vertices[1].exact)


# --- Deep points --------------------------------------------------------------------------------


def deep(field, seed, steps=40):
    """Return points of a plane that rest on each other, many levels deep."""
    points, rng = list(plane_of(field).vertices), Random(f"deep {field} {seed}")
    for _ in range(steps):
        p, q, r, s = rng.sample(points[-8:], 4) if len(points) > 7 else rng.sample(points, 4)
        line = Line(p, q)
        found = None if line.contains(r) or line.contains(s) else line.meet(Line(r, s))
        if found is not None and found not in points and abs(found.approximate(10)[0]) < 100:
            points.append(found)
    return points


@pytest.mark.parametrize("field", FIELDS)
def test_floats_of_a_deep_point_need_few_places(field):
    for seed in range(3):
        points = deep(field, seed)
        for point in points:
            near = [float(value) for value in point.approximate(60)]
            assert point.xy == pytest.approx(near, rel=2**-20, abs=2**-20)
        assert max(level for point in points for level in point._balls) <= 6


def test_a_point_made_again_by_the_same_lines_needs_no_exact_numbers():
    before = deep(7, 1)
    settled = sum(point._exact is not None for point in before)
    assert deep(7, 1) == before
    assert sum(point._exact is not None for point in before) == settled


def test_points_beside_a_line_have_no_order_along_it():
    a, b, c, d = regular(4).vertices
    with pytest.raises(ValueError, match="is not on"):
        Line(a, c).compare_order(b, d)


# --- What is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 0, -5, 501, 4.0, "5", None, True])
def test_a_regular_polygon_has_3_to_500_vertices(n):
    with pytest.raises(pg.OptionError, match="must be a whole number from 3 to 500, not"):
        regular(n)


POWERS = ("1e99999999", "1E-99999999 ", "2e9999999\u0663", "1e9_999_999", "9" * 999, "1e301")


@pytest.mark.parametrize(
    "vertices",
    [
        *(None, 5, 5.5, nan, True, object(), np.array(7), "ABC", b"ABC", {(0, 0), (1, 0), (0, 1)}),
        *([(0, 0), (1, 0), [0, [1]]], [[0, 0], [1, 0], [0, 1, 2]], [(0, 0), (1, 0), "01"]),
        *([(0, 0), (True, 0), (0, 1)], [(0, 0), (1, 0), {0, 1}], [(0, 0), (nan, 0), (0, 1)]),
        [(0, 0), (inf, 0), (0, 1)],
        np.array([[0, 0], [1, 0], [0, 1]], float),
        np.array([[0, 0], [1, 0], [0, 1]], bool),
        np.zeros((3, 3), int),
        *([(0, 0), (text, 0), (0, 1)] for text in POWERS),
        *([(0, 0), (text, 0), (0, 1)] for text in ("1" * 10**6, "0." + "0" * 300 + "1", "", "1/0")),
        *([(0, 0), (huge, 0), (0, 1)] for huge in (10**400, -(10**5000), Fraction(1, 10**5000))),
        ((k, k * k) for k in range(501)),
        ((k, k * k) for k in count()),
    ],
    ids=lambda vertices: type(vertices).__name__,
)
def test_what_is_no_polygon_or_too_large_is_refused_at_once(vertices):
    with pytest.raises(pg.OptionError) as refused:
        convex(vertices)
    assert len(str(refused.value)) < 400


def test_corners_may_have_300_digits():
    size = 10**299
    plane = convex([(0, 0), (size, 1), (f"{size}/7", "1e299"), (0, Fraction(size, 3))])
    (crossing,) = plane.crossings()
    assert 0 < crossing.xy[0] < size
    assert 0 < crossing.xy[1] < size


@pytest.mark.parametrize("dtype", [np.int64, np.int8, np.uint16, object])
def test_whole_numbers_of_numpy_are_numbers(dtype):
    corners = np.array([[0, 0], [100, 1], [90, 100], [3, 120]], dtype)
    plane = convex(corners)
    assert plane is convex(corners.tolist())
    assert all(type(part) is int for x in plane.corners[1] for part in x.as_integer_ratio())
    assert regular(np.int64(5)) is regular(5)
    assert len(diagonal_crossings(np.int64(5))) == 5


@pytest.mark.parametrize("polygon", [61, 10**400, None, 5.0, True, "5", [(0, 0)] * 3])
def test_crossings_are_listed_of_polygons_up_to_60_vertices(polygon):
    with pytest.raises(pg.OptionError):
        diagonal_crossings(polygon)


@pytest.mark.parametrize("bits", [nan, inf, "7", None, 10**9])
def test_a_point_is_known_to_a_million_places_at_most(bits):
    with pytest.raises(pg.OptionError, match="the binary places of a point"):
        regular(5).vertices[1].approximate(bits)


STAR = [(0, 10), (6, -8), (-9, 3), (9, 3), (-6, -8)]


@pytest.mark.parametrize(
    ("vertices", "problem"),
    [
        ([], "3 or more vertices, not 0"),
        ([(0, 0), (1, 0)], "3 or more vertices, not 2"),
        ([(0, 0), (2, 0), (2, 2), (0, 0)], "vertices A and D are the same"),
        ([(0, 0), (1, 0), (2, 0), (0, 2)], "vertices A, B, C lie on one line"),
        ([(0, 0), (2, 0), (1, 1), (1, 0)], "vertices .* lie on one line"),
        ([(0, 0), (4, 0), (1, 1), (0, 4)], "turns the other way at vertex C"),
        ([(0, 4), (1, 1), (4, 0), (0, 0)], "turns the other way at vertex B"),
        (STAR, "goes around more than once, as vertex D shows"),
        ([(0, 0), (1.5, 0), (0, 1)], "vertex B of a polygon must be a pair .* not \\(1.5, 0\\)"),
        ([(0, 0), (1, 0, 0), (0, 1)], "vertex B"),
        ([(0, 0), (1, 0), 7], "vertex C"),
        ([(0, 0), (1, 0), ("1/0", 7)], "vertex C"),
        ([(0, 0), (1, 0), ("x", 7)], "vertex C"),
        ([(0, 0), (1, 0), (None, 7)], "vertex C"),
    ],
)
def test_a_polygon_that_is_not_strictly_convex_is_told_where(vertices, problem):
    with pytest.raises(pg.OptionError, match=problem):
        convex(vertices)


def test_either_way_round_is_welcome():
    assert len(diagonal_crossings(HEXAGON)) == len(diagonal_crossings(HEXAGON[::-1])) == 15


def test_a_line_needs_two_points_of_one_plane():
    a, b, *_ = regular(5).vertices
    with pytest.raises(ValueError, match="no line joins"):
        Line(a, a)
    with pytest.raises(ValueError, match="no line joins"):
        Line(a, regular(6).vertices[1])
    with pytest.raises(ValueError, match="no single crossing with itself"):
        Line(a, b).meet(Line(b, a))


def test_parallel_lines_do_not_meet():
    a, b, c, d = regular(4).vertices
    assert Line(a, b).meet(Line(d, c)) is None
    assert isinstance(Line(a, c).meet(Line(b, d)), Point)


def test_names_of_vertices_go_on_after_z():
    names = [vertex_name(k) for k in range(26 * 27 + 1)]
    assert [names[k] for k in (0, 25, 26, 27, 51, 52, 701, 702)] == [
        *("A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA")
    ]
    assert len(set(names)) == len(names)
