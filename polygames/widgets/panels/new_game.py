"""The form for a new game: who plays first, then the rules."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Final

import ipywidgets as widgets

from polygames.core.errors import PolygamesError
from polygames.widgets.header import in_words
from polygames.widgets.panels.fields import STYLE, field_for, labelled, menu, put, question_of, read
from polygames.widgets.panels.help import Panel
from polygames.widgets.panels.opponents import Opponents

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.core.protocol import State
    from polygames.core.registry import GameInfo

__all__ = ["BY_ANALYSIS", "STYLE", "NewPanel", "Setting"]

CUSTOM: Final = "my own"
"""What the form shows for options that are no preset."""

BY_ANALYSIS: Final = "analysis"
"""Who gives the hints if no agent is chosen."""


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


class NewPanel(Panel):
    """Players, rules and options of a new game."""

    def __init__(self, setting: Setting) -> None:
        self.setting, info = setting, setting.info
        self.opponents = Opponents(info, setting.players)
        self._preset = self._preset_field()
        self._about = widgets.HTML()
        self._about.add_class("polygames-form-line")
        asked = [name for name in info.defaults if name != info.seats_option]
        made = {name: self.field(name) for name in asked}
        self._fields = {name: field for name, field in made.items() if field is not None}
        self._hint = self._hint_field()
        self._refusal = widgets.HTML()
        self._refusal.add_class("polygames-form-refusal")
        self.fill(setting.options)
        self._preset.value = self._preset_of(setting.options)
        self._preset.observe(self._take_preset, "value")
        self._say_preset()
        super().__init__([self.opponents.box, *self._rules(), self._advanced(), self._start_row()])
        self.box.add_class("polygames-form")

    def fill(self, options: dict[str, Any]) -> None:
        """Show these values."""
        for name, field in self._fields.items():
            if name in options:
                put(field, options[name])

    def field(self, name: str) -> Any:
        """Return an input for an option; None for one that needs Python."""
        return field_for(self.setting.info, name)

    def line(self, name: str) -> widgets.Widget:
        """Return what stands in the form for an option: its input, and the help below."""
        return labelled(self._fields[name], question_of(self.setting.info, name).help)

    def options(self) -> dict[str, Any]:
        """Return the options chosen; OptionError for what cannot be read."""
        info = self.setting.info
        chosen = {name: read(info, name, field) for name, field in self._fields.items()}
        return chosen | self.opponents.options()

    def _rules(self) -> list[widgets.Widget]:
        """Return the questions that everybody is asked."""
        info = self.setting.info
        first = [name for name in self._fields if not question_of(info, name).is_advanced]
        return [self._preset, self._about, *map(self.line, first)]

    def _advanced(self) -> widgets.Widget:
        """Return the questions that are asked on demand."""
        info = self.setting.info
        rest = [name for name in self._fields if question_of(info, name).is_advanced]
        inside = widgets.VBox([*map(self.line, rest), self._hint])
        folded = widgets.Accordion([inside], titles=("Advanced",), selected_index=None)
        folded.add_class("polygames-form-advanced")
        if not rest and not info.agents:
            folded.layout.display = "none"
        return folded

    def _start_row(self) -> widgets.Widget:
        button = widgets.Button(description="Start", button_style="primary")
        button.on_click(lambda _: self.press_start())
        row = widgets.HBox([button, self._refusal])
        row.add_class("polygames-form-start")
        return row

    def press_start(self) -> None:
        """Start the game; if it is refused, say why beside the button."""
        self._refusal.value = ""
        try:
            self._start()
        except (PolygamesError, OSError, UnicodeError) as error:
            self._refusal.value = f"<span role='alert'>{escape(in_words(error))}</span>"

    def _start(self) -> None:
        options = self.options()
        start = self.setting.info.new(**options)
        self.setting.start(self.opponents.players(start), options)

    def _preset_field(self) -> widgets.Dropdown:
        info = self.setting.info
        titles = [(_title(info, name), name) for name in info.presets]
        field = menu("Rules", [("My own", CUSTOM), *titles])
        if not info.presets:
            field.layout.display = "none"
        return field

    def _hint_field(self) -> widgets.Dropdown:
        setting = self.setting
        names = (BY_ANALYSIS, *setting.info.agents)
        field = menu("Hints from", [(name, name) for name in names])
        field.value = setting.hint_agent or BY_ANALYSIS
        if not setting.info.agents:
            field.layout.display = "none"
        field.observe(lambda change: setting.take_hints_from(change["new"]), "value")
        return field

    def _take_preset(self, change: dict[str, Any]) -> None:
        info = self.setting.info
        if change["new"] in info.presets:
            self.fill(self._ruled_by(change["new"]))
        self._say_preset()

    def _ruled_by(self, preset: str) -> dict[str, Any]:
        """Return all options that the presets speak of, with their values in one of them."""
        info = self.setting.info
        ruled = {name for each in info.presets.values() for name in each}
        return {name: info.defaults[name] for name in ruled} | dict(info.presets[preset])

    def _preset_of(self, options: dict[str, Any]) -> str:
        """Return the preset that these options are, if they are one."""
        for preset in self.setting.info.presets:
            if self._ruled_by(preset).items() <= options.items():
                return preset
        return CUSTOM

    def _say_preset(self) -> None:
        text = self.setting.info.preset_texts.get(self._preset.value)
        said = "" if text is None else escape(text.sentence)
        self._about.value = f"<span class='polygames-form-help'>{said}</span>"
        self._about.layout.display = "" if said else "none"


def _title(info: GameInfo, preset: str) -> str:
    text = info.preset_texts.get(preset)
    return preset.replace("_", " ").capitalize() if text is None else text.title
