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
from polygames.games.territory.board.scene import ending_words, numbers, points_in_words
from polygames.games.territory.board.words import signed_text
from polygames.games.territory.rules import TakeOver, to_number
from polygames.games.territory.solver import solve
from polygames.records.record import Record
from polygames.runtime.owner import with_owner
from polygames.view.help import preset_of, ruled_by
from polygames.widgets.board import BoardWidget
from polygames.widgets.header import goal
from polygames.widgets.panels.panel import Panel
from polygames.widgets.tasks.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from polygames.core.analysis import Solution
    from polygames.games.territory.boards import Board
    from polygames.games.territory.rules import Territory

BEFORE_SWAP: Final = (
    "Red may take over: Red then plays Blue and gets your first tile. So choose a tile that is "
    "not too good."
)
TAKEN_OVER_TEXT: Final = (
    "The other player took over. They are Blue now and have your first tile. You are Red. Claim "
    "any tile."
)
NOT_TAKEN_OVER: Final = "The other player did not take over. You stay Blue."

PUBLISHED: Final = "literal"
"""The preset of the published rules by Karl Scherer."""
HALF_PENALTY: Final = "half"
"""The default preset of a board."""
SCHERERS_RULES: Final = "Scherer's rules"
OWN_RULES: Final = PresetText("Your own (see Help)", "Help lists the rules that differ.")

EDITOR_PANEL: Final = "Editor"
"""The name of the editor's panel."""

TARGET_SEARCH_SECONDS: Final = 2.0
"""The time limit of the search for a solitaire target."""


class TerritoryBoard(BoardWidget):
    """The board of Territory, with its own buttons, match and editor."""

    def extras(self) -> tuple[widgets.Widget, ...]:
        """Return the widgets of this game: rules, buttons, and numbers or match score."""
        self._first: tuple[Fraction, ...] | None = None
        again = "play this board again; the other player goes first"
        settled = "show the final difference in points, if it is known"
        self._second = self._button("Second game", again, self.second_game)
        self._ask = self._button(
            "How will it end?", settled, lambda: self.tell(self._end_in_words())
        )
        self._other = self._button("", "", self.play_other_rules)
        self._value = self._button("", "", self.switch_value)
        buttons = [
            self._button("Reset", "go back to the start, on the same board", self.reset),
            self._other,
            self._value,
            self._button(
                "New board", "start a game on new random tiles, with the same rules", self.new_board
            ),
            self._second,
            self._button("Edit board …", "draw tiles and choose their colours", self.edit),
            self._ask,
        ]
        self._buttons = widgets.HBox(buttons, layout=self.shared.wrapping)
        html = {"layout": self.shared.layout, "style": self.shared.html_style}
        self._rules, self._numbers = widgets.HTML(**html), widgets.HTML(**html)
        self._worker, self._target, self._sought = Worker(), "", cast("Record | None", None)
        self.editor: BoardEditor | None = None
        """The board editor, or None before it is first opened."""
        return self._rules, self._buttons, self._numbers

    def _end_in_words(self) -> str:
        """Return the final difference as text: fixed by the board, or proved by the analysis."""
        state, found = self._state, self.analysis
        if state.fixed_difference is None and found is not None and found.state == state:
            best = found.moves[0] if found.moves else None
            if best is not None and best.proved:
                lead = best.value if state.color(state.turn) == "blue" else -best.value
                return (
                    f"With best play the final difference is {signed_text(lead)} for Blue (proved)."
                )
        return ending_words(state)

    def panels(self) -> dict[str, Callable[[], Panel]]:
        """Return the factories of the panels by name, including the editor's."""
        return super().panels() | {EDITOR_PANEL: self._make_editor}

    def _make_editor(self) -> Panel:
        self.editor = BoardEditor(self._state.board, self._play_drawn, self.attempt)
        return Panel(self, self.editor.box)

    def show_rest(self) -> None:
        """Refresh the rest of the board, including buttons, numbers and match score."""
        super().show_rest()
        state = self._state
        self._second.disabled = state.outcome is None or state.seats == 1 or bool(self._first)
        self._second.tooltip = (
            "finish a game of two players first; then you can play the second game"
            if self._second.disabled
            else "play this board again; the other player goes first"
        )
        self._ask.disabled = state.outcome is not None or state.seats == 1
        self._show_rules()
        shared = self.shared
        self._buttons.layout = shared.hidden if self.is_puzzling else shared.wrapping
        if state.rules.solitaire and not self.is_puzzling and self._sought is not self.record:
            self._seek()
        words = self._target if state.rules.solitaire else self.match_words()
        left, *last = numbers(state)
        shown = "<br>".join([left, *last])
        if words and not self.is_puzzling:  # the match score uses both lines
            shown = f"{left}<br>{words}" if state.rules.solitaire else words
        self._numbers.value = f'<div class="polygames-numbers">{shown}</div>'

    def _show_rules(self) -> None:
        """Show the rules of this game, and label the buttons with the other rules."""
        texts, other = self.info.guide.preset_texts, self._other_preset()
        preset = preset_of(self.info, self.record.options)
        now = OWN_RULES if preset is None else texts[preset]
        title, sentence = escape(now.title), escape(now.sentence)
        is_linear = self._state.rules.value == "linear"
        counts = ", a tile counts its cells" if is_linear else ""
        rules = f"Rules: <b>{title}</b>{counts}"
        shown = f'<div class="polygames-rules-line" title="{sentence}">{rules}</div>'
        self._rules.value = "" if self.is_puzzling else shown
        self._other.description = (
            f"Play by {SCHERERS_RULES}" if other == PUBLISHED else f"Play with {texts[other].title}"
        )
        self._other.tooltip = f"start again on this board with other rules: {texts[other].sentence}"
        is_square = self._state.rules.value == "square"
        self._value.description = "Count the cells" if is_square else "Count cells × cells"
        self._value.tooltip = (
            "a tile then counts its number of cells; the moves stay"
            if is_square
            else "a tile of 3 cells then counts 3 × 3; the moves stay"
        )

    def _other_preset(self) -> str:
        """Return the preset of the button for other rules."""
        is_published = preset_of(self.info, self.record.options) == PUBLISHED
        return HALF_PENALTY if is_published else PUBLISHED

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
        if state.is_before_swap and not self.is_puzzling:
            return f"{BEFORE_SWAP} {goal(self.session)}"
        if before is None or not cast("Territory", before.state).may_take_over:
            return ""
        return TAKEN_OVER_TEXT if isinstance(self.record.node.move, TakeOver) else NOT_TAKEN_OVER

    def close(self) -> None:
        """Stop the search for a target and close all widgets."""
        self._worker.stop()
        super().close()

    def reset(self) -> None:
        """Return to the start of this game."""
        self.begin(Record(self.record.start), first=self._first)

    def new_board(self) -> None:
        """Start a game on a new random board, with the same rules."""
        options = {**self.record.options, "seed": SystemRandom().randrange(10**6)}
        options = {name: value for name, value in options.items() if name not in _CUSTOM_OPTIONS}
        self.new(**options)

    def play_other_rules(self) -> None:
        """Restart on the same board with the published rules, or with the default ones."""
        self.new(**{**self.record.options, **ruled_by(self.info, self._other_preset())})

    def switch_value(self) -> None:
        """Switch the points of tiles between square and linear; keep all moves."""
        start = cast("Territory", self.record.start)
        value: Literal["square", "linear"] = "linear" if start.rules.value == "square" else "square"
        record = Record(replace(start, rules=replace(start.rules, value=value)))
        for move in self.record.moves:
            record.push(move)
        self.begin(record)

    @with_owner
    def begin(
        self,
        record: Record,
        seats: Sequence[str] | None = None,
        *,
        first: tuple[Fraction, ...] | None = None,
    ) -> None:
        """Show another game; `first` has the scores of the first game of its match, if any."""
        seats = self.session.seats_for(record, seats)  # raises before any change
        self._first = first
        super().begin(record, seats)

    @with_owner
    def second_game(self) -> None:
        """Start the second game of a match: the same board, with the other player first.

        Raises
        ------
        OptionError
            If there is no finished first game of two players.
        """
        state = self._state
        if state.outcome is None or state.seats == 1 or self._first is not None:
            msg = "the second game of a match begins when the first, between two players, is over"
            raise OptionError(msg)
        first = tuple(map(state.exact_score, range(state.seats)))
        self.begin(Record(self.record.start), self.session.players[::-1], first=first)

    @property
    def totals(self) -> tuple[float, float] | None:
        """The points of both games, first those of the first player of the match.

        None before the second game.
        """
        exact = self._totals()
        return exact and (to_number(exact[0]), to_number(exact[1]))

    def _totals(self) -> tuple[Fraction, Fraction] | None:
        if self._first is None:
            return None
        begun, other = self._first
        return begun + self._state.exact_score(1), other + self._state.exact_score(0)

    def match_words(self) -> str:
        """Return the match score as text; empty during the first game."""
        state = self._state
        if self._first is None or self.totals is None:
            over = state.outcome is not None and state.seats > 1
            return "A match has two games. Press Second game to change sides." if over else ""
        begun, other = self.totals
        words = (
            f"Match: first game {to_number(self._first[0]):g} to {to_number(self._first[1]):g}; "
        )
        words += f"both games {begun:g} to {other:g}"
        if state.outcome is None:
            return f"{words} (the player who started the match comes first)."
        return f"{words}. {self.match_result()}"

    def match_result(self) -> str:
        """Return the result of the match as text; empty until the second game is over."""
        exact = self._totals()
        if exact is None or self.totals is None or self._state.outcome is None:
            return ""
        (begun, other), (one, two) = exact, self.totals
        if begun == other:
            return f"The match is tied, {one:g} to {two:g} in both games together."
        seat = 1 if begun > other else 0  # the seats were exchanged
        names = self.session.names
        if names.own(seat):
            winner = names.does(seat, "wins")
        else:
            winner = f"The player who {'began' if begun > other else 'did not begin'} wins"
        high, low = max(one, two), min(one, two)
        return f"{winner} the match, {high:g} to {low:g} in both games together."

    def _seek(self) -> None:
        """Start the search for the target total of solitaire in the background."""
        self._sought, self._target = self.record, "Target: searching …"
        start = cast("Territory", self.record.start)

        def tell(found: Solution) -> None:
            self._target = f"Target: {found.note}."
            if found.value is not None:
                self._target = f"Target: {points_in_words(found.value)}, the proved maximum."
            elif found.line:
                end = reduce(lambda state, move: state.play(move), found.line, start)
                self._target = f"Target: {points_in_words(end.scores[0])} or more."
            self.refresh()

        self._worker.do(partial(solve, start, seconds=TARGET_SEARCH_SECONDS), tell, self.show_error)

    def edit(self) -> None:
        """Toggle the editor panel, with the current board in it."""
        if self.editor is not None:
            self.editor.show(Editor.of(self._state.board))
        self._tabs.toggle(EDITOR_PANEL)

    def _play_drawn(self, board: Board) -> None:
        self.new(**vars(self._state.rules), tiles=board.rows, colors=board.color_names)
        self.close_panels()

    @property
    def _state(self) -> Territory:
        return cast("Territory", self.state)

    def _button(self, text: str, tooltip: str, action: Callable[[], Any]) -> widgets.Button:
        button = widgets.Button(
            description=text,
            tooltip=tooltip,
            layout=self.shared.fitting,
            style=self.shared.button_style,
        )
        button.on_click(lambda _: self.attempt(action))
        return button


_CUSTOM_OPTIONS: Final = ("tiles", "colors")
"""The options of custom boards only, which a random board must not have."""
