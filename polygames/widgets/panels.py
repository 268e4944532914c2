"""What opens below a board: a new game, the record, how to play."""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from polygames.core.errors import OptionError
from polygames.core.files import located
from polygames.core.record import Record, load
from polygames.widgets.discard import discard
from polygames.widgets.keeping import would_lose
from polygames.widgets.session import HUMAN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.registry import GameInfo
    from polygames.widgets.board import BoardWidget

__all__ = ["HelpPanel", "NewPanel", "RecordPanel", "how_to_play"]

KEYS = """
**Mouse and touch.** Click what lights up. Draw a line by dragging from border to border, or by
two clicks. Escape or the right button cancels. Ctrl + wheel or a pinch zooms, the middle button
moves the picture.

**Keys.** Tab reaches the board. Arrows move the cursor, Enter chooses, Escape cancels; `n` and
`p` go to the next and previous place. `1` `2` … press the buttons, `u` undo, `r` redo, `+` `-` `0`
zoom. Where no lines are drawn freely, Shift and an arrow move the picture.
"""

MOST_SEATS = 12
"""How many players a form has room for."""

STYLE = {"description_width": "110px"}


class _Panel:
    """A closed box that the toolbar opens."""

    def __init__(self, board: BoardWidget, children: list[widgets.Widget]) -> None:
        self.board = board
        style = {"display": "none", "border": "1px solid #d8d8d8", "padding": "8px"}
        self.box = widgets.VBox(children, layout=style)


class NewPanel(_Panel):
    """Preset, options and players of a new game."""

    def __init__(self, board: BoardWidget) -> None:
        info, session = board.info, board.session
        self.board, self._info = board, info
        names = ["(own options)", *info.presets]
        self._preset = widgets.Dropdown(options=names, description="preset", style=STYLE)
        if not info.presets:
            self._preset.layout.display = "none"
        made = {name: self.field(name, value) for name, value in info.defaults.items()}
        self._fields = {name: field for name, field in made.items() if field is not None}
        self.fill(board.record.options)
        self._seats = widgets.VBox()
        self._set_seats(session.players)
        if info.seats_option in self._fields:
            self._fields[info.seats_option].observe(self._take_players, "value")
        self._hint = widgets.Dropdown(
            options=info.agents, value=board.hint_agent, description="hints from", style=STYLE
        )
        if not info.agents:
            self._hint.layout.display = "none"
        self._hint.observe(lambda change: setattr(board, "hint_agent", change["new"]), "value")
        start = widgets.Button(description="Start", button_style="primary")
        start.on_click(lambda _: board.attempt(self._start))
        self._preset.observe(self._take_preset, "value")
        options = self._fields.values()
        super().__init__(board, [self._seats, self._hint, self._preset, *options, start])

    def fill(self, options: dict[str, Any]) -> None:
        """Show these values."""
        for name, field in self._fields.items():
            if name in options:
                field.value = type(field.value)(_shown(options[name]))

    def field(self, name: str, value: Any) -> Any:
        """Return an input for an option with this default; None for one that needs Python."""
        return _field(name, value, self._info.choices.get(name, ()))

    def options(self) -> dict[str, Any]:
        """Return the options chosen."""
        defaults = self._info.defaults
        return {
            name: _numbers(name, field.value) if isinstance(defaults[name], tuple) else field.value
            for name, field in self._fields.items()
        }

    def _set_seats(self, players: Sequence[str]) -> None:
        for old in self._seats.children:
            discard(old)
        who = [HUMAN, *self._info.agents]
        self._seats.children = tuple(
            widgets.Dropdown(options=who, value=player, description=f"seat {seat}", style=STYLE)
            for seat, player in enumerate(players)
        )

    def _take_players(self, change: dict[str, Any]) -> None:
        known = [seat.value for seat in self._seats.children]
        wanted = min(max(change["new"], 1), MOST_SEATS)
        self._set_seats([*known, *[HUMAN] * wanted][:wanted])

    def _take_preset(self, change: dict[str, Any]) -> None:
        self.fill(dict(self.board.info.presets.get(change["new"], {})))

    def _start(self) -> None:
        seats = [seat.value for seat in self._seats.children]
        self.board.new(seats=seats, **self.options())
        self.board.close_panels()


class RecordPanel(_Panel):
    """Save and load a record; copy and paste a position."""

    def __init__(self, board: BoardWidget) -> None:
        wide = widgets.Layout(width="auto")
        self._where = widgets.HTML()
        self._path = widgets.Text(value=f"{board.record.game}.txt", description="file", layout=wide)
        self._text = widgets.Textarea(description="position", rows=8, layout=wide)
        buttons = {
            "Save": self._save,
            "Load": self._load,
            "Copy position": board.copy,
            "Set up this position": self._set_up,
        }
        row = []
        for text, action in buttons.items():
            button = widgets.Button(description=text, layout=widgets.Layout(width="auto"))
            button.on_click(lambda _, action=action: board.attempt(action))
            row.append(button)
        super().__init__(board, [self._where, self._path, widgets.HBox(row), self._text])

    def refresh(self) -> None:
        """Show the position and where the game is kept."""
        self._text.value = self.board.seen().to_text()
        file = self.board.session.file
        kept = f"Every move is kept in <code>{escape(_near(file))}</code>" if file else "Not kept."
        self._where.value = kept

    def _save(self) -> None:
        name = self._path.value
        if would_lose(located(name), self.board.record):
            msg = f"{name} holds something else: choose another name"
            raise OptionError(msg)
        self.board.tell(f"saved as {self.board.save(name)}")

    def _load(self) -> None:
        record: Record = load(self._path.value)
        if record.game != self.board.record.game:
            msg = f"{self._path.value} is a record of {record.game}: use pg.play(pg.load(...))"
            raise OptionError(msg)
        self.board.load(record)

    def _set_up(self) -> None:
        self.board.set_position(self._text.value)


class HelpPanel(_Panel):
    """How to play, from the game's rules, and the keys."""

    def __init__(self, board: BoardWidget) -> None:
        text = (how_to_play(board.info), f"{KEYS}{keys_of(board.info)}\n{board.help_text}")
        super().__init__(board, [_markdown(each) for each in text])


def keys_of(info: GameInfo) -> str:
    """Return what the help says of the keys that only this game has; nothing if it has none."""
    if not info.keys:
        return ""
    return f"\n**Keys in {info.title}.**\n\n" + "".join(
        f"- `{key}`: {what}\n" for key, what in info.keys
    )


def how_to_play(info: GameInfo) -> str:
    """Return the numbered rules of a game's RULES.md, without the notes on their origin.

    A game that has no such file is described by its summary.
    """
    head = f"**{info.title}.** {info.summary}"
    if not info.rules_text:
        return head
    text = files(info.rules_text).joinpath("RULES.md").read_text(encoding="utf-8")
    first = re.search(r"^1\. .*?(?=\n\n)", text, re.MULTILINE | re.DOTALL)
    rules = first[0] if first else text
    return f"{head}\n\n" + re.sub(r"\s*\[(source|fact|ours)[^]]*\]", "", rules)


def _markdown(text: str) -> widgets.Widget:
    """Show Markdown in an output area, which renders it in every front end."""
    output = {"output_type": "display_data", "data": {"text/markdown": text}, "metadata": {}}
    return widgets.Output(outputs=(output,))


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


def _near(file: Path) -> str:
    """Return a path as it is found from the working directory, if it is below that."""
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)


def _shown(value: Any) -> Any:
    """Return a value as an input shows it: several numbers as text with blanks between them."""
    return " ".join(map(str, value)) if isinstance(value, tuple | list) else value


def _numbers(name: str, text: str) -> tuple[int | float, ...]:
    """Read several numbers; OptionError if the text is something else."""
    words = text.replace(",", " ").split()
    try:
        return tuple(int(word) if word.isdecimal() else float(word) for word in words)
    except ValueError:
        msg = f"the option {name} is numbers with blanks between them, not {text!r}"
        raise OptionError(msg) from None
