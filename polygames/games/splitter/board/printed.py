"""The figures of a look back at a game of Splitter, as PNG."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from polygames.games.splitter.board import figures

if TYPE_CHECKING:
    from polygames.core.protocol import Seat
    from polygames.games.splitter.analysis import Regret
    from polygames.games.splitter.rules import Splitter
    from polygames.games.splitter.solver import Hindsight
    from polygames.records.record import Record


def scores(record: Record) -> bytes:
    """Return the points by round."""
    figure = _figure()
    figures.round_scores(record, figure.add_subplot())
    return _printed(figure)


def losses(cost: Regret) -> bytes:
    """Return what each round cost."""
    figure = _figure()
    figures.round_losses(cost, figure.add_subplot())
    return _printed(figure)


def sheets(state: Splitter, best: Hindsight, seat: Seat) -> bytes:
    """Return a sheet and the best one, side by side."""
    figure = Figure(figsize=(5.2, 3.4))
    left, right = figure.subplots(1, 2)
    figure.subplots_adjust(0.01, 0.01, 0.99, 0.87, wspace=0.06)
    figures.best_sheet(state, best, seat, (left, right))
    return _printed(figure)


def _figure() -> Figure:
    return Figure(figsize=(5.2, 2.9), layout="constrained")


def _printed(figure: Figure) -> bytes:
    file = BytesIO()
    figure.savefig(file, format="png", dpi=100)
    return file.getvalue()
