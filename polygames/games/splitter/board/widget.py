"""The board of Splitter: placements that are confirmed, real dice, and a look back at the end."""

from __future__ import annotations

from functools import partial
from html import escape
from io import BytesIO
from random import Random
from typing import TYPE_CHECKING, Any, cast

import ipywidgets as widgets
from matplotlib.figure import Figure

from polygames.core.protocol import CHANCE
from polygames.games.splitter.board import figures
from polygames.games.splitter.board import scene as scenes
from polygames.games.splitter.rules import Placement, Roll
from polygames.games.splitter.scoring import NUMBERS, RATINGS
from polygames.scene.palette import GREEN, ORANGE
from polygames.widgets.background import Worker
from polygames.widgets.board import BoardWidget
from polygames.widgets.session import HUMAN

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

    from polygames.core.protocol import Seat
    from polygames.games.splitter.analysis import Regret
    from polygames.games.splitter.rules import Splitter
    from polygames.games.splitter.solver import Hindsight
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
    def viewer(self) -> Seat | None:
        """Whose sheet is the large one: the only person's, or that of the seat to write."""
        people = [seat for seat, player in enumerate(self.session.players) if player == HUMAN]
        return people[0] if len(people) == 1 else None

    def seen(self) -> Splitter:
        """Return what the only person may see, or else the seat to write."""
        viewer = self.viewer
        return self.state.view(self.state.turn if viewer is None else viewer)

    def picture(self) -> Scene:
        """Return the sheets as the player may see them."""
        return scenes.scene(self.seen(), self.viewer)

    def last_move(self) -> Scene:
        """Mark what all wrote in the last round that is over, and nothing written in secret."""
        seen, node = self.seen(), self.record.node
        while node.parent is not None and cast("Splitter", node.state).round == seen.round:
            node = node.parent
        return scenes.new_marks(cast("Splitter", node.state), seen, self.viewer, ORANGE)

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
            {**known[spelling], "spelling": way}
            for way, move in self._ways().items()
            if (spelling := scenes.spell(move)) in known
        ]
        questions = [
            {"spelling": way, "label": label, "preview": []}
            for way, label in self._questions().items()
        ]
        return {**sent, "moves": [*sent["moves"], *questions]}

    def _questions(self) -> dict[tuple[str, ...], str]:
        """Return what else can be clicked while a placement waits: it confirms when clicked."""
        if self.choice is None:
            return {}
        cells = [way[-1] for way in scenes.spellings(self.state, self.choice)]
        answers = {CONFIRM: CONFIRM, TAKE_BACK: TAKE_BACK, **dict.fromkeys(cells, CONFIRM)}
        return {(word,): answer for word, answer in answers.items()}

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
            case {"kind": "move", "spelling": way} if way in (ways := self._ways()):
                (self.choose if self.confirm else self.play)(ways[way])
            case {"kind": "move", "spelling": way} if way in (asked := self._questions()):
                (self.take_back if asked[way] == TAKE_BACK else self.confirm_choice)()
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
    """A look back at a game that is over: rating and points by round; what was best, if asked."""

    def __init__(self, board: SplitterBoard) -> None:
        self.board = board
        self._shown: object = None
        self._rating = widgets.HTML()
        self._curve = _picture()
        self._ask = widgets.Button(
            description="How well did I play?",
            tooltip="what each round cost, and the best sheet in hindsight",
            layout=AUTO,
        )
        self._ask.on_click(lambda _: self.board.attempt(self._look_back))
        self._words = widgets.HTML()
        self._losses, self._best = _picture(), _picture()
        self.box = widgets.VBox(
            [self._rating, self._curve, self._ask, self._words, self._losses, self._best],
            layout={"align_items": "flex-start"},
        )
        self._worker = Worker()

    def refresh(self) -> None:
        """Show it once a game is over, and hide it while one runs."""
        over = self.board.state.outcome is not None
        self.box.layout.display = "" if over else "none"
        if not over or self._shown is self.board.record.node:
            return
        self._shown = self.board.record.node
        self._rating.value = _rating_table(self.board.state)
        _show(self._curve, _png_of(lambda ax: figures.round_scores(self.board.record, ax)))
        self._words.value = ""
        _show(self._losses, b"")
        _show(self._best, b"")
        rolls = figures.rolls_of(self.board.record)
        self._ask.disabled = len(rolls) != self.board.state.pad.rounds

    def close(self) -> None:
        """Forget what is still reckoned."""
        self._worker.stop()

    def _look_back(self) -> None:
        """Reckon what the rounds cost and find the best sheet, without holding up the board."""
        from polygames.games.splitter import hindsight
        from polygames.games.splitter.analysis import regret

        record, shown = self.board.record, self._shown
        seat, rolls = self.board.viewer or 0, figures.rolls_of(record)
        self._ask.disabled, self._words.value = True, "Looking for the best sheet …"

        def work() -> tuple[Regret, Hindsight]:
            return regret(record, seat), hindsight(self.board.state.pad, rolls)

        self._worker.do(work, partial(self._tell, shown, seat), self._fail)

    def _fail(self, error: Exception) -> None:
        self._words.value = escape(str(error))

    def _tell(self, shown: object, seat: Seat, found: tuple[Regret, Hindsight]) -> None:
        """Show what was found, unless the board shows another game by now."""
        if shown is not self._shown:
            return
        cost, best = found
        state = self.board.state
        proof = "which is proved to be the most"
        if not best.is_proved:
            proof = f"and no sheet has more than {best.bound}"
        whose = f"Seat {seat}'s" if state.seats > 1 else "This"
        self._words.value = (
            f"With these rolls a sheet could have had <b>{best.total}</b> points, {proof}. "
            f"{whose} sheet has {state.scores[seat]}.<br>{escape(str(cost))}"
        )
        _show(self._losses, _png_of(lambda ax: figures.round_losses(cost, ax)))
        _show(self._best, _png_of_two(lambda axes: figures.best_sheet(state, best, seat, axes)))


def _picture() -> widgets.Image:
    """Return a place for a picture, hidden as long as it has none."""
    return widgets.Image(format="png", layout={"max_width": "100%", "display": "none"})


def _show(picture: widgets.Image, data: bytes) -> None:
    picture.value, picture.layout.display = data, "" if data else "none"


def _png_of(draw: Callable[[Axes], object]) -> bytes:
    """Return as PNG what a function draws into axes."""
    figure = Figure(figsize=(5.2, 2.9), layout="constrained")
    draw(figure.add_subplot())
    return _printed(figure)


def _png_of_two(draw: Callable[[tuple[Axes, Axes]], object]) -> bytes:
    """Return as PNG what a function draws into two axes, side by side."""
    figure = Figure(figsize=(5.2, 3.4))
    left, right = figure.subplots(1, 2)
    figure.subplots_adjust(0.01, 0.01, 0.99, 0.87, wspace=0.06)
    draw((left, right))
    return _printed(figure)


def _printed(figure: Figure) -> bytes:
    file = BytesIO()
    figure.savefig(file, format="png", dpi=100)
    return file.getvalue()


def _rating_table(state: Splitter) -> str:
    """Return the steps of a game alone as HTML, with the one reached; nothing if not rated."""
    reached = state.rating
    if reached is None:
        return ""
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
