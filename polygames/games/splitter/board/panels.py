"""The panels beside the board of Splitter: the review of a finished game, entry of real dice."""

from __future__ import annotations

from functools import partial
from html import escape
from random import Random
from typing import TYPE_CHECKING, cast

import ipywidgets as widgets

from polygames.core.lazy import has
from polygames.core.protocol import CHANCE
from polygames.games.splitter.analysis import regret, rolls_of
from polygames.games.splitter.rules import Roll
from polygames.games.splitter.scoring import DIE_NUMBERS, SOLO_RATINGS
from polygames.scene.palette import GREEN
from polygames.widgets.tasks.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable

    from polygames.core.protocol import Seat
    from polygames.games.splitter.analysis import Regret
    from polygames.games.splitter.rules import Splitter
    from polygames.games.splitter.solver import Hindsight
    from polygames.widgets.session import Session


class RoundsReview:
    """A review of a finished game: rating, points by round; on request losses and best sheet."""

    def __init__(
        self,
        session: Session,
        viewer: Callable[[], Seat | None],
        attempt: Callable[[Callable[[], None]], None],
    ) -> None:
        self._session, self._viewer = session, viewer
        self._shown: object = None
        self._rating = widgets.HTML()
        self._curve = _picture()
        self._ask = widgets.Button(
            description="How well did I play?",
            tooltip="show what each round cost you, and the best sheet for these rolls",
            layout=AUTO_WIDTH,
        )
        self._ask.on_click(lambda _: attempt(self._look_back))
        self._words = widgets.HTML()
        self._losses, self._best = _picture(), _picture()
        self.box = widgets.VBox(
            [self._rating, self._curve, self._ask, self._words, self._losses, self._best],
            layout={"align_items": "flex-start"},
        )
        self._worker = Worker()

    def refresh(self) -> None:
        """Show the review if the game is over, else hide it."""
        over = self._state.outcome is not None
        self.box.layout.display = "" if over else "none"
        if not over or self._shown is self._session.record.node:
            return
        self._shown = self._session.record.node
        self._rating.value = _rating_table(self._state)
        _show(self._curve, _picture_or_nothing("round_scores", self._session.record))
        self._words.value = ""
        _show(self._losses, b"")
        _show(self._best, b"")
        rolls = rolls_of(self._session.record)
        self._ask.disabled = len(rolls) != self._state.pad.rounds

    def close(self) -> None:
        """Stop the background computation."""
        self._worker.stop()

    @property
    def _state(self) -> Splitter:
        return cast("Splitter", self._session.record.state)

    def _look_back(self) -> None:
        """Compute the losses and the best sheet in the background."""
        from polygames.games.splitter import hindsight

        record, shown = self._session.record, self._shown
        seat, rolls = self._viewer() or 0, rolls_of(record)
        self._ask.disabled, self._words.value = True, "Looking for the best sheet …"

        def work() -> tuple[Regret, Hindsight | None]:
            best = hindsight(self._state.pad, rolls, progress=False) if has("numpy") else None
            return regret(record, seat), best

        self._worker.do(work, partial(self._tell, shown, seat), self._fail)

    def _fail(self, error: Exception) -> None:
        self._words.value = escape(str(error))

    def _tell(self, shown: object, seat: Seat, found: tuple[Regret, Hindsight | None]) -> None:
        """Show the losses and the best sheet, unless the board shows another game now."""
        if shown is not self._shown:
            return
        cost, best = found
        _show(self._losses, _picture_or_nothing("round_losses", cost))
        if best is None:
            need = "Install numpy to see the best sheet for these rolls."
            self._words.value = f"{need}<br>{escape(str(cost))}"
            return
        state = self._state
        found_words = (
            f"The best possible sheet for these rolls has <b>{best.total}</b> points."
            if best.is_proved
            else f"Best sheet found for these rolls: <b>{best.total}</b> points. "
            f"No sheet can score more than {best.bound}."
        )
        whose = self._session.names.whose(seat) if state.seats > 1 else "This"
        self._words.value = (
            f"{found_words} {whose} sheet has {state.scores[seat]}.<br>{escape(str(cost))}"
        )
        _show(self._best, _picture_or_nothing("best_sheet", state, best, seat))


def _picture() -> widgets.Image:
    return widgets.Image(format="png", layout={"max_width": "100%", "display": "none"})


def _show(picture: widgets.Image, data: bytes) -> None:
    picture.value, picture.layout.display = data, "" if data else "none"


def _picture_or_nothing(name: str, *what: object) -> bytes:
    """Return a figure as PNG bytes; empty if matplotlib is not installed."""
    if not has("matplotlib"):
        return b""
    from polygames.games.splitter.board import figures

    return figures.render_png(name, *what)


def _rating_table(state: Splitter) -> str:
    """Return the table of solo ratings as HTML, the reached one marked; empty if not rated."""
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
    """An entry form for real dice: two rows of buttons."""

    def __init__(self, session: Session, attempt: Callable[[Callable[[], None]], None]) -> None:
        self._session, self._attempt = session, attempt
        faces = [str(number) for number in DIE_NUMBERS]
        style = {"button_width": "34px"}
        self._dice = [widgets.ToggleButtons(options=faces, value=None, style=style) for _ in "12"]
        self._enter = self._button("Enter the roll", self._play)
        self._roll = self._button("Roll for me", self._at_random)
        for die in self._dice:
            die.observe(self._changed, "value")
        label = widgets.Label("What do the dice show?")
        self.box = widgets.VBox([label, *self._dice, widgets.HBox([self._enter, self._roll])])
        self.box.add_class("polygames-ask")

    def refresh(self) -> None:
        """Show the form if real dice are to be rolled now, with both rows cleared; else hide it."""
        session, state = self._session, self._session.state
        asked = session.dice is not None and state.turn == CHANCE and state.outcome is None
        if not asked or self.box.layout.display == "none":
            for die in self._dice:
                die.value = None
        self.box.layout.display = "" if asked else "none"
        self._changed(None)

    def _changed(self, _: object) -> None:
        self._enter.disabled = any(die.value is None for die in self._dice)

    def _play(self) -> None:
        one, other = (int(die.value) for die in self._dice)
        self._session.play(Roll.of(one, other))

    def _at_random(self) -> None:
        session = self._session
        rng = Random(f"{session.seed}:{session.state.ply}")  # as the session would roll
        session.play(session.state.legal_moves.sample(rng))

    def _button(self, text: str, action: Callable[[], None]) -> widgets.Button:
        button = widgets.Button(description=text, layout=AUTO_WIDTH)
        button.on_click(lambda _: self._attempt(action))
        return button
