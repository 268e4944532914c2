"""The board of Splitter: placements that are confirmed, real dice, and a look back at the end."""

from __future__ import annotations

import asyncio
import threading
from html import escape
from io import BytesIO
from random import Random
from typing import TYPE_CHECKING, Any, cast

import ipywidgets as widgets
from matplotlib.figure import Figure

from polygames.core.protocol import CHANCE
from polygames.games.splitter import scene as scenes
from polygames.games.splitter._figures import rolls_of, round_scores
from polygames.games.splitter.rules import Placement, Roll, Splitter
from polygames.games.splitter.scoring import NUMBERS, RATINGS, rating, read_sheet
from polygames.scene.palette import GREEN, ORANGE
from polygames.widgets.board import BoardWidget
from polygames.widgets.session import HUMAN

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

    from polygames.core.protocol import Seat
    from polygames.scene.model import Scene
    from polygames.widgets.session import Session

__all__ = ["SplitterBoard"]

CONFIRM, TAKE_BACK = "confirm", "take back"
"""What a client sends, beside placements, while one is to be confirmed."""

AUTO = {"width": "auto"}


class SplitterBoard(BoardWidget):
    """A game of Splitter on a board.

    A placement that a person clicks is shown first, with the points it makes; `confirm_choice`
    plays it, `take_back` drops it, and another click replaces it. With `confirm` off it is
    played at once. `play` plays at once in any case.
    """

    def __init__(self, session: Session, *, size: int = 520) -> None:
        self.choice: Placement | None = None
        """The placement that waits to be confirmed."""
        super().__init__(session, size=size)

    @property
    def state(self) -> Splitter:
        """The position on the board."""
        return cast("Splitter", self.session.state)

    # What a person can do, as calls

    @property
    def confirm(self) -> bool:
        """Whether a clicked placement waits to be confirmed."""
        return bool(self._confirm.value)

    @confirm.setter
    def confirm(self, confirm: bool) -> None:
        self._confirm.value = confirm

    def choose(self, move: Placement) -> None:
        """Show a legal placement as it would be, to be confirmed or taken back."""
        if reason := self.state.why_not(move):
            raise self.state.refuse(move, reason)
        self.choice = move
        preview = scenes.preview(self.seen(), move)
        self.message = f"{preview.label}. Confirm or take back."
        self.show_marks(preview.scene)
        self.refresh()

    def confirm_choice(self) -> None:
        """Play the placement that waits; nothing happens if there is none."""
        if self.choice is not None:
            self.play(self.choice)

    def take_back(self) -> None:
        """Drop the placement that waits."""
        self.choice, self.message = None, ""
        self.show_marks(())
        self.refresh()

    def undo(self) -> None:
        """Drop the placement that waits, or else take back to a person's last choice."""
        if self.choice is not None:
            self.take_back()
        else:
            super().undo()

    # What stands below the toolbar

    def extras(self) -> tuple[widgets.Widget, ...]:
        """Return the switches, the entry of real dice, and the look back."""
        self._confirm = widgets.Checkbox(
            value=True, description="confirm placements", indent=False, layout=AUTO
        )
        self._by_hand = widgets.Checkbox(
            value=self.session.dice is not None, description="real dice", indent=False, layout=AUTO
        )
        self._by_hand.observe(self._switch_dice, "value")
        switches = widgets.HBox([self._confirm, self._by_hand], layout={"grid_gap": "16px"})
        self._entry = _DiceEntry(self)
        self._review = _Review(self)
        return (switches, self._entry.box, self._review.box)

    def refresh(self) -> None:
        """Draw the game as it stands; a placement that waits is dropped when the game went on."""
        if self.record.node is not self._shown:
            self.choice = None
        super().refresh()
        self._entry.refresh()
        self._review.refresh()

    def close(self) -> None:
        """Stop what is still reckoned, and give up every widget."""
        self._review.close()
        super().close()

    # What it does inside

    @property
    def _viewer(self) -> Seat | None:
        """Whose sheet is the large one: the only person's, or that of the seat to write."""
        people = [seat for seat, player in enumerate(self.session.players) if player == HUMAN]
        return people[0] if len(people) == 1 else None

    def seen(self) -> Splitter:
        """Return what the only person may see, or else the seat to write."""
        viewer = self._viewer
        return self.state.view(self.state.turn if viewer is None else viewer)

    def picture(self) -> Scene:
        """Return the sheets as the player may see them."""
        return scenes.scene(self.seen(), self._viewer)

    def last_move(self) -> Scene:
        """Mark what all wrote in the last round that is over, and nothing written in secret."""
        seen, node = self.seen(), self.record.node
        while node.parent is not None and cast("Splitter", node.state).round == seen.round:
            node = node.parent
        return scenes.new_marks(cast("Splitter", node.state), seen, self._viewer, ORANGE)

    def _ways(self) -> dict[tuple[str, ...], Placement]:
        """Return each way to click a placement: with either die first."""
        state = self.state
        if state.turn == CHANCE:
            return {}
        return {way: move for move in state.placements for way in scenes.spellings(state, move)}

    def frame(self) -> dict[str, Any]:
        """Return what the client is told, with every way to click a placement."""
        sent = super().frame()
        known = {tuple(each["spelling"]): each for each in sent["moves"]}
        sent["moves"] = [
            {**known[scenes.spell(move)], "spelling": way} for way, move in self._ways().items()
        ]
        return {**sent, "moves": [*sent["moves"], *self._questions()]}

    def _questions(self) -> list[dict[str, Any]]:
        """Return what else can be clicked while a placement waits: it confirms when clicked."""
        if self.choice is None:
            return []
        cells = (way[-1] for way in scenes.spellings(self.state, self.choice))
        return [
            {"spelling": (word,), "label": label, "preview": []}
            for word, label in (
                *((CONFIRM, CONFIRM), (TAKE_BACK, TAKE_BACK)),
                *((cell, CONFIRM) for cell in cells),
            )
        ]

    def _choice_buttons(self) -> tuple[widgets.Button, ...]:
        if self.choice is None:
            return super()._choice_buttons()
        confirm = widgets.Button(
            description="Confirm", tooltip="key 1", button_style="success", layout=AUTO
        )
        back = widgets.Button(description="Take back", tooltip="key 2", layout=AUTO)
        confirm.on_click(lambda _: self.attempt(self.confirm_choice))
        back.on_click(lambda _: self.attempt(self.take_back))
        return (confirm, back)

    def act(self, content: dict[str, Any]) -> None:
        """Do what a message of the client says; a clicked placement may have to be confirmed."""
        match content:
            case {"kind": "move", "spelling": [str(word)]}:
                (self.take_back if word == TAKE_BACK else self.confirm_choice)()
            case {"kind": "move", "spelling": [*spelling]}:
                move = self._ways()[tuple(spelling)]
                (self.choose if self.confirm else self.play)(move)
            case _:
                super().act(content)

    def _show_hint(self, move: Any) -> None:
        self.choice = None  # the hint is laid over the board in its place
        super()._show_hint(move)

    def _switch_dice(self, change: dict[str, Any]) -> None:
        """Take the dice in the hand, or let them be rolled again."""
        self.session.dice = [] if change["new"] else None
        self.refresh()
        self.session.advance()


class _DiceEntry:
    """Two rows of buttons for what real dice show."""

    def __init__(self, board: SplitterBoard) -> None:
        self.board = board
        faces = [str(number) for number in NUMBERS]
        style = {"button_width": "34px"}
        self._dice = [widgets.ToggleButtons(options=faces, value=None, style=style) for _ in "12"]
        self._enter = self._button("Enter the roll", self._play)
        self._roll = self._button("Roll for me", self._at_random)
        for die in self._dice:
            die.observe(self._changed, "value")
        label = widgets.Label("What do the dice show?")
        self.box = widgets.VBox(
            [label, *self._dice, widgets.HBox([self._enter, self._roll])],
            layout={"border": "1px solid #d8d8d8", "padding": "8px"},
        )

    def refresh(self) -> None:
        """Ask when the dice are to be rolled by hand, with both open again."""
        session, state = self.board.session, self.board.state
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
        self.board.play(Roll.of(one, other))

    def _at_random(self) -> None:
        session = self.board.session
        rng = Random(f"{session.seed}:{session.state.ply}")  # as the session would roll
        self.board.play(self.board.state.legal_moves.sample(rng))

    def _button(self, text: str, action: Callable[[], None]) -> widgets.Button:
        button = widgets.Button(description=text, layout=AUTO)
        button.on_click(lambda _: self.board.attempt(action))
        return button


class _Review:
    """A look back at a game that is over: the rating, points by round, the best in hindsight."""

    def __init__(self, board: SplitterBoard) -> None:
        self.board = board
        self._shown: object = None
        self._rating = widgets.HTML()
        self._curve = widgets.Image(format="png", layout={"max_width": "100%"})
        self._ask = widgets.Button(description="Best in hindsight …", layout=AUTO)
        self._ask.on_click(lambda _: self.board.attempt(self._look_back))
        self._words = widgets.HTML()
        self._best = widgets.Image(format="png", layout={"max_width": "100%", "display": "none"})
        self.box = widgets.VBox(
            [self._rating, self._curve, self._ask, self._words, self._best],
            layout={"align_items": "flex-start"},
        )
        try:
            self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            self._loop = None

    def refresh(self) -> None:
        """Show it once a game is over, and hide it while one runs."""
        over = self.board.state.outcome is not None
        self.box.layout.display = "" if over else "none"
        if not over or self._shown is self.board.record.node:
            return
        self._shown = self.board.record.node
        self._rating.value = _rating_table(self.board.state)
        self._curve.value = _png_of(lambda ax: round_scores(self.board.record, ax))
        self._words.value, self._best.value = "", b""
        self._best.layout.display = "none"
        self._ask.disabled = not _is_whole(self.board.state, rolls_of(self.board.record))

    def close(self) -> None:
        """Forget what is still reckoned."""
        self._shown = None

    def _look_back(self) -> None:
        """Find the best sheet for the rolls of the game, without holding up the board."""
        from polygames.games.splitter import hindsight

        state, rolls, shown = self.board.state, rolls_of(self.board.record), self._shown
        self._ask.disabled, self._words.value = True, "Looking for the best sheet …"

        def work() -> Any:
            return hindsight(state.pad, rolls)

        if self._loop is None:
            self._tell(shown, work())
            return
        loop = self._loop

        def run() -> None:
            try:
                found, problem = work(), None
            except Exception as error:  # noqa: BLE001 - it is shown at the board
                found, problem = None, error
            loop.call_soon_threadsafe(self._tell, shown, found, problem)

        threading.Thread(target=run, name="polygames hindsight", daemon=True).start()

    def _tell(self, shown: object, found: Any, problem: Exception | None = None) -> None:
        """Show what was found, unless the board shows another game by now."""
        if shown is not self._shown:
            return
        if problem is not None:
            self._words.value = escape(str(problem))
            return
        from polygames.plots.png import png

        state = self.board.state
        mine = max(state.scores)
        proof = "which is proved to be the most"
        if found.total < found.bound:
            proof = f"and no sheet has more than {found.bound}"
        self._words.value = (
            f"With these rolls a sheet could have had <b>{found.total}</b> points, {proof}. "
            f"The best of this game has {mine}."
        )
        best = Splitter(state.pad, (read_sheet(state.pad, found.sheet),))
        self._best.value = png(scenes.scene(best), width=360)
        self._best.layout.display = ""


def _png_of(draw: Callable[[Axes], object], width: float = 5.2, height: float = 2.9) -> bytes:
    """Return as PNG what a function draws into axes; the size is in inches."""
    figure = Figure(figsize=(width, height), layout="constrained")
    draw(figure.add_subplot())
    file = BytesIO()
    figure.savefig(file, format="png", dpi=100)
    return file.getvalue()


def _is_whole(state: Splitter, rolls: tuple[tuple[int, int], ...]) -> bool:
    """Say whether a record holds every roll of its game."""
    return len(rolls) == state.pad.rounds


def _rating_table(state: Splitter) -> str:
    """Return the steps of a game alone as HTML, with the one that was reached; else nothing."""
    if state.seats > 1:
        return ""
    reached = rating(state.scores[0])
    above = [least - 1 for least, _ in RATINGS[1:]]
    spans = [f"{low}–{high}" for (low, _), high in zip(RATINGS, above, strict=False)]
    spans.append(f"{RATINGS[-1][0]} or more")
    rows = "".join(
        f'<tr style="{_HERE if words == reached else ""}"><td style="padding:0 12px 0 4px">{span}'
        f'</td><td style="padding:0 4px">{words}{" ◀" if words == reached else ""}</td></tr>'
        for span, (_, words) in zip(spans, RATINGS, strict=True)
    )
    return f'<table style="font:13px/1.4 sans-serif;border-collapse:collapse">{rows}</table>'


_HERE = f"font-weight:700;background:{GREEN}33"
