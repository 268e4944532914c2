"""The plot of the number of legal moves by ply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from matplotlib.lines import Line2D

from polygames.core.errors import MissingPartError
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.plots.areas import open_areas
from polygames.plots.measures import has_areas
from polygames.plots.style import LABEL_SIZE, label_axes, new_axes, set_ply_ticks, width_of
from polygames.records.position_sources import record_of
from polygames.scene.palette import GREY, PAPER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes

    from polygames.core.protocol import Seat, State
    from polygames.records.position_sources import Position

_MARKER_SHAPES: Final = "os^Dv*"
_AREA_MARKER: Final = "_"


class MoveCount(NamedTuple):
    """The number of moves that a seat has in one position."""

    ply: int
    seat: Seat
    number: int
    is_of_areas: bool
    """Whether open areas were counted, since the moves form a continuum."""


def count_moves(states: Iterable[State[Any]]) -> list[MoveCount]:
    """Return the number of legal moves in each position with a player to move.

    Rolls of dice are left out. Lines in a continuum cannot be counted: for them the result has the
    number of open areas, each of which can be cut or filled.

    Raises
    ------
    MissingPartError
        If the moves form a continuum and the game has no areas.

    Examples
    --------
    >>> state = pg.new("polygon", n=5)
    >>> [each.number for each in count_moves([state, state.play(state.parse("A-C"))])]
    [10, 1]
    """
    return [
        MoveCount(ply, state.turn, *_count_in(state))
        for ply, state in enumerate(states)
        if state.outcome is None and state.turn != CHANCE
    ]


def _count_in(state: State[Any]) -> tuple[int, bool]:
    """Return the number of moves or open areas in a position, and True if it is of areas."""
    if state.legal_moves.finite:
        return len(state.legal_moves), False
    if not has_areas(state):
        msg = (
            f"the moves of {state.game} cannot be counted: they form a continuum, and its game "
            "information lacks the part 'areas'"
        )
        raise MissingPartError(msg)
    return len(open_areas(state)), True


def move_counts(record: Position, ax: Axes | None = None) -> Axes:
    """Plot the number of legal moves by ply, with a mark for each position of a game.

    The mark has the colour of the seat to move. Rolls of dice and the end of the game have none.
    Lines in a continuum, as in Split, cannot be counted: there a dash shows the number of open
    areas, each of which can be cut or filled.

    Parameters
    ----------
    record
        A record or the file of one: a game from its start to the current position.
    ax
        The axes to draw into; a new figure of pyplot by default.

    Returns
    -------
    Axes
        The axes, with plies along x and counts along y.

    Raises
    ------
    MissingPartError
        If the moves form a continuum and the game has no areas.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=5))
    >>> record.push("A-C")
    >>> [line.get_ydata().tolist() for line in move_counts(record).lines[1:]]
    [[10], [1]]
    """
    game = record_of(record, "a plot of move counts")
    counts = count_moves(game.states)
    ax = new_axes(6.4, 3.4) if ax is None else ax
    are_lines = any(each.is_of_areas for each in counts)
    label_axes(ax, x="ply", y="legal moves, or open areas" if are_lines else "legal moves")
    set_ply_ticks(ax)
    joined = [each for each in counts if each.is_of_areas == are_lines]
    places = [each.ply for each in joined], [each.number for each in joined]
    ax.plot(*places, color=GREY, linewidth=0.8, alpha=0.6)
    _draw_marks(ax, counts, game.state)
    ax.set_ylim(bottom=0)
    ax.margins(x=0.02)
    return ax


def _draw_marks(ax: Axes, counts: Sequence[MoveCount], state: State[Any]) -> None:
    """Draw a mark for each count, and the legend of the marks."""
    handles = []
    size = min(5.0, max(1.5, 0.7 * width_of(ax) / max(1, len(counts))))
    seats = info_of(state).board.caption(state).seats
    for seat, is_of_areas in sorted({(each.seat, each.is_of_areas) for each in counts}):
        label = seats[seat]
        mine = [each for each in counts if (each.seat, each.is_of_areas) == (seat, is_of_areas)]
        style: dict[str, Any] = {
            "linestyle": "none",
            "marker": _AREA_MARKER if is_of_areas else _MARKER_SHAPES[seat % len(_MARKER_SHAPES)],
            "markerfacecolor": PAPER if seat % 2 else label.color,
            "markeredgecolor": label.color,
            "markeredgewidth": 1.8 if is_of_areas else 0.9,
            "label": f"{label.name}: open areas" if is_of_areas else label.name,
        }
        places = [each.ply for each in mine], [each.number for each in mine]
        ax.plot(*places, markersize=size, zorder=3, **style)
        handles.append(Line2D([], [], markersize=6, **style))
    ax.legend(handles=handles, fontsize=LABEL_SIZE, frameon=False, loc="best")
