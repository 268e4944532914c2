"""The form for a new game: its players, its rules, and the input fields."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

import ipywidgets as widgets

from polygames.core.errors import OptionError, PolygamesError
from polygames.core.protocol import CHANCE
from polygames.runtime.game_lock import with_game_lock
from polygames.view.help import find_preset, preset_values
from polygames.widgets.board_options import HUMAN_SEAT, REMOTE_PLAYER, player_names
from polygames.widgets.interfaces import (
    ANALYSIS_HINT_SOURCE,
    ANALYSIS_TAB,
    BoardLike,
    close_tree,
    set_visible,
)
from polygames.widgets.ladder import Ladder, has_ladder, ladder_html
from polygames.widgets.panels.panel import Panel
from polygames.widgets.panels.refusal import refusal_html
from polygames.widgets.panels.shortcuts import Shortcuts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import State

FORM_STYLE = {"description_width": "9em"}


def create_field(info: GameInfo, name: str) -> Any:
    """Return an input field with the default value of an option; None if its type has no field."""
    option = info.options[name]
    value, label = option.default, option.title
    if option.value_names and not isinstance(value, bool):
        field = create_menu(label, [(text, each) for each, text in option.value_names.items()])
        field.value = value
        return field
    match value:
        case bool():
            return widgets.Checkbox(value=value, description=label, style=FORM_STYLE)
        case int() | float() | str() | tuple():
            return widgets.Text(value=to_field_value(value), description=label, style=FORM_STYLE)
        case _:
            return None


def create_menu(label: str, options: Sequence[tuple[str, Any]]) -> widgets.Dropdown:
    """Return a dropdown of (label, value) pairs."""
    return widgets.Dropdown(options=options, description=label, style=FORM_STYLE)


def with_help_line(field: widgets.Widget, help_text: str) -> widgets.Widget:
    """Return an input field with a line of help below it; only the field if the text is empty."""
    if not help_text:
        return field
    line = widgets.HTML(f"<span class='polygames-form-help'>{escape(help_text)}</span>")
    line.add_class("polygames-form-line")
    return widgets.VBox([field, line])


def set_field(field: Any, value: Any) -> None:
    """Set the value of an input field; add the value to a menu that does not offer it."""
    if isinstance(field, widgets.Dropdown):
        if value not in [each for _, each in field.options]:
            field.options = (*field.options, (str(value), value))
        field.value = value
    elif isinstance(field, widgets.Checkbox):
        field.value = bool(value)
    else:
        field.value = to_field_value(value)


def read_field(info: GameInfo, name: str, field: Any) -> Any:
    """Return the value of an input field. Raise OptionError if it is not a valid number."""
    option, value = info.options[name], field.value
    default = option.default
    if not isinstance(field, widgets.Text) or isinstance(default, str):
        return value
    if isinstance(default, tuple):
        return _parse_numbers(name, value)
    return _parse_number(option.title, value, type(default))


def to_field_value(value: Any) -> str:
    """Return a value as the text of an input field; several numbers are separated by spaces.

    Examples
    --------
    >>> to_field_value((1, 8)), to_field_value(1e-6), to_field_value(5.0), to_field_value(1e-12)
    ('1 8', '0.000001', '5', '1e-12')
    """
    if isinstance(value, tuple | list):
        return " ".join(map(to_field_value, value))
    if not isinstance(value, float):
        return str(value)
    texts = (f"{value:.10f}".rstrip("0").rstrip("."), f"{value:g}", str(value))
    return next(text for text in texts if float(text) == value)


def _parse_number(label: str, text: str, kind: Callable[[str], Any]) -> Any:
    try:
        return kind(text.strip())
    except ValueError:
        what = "a whole number" if kind is int else "a number"
        msg = f"{label} must be {what}, not {text!r}"
        raise OptionError(msg) from None


def _parse_numbers(name: str, text: str) -> tuple[int | float, ...]:
    """Return the numbers in a text. Raise OptionError if it contains any other text."""
    words = text.replace(",", " ").split()
    try:
        return tuple(int(word) if word.isdecimal() else float(word) for word in words)
    except ValueError:
        msg = f"the option {name} must be numbers separated by spaces, not {text!r}"
        raise OptionError(msg) from None


AGAINST_COMPUTER: Final = "You against the computer"
TWO_PEOPLE: Final = "Two people"
COMPUTER_ALONE: Final = "Computer against itself"
PERSON_ALONE: Final = "You alone"
CHOOSE_EACH: Final = "Choose each player"

YOU, COMPUTER = "You", "The computer"
MAX_FORM_SEATS: Final = 12
"""The maximum number of players in the form."""

LEVEL_HELP: Final = "Level 1 is for a first game. Level 5 plays as well as it can in one second."


class PlayersForm:
    """The part of the form for a new game in which the players are chosen.

    Parameters
    ----------
    info
        The game.
    players
        The current players, shown first.
    """

    def __init__(self, info: GameInfo, players: Sequence[str]) -> None:
        self.info = info
        computers = info.level_names or info.agents
        names = [(name, name) for name in computers]
        self.mode = widgets.RadioButtons(
            options=self._offered_modes(), description="", style=FORM_STYLE
        )
        self.level, self.second_level = create_menu("Level", names), create_menu("Against", names)
        self.first_player = create_menu("Who begins", [(who, who) for who in (YOU, COMPUTER)])
        self.player_count = create_menu(
            "Players", [(str(n), n) for n in range(2, MAX_FORM_SEATS + 1)]
        )
        self.seat_menus = widgets.VBox()
        help_text = LEVEL_HELP if info.engine.levels else ""
        self._level_line = with_help_line(self.level, help_text)
        shown = [
            self.mode,
            self.player_count,
            self._level_line,
            self.second_level,
            self.first_player,
            self.seat_menus,
        ]
        self.box = widgets.VBox(shown)
        self.box.add_class("polygames-form-players")
        if computers:
            self.level.value = computers[0]
        self.set_players(players)
        self.mode.observe(lambda _: self._show_needed_fields(), "value")
        self.player_count.observe(lambda _: self._show_needed_fields(), "value")

    def set_players(self, players: Sequence[str]) -> None:
        """Show these players in the form; a player in a class counts as a person."""
        players = [HUMAN_SEAT if each == REMOTE_PLAYER else each for each in players]
        people, computers = (
            players.count(HUMAN_SEAT),
            [each for each in players if each != HUMAN_SEAT],
        )
        levels = {value for _, value in self.level.options}
        if len(players) > 1 and self.info.seats_option:
            self.player_count.value = min(len(players), MAX_FORM_SEATS)
        if not computers:
            chosen = (
                PERSON_ALONE
                if len(players) == 1 and PERSON_ALONE in self.mode.options
                else TWO_PEOPLE
            )
        elif not {*computers} <= levels or len(players) != 2:  # noqa: PLR2004 - seat by seat
            chosen = CHOOSE_EACH
        else:
            chosen = AGAINST_COMPUTER if people else COMPUTER_ALONE
            self.level.value, self.second_level.value = computers[0], computers[-1]
            self.first_player.value = YOU if players[0] == HUMAN_SEAT else COMPUTER
        self._create_seat_menus(players)
        self.mode.value = chosen
        self._show_needed_fields()

    def count_option(self) -> dict[str, Any]:
        """Return a dictionary with the option for the number of players; empty if there is none."""
        if self.info.seats_option is None:
            return {}
        return {self.info.seats_option: self._seat_count()}

    def players(self, start: State[Any]) -> tuple[str, ...]:
        """Return the chosen player of each seat, for a game from this start position."""
        count = start.seats
        opener = 0 if start.turn == CHANCE else start.turn
        match self.mode.value:
            case mode if mode == CHOOSE_EACH:
                return tuple(seat.value for seat in self.seat_menus.children)[:count]
            case mode if mode == COMPUTER_ALONE:
                levels = (self.level.value, self.second_level.value)
                return tuple(levels[(seat - opener) % 2] for seat in range(count))
            case mode if mode == AGAINST_COMPUTER and count > 1:
                you = opener if self.first_player.value == YOU else (opener + 1) % count
                return tuple(
                    HUMAN_SEAT if seat == you else self.level.value for seat in range(count)
                )
        return (HUMAN_SEAT,) * count

    def _offered_modes(self) -> list[str]:
        """Return the ways to choose the players that the form offers, such as "Two people"."""
        alone = [PERSON_ALONE] if self.info.seats_option or self.info.seats == 1 else []
        if not self.info.agents:
            return [*alone, TWO_PEOPLE]
        return [AGAINST_COMPUTER, *alone, TWO_PEOPLE, COMPUTER_ALONE, CHOOSE_EACH]

    def _seat_count(self) -> int:
        if self.mode.value == PERSON_ALONE:
            return 1
        return self.player_count.value if self.info.seats_option else self.info.seats

    def _show_needed_fields(self) -> None:
        """Show only the fields that the chosen kind of opponents needs."""
        mode = self.mode.value
        set_visible(self.player_count, self.info.seats_option is not None and mode != PERSON_ALONE)
        set_visible(self._level_line, mode in {AGAINST_COMPUTER, COMPUTER_ALONE})
        set_visible(self.second_level, mode == COMPUTER_ALONE)
        set_visible(self.first_player, mode == AGAINST_COMPUTER)
        set_visible(self.seat_menus, mode == CHOOSE_EACH)
        if len(self.seat_menus.children) != self._seat_count():
            self._create_seat_menus([seat.value for seat in self.seat_menus.children])

    def _create_seat_menus(self, players: Sequence[str]) -> None:
        """Create a menu for each seat, set to its player, or to a person if none is given."""
        who = [
            ("a person" if name == HUMAN_SEAT else name, name) for name in player_names(self.info)
        ]
        for old in self.seat_menus.children:
            close_tree(old)
        made = []
        for seat in range(self._seat_count()):
            field = create_menu(f"Player {seat + 1}", who)
            set_field(field, players[seat] if seat < len(players) else HUMAN_SEAT)
            made.append(field)
        self.seat_menus.children = tuple(made)


LEVEL_STEP_LABELS: Final = {-1: "Easier", 1: "Harder"}
"""The labels of the buttons for a game at the next lower and the next higher level."""

CUSTOM_PRESET: Final = "my own"
"""The menu entry for options that match no preset."""


class NewGamePanel(Panel):
    """The panel with the players, rules and options of a new game."""

    def __init__(self, board: BoardLike) -> None:
        box = widgets.VBox()
        super().__init__(board, box)
        box.add_class("polygames-form")
        info, options = self.info, self.record.options
        self._shown_players = board.session.players
        self.opponents = PlayersForm(info, self._shown_players)
        self._preset_menu = self._preset_field()
        self._preset_text = widgets.HTML()
        self._preset_text.add_class("polygames-form-line")
        asked = [name for name in info.defaults if name != info.seats_option]
        made = {name: self.create_field(name) for name in asked}
        self.fields = {name: field for name, field in made.items() if field is not None}
        """The input fields of the form, by option."""
        self._hint_menu = self._hint_field()
        self._level_buttons = {step: widgets.Button() for step in LEVEL_STEP_LABELS}
        self._error_text = widgets.HTML()
        self._error_text.add_class("polygames-form-refusal")
        self._show_error("")
        self.fill_fields(options)
        self._preset_menu.value = find_preset(info, options) or CUSTOM_PRESET
        self._preset_menu.observe(self._on_preset_change, "value")
        for field in self.fields.values():
            field.observe(self._on_field_change, "value")
        self.refresh_preset()
        self._ladder = widgets.HTML()
        self.shortcuts = Shortcuts(board)
        box.children = (
            self._start_row(),
            self._ladder,
            self.shortcuts.box,
            self.opponents.box,
            *self._rule_fields(),
            self._advanced_fields(),
        )

    def refresh(self) -> None:
        """Update the players, the shortcuts, and the buttons for an easier or harder game."""
        is_other = self._shown_players != self.board.session.players  # an older game goes on
        if is_other and not self.board.has_task:
            self._shown_players = self.board.session.players
            self.opponents.set_players(self._shown_players)
        self.shortcuts.refresh()
        self._show_ladder()
        has_level = self._playing_level() is not None
        for step, button in self._level_buttons.items():
            level = self._level_after(step)
            set_visible(button, level is not None)
            if level is None:
                button.description, button.tooltip = LEVEL_STEP_LABELS[step], None
                continue
            button.description = LEVEL_STEP_LABELS[step] if has_level else f"Against {level}"
            button.tooltip = f"start a new game against the computer ({level})"

    def _show_ladder(self) -> None:
        """Show the stars of the person, if the games of the board are saved in a folder."""
        folder = self.board.session.folder
        is_shown = folder is not None and has_ladder(self.info.name) and not self.board.has_task
        set_visible(self._ladder, is_shown)
        if folder is None or not is_shown:
            return
        try:
            shown = ladder_html(self.record.start, Ladder(folder).stars(self.info.name))
        except (PolygamesError, OSError) as error:
            shown = f"<div class='polygames-form-help'>{refusal_html(error)}</div>"
        if shown != self._ladder.value:
            self._ladder.value = shown

    def fill_fields(self, options: dict[str, Any]) -> None:
        """Set the input fields to the given option values."""
        self._is_filling = True
        try:
            for name, field in self.fields.items():
                if name in options:
                    set_field(field, options[name])
        finally:
            self._is_filling = False

    def create_field(self, name: str) -> Any:
        """Return an input field for an option; None if its type has no field."""
        return create_field(self.info, name)

    def field_with_help(self, name: str) -> widgets.Widget:
        """Return the input field of an option with its help below."""
        return with_help_line(self.fields[name], self.info.options[name].help)

    def options(self) -> dict[str, Any]:
        """Return the chosen options. Raise OptionError if a field is invalid."""
        info = self.info
        chosen = {name: read_field(info, name, field) for name, field in self.fields.items()}
        return chosen | self.opponents.count_option()

    def _rule_fields(self) -> list[widgets.Widget]:
        """Return the fields of the rules that are always visible."""
        options = self.info.options
        first = [name for name in self.fields if not options[name].is_advanced]
        return [self._preset_menu, self._preset_text, *map(self.field_with_help, first)]

    def _advanced_fields(self) -> widgets.Widget:
        """Return the collapsible part of the form with the advanced options."""
        info = self.info
        rest = [name for name in self.fields if info.options[name].is_advanced]
        inside = widgets.VBox([*map(self.field_with_help, rest), self._hint_menu])
        folded = widgets.Accordion([inside], titles=("Advanced",), selected_index=None)
        folded.add_class("polygames-form-advanced")
        set_visible(folded, bool(rest or info.agents))
        return folded

    def _start_row(self) -> widgets.Widget:
        button = widgets.Button(description="Start", button_style="primary")
        button.on_click(lambda _: self.press_start())
        for step, each in self._level_buttons.items():
            each.on_click(lambda _, step=step: self._start_at_level(step))
        cancel = widgets.Button(description="Cancel", tooltip="go back to the game on the board")
        cancel.on_click(lambda _: self.board.open_panel(ANALYSIS_TAB))
        cancel.add_class("polygames-cancel")  # the page gives the focus back
        row = widgets.HBox([button, *self._level_buttons.values(), cancel, self._error_text])
        row.add_class("polygames-form-start")
        return row

    def _playing_level(self) -> str | None:
        """Return the computer's level in a game against one person; None in any other game."""
        levels, players = self.info.level_names, self._shown_players
        known = [each for each in players if each in levels]
        return known[0] if len(players) == 2 and HUMAN_SEAT in players and known else None  # noqa: PLR2004 - one each

    def _level_after(self, step: int) -> str | None:
        """Return the level one step easier or harder; None if there is no such level.

        If only people play, the steps start from the second level.
        """
        levels, playing = self.info.level_names, self._playing_level()
        if playing is None and set(self._shown_players) != {HUMAN_SEAT}:
            return None
        at = 1 if playing is None else levels.index(playing)
        return dict(enumerate(levels)).get(at + step)

    def _start_at_level(self, step: int) -> None:
        """Start a game against the computer at another level, with the rules of the form."""
        self.opponents.mode.value, self.opponents.level.value = (
            AGAINST_COMPUTER,
            self._level_after(step),
        )
        self.press_start()

    @with_game_lock
    def press_start(self) -> None:
        """Start the game; show the error beside the button if it is refused."""
        self._show_error("")
        try:
            self._start_game()
        except (PolygamesError, OSError, UnicodeError) as error:
            self._show_error(refusal_html(error))

    def _show_error(self, html: str) -> None:
        """Show why a start was refused; nothing if the text is empty."""
        self._error_text.value = html
        set_visible(self._error_text, bool(html))

    def _start_game(self) -> None:
        options = self.options()
        start = self.info.new(**options)
        self.board.new(seats=self.opponents.players(start), **options)
        self.board.open_panel(ANALYSIS_TAB)

    def _preset_field(self) -> widgets.Dropdown:
        info = self.info
        titles = [(_preset_title(info, name), name) for name in info.presets]
        field = create_menu("Rules", [("My own", CUSTOM_PRESET), *titles])
        set_visible(field, bool(info.presets))
        return field

    def _hint_field(self) -> widgets.Dropdown:
        names = (ANALYSIS_HINT_SOURCE, *self.info.agents)
        field = create_menu("Hints from", [(name, name) for name in names])
        field.value = self.board.hint_agent or ANALYSIS_HINT_SOURCE
        set_visible(field, bool(self.info.agents))
        field.observe(lambda change: setattr(self.board, "hint_agent", change["new"]), "value")
        return field

    def _on_preset_change(self, change: dict[str, Any]) -> None:
        info = self.info
        if change["new"] in info.presets:
            self.fill_fields(preset_values(info, change["new"]))
        self.refresh_preset()

    def _on_field_change(self, _: object) -> None:
        """Select the preset that matches the new field values, or ``my own`` if none does."""
        if self._is_filling:
            return
        try:
            chosen = self.info.defaults | self.options()
        except (PolygamesError, ValueError):  # unfinished input: an error only at the start
            return
        self._preset_menu.value = find_preset(self.info, chosen) or CUSTOM_PRESET

    def refresh_preset(self) -> None:
        """Show the sentence of the chosen preset."""
        text = self.info.guide.preset_texts.get(self._preset_menu.value)
        said = "" if text is None else escape(text.sentence)
        self._preset_text.value = f"<span class='polygames-form-help'>{said}</span>"
        set_visible(self._preset_text, bool(said))


def _preset_title(info: GameInfo, preset: str) -> str:
    text = info.guide.preset_texts.get(preset)
    return preset.replace("_", " ").capitalize() if text is None else text.title
