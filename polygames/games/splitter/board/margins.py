"""What stands above and below a sheet of Splitter: dice, headings, points, the legend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from polygames.games.splitter.board.layout import spare_room
from polygames.games.splitter.board.sheets import FATES, FILLS, GRID, SCORED, hatch
from polygames.games.splitter.scoring import EMPTY, NUMBERS
from polygames.scene import palette
from polygames.scene.model import Disc, Motion, Polygon, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.games.splitter.board.layout import Frame
    from polygames.games.splitter.pads import Pad
    from polygames.games.splitter.scoring import Score
    from polygames.scene.model import Primitive

DIE = 1.2
GAP = 0.3
TOP = -0.25 - DIE
BOLD = 0.67
"""How wide a bold letter is, in parts of its size; few are wider."""


def dice(
    frame: Frame, pad: Pad, roll: tuple[int, int] | None, *, live: bool
) -> Iterator[Primitive]:
    """Draw the dice above the centre line; without a roll they are blank."""
    for number, column in zip(roll or (0, 0), _columns(pad), strict=True):
        target = f"die{number}" if roll and live else None
        label = f"die: {number}" if roll else ""
        fill = palette.PAPER if roll else "#f3f1ed"
        box = frame.box(column, TOP, DIE, DIE)
        yield Polygon(box, fill, palette.INK, 2.0, target=target, label=label)
    for number, column in zip(roll or (0, 0), _columns(pad), strict=True):
        yield from _pips(frame, column, number)


def thrown(frame: Frame, pad: Pad, roll: tuple[int, int]) -> Iterator[Motion]:
    """Let dice fall, each in a turn of its own."""
    for number, column, turn in zip(roll, _columns(pad), (-140.0, 110.0), strict=True):
        die = Polygon(frame.box(column, TOP, DIE, DIE), palette.PAPER, palette.INK, 2.0)
        cover = Polygon(frame.box(column - 0.05, TOP - 0.05, DIE + 0.1, DIE + 0.1), palette.PAPER)
        middle = frame.at(column + DIE / 2, TOP + DIE / 2)
        pips = tuple(_pips(frame, column, number))
        yield Motion((die, *pips), (cover,), (0.0, -0.35), turn, 0.7, middle)


def _columns(pad: Pad) -> tuple[float, float]:
    """Return where the dice begin, left and right of the centre line."""
    return pad.width / 2 - DIE - GAP / 2, pad.width / 2 + GAP / 2


def _pips(frame: Frame, column: float, number: int) -> Iterator[Disc]:
    for right, down in _PIPS[number]:
        at = frame.at(column + DIE * (0.5 + right * 0.27), TOP + DIE * (0.5 + down * 0.27))
        yield Disc(at, 0.095 * DIE, palette.INK)


_PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def fitting(size: float, said: str, plain: str) -> float:
    """Return how large a text is written in the room of another one, which has no names in it."""
    return size * min(1.0, (len(plain) + 3) / max(1, len(said)))


def heading(frame: Frame, pad: Pad, left: str, right: str, *, plain: str) -> Iterator[Text]:
    """Write to the left and right of the dice, smaller where a narrow pad has little room.

    There is room on the left for what is `plain`.
    """
    y, spare = TOP + DIE / 2, spare_room(pad)
    room = spare + _columns(pad)[0] - GAP / 2
    size = 0.4 if pad.name or not right else min(0.4, room / (BOLD * len(plain)))
    yield Text(
        frame.at(-spare, y), left, fitting(size, left, plain), palette.INK, "left", bold=True
    )
    yield Text(frame.at(pad.width + spare, y), right, 0.29, palette.GREY, "right")


def signs(frame: Frame, pad: Pad) -> Iterator[Text]:
    """Say beside the dice what stars and hearts are for."""
    if not pad.name:
        return
    y, size = TOP + DIE - 0.17, 0.29
    yield Text(frame.at(0.0, y), "★ doubles", size, palette.GREY, "left")
    if pad.hearts:
        yield Text(frame.at(pad.width, y), "♥♥♥ alike +5", size, palette.GREY, "right")


def coordinates(frame: Frame, pad: Pad) -> Iterator[Text]:
    """Write the numbers of rows and columns, which words count from 1, too."""
    size, away, above = 0.22, 0.05, 0.12  # close to the cells: the frame of the keys lies outside
    for row in range(pad.height):
        yield Text(frame.at(-away, row + 0.5), f"{row + 1}", size, palette.GREY, "right")
    for column in range(pad.width):
        yield Text(frame.at(column + 0.5, -above), f"{column + 1}", size, palette.GREY)


def score_row(frame: Frame, score: Score) -> Iterator[Primitive]:
    """Draw the points by number, for the hearts, and in all; a star shows what it doubled."""
    pad = score.pad
    doubled = {group.value for group in score.groups if group.points and group.starred}
    entries = [
        (str(number), f"{score.by_number[number]}{'★' if number in doubled else ''}")
        for number in NUMBERS
    ]
    if pad.hearts:
        entries.append(("♥", str(score.hearts)))
    entries.append(("total", str(score.total)))
    wide, top, high = pad.width / len(entries), pad.height + 0.3, 0.45
    lefts = [at * wide for at in range(len(entries))]  # like beside like: painted in one go
    for left in lefts:
        yield Polygon(frame.box(left, top, wide, high), "#efece6", GRID, 1.0)
    for left in lefts:
        yield Polygon(frame.box(left, top + high, wide, 0.6), palette.PAPER, GRID, 1.0)
    for left, (head, _) in zip(lefts, entries, strict=True):
        size = min(0.3, wide * 0.34)
        yield Text(frame.at(left + wide / 2, top + high / 2), head, size, palette.GREY)
    for left, (head, points) in zip(lefts, entries, strict=True):
        at_points = frame.at(left + wide / 2, top + high + 0.32)
        is_last = head == entries[-1][0]
        yield Text(at_points, points, min(0.4, wide * 0.42), palette.INK, bold=is_last)


def legend(frame: Frame, score: Score) -> Iterator[Primitive]:
    """Say what the colours of the cells mean, and what the sheet can still come to."""
    pad = score.pad
    y, size = pad.height + 1.68, min(0.26, pad.width / 30)
    starts = (0.0, 0.165 * pad.width, 0.365 * pad.width)
    for left, fate in zip(starts, FATES, strict=True):
        box = frame.box(left, y - size / 2, size, size)
        rim, width = (SCORED, 2.0) if fate == "scoring" else (GRID, 1.0)
        yield Polygon(box, FILLS[fate], rim, width)
    yield from hatch(frame, y - size / 2, starts[-1], size)
    for left, text in zip(starts, FATES.values(), strict=True):
        yield Text(frame.at(left + size * 1.4, y), text, size, palette.GREY, "left")
    if EMPTY in score.sheet:
        text = f"at most {score.possible} in the end"
        yield Text(frame.at(pad.width, y), text, size, palette.GREY, "right")
