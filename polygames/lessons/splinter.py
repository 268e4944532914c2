"""Lesson 04, Splinter."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from polygames.arena.ratings import wilson
from polygames.lessons.conjectures import Case, claim_fault, make_try_to_break
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    as_set,
    calls,
    exercise,
    is_close,
    make_go_on,
)
from polygames.lessons.figures import Picture, draw_square, new_figure
from polygames.scene.palette import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, RED, SKY, tint

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from matplotlib.axes import Axes

    Place = tuple[int, int]

KING_STEPS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
ROOK_STEPS = [(r, c) for r, c in KING_STEPS if r == 0 or c == 0]


@exercise
def exercise_1(pushed: Any) -> AnswerAndTrials:
    """Check a function that returns a row of pieces after one of them is pushed to the right."""
    lines = [("w.b", 0), ("..wBWb..b", 3), (".WBwb.", 1), ("w.bW", 2), ("bwW", 0), ("Bw.w.b.", 3)]
    return calls(pushed, *lines), [
        (lambda got: got[0] == ".wb", "a piece alone leaves its place and moves to the next one."),
        (lambda got: got[1] == "..w.BWb.b", "all pieces ahead move, up to the first gap."),
        (lambda got: got[2] == "..WBwb", "a gap *to the left* of the piece changes nothing."),
        (lambda got: got[3:5] == ["illegal"] * 2, "without a gap ahead the push is illegal."),
        (lambda got: got[5] == "Bw..wb.", "only the nearest gap ahead counts."),
    ]


@exercise
def exercise_2(squares: Any) -> AnswerAndTrials:
    """Check five squares that form one group if corners count, but five groups if not."""
    return squares, [
        (lambda given: len(as_set(given)) == len("12345"), "give five different squares."),
        (
            lambda given: all(len(square) == 2 for square in as_set(given)),
            "a square is a pair (row, column).",
        ),
        (
            lambda given: len(_groups(as_set(given), KING_STEPS)) == 1,
            "with 8 neighbours it is not one group.",
        ),
        (
            lambda given: len(_groups(as_set(given), ROOK_STEPS)) == len("12345"),
            "two of the squares share a side.",
        ),
    ]


@exercise
def exercise_3(spare: Any) -> AnswerAndTrials:
    """Check the number of touching pairs that are not needed to join all pieces."""
    pieces, pairs = 24, 41
    return spare, [
        (lambda n: not is_close(n, pieces - 1), "this is the number of joins."),
        (
            lambda n: not is_close(n, pairs - pieces),
            "the number of joins is one less than the number of pieces.",
        ),
        (
            lambda n: is_close(n, pairs - (pieces - 1)),
            "each pair is a join, or it is spare. Give a number.",
        ),
    ]


@exercise
def exercise_4(holders: Any) -> AnswerAndTrials:
    """Check a function that returns a group's cut points: pieces whose removal splits it."""
    block = {(r, c) for r in range(6) for c in range(5)}
    corner = {(0, 0), (0, 1), (0, 2), (1, 3), (2, 3)}
    ours = _pieces(["wwb..", ".bw..", "..B.b", "...wb", "..W.."])
    ring = {(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)}
    return calls(holders, (set(block),), (set(corner),), (set(ours),), (set(ring),)), [
        (lambda got: as_set(got[0]) == set(), "the block at the start has no holder."),
        (
            lambda got: as_set(got[1]) == {(0, 1), (0, 2), (1, 3)},
            "in a chain, all pieces except the two ends are holders.",
        ),
        (
            lambda got: as_set(got[2]) == _cut_points(ours),
            "on our board a holder is missing, or there is one too many. Corners count.",
        ),
        (
            lambda got: as_set(got[3]) == set(),
            "in a ring you can take away any piece. The rest is connected.",
        ),
    ]


@exercise
def exercise_5(rescue: Any) -> AnswerAndTrials:
    """Check a move for White that stops Black from winning at once."""
    rows = [".....", ".....", "w.wbb", ".w.B.", "b.w.W"]
    trap = pg.new("splinter", board=rows)
    return rescue if rescue is ... else str(rescue), [
        (lambda text: trap.parse(text) in trap.legal_moves, "this is not a legal move of White."),
        (lambda text: not _can_win(trap.play(trap.parse(text))), "Black answers and wins at once."),
    ]


@exercise
def exercise_6(enough: Any, counts: Mapping[int, tuple[int, int]]) -> AnswerAndTrials:
    """Check how many surrounding pieces make it rare for a king to be cut off.

    The counts have, by the number of pieces around it, the positions with a cut and all positions.
    """
    least = 1 / 20
    unsafe = [around for around, (cuts, all_) in counts.items() if cuts / all_ >= least]
    return enough, [
        (lambda n: n > max(unsafe), "with this company, 5 positions in 100 or more were lost."),
        (lambda n: is_close(n, max(unsafe) + 1), "fewer pieces are enough."),
    ]


# --- The lesson's own solutions --------------------------------------------------------------


def _pieces(rows: Sequence[str]) -> set[Place]:
    return {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell != "."}


def _groups(places: set[Place], steps: Sequence[Place]) -> list[set[Place]]:
    dry, found = set(places), []
    while dry:
        first = min(dry)
        wet, spreading = {first}, [first]
        while spreading:
            r, c = spreading.pop()
            fresh = {(r + down, c + right) for down, right in steps} & dry - wet
            wet |= fresh
            spreading += fresh
        found.append(wet)
        dry -= wet
    return found


def _cut_points(places: set[Place]) -> set[Place]:
    return {place for place in places if len(_groups(places - {place}, KING_STEPS)) > 1}


def _can_win(state: Any) -> bool:
    ends = (state.play(move).outcome for move in state.legal_moves)
    return any(end is not None and end.winners == {state.turn} for end in ends)


go_on = make_go_on(holders=(exercise_4, _cut_points, as_set))


# --- The conjecture -----------------------------------------------------------------------------

RANDOM_GROUPS: Final = 600
"""The number of random groups in the cases."""
MAX_GROUP_SIZE: Final = 12
"""The number of pieces of the largest group."""


def cases() -> Iterator[Case]:
    """Yield cases for the conjecture.

    Numbers of pieces, touching pairs and cut points of groups.
    """
    rng = Random(1)
    grown = {_random_group(2 + k % (MAX_GROUP_SIZE - 1), rng) for k in range(RANDOM_GROUPS)}
    for group in sorted(grown, key=lambda group: (len(group), sorted(group))):
        pairs = sum(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in combinations(group, 2))
        holders = len(_cut_points({*group}))
        names = ", ".join("abcdefghijkl"[c] + str(r + 1) for r, c in sorted(group))
        words = f"the pieces {names} (pairs: {pairs}, holders: {holders})"
        yield Case((len(group), pairs, holders), words, claim_fault)


try_to_break = make_try_to_break(cases)


def _random_group(size: int, rng: Random) -> frozenset[Place]:
    """Return a random connected group of squares, shifted to the corner of the board."""
    group = [(0, 0)]
    while len(group) < size:
        r, c = rng.choice(group)
        place = r + rng.choice((-1, 0, 1)), c + rng.choice((-1, 0, 1))
        if place not in group:
            group.append(place)
    top, left = min(r for r, _ in group), min(c for _, c in group)
    return frozenset((r - top, c - left) for r, c in group)


# --- The pictures -------------------------------------------------------------------------------

GRID_STYLE: Final[dict[str, Any]] = {"color": "#dddddd", "linewidth": 0.8, "zorder": 0}
GROUP_COLORS = (BLUE, ORANGE, GREEN, RED, PURPLE, SKY, GREY)


def islands(
    divisions: Mapping[str, Sequence[Collection[Place]]],
    marked_squares: Collection[Place] = (),
) -> Picture:
    """Draw squares divided into coloured and numbered groups, one panel per division.

    Marked squares have a ring.
    """
    figure, axes = new_figure(1, len(divisions), (3.8 * len(divisions), 3.9))
    for ax, (title, groups) in zip(axes, divisions.items(), strict=True):
        places = [place for group in groups for place in group]
        height, width = (max(axis) + 1 for axis in zip(*places, strict=True))
        ax.set(xlim=(-0.1, width + 0.1), ylim=(height + 0.1, -0.1), aspect="equal", title=title)
        ax.set_axis_off()
        ax.hlines(range(height + 1), 0, width, **GRID_STYLE)
        ax.vlines(range(width + 1), 0, height, **GRID_STYLE)
        for number, group in enumerate(groups, 1):
            for place in group:
                _draw_numbered_square(ax, place, number, is_marked=place in marked_squares)
    words = [f"{title}: {len(groups)}" for title, groups in divisions.items()]
    rings = f" Rings mark {sorted(marked_squares)}." if marked_squares else ""
    return Picture(figure, f"Squares in numbered groups. Groups with {'; '.join(words)}.{rings}")


def company_chart(counts: Mapping[int, tuple[int, int]]) -> Picture:
    """Draw the share of kings that can be cut off, by the number of pieces around them.

    The counts have the positions with a cut and all positions.
    """
    figure, (ax,) = new_figure(1, 1, (7.6, 4.0))
    for company, (cuts, positions) in sorted(counts.items()):
        low, high = wilson(cuts, positions)
        ax.bar(company, cuts / positions, color=tint(BLUE, 0.6), edgecolor=BLUE)
        ax.vlines(company, low, high, color=INK, linewidth=1.2)
        label = f"{cuts} of {positions}"
        ax.annotate(label, (company, high), (0, 3), "data", "offset points", ha="center", size=10)
    ax.set(xlabel="pieces around the king", ylabel="can be cut off at once", ylim=(0, 1))
    ax.yaxis.set_major_formatter("{x:.0%}")
    shares = [f"{n}: {cuts} of {all_}" for n, (cuts, all_) in sorted(counts.items())]
    return Picture(
        figure,
        "How often a king could be cut off at once, by the number of pieces around it. "
        f"{'; '.join(shares)}.",
    )


def _draw_numbered_square(ax: Axes, place: Place, number: int, *, is_marked: bool) -> None:
    row, column = place
    color = GROUP_COLORS[(number - 1) % len(GROUP_COLORS)]
    draw_square(ax, (column, row), str(number), tint(color, 0.45), color, size=12, color=INK)
    if is_marked:
        ax.plot(column + 0.5, row + 0.5, "o", ms=20, mfc="none", mec=RED, mew=2.5)
