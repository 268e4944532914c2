"""The score of a sheet of Splitter, and a bound on its final score.

A sheet is a tuple with the number in each cell of the pad, 0 if it is empty. Numbers in brackets
refer to RULES.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from polygames.core.errors import PositionError
from polygames.core.options import check_items, short_repr
from polygames.games.splitter.pads import GAP, Cell, Pad, find_pad

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Sheet: TypeAlias = tuple[int, ...]

Fate: TypeAlias = Literal["scoring", "possible", "dead"]

EMPTY_CELL = 0
DIE_NUMBERS: Final = range(1, 7)
HEARTS_BONUS = 5
"""The points for the same number in all hearts [6]."""

SOLO_RATINGS: Final = (
    (0, "lost"),
    (28, "in the game"),
    (31, "sound"),
    (34, "quite good"),
    (37, "very good"),
    (39, "great"),
    (41, "first class"),
    (43, "world class"),
    (45, "astonishing"),
    (47, "spectacular"),
    (49, "unbelievable"),
    (51, "out of this world"),
)
"""The ratings of a solo game, as (least points, name) [8]."""


@dataclass(frozen=True, slots=True)
class Group:
    """A group: cells with the same number, connected by their sides."""

    value: int
    """The number in its cells, which is also the size that scores [4]."""
    cells: tuple[Cell, ...]
    """The cells in ascending order."""
    has_star: bool
    """Whether a star doubles it [5]."""
    state: Fate
    """``"scoring"`` if its size is its number, ``"possible"`` if empty cells let it reach that
    size, else ``"dead"``."""

    @property
    def points(self) -> int:
        """The current points of the group: 0 unless its size equals its number [4, 5]."""
        return self.points_when_full if self.state == "scoring" else 0

    @property
    def points_when_full(self) -> int:
        """The points of the group once its size equals its number."""
        return self.value * (1 + self.has_star)


@dataclass(frozen=True)
class Score:
    """The score of a sheet: its groups, the points of each part, and the total."""

    pad: Pad
    sheet: Sheet

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """All groups, in the order of their first cells.

        Examples
        --------
        >>> [group.points for group in score_sheet(["*##*"], ["2255"]).groups]
        [4, 0]
        """
        return tuple(self._group(cells) for cells in iter_groups(self.pad, self.sheet))

    @property
    def total(self) -> int:
        """The total: the points of all numbers and of the hearts.

        Examples
        --------
        >>> score_sheet(["*##*"], ["2255"]).total
        4
        >>> score_sheet(["*##*"], ["0000"]).total
        0
        """
        return sum(self.by_number.values()) + self.hearts

    @cached_property
    def by_number(self) -> dict[int, int]:
        """The points for each number from 1 to 6, doubled by stars where they apply [4, 5].

        Examples
        --------
        >>> score_sheet(["*##*"], ["2255"]).by_number
        {1: 0, 2: 4, 3: 0, 4: 0, 5: 0, 6: 0}
        """
        points = dict.fromkeys(DIE_NUMBERS, 0)
        for group in self.groups:
            points[group.value] += group.points
        return points

    @property
    def stars(self) -> int:
        """The additional points from stars, which `by_number` already includes [5].

        Examples
        --------
        >>> score_sheet(["*##*"], ["2255"]).stars
        2
        """
        return sum(group.points - group.value for group in self.groups if group.points)

    @property
    def hearts(self) -> int:
        """The points for the hearts [6]."""
        return heart_points(self.pad, self.sheet)

    @cached_property
    def possible(self) -> int:
        """An upper bound on the final total, over all rolls and placements.

        A scoring group of value v has v cells, so each cell is worth at most one point. The bound
        adds one point for each cell in a group that is not dead, and for each empty cell where
        some number can still score. For each star it adds the value of its group, or the largest
        number that can still score there if it is empty. It adds the points of the hearts while
        they can still hold the same number. An empty pad A has 56, an empty pad B 61.

        Examples
        --------
        >>> score_sheet(["*##*"], ["2255"]).possible >= score_sheet(["*##*"], ["2255"]).total
        True
        """
        alive = [group for group in self.groups if group.state != "dead"]
        cells = sum(len(group.cells) for group in alive)
        stars = sum(group.value for group in alive if group.has_star)
        for cell, number in enumerate(self.sheet):
            if number != EMPTY_CELL:
                continue
            cells += any(self._can_score(cell, value) for value in DIE_NUMBERS)
            if cell in self.pad.stars:
                stars += max((v for v in DIE_NUMBERS if self._can_score(cell, v)), default=0)
        written = {self.sheet[heart] for heart in self.pad.hearts} - {EMPTY_CELL}
        bonus = HEARTS_BONUS if self.pad.hearts and len(written) <= 1 else 0
        return cells + stars + bonus

    def _group(self, cells: tuple[Cell, ...]) -> Group:
        value = self.sheet[cells[0]]
        starred = any(star in cells for star in self.pad.stars)
        return Group(value, cells, starred, self._group_state(value, cells))

    def _can_score(self, cell: Cell, value: int) -> bool:
        """Return True if a number in an empty cell can still become part of a scoring group."""
        joined = _grow_group(self.pad, self.sheet, value, frozenset(), cell)
        return self._group_state(value, tuple(joined)) != "dead"

    def _group_state(self, value: int, cells: tuple[Cell, ...]) -> Fate:
        if len(cells) == value:
            return "scoring"
        can_grow = len(cells) < value and _can_reach_size(
            self.pad, self.sheet, value, frozenset(cells)
        )
        return "possible" if can_grow else "dead"


def score_sheet(pad: str | Sequence[str] | Pad, rows: str | Sequence[str]) -> Score:
    """Return the score of a sheet, which may have empty cells.

    Parameters
    ----------
    pad
        ``"A"``, ``"B"``, or a custom pad.
    rows
        The rows of the sheet, as long as those of the pad: digits 1 to 6, and ``0`` or ``.``
        for an empty cell or no cell.

    Raises
    ------
    OptionError
        If the pad is invalid.
    PositionError
        If the rows do not fit the pad.

    Examples
    --------
    >>> score = score_sheet("A", "..4416.. .446614. 16665444 55521642 45521333 .125321. ..5332..")
    >>> score.total, score.by_number
    (29, {1: 5, 2: 4, 3: 6, 4: 4, 5: 10, 6: 0})
    """
    pad = find_pad(pad)
    return Score(pad, read_sheet(pad, rows))


def solo_rating(points: int) -> str:
    """Return the rating of a solo game with these points, such as ``"great"`` [8].

    Examples
    --------
    >>> solo_rating(0), solo_rating(40)
    ('lost', 'great')
    """
    return max(step for step in SOLO_RATINGS if step[0] <= points)[1]


def total_points(pad: Pad, sheet: Sheet) -> int:
    """Return the total of a sheet; faster than `Score.total`.

    Examples
    --------
    >>> from polygames.games.splitter.pads import find_pad
    >>> pad = find_pad(["*##*"])
    >>> total_points(pad, read_sheet(pad, ["2255"]))
    4
    """
    points = heart_points(pad, sheet)
    for cells in iter_groups(pad, sheet):
        if len(cells) == (value := sheet[cells[0]]):
            points += value * (2 if any(star in cells for star in pad.stars) else 1)
    return points


def heart_points(pad: Pad, sheet: Sheet) -> int:
    """Return the points for the hearts: 5 if all hold the same number, else 0 [6].

    Examples
    --------
    >>> from polygames.games.splitter.pads import find_pad
    >>> pad = find_pad(["*##*"])
    >>> heart_points(pad, read_sheet(pad, ["2255"]))
    0
    """
    written = {sheet[heart] for heart in pad.hearts}
    return HEARTS_BONUS if len(written) == 1 and EMPTY_CELL not in written else 0


def iter_groups(pad: Pad, sheet: Sheet) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of each group: a maximal connected set of cells with the same number [4].

    Examples
    --------
    >>> from polygames.games.splitter.pads import find_pad
    >>> pad = find_pad(["*##*"])
    >>> [sorted(cells) for cells in iter_groups(pad, read_sheet(pad, ["2255"]))]
    [[0, 1], [2, 3]]
    """
    seen: set[Cell] = set()
    for start, value in enumerate(sheet):
        if value != EMPTY_CELL and start not in seen:
            reached = [start]
            seen.add(start)
            for cell in reached:  # grows while it is walked through
                for near in pad.neighbours[cell]:
                    if sheet[near] == value and near not in seen:
                        seen.add(near)
                        reached.append(near)
            yield tuple(sorted(reached))


def read_sheet(pad: Pad, rows: str | Sequence[str]) -> Sheet:
    """Parse rows of digits as a sheet of a pad; raise PositionError if they do not fit.

    Examples
    --------
    >>> from polygames.games.splitter.pads import find_pad
    >>> read_sheet(find_pad(["*##*"]), ["2.55"])
    (2, 0, 5, 5)
    """
    lines = rows.replace("/", " ").split() if isinstance(rows, str) else rows
    lines = list(check_items("a sheet", "must be rows of text", lines))
    if problem := _sheet_problem(pad, lines):
        msg = f"not a sheet of pad {pad}: {problem}"
        raise PositionError(msg)
    return tuple(int(lines[r][c].replace(GAP, "0")) for r, c in pad.places)


def sheet_rows(pad: Pad, sheet: Sheet) -> tuple[str, ...]:
    """Return a sheet as rows of text: digits, 0 for an empty cell, ``.`` for no cell.

    Examples
    --------
    >>> from polygames.games.splitter.pads import find_pad
    >>> sheet_rows(find_pad(["*##*"]), (2, 2, 0, 5))
    ('2205',)
    """
    numbers = dict(zip(pad.places, map(str, sheet), strict=True))
    return tuple(
        "".join(numbers.get((r, c), GAP) for c in range(pad.width)) for r in range(pad.height)
    )


def _sheet_problem(pad: Pad, lines: list[str]) -> str | None:
    """Return the reason why rows of text do not fit a pad, or None if they fit."""
    if len(lines) != pad.height:
        return f"expected {pad.height} rows, not {len(lines)}"
    for r, line in enumerate(lines):
        if not isinstance(line, str) or len(line) != pad.width:
            return f"row {r} is {short_repr(line)}: expected {pad.width} characters"
        for c, mark in enumerate(line):
            if mark not in ".0123456":
                return f"row {r}, column {c} holds {mark!r}: expected 1 to 6, 0 or {GAP!r}"
            if mark not in ".0" and (r, c) not in pad.cells:
                return f"row {r}, column {c} holds {mark!r}: there is no cell"
    return None


def _can_reach_size(pad: Pad, sheet: Sheet, value: int, group: frozenset[Cell]) -> bool:
    """Return True if a group can reach its scoring size through empty cells.

    Each step writes the value in an empty cell beside the group and merges the groups it touches.
    Any two numbers can be rolled, so the mirrored cells do not restrict this.
    """
    same = frozenset([cell for cell, number in enumerate(sheet) if number == value])
    tried = {group}
    reached = [group]
    while reached:
        cells = reached.pop()  # depth first: a group that can score reaches its size soon
        beside = {near for cell in cells for near in pad.neighbours[cell]}
        for step in beside:
            if sheet[step] == EMPTY_CELL and step not in cells:
                larger = cells | {step}
                if not same.intersection(pad.neighbours[step]) <= larger:
                    larger = _grow_group(pad, sheet, value, cells, step)
                if len(larger) == value:
                    return True
                if len(larger) < value and larger not in tried:
                    tried.add(larger)
                    reached.append(larger)
    return False


def _grow_group(
    pad: Pad, sheet: Sheet, value: int, cells: frozenset[Cell], step: Cell
) -> frozenset[Cell]:
    """Return a group with one more cell, merged with the groups of its value beside that cell."""
    larger, reached = {*cells, step}, [step]
    for cell in reached:  # grows while it is walked through
        for near in pad.neighbours[cell]:
            if sheet[near] == value and near not in larger:
                larger.add(near)
                reached.append(near)
    return frozenset(larger)
