"""The form for a new game: preset, options and players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import ipywidgets as widgets

from polygames.core.errors import OptionError
from polygames.widgets.discard import discard
from polygames.widgets.given import HUMAN
from polygames.widgets.panels import Panel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.core.protocol import State
    from polygames.core.registry import GameInfo

__all__ = ["STYLE", "NewPanel", "Setting"]

CUSTOM: Final = "(custom)"
"""What the form shows for options that are no preset."""

MOST_SEATS: Final = 12
"""How many players a form has room for."""

STYLE = {"description_width": "110px"}


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What a form for a new game knows of its board, and what it can do there."""

    info: GameInfo
    options: dict[str, Any]
    """Those of the game on the board, shown first."""
    players: Sequence[str]
    hint_agent: str | None
    state: Callable[[], State[Any]]
    """The position on the board."""
    start: Callable[[Sequence[str], dict[str, Any]], Any]
    """Start a game for these players, with these options."""
    take_hints_from: Callable[[str], Any]
    attempt: Callable[[Callable[[], Any]], Any]
    """Run an action, and say at the board why it was refused."""


class NewPanel(Panel):
    """Preset, options and players of a new game."""

    def __init__(self, setting: Setting) -> None:
        self.setting, info = setting, setting.info
        self._preset = widgets.Dropdown(
            options=[CUSTOM, *info.presets], description="preset", style=STYLE
        )
        if not info.presets:
            self._preset.layout.display = "none"
        made = {name: self.field(name, value) for name, value in info.defaults.items()}
        self._fields = {name: field for name, field in made.items() if field is not None}
        self.fill(setting.options)
        self._seats = widgets.VBox()
        self._set_seats(setting.players)
        if info.seats_option in self._fields:
            self._fields[info.seats_option].observe(self._take_seats, "value")
        self._hint = self._hint_field()
        start = widgets.Button(description="Start", button_style="primary")
        start.on_click(lambda _: setting.attempt(self._start))
        self._preset.observe(self._take_preset, "value")
        super().__init__([self._seats, self._hint, self._preset, *self._fields.values(), start])

    def fill(self, options: dict[str, Any]) -> None:
        """Show these values."""
        for name, field in self._fields.items():
            if name in options:
                field.value = type(field.value)(_shown(options[name]))

    def field(self, name: str, value: Any) -> Any:
        """Return an input for an option with this default; None for one that needs Python."""
        return _field(name, value, self.setting.info.choices.get(name, ()))

    def options(self) -> dict[str, Any]:
        """Return the options chosen."""
        defaults = self.setting.info.defaults
        return {
            name: _numbers(name, field.value) if isinstance(defaults[name], tuple) else field.value
            for name, field in self._fields.items()
        }

    def _hint_field(self) -> widgets.Dropdown:
        setting = self.setting
        field = widgets.Dropdown(
            options=setting.info.agents,
            value=setting.hint_agent,
            description="hints from",
            style=STYLE,
        )
        if not setting.info.agents:
            field.layout.display = "none"
        field.observe(lambda change: setting.take_hints_from(change["new"]), "value")
        return field

    def _set_seats(self, players: Sequence[str]) -> None:
        for old in self._seats.children:
            discard(old)
        who = [HUMAN, *self.setting.info.agents]
        self._seats.children = tuple(
            widgets.Dropdown(options=who, value=player, description=f"seat {seat}", style=STYLE)
            for seat, player in enumerate(players)
        )

    def _take_seats(self, change: dict[str, Any]) -> None:
        known = [seat.value for seat in self._seats.children]
        wanted = min(max(change["new"], 1), MOST_SEATS)
        self._set_seats([*known, *[HUMAN] * wanted][:wanted])

    def _take_preset(self, change: dict[str, Any]) -> None:
        self.fill(dict(self.setting.info.presets.get(change["new"], {})))

    def _start(self) -> None:
        seats = [seat.value for seat in self._seats.children]
        self.setting.start(seats, self.options())


def _field(name: str, value: Any, choices: Sequence[Any] = ()) -> Any:
    """Return an input for an option with this default; None for one that needs Python."""
    if choices:
        return widgets.Dropdown(options=choices, value=value, description=name, style=STYLE)
    match value:
        case bool():
            return widgets.Checkbox(value=value, description=name, style=STYLE)
        case int():
            return widgets.IntText(value=value, description=name, style=STYLE)
        case float():
            return widgets.FloatText(value=value, description=name, style=STYLE)
        case str() | tuple():
            return widgets.Text(value=_shown(value), description=name, style=STYLE)
        case _:
            return None


def _shown(value: Any) -> Any:
    """Return a value as an input shows it: several numbers as text, separated by spaces."""
    return " ".join(map(str, value)) if isinstance(value, tuple | list) else value


def _numbers(name: str, text: str) -> tuple[int | float, ...]:
    """Read several numbers; OptionError if the text is something else."""
    words = text.replace(",", " ").split()
    try:
        return tuple(int(word) if word.isdecimal() else float(word) for word in words)
    except ValueError:
        msg = f"the option {name} must be numbers separated by spaces, not {text!r}"
        raise OptionError(msg) from None
