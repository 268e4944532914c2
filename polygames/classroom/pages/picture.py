"""A table as a page shows it: the frame and the picture that a notebook's board has, for one seat.

The page's JavaScript is the board's own. It is given the same frame (see
`polygames.view.frame`) and the picture of the SVG painter, and answers with the same
messages.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from polygames.classroom.tables.setting import has_to_roll
from polygames.classroom.tables.table import EMPTY, is_pupil
from polygames.core.words import NUMBERED, Names, apart, caption, picture
from polygames.scene.model import Window, window_of
from polygames.scene.painting import Known, project
from polygames.scene.svg import Written, svg_document
from polygames.scene.viewport import Viewport, height_for
from polygames.view.frame import last_words, moved
from polygames.view.position import Position

if TYPE_CHECKING:
    from polygames.classroom.room.people import People
    from polygames.classroom.tables.table import Table
    from polygames.core.protocol import Seat
    from polygames.scene.model import Scene

WIDTH: Final = 520
"""For how many pixels of the layout a board is painted; the page makes it larger or smaller."""

PIXELS: Final = 2 * WIDTH
"""How many pixels of the screen it has: sharp on a phone."""

PAUSED: Final = "The class is paused"

LEFT: Final = {"gives up": ("gives", "up"), "no time left": ("has", "no time left")}
"""How a game ends by one who does not go on, and as it is said of somebody."""

MOST_PREVIEWS: Final = 24
"""More moves than this are sent without previews: the page asks for those that it needs."""


class Brush:
    """Writes the pictures of one table in turn: most of a picture was in the last one."""

    def __init__(self) -> None:
        self._known, self._written = Known(), Written()

    def paint(self, scene: Scene, home: Window, pixels: tuple[int, int]) -> str:
        """Return a scene as SVG, all of it."""
        view = Viewport.fit(home, WIDTH, WIDTH * pixels[1] / pixels[0])
        return svg_document(view, self._written.elements(project(scene, view, known=self._known)))


class Look(Position):
    """One position of a table, as a seat sees it; None is who only watches.

    `public` is what who only watches sees: its picture is this one's, unless this seat sees
    something else.
    """

    def __init__(
        self,
        table: Table,
        seat: Seat | None,
        names: Names = NUMBERED,
        brush: Brush | None = None,
        public: Look | None = None,
    ) -> None:
        super().__init__(table.record.node, seat, names)
        self.version, self.is_on = table.version, table.is_on  # the table goes on
        self.brush = brush or Brush()
        self.public = public if public is not None and public.state is self.state else None
        self.is_active = self.is_on and seat is not None and self.node.state.turn == seat

    @cached_property
    def scene(self) -> Scene:
        """The picture, which nobody is told apart in."""
        if self.public is not None:
            return self.public.scene
        return picture(self.state, replace(self.names, you=None))

    @cached_property
    def ways(self) -> dict[tuple[str, ...], Any]:
        """Each way to click a move, while this seat is to move."""
        return super().ways if self.is_active else {}

    def told_frame(self, window: Window | None = None) -> dict[str, Any]:
        """Return what the pointer layer is told."""
        parent = self.node.parent
        last = None if parent is None else (parent.state, self.node.move)
        told = self.frame(
            version=self.version,
            active=self.is_active,
            most=MOST_PREVIEWS,
            window=window,
            last=last,
        )
        spoken = last_words(self.node, self.names)  # what is to be done stands above it
        return told | {"taken": None, "wide": None, "maps": False, "spoken": spoken}

    def picture(self, window: Window | None = None) -> str:
        """Return the board, or a part of it, as SVG."""
        if window is None:
            return self.whole
        home = window_of(self.scene)
        high = WIDTH * self.pixels[1] / self.pixels[0]
        view = Viewport.fit(window, WIDTH, high)
        seen = project((*self.scene, *self.marks), view, home=Viewport.fit(home, WIDTH, high))
        return svg_document(view, Written().elements(seen))

    @cached_property
    def pixels(self) -> tuple[int, int]:
        """How many pixels of the screen the picture has, across and down."""
        return PIXELS, height_for(window_of(self.scene), PIXELS)

    @cached_property
    def whole(self) -> str:
        """The whole board as SVG."""
        if self.public is not None:
            return self.public.whole
        scene = (*self.scene, *self.marks)
        return self.brush.paint(scene, window_of(self.scene), self.pixels)

    @property
    def motion(self) -> dict[str, Any] | None:
        """How the last move is seen to be made; None if it is not."""
        if self.info.board.motion is None or self.node.parent is None:
            return None
        return {"kind": "motion", "version": self.version - 1, "motions": moved(self.motions)}

    def as_traits(self, window: Window | None = None) -> dict[str, Any]:
        """Return what the two layers of a page are told: the pointer's frame, and the picture."""
        return {
            "pointer": {"frame": json.dumps(self.told_frame(window))},
            "sheet": {"picture": self.picture(window), "pixels": self.pixels},
        }


def seats_of(table: Table, people: People) -> list[dict[str, Any]]:
    """Return for each seat who sits there, its colour, mark and score, and whose turn it is."""
    state, result = table.state, table.result
    shown = caption(state)
    left = table.clock.left
    return [
        {
            "who": who,
            "name": people.name(who),
            "label": shown.seats[seat].name,
            "color": shown.seats[seat].color,
            "mark": shown.seats[seat].mark,
            "score": score_text(state.scores[seat]) if shown.scored else "",
            "turn": table.is_on and state.turn == seat,
            "won": result is not None and len(table.seats) > 1 and seat in result.winners,
            "left": None if left is None else left[seat],
        }
        for seat, who in enumerate(table.seats)
    ]


def score_text(score: float) -> str:
    """Write an area with two decimals, and what is counted without any.

    Examples
    --------
    >>> score_text(3), score_text(1 / 3)
    ('3', '0.33')
    """
    return str(score) if isinstance(score, int) else f"{score:.2f}"


def names_at(table: Table, people: People, seat: Seat | None) -> Names:
    """Return what the players of a table are called on the page of a seat."""
    known = tuple("" if who == EMPTY else people.name(who) for who in table.seats)
    return Names(known, you=seat)


def status_of(
    table: Table, people: People, seat: Seat | None, *, is_paused: bool, puzzle: str = ""
) -> str:
    """Say what goes on at a table, to who sits there or watches.

    `puzzle` is what a race calls the puzzle of the table.
    """
    result, state = table.result, table.state
    if table.puzzle is not None:
        return _puzzle_words(table, puzzle or f"Puzzle {table.puzzle}", is_paused=is_paused)
    if result is not None:
        return f"{_winners(table, people, seat)} ({_why_over(table, people, seat)})"
    waits = {
        "Waiting for somebody to sit down": not table.is_full,
        "This table is closed. Wait for the next one.": table.is_closed,
        PAUSED: is_paused,
        "Waiting for the dice": has_to_roll(state),
    }
    if (why := next((words for words, does in waits.items() if does), None)) is not None:
        return why
    if state.turn == seat:
        return f"Your turn · {caption(state, names_at(table, people, seat)).status}"
    who = table.seats[state.turn]
    return f"{apart(people.name(who))} {'is to move' if is_pupil(who) else 'is thinking …'}"


def _puzzle_words(table: Table, puzzle: str, *, is_paused: bool) -> str:
    """Say how it stands at a puzzle."""
    tried = f", {table.wrong} wrong" if table.wrong else ""
    if table.is_solved:
        return f"{puzzle}: solved{tried}"
    return PAUSED if is_paused and table.is_on else f"{puzzle}{tried}"


def _why_over(table: Table, people: People, seat: Seat | None) -> str:
    """Say why a game is over, and who it was that did not go on."""
    assert table.result is not None  # noqa: S101 - asked only then
    reason = table.result.reason
    losers = [each for each in range(len(table.seats)) if each not in table.result.winners]
    if reason not in LEFT or len(losers) != 1:
        return reason
    verb, rest = LEFT[reason]
    return f"{names_at(table, people, seat).does(losers[0], verb, within=True)} {rest}"


def _winners(table: Table, people: People, seat: Seat | None) -> str:
    result = table.result
    winners = sorted(result.winners) if result is not None else []
    if not winners:
        return "Nobody wins"
    if len(table.seats) == 1:
        return "The game is over"
    if len(winners) > 1:
        return "A tie"
    won = winners[0]
    return "You win!" if won == seat else f"{apart(people.name(table.seats[won]) or EMPTY)} wins"
