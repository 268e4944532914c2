"""The inputs of a form: one for each option of a game, and what is read from it.

What a person types stays as it was typed until the form is used; then it is read, or refused in
words.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from polygames.core.errors import OptionError
from polygames.core.form_texts import Question

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.core.info import GameInfo

STYLE = {"description_width": "9em"}


def question_of(info: GameInfo, name: str) -> Question:
    """Return how a form asks for an option."""
    return info.questions.get(name) or Question(name.replace("_", " ").capitalize())


def field_for(info: GameInfo, name: str) -> Any:
    """Return an input for an option with its default value; None for one that needs Python."""
    value, label = info.defaults[name], question_of(info, name).label
    if values := info.choices.get(name):
        words = question_of(info, name).words
        field = menu(label, [(words.get(each, str(each).capitalize()), each) for each in values])
        field.value = value
        return field
    match value:
        case bool():
            return widgets.Checkbox(value=value, description=label, style=STYLE)
        case int() | float() | str() | tuple():
            return widgets.Text(value=shown(value), description=label, style=STYLE)
        case _:
            return None


def menu(label: str, options: Sequence[tuple[str, Any]]) -> widgets.Dropdown:
    """Return a dropdown of words, each for a value."""
    return widgets.Dropdown(options=options, description=label, style=STYLE)


def labelled(field: widgets.Widget, help_text: str) -> widgets.Widget:
    """Return an input with a line of help below it."""
    if not help_text:
        return field
    line = widgets.HTML(f"<span class='polygames-form-help'>{escape(help_text)}</span>")
    line.add_class("polygames-form-line")
    return widgets.VBox([field, line])


def put(field: Any, value: Any) -> None:
    """Show a value, also one that the menu did not offer so far."""
    if isinstance(field, widgets.Dropdown):
        if value not in [each for _, each in field.options]:
            field.options = (*field.options, (str(value), value))
        field.value = value
    elif isinstance(field, widgets.Checkbox):
        field.value = bool(value)
    else:
        field.value = shown(value)


def read(info: GameInfo, name: str, field: Any) -> Any:
    """Return the value that a person chose or typed; OptionError if it is none."""
    default, value = info.defaults[name], field.value
    if not isinstance(field, widgets.Text) or isinstance(default, str):
        return value
    if isinstance(default, tuple):
        return _numbers(name, value)
    return _number(question_of(info, name).label, value, type(default))


def shown(value: Any) -> str:
    """Return a value as an input shows it: several numbers as text, separated by spaces.

    Examples
    --------
    >>> shown((1, 8)), shown(1e-6), shown(5.0)
    ('1 8', '1e-06', '5')
    """
    if isinstance(value, tuple | list):
        return " ".join(map(shown, value))
    return f"{value:g}" if isinstance(value, float) and float(f"{value:g}") == value else str(value)


def _number(label: str, text: str, kind: Callable[[str], Any]) -> Any:
    try:
        return kind(text.strip())
    except ValueError:
        what = "a whole number" if kind is int else "a number"
        msg = f"{label} must be {what}, not {text!r}"
        raise OptionError(msg) from None


def _numbers(name: str, text: str) -> tuple[int | float, ...]:
    """Read several numbers; OptionError if the text is something else."""
    words = text.replace(",", " ").split()
    try:
        return tuple(int(word) if word.isdecimal() else float(word) for word in words)
    except ValueError:
        msg = f"the option {name} must be numbers separated by spaces, not {text!r}"
        raise OptionError(msg) from None
