"""Texts that are nearly right: a good one with a few things done to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

__all__ = ["HUGE", "mutated", "mutated_bytes"]

HUGE: Final = 10_000_000
"""Characters of the longest inputs."""

MANY: Final = 100_000
"""How often a line is repeated now and then."""

SELDOM: Final = 1 / 3000
"""How often an input is that large: making and reading one takes as long as a thousand others."""

NUMBERS: Final = (
    *("0", "-0", "1", "-1", "2", "7", "0.5", "1e-320", "1e308", "1e999", "-1e999", "nan", "inf"),
    *(
        "-inf",
        "1_0",
        "0x10",
        "1/3",
        "1/0",
        "0/0",
        "+1",
        "1.",
        ".5",
        "1e5",
        "1e-9",
        "\u0663",
        "²",
        "\uff11",
    ),
    *("9" * 9, "9" * 18, "9" * 40, "9" * 5000, "1e400", "True", "None", "4294967296", "-9"),
)
STRANGE: Final = (
    *("\0", "\ud800", "\udfff", "\u2028", "\x85", "\ufeff", "\x1c", "\v", "\r", "\r\n", "\n"),
    *("\t", "\u00a0", "İ", "ß", "🂡", "\u202e", "{", "}", "[" * 50, '"', "\\", "\\n", ";", "|"),
    *(":", "%s", "{0}", "\x1b[31m", "=", "-", "?", ".", ",", " ", "  ", "|" * 9),
)
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
_WORD = re.compile(r"[^\s,:;@=]+")


def mutated(text: str, other: str, rng: Random) -> str:
    """Return a text with one to three things done to it; `other` is spliced in at times."""
    if rng.random() < SELDOM:
        return _huge(text, rng)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        text = rng.choice(CHANGES)(text, other, rng)
    return text


def mutated_bytes(text: str, other: str, rng: Random) -> bytes:
    """Return a mutated text as bytes that may be no UTF-8."""
    data = bytearray(mutated(text, other, rng).encode("utf-8", "surrogatepass"))
    for _ in range(rng.choice((0, 1, 1, 3))):
        if data:
            data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def _huge(text: str, rng: Random) -> str:
    lines = text.splitlines(keepends=True) or [text]
    k = rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            return text + rng.choice(STRANGE) * (HUGE // 9)
        case 1:
            return "".join((*lines[:k], lines[k] * min(MANY, HUGE // max(1, len(lines[k])))))
        case 2:
            return "".join((*lines[:k], lines[k].rstrip("\n") * (MANY // 9), *lines[k:]))
        case 3:
            return _NUMBER.sub(lambda _: "9" * (HUGE // 9), text, count=1)
        case _:
            return text * max(1, HUGE // max(1, len(text)))


def _cut(text: str, rng: Random) -> tuple[int, int]:
    """Return a piece of the text, mostly a short one."""
    start = rng.randrange(len(text) + 1)
    return start, min(len(text), start + int(rng.paretovariate(0.7)))


def _flip(text: str, _other: str, rng: Random) -> str:
    k = rng.randrange(max(1, len(text)))
    code = ord(text[k]) if text else 65
    return text[:k] + chr(code ^ (1 << rng.randrange(7))) + text[k + 1 :]


def _delete(text: str, _other: str, rng: Random) -> str:
    start, end = _cut(text, rng)
    return text[:start] + text[end:]


def _repeat(text: str, _other: str, rng: Random) -> str:
    start, end = _cut(text, rng)
    return text[:end] + text[start:end] * rng.choice((1, 1, 2, 30)) + text[end:]


def _splice(text: str, other: str, rng: Random) -> str:
    start, end = _cut(other, rng)
    at = rng.randrange(len(text) + 1)
    return text[:at] + other[start:end] + text[at:]


def _join(text: str, other: str, rng: Random) -> str:
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


def _number(text: str, _other: str, rng: Random) -> str:
    found = list(_NUMBER.finditer(text))
    if not found:
        return _insert(text, "", rng)
    match = rng.choice(found)
    return text[: match.start()] + _another(match[0], rng) + text[match.end() :]


def _another(number: str, rng: Random) -> str:
    if number.lstrip("+-").isdigit() and rng.random() < 1 / 2:
        return str(int(number[:18]) + rng.choice((-1, 1, 2, 10, -100)))
    return rng.choice(NUMBERS)


def _insert(text: str, _other: str, rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(STRANGE) + text[at:]


def _swap(text: str, other: str, rng: Random) -> str:
    """Replace a word by a word from one of both texts."""
    found = list(_WORD.finditer(text))
    words = found if rng.random() < 1 / 2 else list(_WORD.finditer(other))
    if not found or not words:
        return _insert(text, "", rng)
    match = rng.choice(found)
    return text[: match.start()] + rng.choice(words)[0] + text[match.end() :]


def _lines(text: str, other: str, rng: Random) -> str:
    """Move, repeat, drop or bring in a whole line."""
    lines, others = text.split("\n"), other.split("\n")
    k, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    line = lines[k]
    match rng.randrange(4):
        case 0:
            del lines[k]
        case 1:
            lines.insert(to, line)
        case 2:
            lines[k], lines[to] = lines[to], line
        case _:
            lines.insert(to, rng.choice(others))
    return "\n".join(lines)


CHANGES: Sequence[Callable[[str, str, Random], str]] = (
    *(_flip, _delete, _repeat, _splice, _join, _insert),
    *(_number, _number, _number, _swap, _swap, _lines, _lines),
)
