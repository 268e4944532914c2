"""The scene of a position of Splitter: drawing, clickable cells, previews and captions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from polygames.core.words import NUMBERED, Names, how_many
from polygames.games.splitter.board import sheets
from polygames.games.splitter.board.sheets import Frame, Layout
from polygames.games.splitter.board.words import say
from polygames.games.splitter.rules import Placement, Roll, Splitter
from polygames.games.splitter.scoring import EMPTY_CELL, SOLO_RATINGS, Score
from polygames.scene import marks, palette
from polygames.scene.model import (
    Caption,
    Motion,
    MoveLook,
    Preview,
    Primitive,
    Scene,
    SeatLabel,
    Text,
    WriteLook,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.core.protocol import Seat
    from polygames.games.splitter.pads import Cell

SEAT_COLORS: Final = (
    palette.BLUE,
    palette.RED,
    palette.GREEN,
    palette.PURPLE,
    "#a87400",  # orange, dark enough for a mark on white
    palette.GREY,
)
"""The colours of the seats, repeated after six; each seat also has its own symbol."""

PREVIEW_COLOR: Final = "#a0527c"
"""The ink of numbers in a preview: the colour of a hint, darker to be readable."""

SEAT_SYMBOLS: Final = "●■▲◆★▼○□△◇☆▽"


def scene(state: Splitter, seat: Seat | None = None, names: Names = NUMBERED) -> Scene:
    """Return the scene of a position: dice, one large sheet with its points, small other sheets.

    The large sheet is that of `seat`; None for the seat to move, or the winner after the end.
    """
    layout = _layout(state, seat)
    score = Score(state.pad, state.sheet(layout.seat))
    live = state.turn == layout.seat
    roll = (state.roll.high, state.roll.low) if state.roll else None
    is_on = state.outcome is None
    return (
        layout.window,
        *(sheets.dice(layout.main, state.pad, roll, live=live) if is_on else ()),
        *sheets.heading(
            layout.main,
            state.pad,
            _title(state, layout.seat, names),
            f"round {state.round + 1} of {state.pad.rounds}" if is_on else "",
            plain=_title(state, layout.seat, NUMBERED),
        ),
        *sheets.signs(layout.main, state.pad),
        *sheets.coordinates(layout.main, state.pad),
        *sheets.sheet(layout.main, score, live=True),
        *sheets.score_row(layout.main, score),
        *sheets.legend(layout.main, score),
        *(p for other, frame in layout.others.items() for p in _small(state, other, frame, names)),
    )


def spell(move: Placement | Roll) -> tuple[str, ...]:
    """Return the clicks of a placement: the die with the higher number, then its cell.

    A roll has none, since it is not clicked on the board.
    """
    if isinstance(move, Roll):
        return ()
    return (f"die{move.number}", f"r{move.row}c{move.column}")


def spellings(state: Splitter, move: Placement) -> tuple[tuple[str, str], ...]:
    """Return both click sequences of a placement: each die with its cell."""
    cells, numbers = _written(state, move)
    rows = (state.pad.places[cell] for cell in cells)
    return tuple(
        (f"die{number}", f"r{row}c{column}")
        for (row, column), number in zip(rows, numbers, strict=True)
    )


def ways(state: Splitter) -> dict[tuple[str, ...], Placement]:
    """Return the placement of each click sequence: either die and its cell; of a double, a cell."""
    named: dict[tuple[str, ...], Placement] = {
        way: move for move in state.placements for way in spellings(state, move)
    }
    if state.roll is not None and state.roll.is_double:
        named |= {(way[-1],): move for way, move in named.items()}
    return named


def preview(state: Splitter, move: Placement | Roll) -> Preview:
    """Return the preview of a move: its numbers, the points after it, the bound on the total."""
    if isinstance(move, Roll):
        return Preview(f"roll {say(state, move)}")
    before = Score(state.pad, state.sheets[state.turn])
    after = Score(state.pad, state.sheet_after(move))
    known = {(group.cells, group.state) for group in before.groups}
    fresh = (g for g in after.groups if g.state == "scoring" and (g.cells, g.state) not in known)
    drawn = _cells(state, move, after, rim=palette.SKY)
    borders = sheets.borders(Layout.main, state.pad, fresh)
    gain = f"{after.total - before.total:+d}" if after.total != before.total else "no change"
    then = f"{how_many(after.total, 'point')} ({gain}), at most {after.possible} in the end"
    return Preview(f"{say(state, move)}: {then}", (*drawn, *borders))


def mark(state: Splitter, move: Placement | Roll, color: str) -> Scene:
    """Return the marks of a placement in a colour.

    The last move of a game with several seats marks all placements of its round, on the sheets
    after it.
    """
    if color == marks.LAST_MOVE_COLOR and state.seats > 1:
        return new_marks(state, state.play(move), None, color)
    return rims(state, move, color)


def rims(state: Splitter, move: Placement | Roll, color: str) -> Scene:
    """Return outlines of both cells of a placement, with small numbers if it is not yet played."""
    if isinstance(move, Roll):
        return ()
    cells, numbers = _written(state, move)
    # The cell that the text of the move names comes last: there the rank of the row is drawn.
    drawn = sheets.outlines(Layout.main, state.pad, cells[::-1], color)
    if color == marks.LAST_MOVE_COLOR:
        return tuple(drawn)
    pairs = zip(cells, numbers, strict=True)
    return (*drawn, *(sheets.corner(Layout.main, state.pad, c, n, color) for c, n in pairs))


def ghosts(state: Splitter, move: Placement | Roll) -> Scene:
    """Return the numbers of a placement in its two cells, in the colour of a preview."""
    if isinstance(move, Roll) or state.roll is None:
        return ()
    return tuple(
        sheets.numeral(Layout.main, state.pad, cell, number, "possible", PREVIEW_COLOR)
        for cell, number in zip(*_written(state, move), strict=True)
    )


def motion(state: Splitter, move: Placement | Roll) -> tuple[Motion, ...]:
    """Return the animation of a move: falling dice for a roll, nothing for a placement."""
    if not isinstance(move, Roll):
        return ()
    return tuple(sheets.thrown(Layout.main, state.pad, (move.high, move.low)))


def look(state: Splitter) -> MoveLook:
    """Return the appearance of a roll's numbers in mirrored cells, for the client to draw."""
    if state.roll is None:
        return MoveLook()
    one, other = str(state.roll.high), str(state.roll.low)
    text = Text((0.0, 0.0), "", sheets.DIGIT_HEIGHT * Layout.main.size, palette.INK)
    numbers = {f"die{one}": (one, other), f"die{other}": (other, one)}
    rim = marks.bands(palette.SKY)
    return MoveLook(write=WriteLook(numbers, float(state.pad.width), text, rim, sheets.CELL_INSET))


def cells_of(state: Splitter, move: Placement, *, is_written: bool) -> Scene:
    """Return the two cells of a placement without marks: empty, or with both numbers."""
    after = Score(state.pad, state.sheet_after(move))
    return tuple(_cells(state, move, after, is_written=is_written))


def new_marks(before: Splitter, after: Splitter, seat: Seat | None, color: str) -> Scene:
    """Return marks on the cells that were filled between two positions, on all sheets.

    Hidden placements are not marked, since only the public sheets are compared.
    """
    layout = _layout(after, seat)
    frames = {**layout.others, layout.seat: layout.main}
    return tuple(
        rim
        for at, (old, new) in enumerate(zip(before.sheets, after.sheets, strict=True))
        for rim in sheets.outlines(
            frames[at],
            after.pad,
            [c for c, n in enumerate(new) if old[c] == EMPTY_CELL != n],
            color,
        )
    )


def caption(state: Splitter, names: Names = NUMBERED) -> Caption:
    """Return the caption: the next action or the result, and the labels of the seats."""
    alone = state.seats == 1
    seats = tuple(
        SeatLabel(
            "Points" if alone else names.of(seat),
            SEAT_COLORS[seat % len(SEAT_COLORS)],
            mark,
            is_player=not alone,
        )
        for seat, mark in enumerate(SEAT_SYMBOLS[: state.seats])
    )
    return Caption(_status(state, names), seats)


# --- Words --------------------------------------------------------------------------------------


def _status(state: Splitter, names: Names) -> str:
    if state.outcome is not None:
        return _ending(state, names)
    if state.roll is None:
        return "Roll the dice"
    who = names.does(state.turn, "writes") if state.seats > 1 else "Write"
    one, other = state.roll.high, state.roll.low
    return f"{who} {one} and {other} in two mirrored cells"


def _ending(state: Splitter, names: Names) -> str:
    assert state.outcome is not None  # noqa: S101 - asked only then
    best = how_many(max(state.scores), "point")
    if state.seats == 1:
        return f"{best}: {_rating_text(state)}" if state.rating else best
    winners = sorted(state.outcome.winners)
    if len(winners) == 1:
        others = " and ".join(map(str, sorted(state.scores, reverse=True)[1:]))
        return f"{names.does(winners[0], 'wins')} with {best} to {others}"
    who = " and ".join(names.of(seat, within=at > 0) for at, seat in enumerate(winners))
    return f"{who} share the win with {best}"


def _rating_text(state: Splitter) -> str:
    """Return the rating as text; for a lost game, also the points that were needed."""
    first, *others = SOLO_RATINGS
    is_lost = state.rating == first[1]
    return f"lost. The goal is {others[0][0]}." if is_lost else str(state.rating)


def _title(state: Splitter, seat: Seat, names: Names) -> str:
    if state.outcome is not None:
        return _ending(state, names)
    alone = f"Sheet {state.pad.name}" if state.pad.name else "Own sheet"
    name = names.of(seat) if state.seats > 1 else alone
    return f"{name} ✓" if seat in range(len(state.pending)) else name


# --- Parts --------------------------------------------------------------------------------------


def _layout(state: Splitter, seat: Seat | None) -> Layout:
    if seat is None:
        seat = min(state.outcome.winners) if state.outcome else max(state.turn, 0)
    return Layout(state.pad, state.seats, seat)


def _small(state: Splitter, seat: Seat, frame: Frame, names: Names) -> Iterator[Primitive]:
    """Draw the small sheet of another seat, without its hidden placement."""
    score = Score(state.pad, state.sheets[seat])
    yield from sheets.sheet(frame, score, live=False)
    done = " ✓" if seat in range(len(state.pending)) else ""
    x, y = frame.at(0, 0)
    size = min(0.34, state.pad.width * frame.size / 7)
    said, plain = (f"{who.of(seat)}: {score.total}{done}" for who in (names, NUMBERED))
    size = sheets.fitting(size, said, plain)
    yield Text((x, y - size * 0.7), said, size, palette.INK, "left")


def _cells(
    state: Splitter, move: Placement, score: Score, *, is_written: bool = True, rim: str = ""
) -> Iterator[Primitive]:
    """Draw the two cells of a placement, with its numbers or still empty."""
    frame, pad = Layout.main, state.pad
    for cell, number in zip(*_written(state, move), strict=True):
        fate = next(group.state for group in score.groups if cell in group.cells)
        fill = sheets.CELL_FILLS[fate if is_written else None]
        yield sheets.square(frame, pad, cell, fill=fill, stroke=sheets.GRID_COLOR)
        yield from sheets.sign(frame, pad, cell)
        if rim:
            yield from sheets.outlines(frame, pad, (cell,), rim)
        if is_written:
            yield sheets.numeral(frame, pad, cell, number, fate)


def _written(state: Splitter, move: Placement) -> tuple[tuple[Cell, Cell], tuple[int, int]]:
    """Return the two cells of a placement and their two numbers."""
    assert state.roll is not None  # noqa: S101 - a placement follows a roll
    cell = state.pad.cells[move.row, move.column]
    return (cell, state.pad.mirror[cell]), (state.roll.high, state.roll.low)
