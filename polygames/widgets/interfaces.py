"""The interface of a board for its parts, and the layouts and styles that its widgets share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import ipywidgets as widgets
from ipywidgets.widgets.widget_string import HTMLStyle

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from polygames.core.analysis import Analysis
    from polygames.core.game_info import GameInfo
    from polygames.core.links import Link
    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.records.record import Record
    from polygames.scene.model import Scene
    from polygames.search.puzzles.puzzle import Puzzle
    from polygames.search.review import Review
    from polygames.study.deck import Deck
    from polygames.widgets.autosave import SavedGame
    from polygames.widgets.session import Session

ANALYSIS_TAB, MOVES_TAB, REVIEW_TAB, PUZZLE_TAB = "Analysis", "Moves", "Review", "Puzzle"
NEW_GAME_TAB, RECORD_TAB, HELP_TAB = "New game", "Record", "Help"
GAMES_TAB, TRAIN_TAB, PLOTS_TAB = "Games", "Train", "Plots"
"""The names of the panels."""

ANALYSIS_HINT_SOURCE: Final = "analysis"
"""The name of the analysis as a source of hints, in place of an agent."""


@dataclass(frozen=True, slots=True)
class Pen:
    """The kind and colour of marks drawn on a board.

    If ``on`` is True, any mouse or finger draws.
    """

    kind: str = "arrow"
    color: str = "green"
    on: bool = False


class BoardOpeners(NamedTuple):
    """The functions that open another board in the place of a board."""

    play: Callable[..., widgets.Widget]
    """`polygames.play`."""
    train: Callable[..., widgets.Widget]
    """`polygames.train`."""


class BoardLike(Protocol):
    """The attributes and methods of a board that its picture, panels and toolbar use."""

    session: Session
    """The session: the record, its players and its autosave."""
    shared_styles: BoardStyles
    """The layouts and styles that most widgets of the board share."""
    message: str
    """The message in the header of the board; may be empty."""
    hint_agent: str | None
    """The agent that gives hints, or `ANALYSIS_HINT_SOURCE`; None if the game has no agents."""
    pen: Pen
    """The settings for drawing marks."""
    openers: BoardOpeners
    """The functions that open another board."""
    analysing: bool
    """Whether live analysis is switched on."""

    @property
    def info(self) -> GameInfo:
        """The description of the game, with its options, agents and board."""

    @property
    def scene(self) -> Scene:
        """The scene (shapes and texts) of the position, as it was last painted."""

    @property
    def analysis(self) -> Analysis | None:
        """The analysis of the position on the board; None if there is none."""

    @property
    def has_analysed(self) -> bool:
        """Whether the analysis of the position has finished."""

    @property
    def has_task(self) -> bool:
        """Whether a puzzle or a training card is on the board."""

    @property
    def has_open_task(self) -> bool:
        """Whether the puzzle or training card on the board has yet to be solved."""

    @property
    def retry_node(self) -> Node | None:
        """The node before the mistake that the person is trying to correct, if any."""

    def review(self) -> None:
        """Open the review of the game."""

    @property
    def current_review(self) -> Review | None:
        """The review of the game on the board, perhaps incomplete; None if there is none."""

    def visible_state(self) -> State[Any]:
        """Return the state without the information hidden from the player to move."""

    def highlight_last_move(self) -> Scene:
        """Return a scene that highlights the last move."""

    def user_marks_scene(self) -> Scene:
        """Return a scene with the marks, such as arrows, that a user drew on the position."""

    def match_result(self) -> str:
        """Return the result of a match of several games as text; empty if none has ended."""

    @property
    def can_move(self) -> bool:
        """Whether a person may move now."""

    def show_page_state(self) -> None:
        """Show the zoom and the draft of the page."""

    def frame(self) -> dict[str, Any]:
        """Return the data with which a page draws the position."""

    def handle_action(self, content: dict[str, Any]) -> None:
        """Carry out a user action, such as a move, from a page's parsed message."""

    def run_action(
        self, action: Callable[[], Any], on_error: Callable[[Exception], None] | None = None
    ) -> None:
        """Run a user action; pass any error to `on_error`, by default `show_error`.

        Pass an error to `on_error`, by default `show_error`.
        """

    def show_message(self, message: str, *, is_spoken: bool = True) -> None:
        """Show a message below the status line."""

    def show_refusal(self, text: str) -> None:
        """Show why an action was refused, until the next action; a page has announced it."""

    def say(self, text: str) -> None:
        """Send a text to screen readers only."""

    def show_error(self, error: Exception) -> None:
        """Show an error message in the header."""

    def update_header(self) -> None:
        """Update the text of the header."""

    def show_hint(self, move: Any, note: str = "") -> None:
        """Show a hint: mark a move, and describe it in the header."""

    def hint_note(self, analysis: Analysis) -> str:
        """Return a sentence on the proved result of the position; empty if it is not proved."""

    def set_overlay(self, draw: Callable[[], Scene]) -> None:
        """Show the scene that `draw` returns over the board until the next move."""

    def circle_places(self, places: Sequence[str]) -> bool:
        """Circle the named places until the next move; return True if all are on the board."""

    def refresh(self) -> None:
        """Update the board after a change of the game."""

    def refresh_toolbar(self) -> None:
        """Update the buttons of the toolbar."""

    def open_panel(self, name: str) -> None:
        """Open a panel by its name."""

    def open_new(self) -> None:
        """Open the form for a new game."""

    def copy_picture(self) -> None:
        """Ask the page to copy the picture of the position."""

    def set_pen(self, pen: Pen) -> None:
        """Set the pen: the kind and colour of the marks that a person draws."""

    def erase_marks(self) -> None:
        """Erase all marks drawn on the position."""

    def copy_text(self, text: str, label: str) -> None:
        """Ask the page to copy a text to the clipboard; `label` names it in the confirmation."""

    def as_link(self) -> Link:
        """Return the link to the puzzle or game on the board, without the address of a page."""

    def confirm_copy(self) -> None:
        """Show a message that the copy is on the clipboard."""

    def zoom(self, factor: float | None) -> None:
        """Zoom in (a factor below 1) or out (above 1); None shows the whole board."""

    def hint(self) -> None:
        """Show a hint for the position."""

    def play(self, move: Any) -> None:
        """Play a move."""

    def play_row(self, move: Any) -> None:
        """Play the move of a row that was clicked in the analysis panel."""

    def undo(self) -> None:
        """Undo moves, back to the last position in which a person had to act."""

    def redo(self) -> None:
        """Replay the moves that were taken back."""

    def go_to(self, node: Node) -> None:
        """Go to a node of the record, and show its position."""

    def new(self, *, seats: Sequence[str] | None = None, **options: Any) -> None:
        """Start a new game."""

    def rematch(self) -> None:
        """Start a new game with the same rules, on the other seat."""

    def next_puzzle(self) -> None:
        """Pose the next puzzle."""

    def result_text(self) -> str:
        """Return the result of the game as screen readers get it; empty except at its end."""

    def load(self, record: Record) -> None:
        """Put the game of a record on the board and continue it."""

    def open_temporary_game(self, record: Record) -> None:
        """Put a puzzle's record on the board without autosave; the current game is suspended."""

    def return_to_game(self) -> None:
        """Return from a puzzle to the game that it interrupted."""

    def resume(self, saved_game: SavedGame) -> None:
        """Continue a saved game."""

    def show_puzzle(self, puzzle: Puzzle) -> None:
        """Show a puzzle, and open its panel."""

    def train(self, deck: Deck) -> None:
        """Start training with the cards of a deck, and open its panel."""

    def train_mistakes(self) -> None:
        """Start training with your mistakes in the reviewed game."""

    def set_position(self, text: str) -> None:
        """Start a new game from a position given as text."""


class BoardStyles:
    """The layouts and styles that the widgets of a board share.

    Otherwise ipywidgets creates two more models for each widget. A shared layout is never changed.
    To change its appearance, assign another layout to the widget, for example one from
    `visibility_layout`.
    """

    def __init__(self) -> None:
        self.layout = widgets.Layout()
        self.button_style, self.html_style = widgets.ButtonStyle(), HTMLStyle()

    @cached_property
    def fitting_layout(self) -> widgets.Layout:
        """The layout of a widget that is as wide as its text."""
        return widgets.Layout(width="auto")

    @cached_property
    def wrapping_layout(self) -> widgets.Layout:
        """The layout of a row that wraps if it is too long."""
        return widgets.Layout(flex_flow="row wrap")

    @cached_property
    def hidden_layout(self) -> widgets.Layout:
        """The layout of a hidden widget."""
        return widgets.Layout(display="none")

    def visibility_layout(self, *, is_visible: bool) -> widgets.Layout:
        """Return the layout of a widget that is visible or hidden."""
        return self.layout if is_visible else self.hidden_layout

    def create_button(self, text: str, tooltip: str, style: str = "") -> widgets.Button:
        """Return a button in the style of the board."""
        return widgets.Button(
            description=text,
            tooltip=tooltip,
            button_style=style,
            layout=self.layout,
            style=self.button_style,
        )

    def close_tree(self, widget: widgets.Widget) -> None:
        """Close a widget and its children, but not the shared layouts and styles."""
        close_tree(widget, set(vars(self).values()))

    def close(self) -> None:
        """Close the shared layouts and styles."""
        for each in vars(self).values():
            each.close()


def close_tree(widget: widgets.Widget, exceptions: Collection[widgets.Widget] = ()) -> None:
    """Close a widget with its children, layouts and styles, except those in `exceptions`.

    ipywidgets keeps a reference to each open widget, so none is garbage-collected. A parent is
    closed before its children, so that the page does not update it for each of them.
    """
    widget.close()
    for child in getattr(widget, "children", ()):
        close_tree(child, exceptions)
    for part in ("layout", "style"):
        if (look := getattr(widget, part, None)) is not None and look not in exceptions:
            look.close()


def set_visible(widget: widgets.Widget, is_visible: bool) -> None:  # noqa: FBT001 - it is what it does
    """Show a widget, or hide it so that it takes no space."""
    widget.layout.display = "" if is_visible else "none"


def action_button(
    board: BoardLike, text: str, tooltip: str, action: Callable[[], Any]
) -> widgets.Button:
    """Return a button that calls `action` when it is pressed; the board shows any error."""
    button = board.shared_styles.create_button(text, tooltip)
    button.on_click(lambda _: board.run_action(action))
    return button
