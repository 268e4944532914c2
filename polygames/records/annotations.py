"""What programs keep of a move: data beside the comment, one line for each kind.

Such a line stands below its move, and one above all moves is about the whole record::

    % review 1 {"moves":1,"work":["polygames 0.1.0",null,0.3,0]}

    1. A-C ?? ; I was in a hurry
    % review 1 {"is":"blunder","c":1.0,"d":0.0,"pb":true,"pa":true,"line":"A-D"}

After the kind come the version and the data, as JSON; `Node.kept` has them by the kind, as text.
Who reads it takes what it knows. All else, of a newer program or damaged, says nothing, costs no
game and is written again as it was. A comment is a person's, and is never read as data.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, TypeGuard

from polygames.core.options import refuse
from polygames.core.options import text as checks_text

ANNOTATION_PREFIX: Final = "%"
"""With which such a line begins."""
REVIEW_KIND: Final = "review"
"""The kind of what a review keeps: see `polygames.search.review.kept`."""
NO_GAME: Final = "puzzle"
"""The kind that says of a record that it is no game, but a puzzle that was solved in a class."""


def encode_annotation(version: int, data: Mapping[str, Any]) -> str:
    """Write data as it is kept."""
    return f"{version} {json.dumps(data, separators=(',', ':'), default=float)}"


def decode_annotation(text: str, version: int) -> dict[str, Any] | None:
    """Return the data of a text; None if it is none, or of another version."""
    number, _, rest = text.partition(" ")
    try:
        found = json.loads(rest) if number == str(version) else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def is_number(value: object) -> TypeGuard[float]:
    """Whether something that was read is a number, and none that spoils a sum."""
    is_one = isinstance(value, int | float) and not isinstance(value, bool)
    return is_one and abs(value) < 1e300  # type: ignore[arg-type]  # noqa: PLR2004 - a number, no nan


def merge_annotations(known: Mapping[str, str], news: Mapping[str, str]) -> dict[str, str]:
    """Return the data of a move with new data; entries with an empty text are left out.

    OptionError if a kind is not one word, or a text is not one line without spaces at its ends.
    """
    if not isinstance(news, Mapping):
        refuse("what a program keeps", "must be texts by their kind", news)
    for kind, text in news.items():
        is_text = isinstance(kind, str) and isinstance(text, str)
        if not is_text or kind.split() != [kind] or len(f"{text}.".splitlines()) > 1:
            refuse("what a program keeps", "must be a word, and a text of one line", (kind, text))
        if text != text.strip():
            refuse("what a program keeps", "must have no spaces at its ends", (kind, text))
        checks_text("what a program keeps", f"{kind} {text}")
    return {kind: text for kind, text in {**known, **news}.items() if text}
