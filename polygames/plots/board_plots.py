"""The plots beside a board: each as a file, with a text alternative.

They are drawn on figures of their own, without pyplot, so a thread can draw them.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from matplotlib.figure import Figure

from polygames.core.descriptions import count_text
from polygames.core.registry import info_of
from polygames.plots.analyses import move_values
from polygames.plots.areas import area_plot
from polygames.plots.counts import count_moves, move_counts
from polygames.plots.distribution import area_distribution
from polygames.plots.figure import true_type_fonts
from polygames.plots.measures import areas_of, curves_of
from polygames.plots.scores import score_curve
from polygames.plots.style import number_text
from polygames.search.analysis.rows import move_texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

    from polygames.core.analysis import Analysis
    from polygames.core.protocol import State
    from polygames.records.record import Record

PIXELS_PER_INCH: Final = 144
"""The resolution of PNG files: two pixels for each pixel of a common screen."""

MAX_DESCRIBED_MOVES: Final = 3
"""The number of moves that the text alternative of move values names."""

_TOTAL_DIGITS: Final = 6


class BoardPlot(NamedTuple):
    """A plot as the bytes of a file, and its content in words."""

    data: bytes
    text: str
    """The text alternative, for screen readers."""


def render_board_plot(name: str, subject: Record | State[Any] | Analysis, kind: str) -> BoardPlot:
    """Return a plot as a file.

    Parameters
    ----------
    name
        The name of a plot in `polygames.plots`, such as ``score_curve``.
    subject
        The argument of that function: a record, a state or an analysis.
    kind
        The format of the file: ``png``, ``svg`` or ``pdf``.

    Examples
    --------
    >>> found = render_board_plot("score_curve", pg.Record(pg.new("polygon", n=5)), "svg")
    >>> found.text
    'Score curve up to move 0. points where the next segment can end: 5. corners where ...: 5.'
    """
    draw, describe, size = _PLOTS[name]
    figure, file = Figure(figsize=size, layout="constrained"), BytesIO()
    draw(subject, figure.add_subplot())
    with true_type_fonts():
        figure.savefig(file, format=kind, dpi=PIXELS_PER_INCH)
    return BoardPlot(file.getvalue(), describe(subject))


def _describe_curves(record: Record) -> str:
    values = " ".join(
        f"{each.label}: {number_text(each.value)}." for each in curves_of(record.state)
    )
    return f"Score curve up to move {len(record.moves)}. {values}"


def _describe_areas(state: State[Any]) -> str:
    board, areas = info_of(state).board, areas_of(state)
    parts = []
    for seat, label in enumerate(board.caption(state).seats):
        owned = [area.value for area in areas if area.owner == seat]
        if owned:
            count = count_text(len(owned), "area")
            parts.append(f"{label.name} has {count}: {_total_text(owned)} {board.area_unit}.")
    free = [area.value for area in areas if area.owner is None]
    total = f"{_total_text(free)} {board.area_unit}"
    return " ".join([*parts, f"{count_text(len(free), 'open area')}: {total}."])


def _total_text(values: list[float]) -> str:
    return number_text(round(sum(values), _TOTAL_DIGITS))


def _describe_area_plot(state: State[Any]) -> str:
    return f"Area plot. {_describe_areas(state)}"


def _describe_distribution(state: State[Any]) -> str:
    return f"Values of open areas, largest first. {_describe_areas(state)}"


def _describe_counts(record: Record) -> str:
    counts = [each.number for each in count_moves(record.states)]
    if not counts:
        return "Legal moves by ply. There were none."
    return f"Legal moves by ply: {counts[-1]} at the end, from {min(counts)} to {max(counts)}."


def _describe_values(analysis: Analysis) -> str:
    best = analysis.moves[:MAX_DESCRIBED_MOVES]
    named = (f"{move_texts(analysis, (each,))[0]}: {number_text(each.value)}." for each in best)
    return " ".join([f"Values of moves in {analysis.unit}, best first.", *named])


_PLOTS: Final[dict[str, tuple[Callable[..., Axes], Callable[[Any], str], tuple[float, float]]]] = {
    "score_curve": (score_curve, _describe_curves, (4.8, 3.6)),
    "area_plot": (area_plot, _describe_area_plot, (4.6, 4.2)),
    "move_values": (move_values, _describe_values, (4.8, 3.8)),
    "area_distribution": (area_distribution, _describe_distribution, (4.8, 3.4)),
    "move_counts": (move_counts, _describe_counts, (4.8, 3.4)),
}
"""The function, the description and the size in inches of each plot."""
