"""Annotations of moves by programs: one line of data per kind, beside the player's comment.

Such a line follows its move. A line above all moves is about the whole record::

    % review 2 {"work":["polygames 0.1.0",null,0.3,0],"e":[[1.0,true,7]],"line":"A-D"}

    1. A-C ?? ; I was in a hurry
    % review 2 {"e":[[-1.0,true,6]],"line":"C-E"}

The kind is followed by the version and the data, as JSON. `Node.annotations` maps kinds to these
texts. A reader uses the kinds and versions that it knows. Other data, from a newer program or
damaged, is ignored and written again unchanged. A player's comment is never parsed as data.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, TypeGuard

from polygames.core.options import check_text as checks_text
from polygames.core.options import raise_option_error

ANNOTATION_PREFIX: Final = "%"
"""The first character of an annotation's line."""
REVIEW_KIND: Final = "review"
"""The kind of a review's data; see `polygames.search.review.annotations`."""
PUZZLE_KIND: Final = "puzzle"
"""The kind that marks a record as a puzzle solved in a class, not a game."""

CANCELLED_KIND: Final = "cancelled"
"""The kind that marks a game of a class whose result the teacher has cancelled, at its start."""

HELP_KIND: Final = "help"
"""The kind that marks a game in which a person asked for help, at its start."""


def encode_annotation(version: int, data: Mapping[str, Any]) -> str:
    """Return data as the text of an annotation: the version, then JSON."""
    return f"{version} {json.dumps(data, separators=(',', ':'), default=float)}"


def decode_annotation(text: str, version: int) -> dict[str, Any] | None:
    """Parse the text of an annotation; return None if it is malformed or of another version."""
    number, _, rest = text.partition(" ")
    try:
        found = json.loads(rest) if number == str(version) else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def is_number(value: object) -> TypeGuard[float]:
    """Return True if a value is a number between -1e300 and 1e300, and not a bool."""
    is_one = isinstance(value, int | float) and not isinstance(value, bool)
    return is_one and abs(value) < 1e300  # type: ignore[arg-type]  # noqa: PLR2004 - a number, no nan


def merge_annotations(existing: Mapping[str, str], added: Mapping[str, str]) -> dict[str, str]:
    """Return annotations by kind, merged with new ones; an empty new text deletes an annotation.

    Raise OptionError if a kind is not one word, or a text is not one line without spaces at its
    ends.
    """
    if not isinstance(added, Mapping):
        raise_option_error("the annotations of a move", "must be a dictionary of texts", added)
    for kind, text in added.items():
        is_text = isinstance(kind, str) and isinstance(text, str)
        if not is_text or kind.split() != [kind] or len(f"{text}.".splitlines()) > 1:
            raise_option_error(
                "an annotation of a move", "must be a word, and a text of one line", (kind, text)
            )
        if text != text.strip():
            raise_option_error(
                "an annotation of a move",
                "must have no spaces at the ends of its text",
                (kind, text),
            )
        checks_text("an annotation of a move", f"{kind} {text}")
    return {kind: text for kind, text in {**existing, **added}.items() if text}
