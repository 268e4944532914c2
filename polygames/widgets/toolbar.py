"""The toolbar of a board."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import ipywidgets as widgets

from polygames.core.protocol import CHANCE
from polygames.widgets.autosave import end_of_game
from polygames.widgets.interfaces import action_button

if TYPE_CHECKING:
    from polygames.records.node import Node
    from polygames.widgets.interfaces import BoardLike


ANALYSE_TOOLTIP: Final = "rank the moves while you watch; press again to stop"
ANALYSIS_LOCKED_TEXT: Final = (
    "find the move first, or press Show the answer (the analysis would give it away)"
)
HINT_BUTTON: Final = "Hint", "show a good move (choose under New game who gives hints)"
REDO_BUTTON: Final = "Redo", "redo the move (key r)"
RESULT_BUTTON: Final = "Result", "go back to the end of the game"
HIDE_TOOLTIP: Final = "hide the analysis and stop analysing"


def _has_player_move(node: Node) -> bool:
    """Return True if a player chose a move before this node; dice rolls do not count."""
    while (before := node.parent) is not None:
        if before.state.turn != CHANCE:
            return True
        node = before
    return False


class Toolbar:
    """The row of buttons of a board: undo, hint, new game, and *Explore* for all other tools.

    The page handles the button *Explore*. New game is hidden while the tab of the same name is
    visible. In earlier positions of a finished game redo and resume are visible, too. After the
    last move of a tried branch redo leads to the end of the game.
    """

    def __init__(self, board: BoardLike) -> None:
        self._board = board
        self._undo_button = action_button(board, "Undo", "undo the last move (key u)", board.undo)
        self._redo_button = action_button(board, *REDO_BUTTON, self._redo_or_go_to_result)
        self._hint_button = action_button(board, *HINT_BUTTON, board.hint)
        self._analyse_button = action_button(
            board, "Analyse", ANALYSE_TOOLTIP, self._switch_analysis
        )
        about = "pause or resume the computer players"
        self._pause_button = action_button(board, "Pause", about, self._switch_pause)
        zooms = [
            action_button(board, sign, tooltip, partial(board.zoom, factor))
            for sign, tooltip, factor in (
                ("−", "zoom out (key -)", 1.5),
                ("+", "zoom in (key +)", 1 / 1.5),
                ("⤢", "show the whole board (key 0)", None),
            )
        ]
        self._zoom_out_button, self._zoom_in_button, self._zoom_fit_button = zooms
        for each in zooms:
            each.add_class("polygames-narrow")
        for each in (self._analyse_button, self._pause_button):
            each.add_class("polygames-toggle")
        new = action_button(board, "New game", "choose the players and the rules", board.open_new)
        for name in ("first", "new-game"):
            new.add_class(f"polygames-{name}")
        door = board.shared_styles.create_button(
            "Explore", "open analysis, moves, review, record, help and more tools"
        )
        door.add_class("polygames-explore")
        rest = [self._redo_button, self._analyse_button, self._pause_button, *zooms]
        for each in rest:
            each.add_class("polygames-extra-tool")
        buttons = [self._undo_button, self._redo_button, self._hint_button, new, *rest[1:], door]
        self.box = widgets.HBox(buttons, layout=board.shared_styles.layout)
        self.box.add_class("polygames-tools")

    def refresh(self) -> None:
        """Enable, label and show the buttons for the current position."""
        session, is_on = self._board.session, self._board.analysing
        running = session.state.outcome is None
        node = session.record.node
        self._undo_button.disabled = not _has_player_move(node) or node is self._board.retry_node
        self._redo_button.disabled = not (node.children or self._is_trying)
        self._redo_button.description, self._redo_button.tooltip = (
            RESULT_BUTTON if self._is_trying and not node.children else REDO_BUTTON
        )
        has_hints = bool(self._board.info.agents) and not self._board.has_task  # it has its own
        self._hint_button.layout = self._board.shared_styles.visibility_layout(is_visible=has_hints)
        is_idle = running and session.is_human_turn and session.running_job is None
        self._hint_button.disabled = not is_idle
        is_on = is_on and running  # an ended game has nothing to analyse
        is_asked = self._board.has_open_task
        self._analyse_button.disabled = not running or is_asked
        is_done = is_on and self._board.has_analysed
        self._analyse_button.description = "Hide" if is_done else "Stop" if is_on else "Analyse"
        self._analyse_button.tooltip = (
            HIDE_TOOLTIP if is_done else ANALYSIS_LOCKED_TEXT if is_asked else ANALYSE_TOOLTIP
        )
        (self._analyse_button.add_class if is_on else self._analyse_button.remove_class)(
            "mod-active"
        )
        self._pause_button.layout = self._board.shared_styles.visibility_layout(
            is_visible=session.has_computer
        )
        self._pause_button.disabled = not running
        self._pause_button.description = "Resume" if running and session.paused else "Pause"
        # In a finished game the computer answers only if somebody presses Resume.
        for each, is_shown in (
            (self._redo_button, self._is_trying),
            (self._pause_button, self._is_trying and running),
        ):
            (each.remove_class if is_shown else each.add_class)("polygames-extra-tool")

    @property
    def _is_trying(self) -> bool:
        """Whether the board shows a position of a finished game other than its end."""
        session = self._board.session
        return session.is_over and session.record.node is not end_of_game(session.record)

    def _redo_or_go_to_result(self) -> None:
        """Redo a move, or go to the end of the game from the last move of a tried branch."""
        record = self._board.session.record
        if self._is_trying and not record.node.children:
            self._board.go_to(end_of_game(record))
        else:
            self._board.redo()

    def _switch_analysis(self) -> None:
        self._board.analysing = not self._board.analysing

    def _switch_pause(self) -> None:
        session = self._board.session
        session.pause(paused=not session.paused)
