"""Sentences of texts and HTML, and the patterns that they follow."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_SENTENCE_NUMBER: Final = re.compile(r"(?<![\w.])[−+±]?\d+(?:,\d{3})*(?:\.\d+)?(?:e-?\d+)?")
_BLOCK_TAG: Final = re.compile(
    r"</?(?:p|br|li|ul|ol|div|tr|td|th|table|figure|figcaption|button|span)\b[^>]*>"
)
_HTML_TAG: Final = re.compile(r"<[^<>]*>")
_HIDDEN_BLOCK: Final = re.compile(r"<(style|script)\b.*?</\1>", re.DOTALL)
_TITLE_BLOCK: Final = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_TEXT_ATTRIBUTE: Final = re.compile(r'(?:aria-label|title|alt|placeholder)="([^"]*)"')
_SENTENCE_END: Final = re.compile(r"(?<=[.!?]) +(?=[A-Z])|\n+")
_PLACE_NAMES: Final[Mapping[str, re.Pattern[str]]] = {
    "polygon": re.compile(
        r"\bcrossing \d+×\d+|\b\d+[x×]\d+\b|\b[B-Z]\b|(?<= to )A\b|\bA\b(?! [a-z]{3})"
    ),
    "splinter": re.compile(r"\b[a-z]\d{1,2}\b"),
    "split": re.compile(r"\bat \d+(?:\.\d+)?, \d+(?:\.\d+)?"),
    "splitter": re.compile(r"\brow \d+, column \d+|\br\d+c\d+\b"),
    "territory": re.compile(r"\brow \d+, column \d+|\br\d+c\d+\b"),
}
"""The names of places in the sentences of each game."""
_QUOTED_TEXT: Final = re.compile("“[^”]*”")
_WRONG_INPUT: Final = re.compile(r"(line \d+, |names |, not |row \d+,? |tile |is )'[^']*'")
_PLACE_LIST: Final = re.compile(r"<place>(?:, <place>)+")
_SWAPPED_COLORS: Final[Mapping[str, str]] = {
    "Red": "Blue",
    "Blue": "Red",
    "red": "blue",
    "blue": "red",
    "White": "Black",
    "Black": "White",
    "white": "black",
    "black": "white",
}
_COLOR_NAME: Final = re.compile(r"\b(?:{})\b".format("|".join(_SWAPPED_COLORS)))


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text or of HTML, also those of its tooltips and labels.

    Examples
    --------
    >>> list(sentences('<b title="Press it.">One.</b> Two &amp; three.<p>12</p>'))
    ['Press it.', 'One.', 'Two & three.']
    """
    text = _HIDDEN_BLOCK.sub("", text)
    for attribute in _TEXT_ATTRIBUTE.findall(text):
        yield html.unescape(attribute)
    plain = _HTML_TAG.sub("", _BLOCK_TAG.sub("\n", _TITLE_BLOCK.sub(r"\n\1\n", text)))
    for sentence in _SENTENCE_END.split(html.unescape(plain)):
        if is_text(found := " ".join(sentence.split()).strip("· ")):
            yield found


def is_text(text: str) -> bool:
    """Return True if a text has a word of at least two letters."""
    return bool(re.search(r"[^\W\d_]{2}", text))


def pattern(sentence: str, game: str) -> str:
    """Return a sentence of a game with placeholders for its numbers, places and quotations.

    Examples
    --------
    >>> pattern("Red answers: B to crossing 2×5, for +3.50 points.", "polygon")
    'Red answers: <place> to <place>, for N points.'
    """
    if game in _PLACE_NAMES:
        sentence = _PLACE_NAMES[game].sub("<place>", sentence)
    sentence = _QUOTED_TEXT.sub("“...”", _WRONG_INPUT.sub(r"\1'...'", sentence))
    return _SENTENCE_NUMBER.sub("N", _PLACE_LIST.sub("<place>, ...", sentence))


def without_moves(patterns: Iterable[str], moves: Iterable[str]) -> set[str]:
    """Return patterns with ``<move>`` in place of each of the given descriptions of moves.

    Examples
    --------
    >>> without_moves({"Red answers: <place> to <place>, and wins."}, {"<place> to <place>"})
    {'Red answers: <move>, and wins.'}
    """
    longest_first = sorted((move for move in moves if " " in move), key=lambda m: (-len(m), m))
    if not longest_first:
        return {*patterns}
    known = re.compile(r"(?<!\w)(?:{})(?!\w)".format("|".join(map(re.escape, longest_first))))
    return {known.sub("<move>", text) for text in patterns}


def one_per_color(patterns: Iterable[str]) -> list[str]:
    """Return patterns sorted, with only one of any two that differ just in the players' colours.

    Examples
    --------
    >>> one_per_color(["Red wins", "Blue wins", "A tie"])
    ['A tie', 'Blue wins']
    """
    kept: dict[str, str] = {}
    for text in sorted(set(patterns)):
        other = _COLOR_NAME.sub(lambda found: _SWAPPED_COLORS[found[0]], text)
        kept.setdefault(min(text, other), text)
    return sorted(kept.values())
