"""Nearly valid texts: a valid text with one to three random changes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

__all__ = ["HUGE_LENGTH", "mutate_bytes", "mutate_text"]

HUGE_LENGTH: Final = 10_000_000
"""The number of characters of the longest inputs."""

LINE_REPETITIONS: Final = 100_000
"""The number of repetitions of a line in a huge input."""

HUGE_SHARE: Final = 1 / 3000
"""The share of huge inputs. Making and reading one takes as long as a thousand others."""

ODD_NUMBERS: Final = (
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
ODD_CHARACTERS: Final = (
    *("\0", "\ud800", "\udfff", "\u2028", "\x85", "\ufeff", "\x1c", "\v", "\r", "\r\n", "\n"),
    *("\t", "\u00a0", "İ", "ß", "🂡", "\u202e", "{", "}", "[" * 50, '"', "\\", "\\n", ";", "|"),
    *(":", "%s", "{0}", "\x1b[31m", "=", "-", "?", ".", ",", " ", "  ", "|" * 9),
)
_SIGNED_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
_WORD_OF_TEXT = re.compile(r"[^\s,:;@=]+")


def mutate_text(text: str, other: str, rng: Random) -> str:
    """Return a text with one to three changes; some of them insert a part of `other`."""
    if rng.random() < HUGE_SHARE:
        return _huge(text, rng)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        text = rng.choice(TEXT_MUTATIONS)(text, other, rng)
    return text


def mutate_bytes(text: str, other: str, rng: Random) -> bytes:
    """Return a mutated text as bytes, which may be invalid UTF-8."""
    data = bytearray(mutate_text(text, other, rng).encode("utf-8", "surrogatepass"))
    for _ in range(rng.choice((0, 1, 1, 3))):
        if data:
            data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def _huge(text: str, rng: Random) -> str:
    lines = text.splitlines(keepends=True) or [text]
    k = rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            return text + rng.choice(ODD_CHARACTERS) * (HUGE_LENGTH // 9)
        case 1:
            return "".join(
                (*lines[:k], lines[k] * min(LINE_REPETITIONS, HUGE_LENGTH // max(1, len(lines[k]))))
            )
        case 2:
            return "".join(
                (*lines[:k], lines[k].rstrip("\n") * (LINE_REPETITIONS // 9), *lines[k:])
            )
        case 3:
            return _SIGNED_NUMBER.sub(lambda _: "9" * (HUGE_LENGTH // 9), text, count=1)
        case _:
            return text * max(1, HUGE_LENGTH // max(1, len(text)))


def _random_slice(text: str, rng: Random) -> tuple[int, int]:
    """Return the start and end of a part of the text, mostly a short one."""
    start = rng.randrange(len(text) + 1)
    return start, min(len(text), start + int(rng.paretovariate(0.7)))


def _flip(text: str, _other: str, rng: Random) -> str:
    k = rng.randrange(max(1, len(text)))
    code = ord(text[k]) if text else 65
    return text[:k] + chr(code ^ (1 << rng.randrange(7))) + text[k + 1 :]


def _delete(text: str, _other: str, rng: Random) -> str:
    start, end = _random_slice(text, rng)
    return text[:start] + text[end:]


def _repeat(text: str, _other: str, rng: Random) -> str:
    start, end = _random_slice(text, rng)
    return text[:end] + text[start:end] * rng.choice((1, 1, 2, 30)) + text[end:]


def _splice(text: str, other: str, rng: Random) -> str:
    start, end = _random_slice(other, rng)
    at = rng.randrange(len(text) + 1)
    return text[:at] + other[start:end] + text[at:]


def _join(text: str, other: str, rng: Random) -> str:
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


def _change_number(text: str, _other: str, rng: Random) -> str:
    found = list(_SIGNED_NUMBER.finditer(text))
    if not found:
        return _insert(text, "", rng)
    match = rng.choice(found)
    return text[: match.start()] + _other_number(match[0], rng) + text[match.end() :]


def _other_number(number: str, rng: Random) -> str:
    if number.lstrip("+-").isdigit() and rng.random() < 1 / 2:
        return str(int(number[:18]) + rng.choice((-1, 1, 2, 10, -100)))
    return rng.choice(ODD_NUMBERS)


def _insert(text: str, _other: str, rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(ODD_CHARACTERS) + text[at:]


def _swap_word(text: str, other: str, rng: Random) -> str:
    """Replace a word by a word from one of both texts."""
    found = list(_WORD_OF_TEXT.finditer(text))
    words = found if rng.random() < 1 / 2 else list(_WORD_OF_TEXT.finditer(other))
    if not found or not words:
        return _insert(text, "", rng)
    match = rng.choice(found)
    return text[: match.start()] + rng.choice(words)[0] + text[match.end() :]


def _change_line(text: str, other: str, rng: Random) -> str:
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


TEXT_MUTATIONS: Sequence[Callable[[str, str, Random], str]] = (
    *(_flip, _delete, _repeat, _splice, _join, _insert),
    *(
        _change_number,
        _change_number,
        _change_number,
        _swap_word,
        _swap_word,
        _change_line,
        _change_line,
    ),
)
