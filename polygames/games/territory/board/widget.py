"""The board widget of Territory: reset, new boards, a match of two games, a board editor."""

from __future__ import annotations

from dataclasses import replace
from functools import partial, reduce
from html import escape
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final, Literal, cast

import ipywidgets as widgets

from polygames.core.errors import OptionError
from polygames.core.game_info import PresetText
from polygames.games.territory.board.editor import BoardEditor, Editor
from polygames.games.territory.board.explanations import signed_text
from polygames.games.territory.board.scene import fixed_end_text, free_cells_text, points_text
from polygames.games.territory.rules import TakeOver, to_number
from polygames.games.territory.solver import solve
from polygames.records.record import Record
from polygames.runtime.game_lock import with_game_lock
from polygames.view.help import find_preset, preset_values
from polygames.widgets.board import BoardWidget
from polygames.widgets.header import goal_with_help
from polygames.widgets.panels.panel import Panel
from polygames.widgets.tasks.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from polygames.core.analysis import Solution
    from polygames.games.territory.boards import Board
    from polygames.games.territory.rules import Territory

BEFORE_SWAP_TEXT: Final = (
    "Red may take over: Red then plays Blue and gets your first tile. So choose a tile that is "
    "not too good."
)
TAKEN_OVER_TEXT: Final = (
    "The other player took over. They are Blue now and have your first tile. You are Red. Claim "
    "any tile."
)
NOT_TAKEN_OVER_TEXT: Final = "The other player did not take over. You stay Blue."

PUBLISHED_PRESET: Final = "literal"
"""The preset of the published rules by Karl Scherer."""
FAIR_PRESET: Final = "fair"
"""The default preset of a board."""
PUBLISHED_RULES_LABEL: Final = "Scherer's rules"
CUSTOM_RULES_TEXT: Final = PresetText("Your own (see Help)", "Help lists the rules that differ.")

EDITOR_PANEL: Final = "Editor"
"""The name of the editor's panel."""

TARGET_SEARCH_SECONDS: Final = 2.0
"""The time limit of the search for a solitaire target."""


class TerritoryBoard(BoardWidget):
    """The board of Territory, with buttons for rules and matches, and a board editor."""

    def extra_widgets(self) -> tuple[widgets.Widget, ...]:
        """Return the additional widgets: rules, buttons, and cell counts or the match score."""
        self._first_scores: tuple[Fraction, ...] | None = None
        again = "play this board again; the other player goes first"
        settled = "show the final difference in points, if it is known"
        self._second_game_button = self._button("Second game", again, self.second_game)
        self._target_button = self._button(
            "How will it end?", settled, lambda: self.show_message(self._final_difference_text())
        )
        self._other_rules_button = self._button("", "", self.play_other_rules)
        self._value_button = self._button("", "", self.switch_value)
        html = {"layout": self.shared_styles.layout, "style": self.shared_styles.html_style}
        self._rules, self._numbers = widgets.HTML(**html), widgets.HTML(**html)
        new_tiles = "start a game on new random tiles, with the same rules"
        rows = (
            (self._rules, self._other_rules_button, self._value_button),
            (
                self._button("New board", new_tiles, self.new_board),
                self._button("Reset", "go back to the start, on the same board", self.reset),
                self._second_game_button,
                self._target_button,
            ),
        )
        self._rows = tuple(
            widgets.HBox(row, layout=self.shared_styles.wrapping_layout) for row in rows
        )
        self._rows[0].add_class("polygames-rules-row")
        self._worker, self._target_text, self._target_record = (
            Worker(),
            "",
            cast("Record | None", None),
        )
        self.editor: BoardEditor | None = None
        """The board editor, or None before it is first opened."""
        self._edited_board: Board | None = None
        return *self._rows, self._numbers

    def _final_difference_text(self) -> str:
        """Return the final difference as text if the board or a proof gives it, else a note."""
        state, found = self._state, self.analysis
        if state.fixed_difference is None and found is not None and found.state == state:
            best = found.moves[0] if found.moves else None
            if best is not None and best.proved:
                lead = best.value if state.color(state.turn) == "blue" else -best.value
                return (
                    f"With best play the final difference is {signed_text(lead)} for Blue (proved)."
                )
        return fixed_end_text(state)

    def panel_factories(self) -> dict[str, Callable[[], Panel]]:
        """Return the functions that create the panels, by name, including the editor's."""
        return super().panel_factories() | {EDITOR_PANEL: self._make_editor}

    def _make_editor(self) -> Panel:
        self._edited_board = self._state.board
        self.editor = BoardEditor(self._edited_board, self._play_edited, self.run_action)
        return Panel(self, self.editor.box)

    def prepare_panel(self, name: str) -> None:
        """Handle the opening of a panel: the editor shows a board that is new since it was open."""
        super().prepare_panel(name)
        if name == EDITOR_PANEL and self._edited_board not in (None, self._state.board):
            self._show_in_editor()

    def refresh_controls(self) -> None:
        """Update everything except the picture, including buttons, numbers and match score."""
        super().refresh_controls()
        state = self._state
        self._second_game_button.disabled = (
            state.outcome is None or state.seats == 1 or bool(self._first_scores)
        )
        self._second_game_button.tooltip = (
            "finish a game of two players first; then you can play the second game"
            if self._second_game_button.disabled
            else "play this board again; the other player goes first"
        )
        self._target_button.disabled = state.outcome is not None or state.seats == 1
        self._show_rules()
        shared = self.shared_styles
        for row in self._rows:
            row.layout = shared.hidden_layout if self.has_task else shared.wrapping_layout
        if state.rules.solitaire and not self.has_task and self._target_record is not self.record:
            self._start_target_search()
        words = self._target_text if state.rules.solitaire else self.match_text()
        shown = free_cells_text(state)
        if words and not self.has_task:
            shown = f"{shown}<br>{words}" if state.rules.solitaire else words
        self._numbers.value = f'<div class="polygames-numbers">{shown}</div>'

    def _show_rules(self) -> None:
        """Show the rules of this game and label the buttons that change them."""
        texts, other = self.info.guide.preset_texts, self.offered_preset()
        preset = find_preset(self.info, self.record.options)
        now = CUSTOM_RULES_TEXT if preset is None else texts[preset]
        title, sentence = escape(now.title), escape(now.sentence)
        is_linear = self._state.rules.value == "linear"
        counts = ", a tile counts its cells" if is_linear else ""
        rules = f"Rules: <b>{title}</b>{counts}"
        shown = f'<div class="polygames-rules-line" title="{sentence}">{rules}</div>'
        self._rules.value = "" if self.has_task else shown
        self._other_rules_button.description = (
            f"Play by {PUBLISHED_RULES_LABEL}"
            if other == PUBLISHED_PRESET
            else f"Play with {texts[other].title}"
        )
        self._other_rules_button.tooltip = f"start again with other rules: {texts[other].sentence}"
        is_square = self._state.rules.value == "square"
        self._value_button.description = "Count the cells" if is_square else "Count cells × cells"
        self._value_button.tooltip = (
            "a tile then counts its number of cells; the moves stay"
            if is_square
            else "a tile of 3 cells then counts 3 × 3; the moves stay"
        )

    def offered_preset(self) -> str:
        """Return the name of the preset (published or default rules) that the button offers."""
        is_published = find_preset(self.info, self.record.options) == PUBLISHED_PRESET
        return FAIR_PRESET if is_published else PUBLISHED_PRESET

    def next_step(self) -> str:
        """Return an explanation of the takeover if a person needs it now; else an empty text."""
        state, before = self._state, self.record.node.parent
        if not self.session.is_human_turn:
            return ""
        if state.may_take_over:
            return (
                "Claim a tile, or take over. If you take over, you play Blue and get Blue's first "
                "tile."
            )
        if state.is_before_swap and not self.has_task:
            return f"{BEFORE_SWAP_TEXT} {goal_with_help(self.session)}"
        if before is None or not cast("Territory", before.state).may_take_over:
            return ""
        return (
            TAKEN_OVER_TEXT if isinstance(self.record.node.move, TakeOver) else NOT_TAKEN_OVER_TEXT
        )

    def close(self) -> None:
        """Stop the search for a target and close all widgets."""
        self._worker.stop()
        super().close()

    def reset(self) -> None:
        """Go back to the start of this game."""
        self.show_record(Record(self.record.start), first=self._first_scores)

    def new_board(self) -> None:
        """Start a game on a new random board, with the same rules."""
        options = {**self.record.options, "seed": SystemRandom().randrange(10**6)}
        options = {name: value for name, value in options.items() if name not in _CUSTOM_OPTIONS}
        self.new(**options)

    def play_other_rules(self) -> None:
        """Restart with the published rules, or with the default ones.

        The tiles of a symmetric board do not stay: by the published rules it is always a tie.
        """
        self.new(**{**self.record.options, **preset_values(self.info, self.offered_preset())})

    def switch_value(self) -> None:
        """Toggle the points of a tile between its area and its area squared, keeping all moves."""
        start = cast("Territory", self.record.start)
        value: Literal["square", "linear"] = "linear" if start.rules.value == "square" else "square"
        record = Record(replace(start, rules=replace(start.rules, value=value)))
        for move in self.record.moves:
            record.push(move)
        self.show_record(record)

    @with_game_lock
    def show_record(
        self,
        record: Record,
        seats: Sequence[str] | None = None,
        *,
        first: tuple[Fraction, ...] | None = None,
    ) -> None:
        """Show another game; `first` has the scores of the first game of its match, if any."""
        seats = self.session.players_for(record, seats)  # raises before any change
        self._first_scores = first
        super().show_record(record, seats)

    @with_game_lock
    def second_game(self) -> None:
        """Start the second game of a match: the same board, with the other player first.

        Raises
        ------
        OptionError
            If there is no finished first game of two players.
        """
        state = self._state
        if state.outcome is None or state.seats == 1 or self._first_scores is not None:
            msg = "the second game of a match needs a finished first game of two players"
            raise OptionError(msg)
        first = tuple(map(state.exact_score, range(state.seats)))
        self.show_record(Record(self.record.start), self.session.players[::-1], first=first)

    @property
    def totals(self) -> tuple[float, float] | None:
        """The points over both games, for the player who began the match and for the other.

        None before the second game.
        """
        exact = self._match_totals()
        return exact and (to_number(exact[0]), to_number(exact[1]))

    def _match_totals(self) -> tuple[Fraction, Fraction] | None:
        if self._first_scores is None:
            return None
        begun, other = self._first_scores
        return begun + self._state.exact_score(1), other + self._state.exact_score(0)

    def match_text(self) -> str:
        """Return the match score as text, or a note on the second game once the first is over."""
        state = self._state
        if self._first_scores is None or self.totals is None:
            over = state.outcome is not None and state.seats > 1
            return "A match has two games. Press Second game to change sides." if over else ""
        begun, other = self.totals
        first, second = map(to_number, self._first_scores)
        words = f"Match: first game {first:g} to {second:g}"
        if state.outcome is not None:
            return f"{words}. {self.match_result()}"
        both = f"both games {begun:g} to {other:g}"
        return f"{words}; {both} (the player who started the match comes first)."

    def match_result(self) -> str:
        """Return the result of the match as text; empty until the second game is over."""
        exact = self._match_totals()
        if exact is None or self.totals is None or self._state.outcome is None:
            return ""
        (begun, other), (one, two) = exact, self.totals
        if begun == other:
            return f"The match is tied, {one:g} to {two:g} in both games together."
        seat = 1 if begun > other else 0  # the seats were exchanged
        names = self.session.names
        if names.player_name(seat):
            winner = names.with_verb(seat, "wins")
        else:
            winner = f"The player who {'began' if begun > other else 'did not begin'} wins"
        high, low = max(one, two), min(one, two)
        return f"{winner} the match, {high:g} to {low:g} in both games together."

    def _start_target_search(self) -> None:
        """Start a background search for the target, which is the largest total in solitaire."""
        self._target_record, self._target_text = self.record, "Target: searching …"
        start = cast("Territory", self.record.start)

        def tell(found: Solution) -> None:
            self._target_text = f"Target: {found.note}."
            if found.value is not None:
                self._target_text = f"Target: {points_text(found.value)}, the proved maximum."
            elif found.line:
                end = reduce(lambda state, move: state.play(move), found.line, start)
                self._target_text = f"Target: {points_text(end.scores[0])} or more."
            self.refresh()

        self._worker.submit(
            partial(solve, start, seconds=TARGET_SEARCH_SECONDS), tell, self.show_error
        )

    def edit(self) -> None:
        """Open or close the editor panel, with the current board in it."""
        self._show_in_editor()
        self._tabs.toggle(EDITOR_PANEL)

    def _show_in_editor(self) -> None:
        """Show the current board in the editor, if it was opened before."""
        if self.editor is not None:
            self._edited_board = self._state.board
            self.editor.show(Editor.of_board(self._edited_board))

    def _play_edited(self, board: Board) -> None:
        self.new(**vars(self._state.rules), tiles=board.rows, colors=board.color_names)
        self.open_first_panel()

    @property
    def _state(self) -> Territory:
        return cast("Territory", self.state)

    def _button(self, text: str, tooltip: str, action: Callable[[], Any]) -> widgets.Button:
        button = widgets.Button(
            description=text,
            tooltip=tooltip,
            layout=self.shared_styles.fitting_layout,
            style=self.shared_styles.button_style,
        )
        button.on_click(lambda _: self.run_action(action))
        return button


_CUSTOM_OPTIONS: Final = ("tiles", "colors")
"""The options of custom boards only, which a random board must not have."""
