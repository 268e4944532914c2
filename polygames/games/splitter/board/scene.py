"""The scene of a position of Splitter: drawing, clickable cells, previews and captions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from polygames.core.descriptions import NUMBERED_NAMES, Names, count_text
from polygames.games.splitter.board import sheet_drawing
from polygames.games.splitter.board.explanations import describe_move
from polygames.games.splitter.board.sheet_drawing import Frame, Layout
from polygames.games.splitter.rules import Placement, Roll, Splitter
from polygames.games.splitter.scoring import EMPTY_CELL, SOLO_RATINGS, Score, solo_rating
from polygames.scene import highlights, palette
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


def scene(
    state: Splitter,
    seat: Seat | None = None,
    names: Names = NUMBERED_NAMES,
    *,
    is_upright: bool = False,
) -> Scene:
    """Return the scene of a position: dice, a large sheet with its points, and small sheets.

    The large sheet is that of `seat`; None for the seat to move. After a game of several players,
    all sheets are side by side, each with its points and its rating. The small sheets are below the
    large one on a page that `is_upright`.
    """
    layout = sheet_layout(state, seat, is_upright=is_upright)
    if layout.are_sheets_equal:
        return (layout.window, *_draw_final_sheets(state, layout, names))
    score = Score(state.pad, state.sheet(layout.seat))
    live = state.turn == layout.seat
    roll = (state.roll.high, state.roll.low) if state.roll else None
    is_on = state.outcome is None
    return (
        layout.window,
        *(sheet_drawing.draw_dice(layout.main_frame, state.pad, roll, live=live) if is_on else ()),
        *sheet_drawing.draw_heading(
            layout.main_frame,
            state.pad,
            _sheet_title(state, layout.seat, names),
            f"round {state.round + 1} of {state.pad.rounds}" if is_on else "",
            plain=_sheet_title(state, layout.seat, NUMBERED_NAMES),
        ),
        *sheet_drawing.draw_sign_legend(layout.main_frame, state.pad),
        *sheet_drawing.draw_coordinates(layout.main_frame, state.pad),
        *sheet_drawing.draw_sheet(
            layout.main_frame, score, live=True, waiting=_waiting_cells(state, layout.seat)
        ),
        *sheet_drawing.draw_score_row(layout.main_frame, score),
        *sheet_drawing.draw_legend(layout.main_frame, score),
        *(
            p
            for other, frame in layout.small_frames.items()
            for p in _draw_small_sheet(state, other, frame, names)
        ),
    )


def spell(move: Placement | Roll) -> tuple[str, ...]:
    """Return the click targets of a placement: the die with the higher number, then its cell.

    A roll has none, since it is not clicked on the board.
    """
    if isinstance(move, Roll):
        return ()
    return (f"die{move.number}", f"r{move.row}c{move.column}")


def all_clicks(state: Splitter, move: Placement) -> tuple[tuple[str, str], ...]:
    """Return both click sequences of a placement: either die, then the cell of its number."""
    cells, numbers = _cells_and_numbers(state, move)
    rows = (state.pad.places[cell] for cell in cells)
    return tuple(
        (f"die{number}", f"r{row}c{column}")
        for (row, column), number in zip(rows, numbers, strict=True)
    )


def moves_by_clicks(state: Splitter) -> dict[tuple[str, ...], Placement]:
    """Return the placements by click sequence: a die and a cell, or only a cell.

    Without a die, the higher number goes into the clicked cell.
    """
    named: dict[tuple[str, ...], Placement] = {
        way: move for move in state.placements for way in all_clicks(state, move)
    }
    if state.roll is not None:
        high = f"die{state.roll.high}"
        named |= {(way[-1],): move for way, move in named.items() if way[0] == high}
    return named


def preview(state: Splitter, move: Placement | Roll) -> Preview:
    """Return the preview of a move.

    Its text, points and highest possible total, and its two cells.
    """
    if isinstance(move, Roll):
        return Preview(f"roll {describe_move(state, move)}")
    before = Score(state.pad, state.sheets[state.turn])
    after = Score(state.pad, state.sheet_after(move))
    known = {(group.cells, group.state) for group in before.groups}
    fresh = (g for g in after.groups if g.state == "scoring" and (g.cells, g.state) not in known)
    drawn = _draw_cells(state, move, after, rim=palette.SKY)
    borders = sheet_drawing.draw_group_borders(Layout.main_frame, state.pad, fresh)
    gain = f"{after.total - before.total:+d}" if after.total != before.total else "no change"
    then = f"{count_text(after.total, 'point')} ({gain}), at most {after.possible} in the end"
    return Preview(f"{describe_move(state, move)}: {then}", (*drawn, *borders))


def highlight_move(state: Splitter, move: Placement | Roll, color: str) -> Scene:
    """Return outlines, in a colour, of the cells that a placement fills.

    The last move of a game with several seats marks all placements of its round, on the sheets
    after it.
    """
    if color == highlights.LAST_MOVE_COLOR and state.seats > 1:
        return mark_new_cells(state, state.play(move), None, color)
    return draw_cell_outlines(state, move, color)


def draw_cell_outlines(state: Splitter, move: Placement | Roll, color: str) -> Scene:
    """Return outlines of both cells of a placement, with small numbers if it is not yet played."""
    if isinstance(move, Roll):
        return ()
    cells, numbers = _cells_and_numbers(state, move)
    # The cell that the text of the move names comes last: there the rank of the row is drawn.
    drawn = sheet_drawing.draw_outlines(Layout.main_frame, state.pad, cells[::-1], color)
    if color == highlights.LAST_MOVE_COLOR:
        return tuple(drawn)
    pairs = zip(cells, numbers, strict=True)
    return (
        *drawn,
        *(
            sheet_drawing.draw_corner_number(Layout.main_frame, state.pad, c, n, color)
            for c, n in pairs
        ),
    )


def draw_preview_numbers(state: Splitter, move: Placement | Roll) -> Scene:
    """Return the numbers of a placement in its two cells, in the colour of a preview."""
    if isinstance(move, Roll) or state.roll is None:
        return ()
    return tuple(
        sheet_drawing.draw_number(
            Layout.main_frame, state.pad, cell, number, "possible", PREVIEW_COLOR
        )
        for cell, number in zip(*_cells_and_numbers(state, move), strict=True)
    )


def motion(state: Splitter, move: Placement | Roll) -> tuple[Motion, ...]:
    """Return the animation of a move: falling dice for a roll, nothing for a placement."""
    if not isinstance(move, Roll):
        return ()
    return tuple(sheet_drawing.dice_motion(Layout.main_frame, state.pad, (move.high, move.low)))


def move_style(state: Splitter) -> MoveLook:
    """Return the style in which the browser draws the rolled numbers in mirrored cells."""
    if state.roll is None:
        return MoveLook()
    one, other = str(state.roll.high), str(state.roll.low)
    text = Text((0.0, 0.0), "", sheet_drawing.DIGIT_HEIGHT * Layout.main_frame.size, palette.INK)
    numbers = {f"die{one}": (one, other), f"die{other}": (other, one)}
    rim = highlights.highlight_strokes(palette.SKY)
    return MoveLook(
        write=WriteLook(numbers, float(state.pad.width), text, rim, sheet_drawing.CELL_INSET)
    )


def draw_placement_cells(state: Splitter, move: Placement, *, is_written: bool) -> Scene:
    """Return the two cells of a placement without marks, either empty or with their numbers."""
    after = Score(state.pad, state.sheet_after(move))
    return tuple(_draw_cells(state, move, after, is_written=is_written))


def mark_new_cells(
    previous: Splitter,
    current: Splitter,
    seat: Seat | None,
    color: str,
    *,
    is_upright: bool = False,
) -> Scene:
    """Return marks on the cells that were filled between two positions, on all sheets.

    Hidden placements are not marked, since only the public sheets are compared.
    """
    layout = sheet_layout(current, seat, is_upright=is_upright)
    frames = layout.frames
    return tuple(
        rim
        for at, (old, new) in enumerate(zip(previous.sheets, current.sheets, strict=True))
        for rim in sheet_drawing.draw_outlines(
            frames[at],
            current.pad,
            [c for c, n in enumerate(new) if old[c] == EMPTY_CELL != n],
            color,
        )
    )


def caption(state: Splitter, names: Names = NUMBERED_NAMES) -> Caption:
    """Return the caption: the next action or the result, and the labels of the seats."""
    alone = state.seats == 1
    seats = tuple(
        SeatLabel(
            "Points" if alone else names.name(seat),
            SEAT_COLORS[seat % len(SEAT_COLORS)],
            mark,
            is_player=not alone,
            count=_goal_text(state),
        )
        for seat, mark in enumerate(SEAT_SYMBOLS[: state.seats])
    )
    return Caption(
        _status_text(state, names), seats, spoken=_status_text(state, names, "both numbers")
    )


# --- Words --------------------------------------------------------------------------------------


def _status_text(state: Splitter, names: Names, numbers: str = "") -> str:
    """Return the result or the next action, with other words for the two numbers if given."""
    if state.outcome is not None:
        return _result_text(state, names)
    if state.roll is None:
        return "Roll the dice"
    who = names.with_verb(state.turn, "writes") if state.seats > 1 else "Write"
    rolled = numbers or f"{state.roll.high} and {state.roll.low}"
    return f"{who} {rolled} in two mirrored cells"


def _result_text(state: Splitter, names: Names) -> str:
    assert state.outcome is not None  # noqa: S101 - asked only then
    best = count_text(max(state.scores), "point")
    if state.seats == 1:
        return f"{best}: {_rating_text(state)}" if state.rating else best
    winners = sorted(state.outcome.winners)
    if len(winners) == 1:
        others = " and ".join(map(str, sorted(state.scores, reverse=True)[1:]))
        return f"{names.with_verb(winners[0], 'wins')} with {best} to {others}"
    who = " and ".join(names.name(seat, is_mid_sentence=at > 0) for at, seat in enumerate(winners))
    return f"{who} share the win with {best}"


def _rating_text(state: Splitter) -> str:
    """Return the rating as text; for a lost game, also the points that were needed."""
    first, *others = SOLO_RATINGS
    is_lost = state.rating == first[1]
    return f"lost. The goal is {others[0][0]}." if is_lost else str(state.rating)


def _goal_text(state: Splitter) -> str:
    """Return the points of a solo game with its goal, as in "4 of 28".

    It is empty without a goal, and once it is reached or cannot be reached, as in some puzzles.
    """
    goal, points = SOLO_RATINGS[1][0], state.scores[0]
    if state.rating is None or state.outcome is not None or points >= goal:
        return ""
    is_possible = Score(state.pad, state.sheets[0]).possible >= goal
    return f"{points} of {goal}" if is_possible else ""


def _sheet_title(state: Splitter, seat: Seat, names: Names) -> str:
    if state.outcome is not None:
        return _result_text(state, names)
    alone = f"Sheet {state.pad.name}" if state.pad.name else "Own sheet"
    name = names.name(seat) if state.seats > 1 else alone
    return f"{name} ✓" if seat in range(len(state.pending)) else name


# --- Parts --------------------------------------------------------------------------------------


def sheet_layout(state: Splitter, seat: Seat | None = None, *, is_upright: bool = False) -> Layout:
    """Return the layout of the sheets; `seat` has the large one, None for the seat to move."""
    if seat is None:
        seat = min(state.outcome.winners) if state.outcome else max(state.turn, 0)
    is_over = state.outcome is not None
    return Layout(state.pad, state.seats, seat, is_over=is_over, is_upright=is_upright)


def _waiting_cells(state: Splitter, seat: Seat) -> tuple[Cell, ...]:
    """Return the cells that a seat has just filled, while other players still write theirs."""
    placement = state.pending[seat] if seat in range(len(state.pending)) else None
    if placement is None:
        return ()
    cell = state.pad.cells[placement.row, placement.column]
    return cell, state.pad.mirror[cell]


def _draw_final_sheets(state: Splitter, layout: Layout, names: Names) -> Iterator[Primitive]:
    """Draw all sheets after the game, with names, points and ratings; winners have a star."""
    assert state.outcome is not None  # noqa: S101 - asked only then
    for seat, frame in layout.frames.items():
        score = Score(state.pad, state.sheets[seat])
        sign = "★ " if seat in state.outcome.winners else ""
        title = f"{sign}{names.name(seat)}: {count_text(score.total, 'point')}"
        rating = _shared_rating_text(score.total) if state.pad.name else ""
        yield from sheet_drawing.draw_final_title(frame, state.pad, title, rating)
        yield from sheet_drawing.draw_sheet(frame, score, live=seat == layout.seat)
        yield from sheet_drawing.draw_score_row(frame, score)


def _shared_rating_text(points: int) -> str:
    """Return the rating of a sheet in a game of several players, where nobody loses by points.

    Examples
    --------
    >>> _shared_rating_text(39), _shared_rating_text(21)
    ('rating: great', 'ratings begin at 28')
    """
    least = SOLO_RATINGS[1][0]
    return f"rating: {solo_rating(points)}" if points >= least else f"ratings begin at {least}"


def _draw_small_sheet(
    state: Splitter, seat: Seat, frame: Frame, names: Names
) -> Iterator[Primitive]:
    """Draw the small sheet of another seat, without its hidden placement."""
    score = Score(state.pad, state.sheets[seat])
    yield from sheet_drawing.draw_sheet(frame, score, live=False)
    done = " ✓" if seat in range(len(state.pending)) else ""
    x, y = frame.to_scene(0, 0)
    size = min(0.34, state.pad.width * frame.size / 7)
    said, plain = (f"{who.name(seat)}: {score.total}{done}" for who in (names, NUMBERED_NAMES))
    size = sheet_drawing.fitted_size(size, said, plain)
    yield Text((x, y - size * 0.7), said, size, palette.INK, "left")


def _draw_cells(
    state: Splitter, move: Placement, score: Score, *, is_written: bool = True, rim: str = ""
) -> Iterator[Primitive]:
    """Draw the two cells of a placement, either empty or with its numbers."""
    frame, pad = Layout.main_frame, state.pad
    for cell, number in zip(*_cells_and_numbers(state, move), strict=True):
        fate = next(group.state for group in score.groups if cell in group.cells)
        fill = sheet_drawing.CELL_FILLS[fate if is_written else None]
        yield sheet_drawing.draw_square(
            frame, pad, cell, fill=fill, stroke=sheet_drawing.GRID_COLOR
        )
        yield from sheet_drawing.draw_sign(frame, pad, cell)
        if rim:
            yield from sheet_drawing.draw_outlines(frame, pad, (cell,), rim)
        if is_written:
            yield sheet_drawing.draw_number(frame, pad, cell, number, fate)


def _cells_and_numbers(
    state: Splitter, move: Placement
) -> tuple[tuple[Cell, Cell], tuple[int, int]]:
    """Return the two cells of a placement and their two numbers."""
    assert state.roll is not None  # noqa: S101 - a placement follows a roll
    cell = state.pad.cells[move.row, move.column]
    return (cell, state.pad.mirror[cell]), (state.roll.high, state.roll.low)
