"""Lesson 03b, first lines of Split."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from polygames.arena.ratings import wilson
from polygames.lessons import data
from polygames.lessons.conjectures import Case, find_counterexample, value_fault
from polygames.lessons.domains import Domain, agrees
from polygames.lessons.exercise_checks import (
    AnswerAndTrials,
    calls,
    exercise,
    is_close,
    make_go_on,
)
from polygames.lessons.figures import Picture, matplotlib_object, new_figure
from polygames.lessons.on_board import BoardExercise, slider_part
from polygames.lessons.split import SQUARE_CORNERS, fill, panels
from polygames.scene.palette import BLUE, GREY, INK, PAPER, RED, tint

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from random import Random

    from matplotlib.axes import Axes

    Point = tuple[float, float]


def _results_of(counts: Iterable[int]) -> Iterator[tuple[str]]:
    """Yield all results of games from one line: blue wins (B), red wins (R) or a draw (=)."""
    yield from (("".join(games),) for n in counts for games in product("BR=", repeat=n))


def _draw_results(rng: Random, *, even: bool = False) -> tuple[str]:
    """Return the results of up to 40 games, some with few wins of one colour."""
    count = 2 * rng.randint(4, 20) if even else rng.randint(8, 40)
    weights = [rng.random() for _ in "BR="]
    return ("".join(rng.choices("BR=", weights, k=count)),)


GAME_RESULTS: Final = Domain(
    "all results of up to seven games, and longer ones",
    lambda: _results_of(range(1, 8)),
    _draw_results,
)
PAIRED_RESULTS: Final = Domain(
    "all results of two, four and six games, and longer ones",
    lambda: _results_of((2, 4, 6)),
    lambda rng: _draw_results(rng, even=True),
)
SHARE_TABLES: Final = Domain(
    "up to four lines with the shares 0, 1/4, 1/2, 3/4 and 1, and more lines",
    lambda: (
        ([*shares],)
        for n in range(1, 5)
        for shares in product((0.0, 0.25, 0.5, 0.75, 1.0), repeat=n)
    ),
    lambda rng: ([round(rng.random(), 2) for _ in range(rng.randint(5, 20))],),
)


@exercise
def exercise_1(games: Any) -> AnswerAndTrials:
    """Check the number of games needed for a 95% interval of plus or minus 5 percentage points."""
    reach = 1.96 * 0.5
    exact = (reach / 0.05) ** 2
    return games, [
        (lambda n: n > (reach / 0.1) ** 2 + 1, "too few: that interval reaches 10 points or more."),
        (lambda n: n < 3 * exact, "too many. Did you forget the 0.25?"),
        (lambda n: is_close(n, exact, tolerance=1), "solve 1.96 · √(0.25 / n) = 0.05 for n."),
    ]


def _draw_interval(games: int) -> Picture:
    """Draw the 95% interval of a share of one half after a number of games."""
    figure, (ax,) = new_figure(1, 1, (6, 1.6))
    reach = 1.96 * (0.25 / games) ** 0.5
    ax.errorbar(0.5, 0, xerr=reach, color=BLUE, capsize=8, linewidth=2.2, marker="o")
    ax.set(xlim=(0, 1), yticks=[], xlabel=f"share in {games} games")
    ax.set_xticks([k / 20 for k in range(21)], [f"{k / 20:.0%}" * (k % 2 == 0) for k in range(21)])
    return Picture(figure, f"{games} games: from {0.5 - reach:.1%} to {0.5 + reach:.1%}.")


on_board = BoardExercise.for_exercise(
    exercise_1, "games_needed", slider_part("games", range(5, 1605, 5), 20), draw=_draw_interval
)


@exercise
def exercise_2(won: Any) -> AnswerAndTrials:
    """Check a function that returns blue's share of the points in some games."""
    return calls(won, ("B",), ("R",), ("=",)), [
        (
            lambda got: is_close(got[0], 1) and is_close(got[1], 0),
            "'B' is 1 for blue, and 'R' is 0.",
        ),
        (lambda got: is_close(got[2], 0.5), "a draw is half a point. '=' counts 0.5."),
        agrees(
            won,
            GAME_RESULTS,
            _blue_share,
            "divide blue's points by the number of all games, with the draws.",
            same=is_close,
        ),
    ]


@exercise
def exercise_3(gain: Any) -> AnswerAndTrials:
    """Check a function that returns the mean share won by choosing the better colour each time."""
    return calls(gain, ([0.5, 0.5],), ([0.0, 1.0],), ([0.3],)), [
        (
            lambda got: is_close(got[0], 0.5),
            "on two fair lines the choice makes no difference: 0.5.",
        ),
        (
            lambda got: is_close(got[1], 1.0),
            "red wins on one line, blue on the other. The chooser always wins: 1.",
        ),
        (lambda got: is_close(got[2], 0.7), "blue has 0.3 there, so the chooser takes red."),
        agrees(
            gain,
            SHARE_TABLES,
            _better_color_share,
            "first choose line by line. Then take the mean.",
            same=is_close,
        ),
    ]


@exercise
def exercise_4(paid: Any) -> AnswerAndTrials:
    """Check a function that picks a colour from half of the games and returns its later share."""
    return calls(paid, ("BR",), ("RB",)), [
        (
            lambda got: is_close(got[0], 0),
            "in 'BR', the chooser takes blue after B. Then red wins: 0.",
        ),
        (
            lambda got: is_close(got[1], 0),
            "in 'RB', the chooser takes red after R. Then blue wins: 0.",
        ),
        agrees(
            paid,
            PAIRED_RESULTS,
            _trained_share,
            "use the first half to choose (blue if even), and the second half for the points.",
            same=is_close,
        ),
    ]


# --- The lesson's own solutions --------------------------------------------------------------


def _blue_share(games: str) -> float:
    return (games.count("B") + games.count("=") / 2) / len(games)


def _better_color_share(shares: list[float]) -> float:
    return sum(max(share, 1 - share) for share in shares) / len(shares)


def _trained_share(games: str) -> float:
    half = len(games) // 2
    later = _blue_share(games[half:])
    return later if _blue_share(games[:half]) >= 1 / 2 else 1 - later


go_on = make_go_on(
    won=(exercise_2, _blue_share, float),
    gain=(exercise_3, _better_color_share, float),
    paid=(exercise_4, _trained_share, float),
)


# --- The conjecture -----------------------------------------------------------------------------

SIGNIFICANT_SIGMAS: Final = 1.96
"""The number of standard errors from one half for a significant share of 60 games."""


def try_to_break(conjecture: Any, agent: str = "minimax") -> None:
    """Print the first kind of opening line for which a function predicts the wrong colour.

    Parameters
    ----------
    conjecture
        A function of the kind of line and the places of its ends that returns "red" or "blue".
    agent
        The agent of the games.

    Examples
    --------
    >>> try_to_break(lambda kind, one, other: "red")  # doctest: +ELLIPSIS
    Broken by a line of the kind 'corner', ends in 0 and 1: you say red, and it...
    """
    find_counterexample(conjecture, cases(agent))


def cases(agent: str) -> Iterator[Case]:
    """Yield cases for the conjecture: kinds of opening lines that clearly favour one colour."""
    for row in data("split_first_lines")["map"]:
        share, _ = row_share(row)
        if (
            row["agent"] == agent
            and abs(share - 0.5) > SIGNIFICANT_SIGMAS * (0.25 / row["games"]) ** 0.5
        ):
            one, other = row["parts"]
            words = f"a line of the kind {row['kind']!r}, ends in {one} and {other}"
            right = "blue" if share > 1 / 2 else "red"
            yield Case((row["kind"], one, other), words, partial(value_fault, right))


# --- The pictures -------------------------------------------------------------------------------


def _red_to_blue() -> Any:
    """Return a matplotlib colour map for shares, from red at 0 to blue at 1."""
    colors = [RED, tint(RED, 0.35), "#f7f7f4", tint(BLUE, 0.35), BLUE]
    return matplotlib_object("matplotlib.colors:LinearSegmentedColormap").from_list(
        "red to blue", colors
    )


def first_line_map(rows: Iterable[dict[str, Any]], title: str) -> Picture:
    """Draw a heat map of blue's share of the points for every kind of opening line.

    A line is turned so that its first end is on the top side. The rows are the places of that
    end, the columns those of the other end. A dot marks the cells with one half in their 95%
    interval.
    """
    figure, (ax,) = new_figure(1, 1, (12.4, 5.0), framed=True)
    colors = _red_to_blue()
    cells = {(row["kind"], *row["parts"]): row for row in rows}
    parts = 1 + max(first for _, first, _ in cells)
    for i in range(parts):
        for column in range(3 * parts):
            row = cells[_line_class(i, column, parts)]
            share, (low, high) = row_share(row)
            even = low <= 0.5 <= high
            _paint_cell(ax, (column, i), share, colors(share), even=even)
    ax.set(xlim=(0, 3 * parts), ylim=(parts, 0), aspect="equal")
    step = parts / 4
    up = ["2.5", "5", "7.5", "10"]
    labels = ["0", *up[:3], "10 | 0", *up[:3], "10 | 0", *up]
    ax.set_xticks([n * step for n in range(13)], labels)
    ax.set_yticks([n * step for n in range(5)], ["0", *up])
    ax.tick_params(length=2, labelsize=10)
    for corner in (1, 2):
        ax.axvline(corner * parts, color=INK, linewidth=2)
    for at, side in (
        (0.5, "other end on the left side, this far down"),
        (1.5, "other end on the bottom, this far to the right"),
        (2.5, "other end on the right side, this far up"),
    ):
        ax.text(at * parts, parts + 1.3, side, horizontalalignment="center", fontsize=12)
    ax.set_ylabel("one end on the top, this far to the right", fontsize=11)
    ax.set_title(title, fontsize=13, loc="left")
    shares = [row_share(row)[0] for row in cells.values()]
    return Picture(
        figure,
        f"A map of first lines. {title}: from {min(shares):.0%} to {max(shares):.0%}, very"
        " different also in cells that are neighbours.",
    )


def _line_class(i: int, column: int, parts_per_side: int) -> tuple[str, int, int]:
    """Return the symmetry class of lines from a part of the top side to a part of another side."""
    side, j = divmod(column, parts_per_side)
    last = parts_per_side - 1
    if side == 1:
        pair = min((i, j), (j, i), (last - i, last - j), (last - j, last - i))
        return ("opposite", *pair)
    pair = (i, j) if side == 0 else (last - i, last - j)
    return ("corner", min(pair), max(pair))


def _paint_cell(ax: Axes, corner: tuple[int, int], share: float, fill: Any, *, even: bool) -> None:
    x, y = corner
    box = matplotlib_object("matplotlib.patches:Rectangle")
    ax.add_patch(box(corner, 1, 1, facecolor=fill, edgecolor=PAPER))
    strong = abs(share - 0.5) > 0.3
    ink = PAPER if strong else INK
    style: dict[str, Any] = {"color": ink, "fontsize": 10, "ha": "center", "va": "center"}
    ax.text(x + 0.5, y + (0.4 if even else 0.5), f"{100 * share:.0f}", **style)
    if even:
        ax.plot(x + 0.5, y + 0.8, "o", color=ink, markersize=2.6)


def row_share(row: dict[str, Any]) -> tuple[float, tuple[float, float]]:
    """Return blue's share of the points in a row of data (a draw is half), and its 95% interval."""
    points = row["blue"] + row["draws"] / 2
    return points / row["games"], wilson(points, row["games"])


def gallery(rows: Sequence[dict[str, Any]], earlier: Sequence[dict[str, Any]]) -> Picture:
    """Draw opening lines with blue's share in new games and in the earlier games of the map.

    `rows` and `earlier` have the same order.
    """
    figure, axes = panels(len(rows), 2.4, 3.3)
    for ax, row, old in zip(axes, rows, earlier, strict=True):
        a, b = (10 / 8 * (part + 0.5) for part in row["parts"])
        end = (0.0, b) if row["kind"] == "corner" else (b, 10.0)
        fill(ax, SQUARE_CORNERS, tint(GREY, 0.08), linewidth=2)
        ax.plot((a, end[0]), (0, end[1]), color=RED, linewidth=3)
        share, (low, high) = row_share(row)
        ax.set_title(f"{share:.0%} ({low:.0%} to {high:.0%})", fontsize=12)
        before = f"map: {row_share(old)[0]:.0%}"
        ax.text(5, 11.6, before, horizontalalignment="center", fontsize=12, color=GREY, va="center")
    words = [f"{row['kind']} {row['parts']}: {row_share(row)[0]:.0%}" for row in rows]
    return Picture(figure, f"Five kinds of first lines, and blue's share: {'; '.join(words)}.")


MEAN_LABEL_WIDTH: Final = 0.1
"""The width of the label of a mean, in units of the share."""


def line_shares(groups: Mapping[str, Sequence[float]]) -> Picture:
    """Draw blue's share for each opening line as a dot, with a row and a mean for each group."""
    figure, (ax,) = new_figure(1, 1, (8.8, 1.2 + 0.8 * len(groups)))
    words = []
    for row, (title, shares) in enumerate(groups.items()):
        stacks = Counter[float]()
        for share in sorted(shares):
            step = round(share, 2)
            stacks[step] += 1
            ax.plot(share, row + 0.055 * stacks[step], "o", color=BLUE, markersize=5, alpha=0.8)
        mean = sum(shares) / len(shares)
        ax.plot((mean, mean), (row - 0.12, row + 0.8), color=RED, linewidth=2)
        free = (
            "right" if any(mean < share < mean + MEAN_LABEL_WIDTH for share in shares) else "left"
        )
        away = {"left": 0.01, "right": -0.01}[free]
        label = {"color": RED, "va": "center", "ha": free}
        ax.text(mean + away, row + 0.68, f"mean {mean:.0%}", **label)
        sure = sum(share in {0, 1} for share in shares)
        words.append(f"{title}: mean {mean:.0%}, {sure} of {len(shares)} lines all or nothing")
    ax.set_yticks(range(len(groups)), list(groups))
    ax.set(xlim=(-0.04, 1.04), ylim=(-0.25, len(groups)), xlabel="blue's share of the points")
    ax.xaxis.set_major_formatter("{x:.0%}")
    ax.spines["left"].set_visible(False)
    return Picture(figure, f"Each dot is one line. {'; '.join(words)}.")
