"""The error messages in the source, one line for each, with ``{name}`` for each value."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Final, TypeAlias

_AssignedTexts: TypeAlias = "dict[str, list[ast.expr]]"

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

HELPERS: Final = {
    "check_choice": "OptionError: {0} must be one of {2}, not {1}",
    "check_date": "OptionError: {0} must be a date, not {1}",
    "check_duration": "OptionError: {0} must be a time in seconds, not {1}",
    "check_flag": "OptionError: {0} must be True or False, not {1}",
    "check_items": "OptionError: {0} {1}, not {2}",
    "check_number": "OptionError: {0} must be a number in a range, not {1}",
    "check_rows": "OptionError: {0} must be rows of text, not {1}",
    "check_seed": "OptionError: {0} must be a seed, not {1}",
    "check_text": "OptionError: {0} must be text, not {1}",
    "illegal_move_error": "IllegalMoveError: illegal move {0}: {1}",
    "raise_option_error": "OptionError: {0} {1}, not {2}",
    "raise_value_error": "ValueError: {0}",
    "unreadable": "InvalidMoveError: invalid move {0}: expected {1}",
    "unknown_name_text": "OptionError: unknown {0} {1}: choose from {2}",
    "whole": "OptionError: {0} must be a whole number in a range, not {1}",
}
"""The functions that raise errors or return them, with their messages; ``{0}`` is an argument."""
_RAISES: Final = re.compile(r"^_?(raise|refuse)_\w+$|^[A-Z]\w*Error$")
"""The names of other functions and classes whose last text is a message."""
_REASONS: Final = re.compile(
    r"^why_(no\w*|forbidden)$|^(?!_find_fault$)\w*_(fault|problems?|excess)$|_(playable|blocking)_reason$"
)
"""The names of functions that return a part of a message: the reason of a refusal."""
_VALUE: Final = re.compile("{[^{}]*}")
_LONGEST_FIELD: Final = 40


class ErrorMessages:
    """The error messages of a Python module.

    They are the texts of raised errors, also if a variable had the text before, and the texts that
    functions such as `why_forbidden` return as a part of a message.
    """

    def __init__(self, path: Path) -> None:
        self._last_uses: dict[str, int] = {}  # by variable: the last line that uses its texts
        module = ast.parse(path.read_text(encoding="utf-8"))
        constants = [node for node in module.body if isinstance(node, ast.Assign | ast.AnnAssign)]
        self.messages = sorted({*self._find(module, _assigned_texts(constants))})
        """Each message as a line: the class of the error, or its helper, and the text."""

    def _find(self, parent: ast.AST, names: _AssignedTexts) -> Iterator[str]:
        """Yield the messages below a node; `names` has the texts that variables can have."""
        for node in ast.iter_child_nodes(parent):
            if isinstance(node, ast.Call):
                yield from self._messages_of_call(node, names)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self._last_uses.clear()
                own = names | _assigned_texts([node])
                yield from self._find(node, own)
                yield from self._reasons(node, own) if _REASONS.search(node.name) else ()
            else:
                yield from self._find(node, names)

    def _reasons(self, function: ast.AST, names: _AssignedTexts) -> Iterator[str]:
        """Yield the texts that a function returns or yields."""
        for node in ast.walk(function):
            if isinstance(node, ast.Return | ast.Yield) and node.value is not None:
                texts = self._texts(node.value, names)
                yield from (f"reason: {text}" for text in texts if " " in _VALUE.sub("", text))

    def _messages_of_call(self, call: ast.Call, names: _AssignedTexts) -> Iterator[str]:
        name = ast.unparse(call.func).rpartition(".")[2]
        if name in HELPERS:
            fields = [self._texts(each, names)[0] for each in call.args] + ["{...}"] * 3
            if any(_VALUE.sub("", each) for each in fields):
                yield HELPERS[name].format(*fields)
        elif _RAISES.match(name):
            values = [*call.args, *(each.value for each in call.keywords)]
            found = (text for each in values for text in self._texts(each, names))
            yield from (
                f"{name}: {' '.join(text.split())}" for text in found if " " in _VALUE.sub("", text)
            )

    def _texts(  # noqa: PLR0911 - one for each kind of expression
        self, value: ast.expr, names: _AssignedTexts
    ) -> list[str]:
        """Return the texts that an expression may have; a value that is unknown is ``{name}``."""
        match value:
            case ast.Constant(value=str(text)):
                return [text]
            case ast.JoinedStr(values=parts):
                return ["".join(self._texts(each, {})[0] for each in parts)]
            case ast.FormattedValue(value=field):
                return [f"{{{_field_name(field)}}}"]
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                ends = self._texts(right, names)
                return [text + end for text in self._texts(left, names) for end in ends]
            case ast.IfExp(body=body, orelse=orelse):
                return self._texts(body, names) + self._texts(orelse, names)
            case ast.BoolOp(values=values):
                return [text for each in values for text in self._texts(each, names)]
            case ast.Name(id=name, lineno=line) if name in names:
                last = self._last_uses.get(name, 0)
                self._last_uses[name] = line
                before = [each for each in names[name] if each.lineno <= line] or names[name]
                recent = [each for each in before if each.lineno > last] or before[-1:]
                return [text for each in recent for text in self._texts(each, {})]
        return [f"{{{_field_name(value)}}}"]


def _assigned_texts(parents: Iterable[ast.AST]) -> _AssignedTexts:
    """Return the texts that are assigned in nodes, by the name of the variable."""
    found: _AssignedTexts = {}
    nodes = [node for parent in parents for node in ast.walk(parent)]
    for node in sorted(nodes, key=lambda node: getattr(node, "lineno", 0)):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_text(value):
                found.setdefault(name, []).append(value)
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if value and _is_text(value):
                found.setdefault(name, []).append(value)
            case ast.AugAssign(target=ast.Name(id=name), value=value) if name in found:
                longer = ast.BinOp(found[name][-1], ast.Add(), value)
                found[name][-1] = ast.copy_location(longer, node)
    return found


def _is_text(value: ast.expr) -> bool:
    match value:
        case ast.JoinedStr() | ast.Constant(value=str()):
            return True
        case ast.BinOp(left=left, op=ast.Add()):
            return _is_text(left)
        case ast.IfExp(body=body):
            return _is_text(body)
    return False


def _field_name(value: ast.expr) -> str:
    """Return a short name of an expression: ``names`` of ``", ".join(names)``."""
    match value:
        case ast.Call(args=[first]):
            return _field_name(first)
    text = ast.unparse(value)
    return text if len(text) <= _LONGEST_FIELD else "..."
