"""The texts in the source, in Python by its syntax tree and in JavaScript by its tokens."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any, Final

from polygames.core.game_info import PART_LOCATIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_LABEL_KEYWORDS: Final = {"description", "tooltip", "placeholder", "title", "label", "help"}
"""The parameters whose texts people read, however short they are."""
_FIELDS_WITHOUT_TEXTS: Final = {"annotation", "returns", "decorator_list", "bases"}
_RAISING_NAME: Final = re.compile(r"Error$|^_?refuse|^_?raise_")
"""The names of functions and classes whose arguments are error messages."""
_MARKUP_PART: Final = re.compile(
    r"<(style|script)\b.*?</\1>|<[^<>]*>|<[a-z]+ [^<>]*$|^[^<>]*['\"]/?>|^\W*[\w-]+=['\"]",
    re.DOTALL,
)
"""HTML and SVG; a part of a text may begin or end within a tag."""
_CODE_TEXT: Final = re.compile(
    "|".join(
        (
            *(r"[a-z-]+:\s*[^\s;]+;", r"[{}]\s*\n", r";\s*$", r"polygames-", r"var\(", r"calc\("),
            *(r"^[\w.#:*>\[\]-]*\s?[.#\[][a-z][\w-]*[\s:.>\[]", r"^\.\w", r"^:", r"^\{\}px"),
            *(r"^(?:-?[\w.{}]+ )*-?[\w.{]*[\d}](?:px|em|ms|%)\b", r"^xM"),
            r"^(?:translate\(|row wrap)",
            *(r"sans-serif", r"^\(?prefers", r"^\(orientation", r"^[a-z]+-[a-z-]+( |$)"),
            r"^(?:a|button|input|select|summary), ",  # selectors, the last of the styles
            *(r"\\[bswdA]", r"\(\?", r"^\\\d"),  # regular expressions
            r"^[MmLl]\s?-?[\d.{]",  # paths of pictures
            *(r"^[a-z]+_[a-z]+", r"^\s*[a-z_]+(?:\.[a-z_]+)+", r"^[\w.]+\[", r'="', "=>"),
            *(r"\w \| [A-Z]", r"\bfunction\b", r"\bimport\b", r"^polygames [a-z]+$"),
            *(r"https?:", r"text/plain", r"charset="),
        )
    )
)
"""Styles, selectors, expressions, types, names in code, and addresses."""
_LONG_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_KEYS_OF_KEYBOARD: Final = {
    *("Enter", "Escape", "Tab", "Home", "End", "Delete", "Shift", "Alt", "Control", "Meta"),
    *("Backspace", "Space", "Infinity", "Boolean", "String", "Number", "Input"),
}
_JS_TOKEN: Final = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<template>`)
    |(?P<regex>(?<=[(,=:\[!&|?{};])\s*/(?![/*])
      (?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*)
    |(?P<brace>[{}])""",
    re.DOTALL | re.VERBOSE,
)


class PythonTexts:
    """The texts for people in Python modules, with ``{}`` for each value.

    Docstrings, annotations, names in code and error messages are left out.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        self.texts: set[str] = set()
        for path in paths:
            self._add(ast.parse(path.read_text(encoding="utf-8")), self.texts)

    def _add(self, node: ast.AST, found: set[str]) -> None:
        """Add the texts in a node of a syntax tree."""
        match node:
            case ast.Expr(value=ast.Constant()):  # a docstring, also below an attribute
                return
            case ast.Constant(value=str(text)):
                found.update(_prose(text))
            case ast.JoinedStr(values=values):
                parts = (
                    str(each.value) if isinstance(each, ast.Constant) else "{}" for each in values
                )
                found.update(_prose("".join(parts)))
                fields = (each.value for each in values if isinstance(each, ast.FormattedValue))
                self._add_all(fields, found)
                return
            case ast.keyword(arg=name, value=ast.Constant(value=str(text))):
                found.update([text] if name in _LABEL_KEYWORDS and _LONG_WORD.search(text) else [])
            case ast.Assign(targets=[ast.Name(id="msg" | "message")]):
                found = set()  # an error message
            case ast.Call(func=ast.Name(id=name)) if _RAISING_NAME.search(name):
                found = set()
        for field, value in ast.iter_fields(node):
            if field not in _FIELDS_WITHOUT_TEXTS:
                self._add_all(value if isinstance(value, list) else [value], found)

    def _add_all(self, nodes: Iterable[Any], found: set[str]) -> None:
        for node in nodes:
            if isinstance(node, ast.AST):
                self._add(node, found)


def _prose(text: str) -> Iterator[str]:
    """Yield the lines of a text without markup, if it has a blank between words."""
    plain = _MARKUP_PART.sub(" ", text)
    for paragraph in re.split(r"\n\s*\n", plain):
        line = " ".join(paragraph.split())
        if is_prose(line):
            yield line


def is_prose(text: str) -> bool:
    """Return True if a string in the source is a text for people.

    Examples
    --------
    >>> is_prose("press it"), is_prose("width:100%; height:auto"), is_prose("M {} {}")
    (True, False, False)
    """
    is_list_of_parts = {*text.split()} <= PART_LOCATIONS.keys()
    return (
        " " in text
        and bool(_LONG_WORD.search(text))
        and not is_list_of_parts | bool(_CODE_TEXT.search(text))
    )


def js_texts(path: Path) -> Iterator[str]:
    """Yield the texts for people in a JavaScript module, with ``{}`` for each value."""
    for text in js_strings(path.read_text(encoding="utf-8")):
        is_label = text.istitle() and text.isalpha() and text not in _KEYS_OF_KEYBOARD
        yield from [text] if is_label else _prose(text)


def js_strings(code: str) -> Iterator[str]:
    r"""Yield the strings and templates of JavaScript code; ``{}`` is a value in a template.

    Examples
    --------
    >>> list(js_strings('f("one", `two ${x ? "three" : `${y} four`} five`); // "no"'))
    ['one', 'three', '{} four', 'two {} five']
    """
    yield from _scan(code, 0, [])


def _scan(code: str, at: int, ends: list[int]) -> Iterator[str]:
    """Yield the strings up to the brace that closes a block; append the position after it."""
    depth = 0
    while (token := _JS_TOKEN.search(code, at)) is not None:
        at = token.end()
        if token["string"]:
            yield _unescape(token["string"][1:-1])
        elif token["template"]:
            closed: list[int] = []
            yield from _template(code, at, closed)
            at = closed[0]
        elif token["brace"]:
            depth += 1 if token["brace"] == "{" else -1
            if depth < 0:
                break
    ends.append(at)


def _template(code: str, at: int, ends: list[int]) -> Iterator[str]:
    """Yield the strings within a template, then the template itself."""
    text = ""
    while at < len(code) and code[at] != "`":
        if code.startswith("${", at):
            closed: list[int] = []
            yield from _scan(code, at + 2, closed)
            text, at = f"{text}{{}}", closed[0]
        else:
            width = 2 if code[at] == "\\" else 1
            text, at = text + code[at : at + width], at + width
    yield _unescape(text)
    ends.append(at + 1)


def _unescape(text: str) -> str:
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)
    return text.replace("\\n", "\n").replace('\\"', '"').replace("\\'", "'")
