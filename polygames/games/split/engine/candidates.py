"""The candidate moves of a position of Split, and their static evaluation: compiled.

An open area is a *hot game*: moving there first gains something. Its `base` is its mean value for
red, and its `temperature` is the value of moving there first, for either player. The evaluation
lets both players in turn move in the hottest area (the strategy *hotstrat*: Berlekamp, Conway and
Guy 1982, *Winning Ways for your Mathematical Plays*).

The candidates are the choices, the fills, and lines with a significant value: an even split of an
area, or a piece at one of the limits of the rules. The map of the border also uses the lines from
single points.
"""

from __future__ import annotations

from polygames.games.split.engine.kernel import (
    AREAS,
    BLUE_INK,
    COUNT,
    LEAST,
    LIMIT,
    LINE_DUE,
    NO_SEAT,
    OWNER,
    PHASE,
    RED,
    RED_INK,
    SCORE,
    SIZE,
    START,
    STOP,
    TURN,
    VALUE,
    WIN_THRESHOLD,
    Floats,
    X,
    Y,
    can_cut,
    draw_line,
    edge_ink,
    edge_value,
    is_small,
    write_choices,
    write_code,
    write_halving,
)
from polygames.runtime.jit import compiled, np
from polygames.search.kernel_adapter import copy_array

WIN_SCORE = 1000.0
"""The value of a won game; a win further away is worth a little less."""
DIFFERENCE, SUM, LEAD = 0.8, 0.8, 0.1
"""The weights of the difference of the best gains, of their sum, and of the lead in edges."""


# --- The gain of a move ---------------------------------------------------------------------------


@compiled
def twice_triangle(a: Floats, k: int, i: int, j: int, m: int) -> float:
    """Return twice the area of the triangle with the corners i, j and m of area k."""
    x, y = edge_value(a, k, i, X), edge_value(a, k, i, Y)
    u, v = edge_value(a, k, j, X) - x, edge_value(a, k, j, Y) - y
    return abs(u * (edge_value(a, k, m, Y) - y) - v * (edge_value(a, k, m, X) - x))


@compiled
def best_gain(value: float, low: float, high: float) -> float:
    """Return the greatest gain from a cut that splits off a value between `low` and `high`.

    The opponent leaves the smaller piece, so half of the area is best.
    """
    half = value / 2
    if low >= half:
        return value - low
    return min(high, half)


@compiled
def best_gains(a: Floats, k: int) -> tuple[float, float, float]:
    """Return the best gain of each colour in area k, and red's lead in edges as a fraction.

    The cap of a cut from edge i to edge j is between that of the corners i + 1 to j and that of
    the corners i to j + 1.
    """
    size, value = int(a[AREAS + k, SIZE]), a[AREAS + k, VALUE]
    red, blue, lead = 0.0, 0.0, 0
    for i in range(size):
        color = edge_ink(a, k, i)
        lead += (color == RED_INK) - (color == BLUE_INK)
        if color != RED_INK and color != BLUE_INK:  # noqa: PLR1714 - numba compiles no `in` here
            continue
        low, high = 0.0, 0.0  # updated incrementally: both caps grow by a triangle from j to j + 1
        for j in range(i + 1, size):
            high += 0.5 * twice_triangle(a, k, i, j, (j + 1) % size)
            low += 0.5 * twice_triangle(a, k, i + 1, j - 1, j)
            if edge_ink(a, k, j) == color:
                take = best_gain(value, low, high)
                if color == RED_INK:
                    red = max(red, take)
                else:
                    blue = max(blue, take)
    return red, blue, lead / size


@compiled
def area_features(a: Floats, k: int) -> tuple[float, float]:
    """Return the base (mean value for red) and temperature (gain of the first move) of an area."""
    value = a[AREAS + k, VALUE]
    if is_small(a, k):
        return 0.0, value
    red, blue, lead = best_gains(a, k)
    base = DIFFERENCE * (red - blue) / 2 + LEAD * value * lead
    return base, SUM * (red + blue) / 2


# --- The hottest areas ----------------------------------------------------------------------------


@compiled
def list_temperatures(a: Floats, temperatures: Floats) -> int:
    """Write (temperature, index, base) of each open area, hottest first; return their number."""
    n = 0
    for k in range(int(a[0, COUNT])):
        if a[AREAS + k, OWNER] != NO_SEAT:
            continue
        base, temperature = area_features(a, k)
        at = n
        while at > 0 and temperatures[at - 1, 0] < temperature:
            copy_array(temperatures[at - 1], temperatures[at])
            at -= 1
        temperatures[at, 0], temperatures[at, 1], temperatures[at, 2] = temperature, k, base
        n += 1
    return n


@compiled
def play_hottest_first(
    temperatures: Floats, n: int, skip: int, first: float, second: float
) -> float:
    """Return the gain of the seat to move if both seats always play in the hottest area.

    Area `skip` is replaced by two areas of the given temperatures, first >= second.
    """
    # The areas are sorted, and the two new ones are merged in on the way. This runs for each
    # candidate, so sorting again would be too slow.
    total, sign, at, new = 0.0, 1.0, 0, first
    while at < n or new >= 0.0:
        if at < n and int(temperatures[at, 1]) == skip:
            at += 1
        elif at < n and temperatures[at, 0] >= new:
            total += sign * temperatures[at, 0]
            sign = -sign
            at += 1
        elif new >= 0.0:
            total += sign * new
            sign = -sign
            new = second
            second = -1.0
    return total


@compiled
def red_sign(a: Floats, seat: int) -> float:
    """Return 1 for the seat that plays red, -1 for the other, 0 before the colours are chosen."""
    if a[0, RED] == NO_SEAT:
        return 0.0
    return 1.0 if a[0, RED] == seat else -1.0


@compiled
def value_of_others(a: Floats, temperatures: Floats, n: int, seat: int, skip: int) -> float:
    """Return a seat's lead plus the bases (mean values) of all open areas except `skip`."""
    total = a[0, SCORE + seat] - a[0, SCORE + 1 - seat]
    sign = red_sign(a, seat)
    for at in range(n):
        if int(temperatures[at, 1]) != skip:
            total += sign * temperatures[at, 2]
    return float(total)


# --- A move at a glance ---------------------------------------------------------------------------


@compiled
def save_area(a: Floats, k: int, saved: Floats) -> None:
    """Save row 0 (the head) and the row of area k, both of which a move there overwrites."""
    copy_array(a[0], saved[0])
    copy_array(a[AREAS + k], saved[1])


@compiled
def restore_area(a: Floats, k: int, saved: Floats) -> None:
    """Undo a move in area k by restoring the rows that `save_area` saved."""
    copy_array(saved[0], a[0])
    copy_array(saved[1], a[AREAS + k])


@compiled
def value_of_fill(a: Floats, seat: int, gain: float, value_of_others: float) -> float:
    """Return a fill's value for the seat: `WIN_SCORE` if it wins, else its gain plus the rest."""
    return WIN_SCORE if a[0, SCORE + seat] + gain > WIN_THRESHOLD else value_of_others + gain


@compiled
def static_value(a: Floats, code: Floats, hottest: Floats, areas: int, saved: Floats) -> float:
    """Return the static evaluation of a fill or line for the seat that plays it.

    `hottest` has the temperatures of `areas` open areas, as `list_temperatures` writes them.
    """
    seat, k = int(a[0, TURN]), int(code[0])
    rest = value_of_others(a, hottest, areas, seat, k)
    if code[1] < 0:
        rest -= play_hottest_first(hottest, areas, k, -1.0, -1.0)
        return value_of_fill(a, seat, a[AREAS + k, VALUE], rest)
    save_area(a, k, saved)  # make and unmake: a line overwrites one row and the head
    sign, new = red_sign(a, seat), int(a[0, COUNT])
    draw_line(a, k, int(code[1]), code[2], int(code[3]), code[4])
    base, hot = area_features(a, k)
    new_base, new_hot = area_features(a, new)
    value, new_value = a[AREAS + k, VALUE], a[AREAS + new, VALUE]
    is_choice = a[0, PHASE] > LINE_DUE and a[0, RED] != NO_SEAT
    restore_area(a, k, saved)
    if not is_choice:
        hotter, cooler = max(hot, new_hot), min(hot, new_hot)
        both = play_hottest_first(hottest, areas, k, hotter, cooler)
        return rest + sign * (base + new_base) - both
    kept = rest + sign * new_base - play_hottest_first(hottest, areas, k, new_hot, -1.0)
    new_kept = rest + sign * base - play_hottest_first(hottest, areas, k, hot, -1.0)
    return min(value_of_fill(a, seat, value, kept), value_of_fill(a, seat, new_value, new_kept))


# --- The candidates -------------------------------------------------------------------------------

MAX_CANDIDATES = 1024
"""Maximum number of candidates of a position."""
CANDIDATE_POSITIONS = (0.5, 0.06, 0.94)
"""The positions of candidates on the range of lines that cut off a value."""
SHARED_END_NUDGE = 0.0137
"""The shift on that range if another line ends there already."""
EXACT_VALUE_MARGIN = 2e-6
"""The distance of an exact value from a limit: more than its rounding [6]."""
LINES_FROM = 512
"""Maximum number of lines from one point."""
SECOND_END_POSITIONS = (0.03, 0.35, 0.65, 0.97)
"""The positions of second ends on an edge, beside those with a significant value."""


@compiled
def list_candidates(a: Floats, out: Floats) -> int:
    """Write the candidate moves (choices, fills, lines) and return their number."""
    if a[0, PHASE] != LINE_DUE:
        return write_choices(a, out)
    n = 0
    for k in range(int(a[0, COUNT])):
        if a[AREAS + k, OWNER] == NO_SEAT and is_small(a, k) and n < MAX_CANDIDATES:
            n = write_code(out, n, k, -1.0, 0.0, 0.0, 0.0)
    for k in range(int(a[0, COUNT])):
        if a[AREAS + k, OWNER] == NO_SEAT and not is_small(a, k):
            n = write_cuts(a, k, out, n)
    return n


@compiled
def write_cuts(a: Floats, k: int, out: Floats, n: int) -> int:
    """Write candidate lines in an area: even splits, and cuts at the fill limit or minimum area.

    If edges i and j allow no even split, write the nearest to it. If no edges allow any of these,
    write a line that halves the area. Return the new count.
    """
    size, value, limit = int(a[AREAS + k, SIZE]), a[AREAS + k, VALUE], a[0, LIMIT]
    least, before = a[0, LEAST] + EXACT_VALUE_MARGIN, n
    for i in range(size):
        for j in range(i + 1, size):
            low, high = corner_area(a, k, i + 1, j), corner_area(a, k, i, j + 1)
            # Lines may not end at a corner: stay a thousandth of the range away.
            low, high = (
                max(low + 1e-3 * (high - low), least),
                min(high - 1e-3 * (high - low), value - least),
            )
            if low >= high:
                continue
            n = write_lines_of_value(
                a, k, i, j, min(max(value / 2, low), high), len(CANDIDATE_POSITIONS), out, n
            )
            for target in (
                limit + EXACT_VALUE_MARGIN,
                value - limit - EXACT_VALUE_MARGIN,
                least,
                value - least,
            ):
                if low <= target <= high and value > limit + least + EXACT_VALUE_MARGIN:
                    n = write_lines_of_value(a, k, i, j, target, 1, out, n)
    if n == before and n < MAX_CANDIDATES:
        n = write_halving(a, k, out, n)
    return n


@compiled
def write_lines_of_value(
    a: Floats, k: int, i: int, j: int, target: float, steps: int, out: Floats, n: int
) -> int:
    """Write lines from edge i to edge j that cut off the area `target`; return the new count.

    With the start at share s of edge i and the end at share u of edge j, the cap is linear in
    each of the two. For some u it is at least `target` if s <= last, and at most if s >= first.
    """
    low, high = corner_area(a, k, i + 1, j), corner_area(a, k, i, j + 1)
    near, far = corner_area(a, k, i, j), corner_area(a, k, i + 1, j + 1)
    last = min(1.0, (high - target) / max(high - far, 1e-12))
    first = max(0.0, (near - target) / max(near - low, 1e-12))
    if not (low < target < high and first < last):
        return n
    for number in range(steps):
        step = CANDIDATE_POSITIONS[number]
        for nudge in (
            0.0,
            SHARED_END_NUDGE,
            -SHARED_END_NUDGE,
        ):  # candidates often have the same ends, so one may be taken
            s = first + (step + nudge) * (last - first)
            least, most = near + s * (low - near), high + s * (far - high)
            u = (target - least) / max(most - least, 1e-12)
            at = edge_value(a, k, i, START) + s * (
                edge_value(a, k, i, STOP) - edge_value(a, k, i, START)
            )
            to = edge_value(a, k, j, START) + u * (
                edge_value(a, k, j, STOP) - edge_value(a, k, j, START)
            )
            if n < MAX_CANDIDATES and can_cut(a, k, i, at, j, to):
                n = write_code(out, n, k, i, at, j, to)
                break
    return n


@compiled
def corner_area(a: Floats, k: int, i: int, j: int) -> float:
    """Return the area of the polygon with the corners i to j of area k.

    Corner `size` is corner 0.
    """
    size = int(a[AREAS + k, SIZE])
    total = 0.0
    for corner in range(i + 1, j):
        total += 0.5 * twice_triangle(a, k, i, corner, (corner + 1) % size)
    return total


# --- From one point of the border -----------------------------------------------------------------


@compiled
def write_lines_from(
    a: Floats,
    k: int,
    i: int,
    t: float,
    hottest: Floats,
    areas: int,
    saved: Floats,
    codes: Floats,
    values: Floats,
) -> int:
    """Write the candidate lines from a position on edge i of area k, and their static evaluations.

    On every other edge the ends are those that halve the area or leave a piece at one of the
    limits of the rules, and a few between. Return the number of lines.
    """
    n = 0
    value, limit, least = a[AREAS + k, VALUE], a[0, LIMIT], a[0, LEAST] + EXACT_VALUE_MARGIN
    targets = (
        value / 2,
        limit + EXACT_VALUE_MARGIN,
        value - limit - EXACT_VALUE_MARGIN,
        least,
        value - least,
    )
    for j in range(int(a[AREAS + k, SIZE])):
        if j == i:
            continue
        none, every = caps_to_edge(a, k, i, t, j)
        start, length = (
            edge_value(a, k, j, START),
            edge_value(a, k, j, STOP) - edge_value(a, k, j, START),
        )
        for target in targets:
            share = (target - none) / (every - none) if every != none else -1.0
            n = write_line(a, k, i, t, j, start + share * length, codes, n)
        for share in SECOND_END_POSITIONS:
            n = write_line(a, k, i, t, j, start + share * length, codes, n)
    for m in range(n):
        values[m] = static_value(a, codes[m], hottest, areas, saved)
    return n


@compiled
def write_values_to(
    a: Floats,
    k: int,
    i: int,
    t: float,
    ends: Floats,
    hottest: Floats,
    areas: int,
    saved: Floats,
    out: Floats,
) -> None:
    """Write the static evaluations of lines from a position on edge i of area k; nan if illegal.

    Each row of `ends` is the other end: the index of its edge, and its position there.
    """
    code = np.empty((1, 5))
    for q in range(len(ends)):
        out[q] = np.nan
        if write_line(a, k, i, t, int(ends[q, 0]), ends[q, 1], code, 0):
            out[q] = static_value(a, code[0], hottest, areas, saved)


@compiled
def caps_to_edge(a: Floats, k: int, i: int, t: float, j: int) -> tuple[float, float]:
    """Return the areas cut off by lines from a position on edge i to the start and stop of edge j.

    The cap is between the lower edge and the higher one, and linear in the end on edge j.
    """
    start, stop = edge_value(a, k, i, START), edge_value(a, k, i, STOP)
    share = (t - start) / (stop - start)
    low, high = min(i, j), max(i, j)
    near, far = corner_area(a, k, low, high), corner_area(a, k, low + 1, high + 1)
    first, second = corner_area(a, k, low + 1, high), corner_area(a, k, low, high + 1)
    if i < j:
        return near + share * (first - near), second + share * (far - second)
    return near + share * (second - near), first + share * (far - first)


@compiled
def write_line(
    a: Floats, k: int, i: int, t_i: float, j: int, t_j: float, codes: Floats, n: int
) -> int:
    """Write a line to row n, the lower edge first, if it is legal; return the new row count."""
    if n < len(codes) and i < j and can_cut(a, k, i, t_i, j, t_j):
        return write_code(codes, n, k, i, t_i, j, t_j)
    if n < len(codes) and i > j and can_cut(a, k, j, t_j, i, t_i):
        return write_code(codes, n, k, j, t_j, i, t_i)
    return n
