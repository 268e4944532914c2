"""Figures of a game of Splitter: points by round, luck and loss by round, the best sheet.

They are drawn on the given axes, or else on a new figure of pyplot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from matplotlib.figure import Figure

from polygames.core.protocol import CHANCE
from polygames.games.splitter.board.scene import SEAT_COLORS, scene
from polygames.games.splitter.rules import Splitter
from polygames.games.splitter.scoring import Score, read_sheet
from polygames.plots.figure import draw_scene, png_of_figure
from polygames.plots.style import LABEL_SIZE, TICK_SIZE, integer_ticks, label_axes, new_axes
from polygames.scene.palette import BLUE, GREY, RED, SOFT, tint

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

    from polygames.games.splitter.analysis import Regret
    from polygames.games.splitter.solver import Hindsight
    from polygames.records.record import Record

LINE_STYLES = ("-", "--", "-.", ":")


def round_scores(record: Record, ax: Axes | None = None) -> Axes:
    """Plot the points after each round, with one line per seat.

    A solo game also has a falling line, the bound on the final total (`Score.possible`). The two
    lines meet when the sheet is full.
    """
    states = cast("list[Splitter]", record.states)
    rounds = [state for state in states if state.turn == CHANCE]
    ax = new_axes(5.4, 3.0) if ax is None else ax
    label_axes(ax, x="round", y="points")
    x = [state.round for state in rounds]
    seats = rounds[-1].seats
    if seats == 1:
        most = [Score(state.pad, state.sheets[0]).possible for state in rounds]
        ax.plot(x, most, color=GREY, linestyle=":", label="at most")
        ax.fill_between(x, [state.scores[0] for state in rounds], most, color=SOFT, alpha=0.5)
    for seat in range(seats):
        points = [state.scores[seat] for state in rounds]
        color, line = SEAT_COLORS[seat % len(SEAT_COLORS)], LINE_STYLES[seat // len(SEAT_COLORS)]
        name = f"Player {seat + 1}" if seats > 1 else "points"
        ax.plot(x, points, line, color=color, marker="o", markersize=3, label=name)
    ax.xaxis.set_major_locator(integer_ticks())
    ax.set_xlim(0, rounds[-1].pad.rounds + 0.5)  # room for the last number
    ax.set_ylim(bottom=0)
    ax.legend(fontsize=LABEL_SIZE, frameon=False, ncols=1 + seats // 5)
    return ax


def round_losses(regret: Regret, ax: Axes | None = None) -> Axes:
    """Draw the luck of each round as a bar upwards and its expected loss as a bar downwards.

    The round with the largest loss is annotated with its best placement.
    """
    ax = new_axes(5.4, 3.0) if ax is None else ax
    label_axes(ax, x="round", y="expected points")
    rounds = [step.round for step in regret.steps]
    ax.bar(rounds, [step.luck for step in regret.steps], color=tint(BLUE, 0.55), label="luck")
    ax.bar(rounds, [-step.loss for step in regret.steps], width=0.5, color=RED, label="loss")
    ax.axhline(0, color=GREY, linewidth=0.8)
    ax.xaxis.set_major_locator(integer_ticks())
    ax.set_xlim(0.3, max(rounds) + 0.7)
    worst = regret.worst
    if worst.loss > 0:
        low, high = ax.get_ylim()
        ax.set_ylim(min(low, -worst.loss - 0.22 * (high - low)), high)
        ax.annotate(
            f"{worst.said}\nbetter {worst.best_said}",
            (worst.round, -worst.loss),
            (0, -4),
            textcoords="offset points",
            ha="right" if worst.round > max(rounds) / 2 else "left",
            va="top",
            fontsize=TICK_SIZE,
            color=RED,
        )
    ax.legend(fontsize=LABEL_SIZE, frameon=False, ncols=2, loc="lower right", bbox_to_anchor=(1, 1))
    return ax


def best_sheet(
    state: Splitter, hindsight: Hindsight, seat: int = 0, axes: tuple[Axes, Axes] | None = None
) -> tuple[Axes, Axes]:
    """Draw a seat's full sheet and, beside it, the best sheet for the same rolls."""
    if axes is None:
        figure = new_axes(7.4, 4.2).figure
        figure.clear()
        axes = figure.subplots(1, 2)
    pad = state.pad
    sheets = (state.sheets[seat], read_sheet(pad, hindsight.sheet))
    for ax, sheet, title in zip(axes, sheets, _set_titles(state, hindsight, seat), strict=True):
        draw_scene(scene(Splitter(pad, (sheet,))), ax)
        ax.set_title(title, fontsize=LABEL_SIZE)
    return axes


def render_png(name: str, *values: Any) -> bytes:
    """Return the figure that the named function of this module draws, as PNG bytes."""
    draw: Callable[..., object] = globals()[name]
    if name == "best_sheet":
        figure = Figure(figsize=(5.2, 3.4))
        figure.subplots_adjust(0.01, 0.01, 0.99, 0.87, wspace=0.06)
        draw(*values, figure.subplots(1, 2))
    else:
        figure = Figure(figsize=(5.2, 2.9), layout="constrained")
        draw(*values, figure.add_subplot())
    return png_of_figure(figure)


def _set_titles(state: Splitter, hindsight: Hindsight, seat: int) -> tuple[str, str]:
    points = f"{state.scores[seat]} points"
    whose = f"Player {seat + 1}: {points}" if state.seats > 1 else f"as played: {points}"
    proof = "the proved maximum" if hindsight.is_proved else f"{hindsight.bound} at most"
    return whose, f"in hindsight: {hindsight.total} points,\n{proof}"
