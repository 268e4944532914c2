"""Figures of a game of Splitter: how the points came about, round by round."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from polygames.core.protocol import CHANCE
from polygames.games.splitter.rules import Roll
from polygames.games.splitter.scene import COLORS
from polygames.games.splitter.scoring import Score
from polygames.plots.style import LABEL, new_axes, open_frame
from polygames.scene.palette import GREY, SOFT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from polygames.core.record import Record
    from polygames.games.splitter.rules import Splitter

__all__ = ["rolls_of", "round_scores"]

STYLES = ("-", "--", "-.", ":")


def rolls_of(record: Record) -> tuple[tuple[int, int], ...]:
    """Return what was rolled from the start of a record to where it stands."""
    return tuple((move.high, move.low) for move in record.moves if isinstance(move, Roll))


def round_scores(record: Record, ax: Axes | None = None) -> Axes:
    """Draw the points after each round, a line for each seat.

    In a game alone a second line falls towards them: what the sheet could still come to at
    most (`Score.possible`). The two meet when the sheet is full.

    Parameters
    ----------
    record
        A game, from its start to where the record stands.
    ax
        Where to draw; a new figure of pyplot by default.
    """
    states = cast("list[Splitter]", record.states)
    rounds = [state for state in states if state.turn == CHANCE]
    ax = new_axes(5.4, 3.0) if ax is None else ax
    open_frame(ax, x="round", y="points")
    x = [state.round for state in rounds]
    seats = rounds[-1].seats
    if seats == 1:
        most = [_possible(state) for state in rounds]
        ax.plot(x, most, color=GREY, linestyle=":", label="at most")
        ax.fill_between(x, [state.scores[0] for state in rounds], most, color=SOFT, alpha=0.5)
    for seat in range(seats):
        points = [state.scores[seat] for state in rounds]
        color, line = COLORS[seat % len(COLORS)], STYLES[seat // len(COLORS)]
        ax.plot(x, points, line, color=color, marker="o", markersize=3, label=_name(seats, seat))
    ax.set_xlim(0, rounds[-1].pad.rounds)
    ax.set_ylim(bottom=0)
    ax.legend(fontsize=LABEL, frameon=False, ncols=1 + seats // 5)
    return ax


def _possible(state: Splitter) -> int:
    return Score(state.pad, state.sheets[0]).possible


def _name(seats: int, seat: int) -> str:
    return f"seat {seat}" if seats > 1 else "points"
