"""The board widget of Splitter: confirmation of placements, real dice, review of the rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

import ipywidgets as widgets

from polygames.core.protocol import CHANCE
from polygames.games.splitter.board import scene as scenes
from polygames.games.splitter.board.rounds_review import DiceEntry, RoundsReview
from polygames.games.splitter.scoring import SOLO_RATINGS
from polygames.runtime.game_lock import with_game_lock
from polygames.scene.highlights import LAST_MOVE_COLOR
from polygames.scene.model import Text
from polygames.widgets.board import BoardWidget
from polygames.widgets.board_options import HUMAN_SEAT
from polygames.widgets.interfaces import REVIEW_TAB, close_tree

if TYPE_CHECKING:
    from polygames.core.descriptions import Names
    from polygames.core.protocol import Seat
    from polygames.games.splitter.rules import Placement, Splitter
    from polygames.records.node import Node
    from polygames.scene.model import Scene
    from polygames.widgets.panels.new_game import NewGamePanel
    from polygames.widgets.panels.review import ReviewPanel
    from polygames.widgets.session import Session

AIM_TEXT: Final = (
    "Equal numbers that touch form a group. A group scores if it has as many cells as its number, "
    "for example four 4s. A ★ doubles it."
)
"""The aim of the game, shown in the first round."""

SOLO_AIM_TEXT: Final = (
    f"You play alone. Aim for {SOLO_RATINGS[1][0]} points. "
    f"{SOLO_RATINGS[5][0]} is {SOLO_RATINGS[5][1]}."
)
"""The points for a good result of a solo game (rule 8)."""

SPLITTER_HELP: Final = """
**On this board.** Click a die and a cell, in any order. The other number goes into the mirrored
cell. If both dice show the same number, just click a cell. Press Escape to take back a placement
that you have not confirmed. Rows and columns are counted from 1 at the top left. Only the text of a
move counts them from 0: `r2c0=4` writes a 4 in row 3, column 1. *At most 56 in the end* means that
your sheet cannot score more than 56 points, however you continue. Tick *real dice* to roll dice on
your table and enter their numbers.
"""


class SplitterBoard(BoardWidget):
    """The board of Splitter, for playing in a notebook.

    A clicked placement is first shown with its points: `confirm_choice` plays it, `take_back`
    drops it, and another click replaces it. If `confirm` is False, a click plays at once. The
    method `play` always plays at once.
    """

    help_text: ClassVar[str] = SPLITTER_HELP

    def __init__(self, session: Session, *, size: int | None = None) -> None:
        self._rounds_review: RoundsReview | None = None
        self._shown_choice: Placement | None = None
        super().__init__(session, size=size)

    @property
    def state(self) -> Splitter:
        """The position on the board."""
        return cast("Splitter", self.session.state)

    # Actions of a person, as methods

    @property
    def choice(self) -> Placement | None:
        """The placement to be confirmed, or None."""
        return cast("Placement | None", self._conversation.page.draft)

    @property
    def confirm(self) -> bool:
        """True if a clicked placement has to be confirmed."""
        return bool(self._confirm_box.value)

    @confirm.setter
    def confirm(self, confirm: bool) -> None:
        self._confirm_box.value = confirm

    @with_game_lock
    def choose(self, move: Placement) -> None:
        """Show a preview of a legal placement, to be confirmed or taken back."""
        if reason := self.state.why_not(move):
            raise self.state.illegal_move_error(move, reason)
        self._conversation.set_draft(move)

    def show_page_state(self) -> None:
        """Show the zoom and the placement to be confirmed, with its points."""
        is_new, self._shown_choice = self.choice != self._shown_choice, self.choice
        if is_new and self.choice is not None:
            self.session.stop_job()  # a later, better hint would only disturb
            self._board_picture.clear_overlay()
        super().show_page_state()
        if is_new:
            draft = self.position.draft_text(self._conversation.page)
            self.show_message(draft and f"{draft}.")

    def show_position(self, previous: Node | None) -> None:
        """Show another position, without a placement to be confirmed."""
        self._shown_choice = None
        super().show_position(previous)

    def confirm_choice(self) -> None:
        """Play the placement that awaits confirmation, if any."""
        if self.choice is not None:
            self.play(self.choice)

    @with_game_lock
    def take_back(self) -> None:
        """Discard the placement that awaits confirmation."""
        self._conversation.set_draft(None)

    def play_row(self, move: Placement) -> None:
        """Handle a click on a row of the analysis: preview its placement, or play it at once."""
        (self.choose if self.confirm else self.play)(move)

    def create_new_game_panel(self) -> NewGamePanel:
        """Return the form for a new game, without the choice of the first player."""
        panel = cast("NewGamePanel", super().create_new_game_panel())
        box, begins = panel.opponents.box, panel.opponents.first_player
        box.children = tuple(each for each in box.children if each is not begins)
        close_tree(begins)
        return panel

    def next_step(self) -> str:
        """Return instructions for the next placement.

        In the first round also the aim of the game.
        """
        turn = self.state.turn
        if not self.session.is_human_turn or self.choice is not None:
            return ""
        if self.session.players[turn] != HUMAN_SEAT:  # a person looks back
            return (
                "You are looking at an earlier position. If you write numbers here, you start a "
                "new branch of the game."
            )
        roll = self.state.roll
        if roll is None:
            return ""
        aim = f"{AIM_TEXT} " if self.state.round == 0 else ""
        if aim and self.state.seats == 1 and self.state.pad.name:
            aim = f"{aim}{SOLO_AIM_TEXT} "
        if roll.is_double:
            return (
                f"{aim}Click a cell. This cell and the mirrored cell, across the dashed line, both "
                f"get a {roll.high}."
            )
        return (
            f"{aim}Click a die, then a cell. The other number goes into the mirrored cell, across "
            "the dashed line."
        )

    def undo(self) -> None:
        """Discard the unconfirmed placement.

        If there is none, undo up to the person's last move.
        """
        if self.choice is not None:
            self.take_back()
        else:
            super().undo()

    # Panels beside the board

    def extra_widgets(self) -> tuple[widgets.Widget, ...]:
        """Return the checkboxes below the board: confirm placements and real dice."""
        plain: dict[str, Any] = {"indent": False, "layout": self.shared_styles.fitting_layout}
        tip = "show the numbers first, and write them when you confirm"
        self._confirm_box = widgets.Checkbox(
            value=True, description="confirm placements", tooltip=tip, **plain
        )
        tip = "roll dice on your table, and enter their numbers here"
        by_hand = self.session.dice is not None
        self._real_dice_box = widgets.Checkbox(
            by_hand, description="real dice", tooltip=tip, style=self._confirm_box.style, **plain
        )
        self._real_dice_box.observe(self._switch_dice, "value")
        self._confirm_box.observe(self._switch_confirmation, "value")
        switches = widgets.HBox(
            [self._confirm_box, self._real_dice_box], layout={"grid_gap": "16px"}
        )
        self._dice_entry: DiceEntry | None = None
        return (switches,)

    def review_widgets(self) -> tuple[widgets.Widget, ...]:
        """Return the widgets that review the rounds, for the review panel."""
        self._rounds_review = RoundsReview(self.session, lambda: self.viewing_seat, self.run_action)
        self._rounds_review.refresh()
        return (self._rounds_review.box,)

    def refresh_controls(self) -> None:
        """Update everything except the picture, including the dice entry and the review."""
        super().refresh_controls()
        if self._dice_entry is None and self.session.dice is not None:
            self._dice_entry = DiceEntry(self.session, self.run_action)
            self._extras.children += (self._dice_entry.box,)
        if self._dice_entry is not None:
            self._dice_entry.refresh()
        if self._rounds_review is not None:
            self._rounds_review.refresh()

    def close(self) -> None:
        """Stop background computations and close all widgets."""
        if self._rounds_review is not None:
            self._rounds_review.close()
        super().close()

    # Internals

    @property
    def viewing_seat(self) -> Seat | None:
        """The seat of the only person playing, or None if there are several or none."""
        people = [seat for seat, player in enumerate(self.session.players) if player == HUMAN_SEAT]
        return people[0] if len(people) == 1 else None

    @property
    def reviewed_placement(self) -> tuple[Splitter, Node] | None:
        """The placement selected in the review, as (position before it, node), or None.

        It is None if no placement is selected or its round is not over.
        """
        panel = self._tabs.panels.get(REVIEW_TAB) if self._is_ready else None
        each = None if panel is None else cast("ReviewPanel", panel).selected_move
        node = None if each is None or each.seat == CHANCE else each.node
        if node is None or node.parent is None:
            return None
        before, last = cast("list[Splitter]", [node.parent.state, [node, *node.line][-1].state])
        return (before, node) if last.round > before.round else None

    @property
    def large_seat(self) -> Seat | None:
        """The seat with the large sheet: that of the reviewed placement, else `viewing_seat`."""
        return self.viewing_seat if (found := self.reviewed_placement) is None else found[0].turn

    def viewer_seat(self) -> Seat | None:
        """Return the seat with the large sheet; None for the seat to move."""
        return self.large_seat

    def names_on_board(self) -> Names:
        """Return the names of the players; a single computer is named without its level."""
        return self.session.short_names

    def highlight_last_move(self) -> Scene:
        """Return marks on all placements of the last complete round.

        In a review they mark the reviewed placement only.
        """
        is_marked = self.state.outcome is None  # at the end, all sheets are side by side
        found = self.reviewed_placement if is_marked else None
        if found is not None and self.record.node is found[1]:
            return scenes.draw_cell_outlines(found[0], found[1].move, LAST_MOVE_COLOR)
        return super().highlight_last_move()

    def choice_buttons(self) -> tuple[widgets.Button, ...]:
        """Return the buttons to confirm or take back a placement, or to roll the dice."""
        return self._roll_button() or super().choice_buttons()

    def _roll_button(self) -> tuple[widgets.Button, ...]:
        """Return a button to roll the dice if the game is paused before a roll, else nothing."""
        session = self.session
        is_roll_next = self.state.outcome is None and self.state.turn == CHANCE
        waits = session.paused and not session.awaits_person and is_roll_next
        if not waits or HUMAN_SEAT not in session.players:
            return ()
        button = self.choice_button("Roll the dice", "roll again and continue from here", "primary")
        button.on_click(lambda _: self.run_action(lambda: session.pause(paused=False)))
        return (button,)

    def show_hint(self, move: Any, note: str = "") -> None:
        """Show and mark an agent's hint, discarding any unconfirmed placement."""
        if self.choice is not None:
            self.take_back()
        super().show_hint(move, note)
        # Without the numbers: `draw_preview_numbers` draws larger ones.
        drawn = [
            each for each in self.overlay if not (isinstance(each, Text) and each.text.isdigit())
        ]
        self.set_overlay(lambda: (*drawn, *scenes.draw_preview_numbers(self.state, move)))

    @with_game_lock
    def _switch_confirmation(self, change: dict[str, Any]) -> None:
        """Set whether clicked placements wait for confirmation."""
        self._conversation.set_confirmation(is_confirming=bool(change["new"]))

    @with_game_lock
    def _switch_dice(self, change: dict[str, Any]) -> None:
        """Switch between real dice and dice rolled by the program."""
        self.session.dice = [] if change["new"] else None
        self.refresh()
        self.session.advance()
        if change["new"] and self.state.turn != CHANCE and self.state.outcome is None:
            self.show_message(
                "From the next round on, roll your own dice and enter their numbers here."
            )
