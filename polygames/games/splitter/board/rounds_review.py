"""The panels beside the board of Splitter: the review of a finished game, entry of real dice."""

from __future__ import annotations

from functools import partial
from html import escape
from random import Random
from typing import TYPE_CHECKING, cast

import ipywidgets as widgets

from polygames.core.lazy_imports import is_available
from polygames.core.protocol import CHANCE
from polygames.games.splitter.analysis import regret, rolls_of
from polygames.games.splitter.rules import Roll
from polygames.games.splitter.scoring import DIE_NUMBERS, SOLO_RATINGS
from polygames.records.record import Record
from polygames.scene.palette import GREEN
from polygames.widgets.autosave import end_of_game
from polygames.widgets.tasks.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.protocol import Seat
    from polygames.games.splitter.analysis import Regret
    from polygames.games.splitter.rules import Splitter
    from polygames.games.splitter.solver import Hindsight
    from polygames.records.node import Node
    from polygames.widgets.session import Session


class RoundsReview:
    """A review of a finished game, shown whatever position of it is on the board.

    Rating, points by round and, on request, losses and best sheet.
    """

    def __init__(
        self,
        session: Session,
        viewer: Callable[[], Seat | None],
        attempt: Callable[[Callable[[], None]], None],
    ) -> None:
        self._session, self._viewer = session, viewer
        self._game: Record | None = None
        """The finished game, from its start to its end."""
        self._end: Node | None = None
        self._rating_html = widgets.HTML()
        self._scores_picture = _new_picture()
        self._review_button = widgets.Button(
            description="How well did I play?",
            tooltip="show what each round cost you, and the best sheet for these rolls",
            layout=AUTO_WIDTH,
        )
        self._review_button.on_click(lambda _: attempt(self._start_review))
        self._summary_html = widgets.HTML()
        self._losses_picture, self._best_sheet_picture = _new_picture(), _new_picture()
        self.box = widgets.VBox(
            [
                self._rating_html,
                self._scores_picture,
                self._review_button,
                self._summary_html,
                self._losses_picture,
                self._best_sheet_picture,
            ],
            layout={"align_items": "flex-start"},
        )
        self._worker = Worker()

    def refresh(self) -> None:
        """Show the review if the game has ended, else hide it."""
        end = end_of_game(self._session.record)
        over = end.state.outcome is not None
        self.box.layout.display = "" if over else "none"
        if not over or self._end is end:
            return
        self._end, self._game = end, _record_to(end)
        state = cast("Splitter", end.state)
        self._rating_html.value = _rating_table(state)
        _set_picture(self._scores_picture, _render_figure("round_scores", self._game))
        self._summary_html.value = ""
        _set_picture(self._losses_picture, b"")
        _set_picture(self._best_sheet_picture, b"")
        self._review_button.disabled = len(rolls_of(self._game)) != state.pad.rounds

    def close(self) -> None:
        """Stop the background computation."""
        self._worker.stop()

    def _start_review(self) -> None:
        """Compute the losses and the best sheet in the background."""
        from polygames.games.splitter import hindsight

        game = cast("Record", self._game)  # the button is shown only then
        seat, rolls = self._viewer() or 0, rolls_of(game)
        pad = cast("Splitter", game.state).pad
        self._review_button.disabled, self._summary_html.value = (
            True,
            "Looking for the best sheet …",
        )

        def work() -> tuple[Regret, Hindsight | None]:
            best = hindsight(pad, rolls, progress=False) if is_available("numpy") else None
            return regret(game, seat), best

        self._worker.submit(work, partial(self._show_results, game, seat), self._show_error)

    def _show_error(self, error: Exception) -> None:
        self._summary_html.value = escape(str(error))

    def _show_results(
        self, game: Record, seat: Seat, results: tuple[Regret, Hindsight | None]
    ) -> None:
        """Show the losses and the best sheet, unless the board shows another game now."""
        if game is not self._game:
            return
        cost, best = results
        _set_picture(self._losses_picture, _render_figure("round_losses", cost))
        if best is None:
            need = "Install numpy to see the best sheet for these rolls."
            self._summary_html.value = f"{need}<br>{escape(str(cost))}"
            return
        state = cast("Splitter", game.state)
        found_words = (
            f"The best possible sheet for these rolls has <b>{best.total}</b> points."
            if best.is_proved
            else f"Best sheet found for these rolls: <b>{best.total}</b> points. "
            f"No sheet can score more than {best.bound}."
        )
        whose = self._session.names.possessive(seat) if state.seats > 1 else "This"
        self._summary_html.value = (
            f"{found_words} {whose} sheet has {state.scores[seat]}.<br>{escape(str(cost))}"
        )
        _set_picture(self._best_sheet_picture, _render_figure("best_sheet", state, best, seat))


def _record_to(end: Node) -> Record:
    """Return a record of the moves from the start of a game to a node."""
    game = Record(end.tree_root.state)
    for node in [*reversed([end, *end.ancestors])][1:]:
        game.push(node.move)
    return game


def _new_picture() -> widgets.Image:
    return widgets.Image(format="png", layout={"max_width": "100%", "display": "none"})


def _set_picture(picture: widgets.Image, data: bytes) -> None:
    picture.value, picture.layout.display = data, "" if data else "none"


def _render_figure(name: str, *values: object) -> bytes:
    """Return a figure of charts.py, given by name, as PNG bytes; empty without matplotlib."""
    if not is_available("matplotlib"):
        return b""
    from polygames.games.splitter.board import charts

    return charts.render_png(name, *values)


def _rating_table(state: Splitter) -> str:
    """Return an HTML table of solo ratings that marks this game's, or an empty string."""
    reached = state.rating
    if reached is None:
        return ""
    above = [least - 1 for least, _ in SOLO_RATINGS[1:]]
    spans = [f"{low}–{high}" for (low, _), high in zip(SOLO_RATINGS, above, strict=False)]
    spans.append(f"{SOLO_RATINGS[-1][0]} or more")
    rows = "".join(
        f'<tr style="{_CURRENT_ROW_STYLE if words == reached else ""}">'
        f'<td style="padding:0 12px 0 4px">{span}'
        f'</td><td style="padding:0 4px">{words}{" ◀" if words == reached else ""}</td></tr>'
        for span, (_, words) in zip(spans, SOLO_RATINGS, strict=True)
    )
    return f'<table style="border-collapse:collapse">{rows}</table>'


_CURRENT_ROW_STYLE = f"font-weight:700;background:{GREEN}33"


# --- Real dice ----------------------------------------------------------------------------------


AUTO_WIDTH = {"width": "auto"}


class DiceEntry:
    """A form for entering the roll of real dice: two rows of buttons."""

    def __init__(self, session: Session, attempt: Callable[[Callable[[], None]], None]) -> None:
        self._session, self._attempt = session, attempt
        faces = [str(number) for number in DIE_NUMBERS]
        style = {"button_width": "34px"}
        self._dice = [widgets.ToggleButtons(options=faces, value=None, style=style) for _ in "12"]
        self._enter_button = self._new_button("Enter the roll", self._play_roll)
        self._roll_button = self._new_button("Roll for me", self._roll_randomly)
        for die in self._dice:
            die.observe(self._on_dice_changed, "value")
        label = widgets.Label("What do the dice show?")
        self.box = widgets.VBox(
            [label, *self._dice, widgets.HBox([self._enter_button, self._roll_button])]
        )
        self.box.add_class("polygames-always-shown")

    def refresh(self) -> None:
        """Show the form if real dice are to be rolled now, with both rows cleared; else hide it."""
        asked = self._session.awaits_person and self._session.state.turn == CHANCE
        if not asked or self.box.layout.display == "none":
            for die in self._dice:
                die.value = None
        self.box.layout.display = "" if asked else "none"
        self._on_dice_changed(None)

    def _on_dice_changed(self, _: object) -> None:
        self._enter_button.disabled = any(die.value is None for die in self._dice)

    def _play_roll(self) -> None:
        one, other = (int(die.value) for die in self._dice)
        self._session.play(Roll.of_dice(one, other))

    def _roll_randomly(self) -> None:
        session = self._session
        rng = Random(f"{session.seed}:{session.state.ply}")  # as the session would roll
        session.play(session.state.legal_moves.sample(rng))

    def _new_button(self, text: str, action: Callable[[], None]) -> widgets.Button:
        button = widgets.Button(description=text, layout=AUTO_WIDTH)
        button.on_click(lambda _: self._attempt(action))
        return button
