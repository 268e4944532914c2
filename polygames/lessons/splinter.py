"""Lesson 04, Splinter."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from typing import TYPE_CHECKING, Any, Final

import polygames as pg
from polygames.arena.ratings import wilson
from polygames.lessons.conjectures import Case, claim_fault, make_try_to_break
from polygames.lessons.domains import Domain, agrees
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    as_set,
    calls,
    exercise,
    is_close,
    make_go_on,
)
from polygames.lessons.figures import (
    Picture,
    draw_square,
    matplotlib_object,
    new_figure,
    picture_of,
)
from polygames.scene.palette import BLUE, GREEN, GREY, INK, ORANGE, PURPLE, RED, SKY, tint

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from matplotlib.axes import Axes

    Place = tuple[int, int]

KING_STEPS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
ROOK_STEPS = [(r, c) for r, c in KING_STEPS if r == 0 or c == 0]


def _small_lines() -> Iterator[tuple[str, int]]:
    """Yield all lines of up to six squares with the place of a piece, short lines first."""
    for size in range(1, 7):
        for line in map("".join, product(".wB", repeat=size)):
            yield from ((line, at) for at, cell in enumerate(line) if cell != ".")


def _draw_line(rng: Random) -> tuple[str, int]:
    """Return a line of 7 to 15 squares, often with a long row of pieces, and a piece's place."""
    cells = rng.choices(".wbWB", [rng.choice((1, 5)), 3, 3, 1, 1], k=rng.randint(7, 15))
    at = rng.randrange(len(cells))
    cells[at] = rng.choice("wbWB")
    return "".join(cells), at


LINE_DOMAIN: Final = Domain("every piece in all lines of up to 6 squares", _small_lines, _draw_line)


def _as_line(result: Any) -> str:
    """Return a line as text, and "illegal" in lower case."""
    line = "".join(result)
    return "illegal" if line.strip().lower() == "illegal" else line


@exercise
def exercise_1(pushed: Any) -> AnswerAndTrials:
    """Check a function that returns a row of pieces after one of them is pushed to the right."""
    return calls(pushed, ("w.b", 0), ("..wBWb..b", 3), ("w.bW", 2)), [
        (
            lambda got: _as_line(got[0]) == ".wb",
            "a piece alone leaves its place and moves to the next one.",
        ),
        (
            lambda got: _as_line(got[1]) == "..w.BWb.b",
            "all pieces ahead move, up to the first gap.",
        ),
        (
            lambda got: _as_line(got[2]) == "illegal",
            "without a gap ahead the push is illegal.",
        ),
        agrees(
            pushed,
            LINE_DOMAIN,
            _push_line,
            "all pieces up to the nearest gap *ahead* move one place. Without such a gap it is"
            " illegal.",
            form=_as_line,
        ),
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


def _small_groups() -> Iterator[tuple[set[Place]]]:
    """Yield all groups in three by three squares, those with few pieces first."""
    squares = [*product(range(3), range(3))]
    for size in range(1, len(squares) + 1):
        for places in map(set, combinations(squares, size)):
            if len(_groups(places, KING_STEPS)) == 1:
                yield (places,)


def _draw_group(rng: Random) -> tuple[set[Place]]:
    """Return a group of up to 40 pieces that often has a ring."""
    height, width = rng.randint(3, 6), rng.randint(3, 6)
    block = [*product(range(height), range(width))]
    ring = [(r, c) for r, c in block if r in {0, height - 1} or c in {0, width - 1}]
    first = rng.choice((ring, block[:1]))
    return ({*_random_group(len(first) + rng.randint(1, 20), rng, first)},)


GROUP_DOMAIN: Final = Domain("all groups in 3 by 3 squares", _small_groups, _draw_group)


@exercise
def exercise_4(holders: Any) -> AnswerAndTrials:
    """Check a function that returns the cut points (articulation points) of a group."""
    block = {*product(range(6), range(5))}
    corner = {(0, 0), (0, 1), (0, 2), (1, 3), (2, 3)}
    return calls(holders, (block,), (corner,)), [
        (lambda got: as_set(got[0]) == set(), "the block at the start has no holder."),
        (
            lambda got: as_set(got[1]) == {(0, 1), (0, 2), (1, 3)},
            "in a chain, all pieces except the two ends are holders.",
        ),
        agrees(
            holders,
            GROUP_DOMAIN,
            _cut_points,
            "take away one piece. It is a holder if the others fall apart. Corners count.",
            form=as_set,
        ),
    ]


@exercise
def exercise_5(rescue: Any) -> AnswerAndTrials:
    """Check a move for White that stops Black from winning at once."""
    rows = [".....", ".....", "w.wbb", ".w.B.", "b.w.W"]
    trap = pg.new("splinter", board=rows)
    return rescue if rescue is ... else str(rescue).strip().lower(), [
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


def _push_line(line: str, at: int) -> str:
    gap = line.find(".", at)
    return "illegal" if gap < 0 else f"{line[:at]}.{line[at:gap]}{line[gap + 1 :]}"


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


def _random_group(size: int, rng: Random, first: Sequence[Place] = ((0, 0),)) -> frozenset[Place]:
    """Return a random group of squares around the first ones, shifted to the board's corner."""
    group = [*first]
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


def losses(record: pg.Record) -> Picture:
    """Draw the pieces left and lost of each player, by ply."""
    end: Any = record.state
    white, black = end.lost
    draw = matplotlib_object("polygames.plots.scores:score_curve")
    return picture_of(
        draw(record),
        f"The pieces of both players in {len(record.moves)} moves, as curves that fall in steps. "
        f"At the end White has lost {white} pawns, and Black {black}.",
    )
