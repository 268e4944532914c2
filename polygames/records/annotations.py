"""What programs keep of a move: data beside the comment, one line for each kind.

Such a line stands below its move, and one above all moves is about the whole record::

    % review 1 {"moves":1,"work":["polygames 0.1.0",null,0.3,0]}

    1. A-C ?? ; I was in a hurry
    % review 1 {"is":"blunder","c":1.0,"d":0.0,"pb":true,"pa":true,"line":"A-D"}

After the kind come the version and the data, as JSON; `Node.kept` has them by the kind, as text.
Who reads it takes what it knows. All else, of a newer program or damaged, says nothing, costs no
game and is written again as it was. A comment is a person's, and is never read as data; what older
programs wrote there in English is read once, and never written again::

    7. fill 3 ?? ; I was in a hurry. Review: blunder; value 3.1 (1 to 5.2); loses 12.4. Best: fill 2

It becomes data that is marked as old. Nothing of it is a proof: nobody can tell it from a comment
that a person typed. A file that holds data has no such notes, and in every file that is written now
a comment that looks like one is spelled so that it is none.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, TypeGuard

from polygames.core.options import refuse

if TYPE_CHECKING:
    from collections.abc import Mapping

SIGN: Final = "%"
"""With which such a line begins."""
REVIEW: Final = "review"
"""The kind of what a review keeps: see `polygames.search.review.kept`."""
NO_GAME: Final = "puzzle"
"""The kind that says of a record that it is no game, but a puzzle that was solved in a class."""


def packed(version: int, data: Mapping[str, Any]) -> str:
    """Write data as it is kept."""
    return f"{version} {json.dumps(data, separators=(',', ':'), default=float)}"


def unpacked(text: str, version: int) -> dict[str, Any] | None:
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


def changed(known: Mapping[str, str], news: Mapping[str, str]) -> dict[str, str]:
    """Return what is kept with something new; empty texts go. OptionError if it is no line."""
    for kind, text in news.items():
        if kind.split() != [kind] or len(f"{text}.".splitlines()) > 1:
            refuse("what a program keeps", "must be a word, and a text of one line", (kind, text))
    return {kind: text for kind, text in {**known, **news}.items() if text}


_BEGINNING: Final = "Review: "
_SPELLED: Final = "Review:\\u0020"
_NUMBER: Final = r"\d{1,20}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?"
"""One that can be read in one way only, so that a long comment is read in no time."""
_NOTE: Final = re.compile(
    rf"luck (?P<lucks>[+-]{_NUMBER}(?:, [+-]{_NUMBER}){{0,99}})"
    r"|(?P<verdict>best|good|inaccuracy|mistake|blunder|forced)"
    rf"; value (?P<value>-?{_NUMBER})(?: \((?P<low>-?{_NUMBER}) to (?P<high>-?{_NUMBER})\))?"
    rf"(?:; loses (?P<loss>{_NUMBER}))?(?P<exact>, exactly)?(?:; all moves alike)?"
    r"(?:; chance (?P<chance>[01]\.\d{4}) to (?P<after>[01]\.\d{4})(?:, proved)?)?"
    r"\.(?: Best: (?P<line>[^\n\\]*))?",
    re.ASCII,
)


def parted(comment: str) -> tuple[str, dict[str, str]]:
    """Return a comment without the note at its end, as a file has both, and the note as data."""
    before, beginning, note = comment.rpartition(_BEGINNING)
    found = _NOTE.fullmatch(note) if beginning and before[-1:] in {"", " "} else None
    data = None if found is None else _data(found)
    return (comment, {}) if data is None else (before.rstrip(), {REVIEW: packed(1, data)})


def spelled(comment: str) -> str:
    """Write a comment so that no part of it is taken for a note when it is read again."""
    return comment.replace(_BEGINNING, _SPELLED) if parted(comment)[1] else comment


def may_hold(text: str) -> bool:
    """Whether a file may be so old that it has notes: where data stands there are none."""
    return _BEGINNING in text and f"{SIGN} {REVIEW} " not in text


def _data(found: re.Match[str]) -> dict[str, Any] | None:
    """Return what a note says; None if it says what cannot be."""
    if found["lucks"]:
        return {"old": True, "is": "chance", "lucks": [*map(float, found["lucks"].split(", "))]}
    value, loss = float(found["value"]), float(found["loss"] or 0)
    low, high = float(found["low"] or value), float(found["high"] or value)
    if low > high or not all(map(is_number, (value, loss, low, high))):
        return None
    said = {"old": True, "is": found["verdict"], "v": value, "l": low, "h": high}
    said |= {"a": value - loss, "loss": loss}
    if found["chance"]:
        said |= {"c": float(found["chance"]), "d": float(found["after"])}
    is_result = bool(found["exact"]) or max(abs(value), abs(value - loss)) <= 1
    said["p"] = None if is_result else loss
    line = (found["line"] or "").replace(", then ", ";")
    return said | ({"line": line} if line else {})
