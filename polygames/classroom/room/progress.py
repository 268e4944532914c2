"""Which exercises of the lessons each pupil has solved: what notebooks report to the room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from polygames.core.options import choice, refuse

if TYPE_CHECKING:
    from polygames.classroom.room.people import People

SAID: Final = ("not yet", "not quite", "right")
"""What a check says of an answer."""

LONGEST: Final = 40
"""Letters of the name of an exercise."""

MOST: Final = 200
"""So many exercises of a pupil are kept."""


class Progress:
    """What the checks have said last, by pupil and exercise.

    Examples
    --------
    >>> progress = Progress()
    >>> progress.take("p1", *progress.read("p1", "nim 1", "right"))
    >>> progress.said("p1", "nim 1"), progress.said("p1", "nim 2")
    ('right', '')
    """

    def __init__(self) -> None:
        self._of: dict[str, dict[str, str]] = {}

    def said(self, who: str, exercise: str) -> str:
        """Return what was said last; empty if nothing was."""
        return self._of.get(who, {}).get(exercise, "")

    def read(self, who: str, exercise: object, said: object) -> tuple[str, str]:
        """Return a report as it is kept; OptionError if it is none, or there are too many."""
        found = choice("what a check says", said, SAID)
        name = " ".join(exercise.split()) if isinstance(exercise, str) else ""
        if not 0 < len(name) <= LONGEST or not name.isprintable():
            refuse("the name of an exercise", f"must have 1 to {LONGEST} letters", exercise)
        if name not in self._of.get(who, {}) and len(self._of.get(who, {})) >= MOST:
            refuse("an exercise", f"is not kept: a pupil reports {MOST} at most", name)
        return name, found

    def take(self, who: str, exercise: str, said: str) -> None:
        """Keep a report."""
        self._of.setdefault(who, {})[exercise] = said

    def as_news(self, people: People) -> dict[str, Any]:
        """Return the exercises, and for each pupil who has reported what was said of them."""
        here = [pupil for pupil in people if pupil.id in self._of]
        names = sorted({name for pupil in here for name in self._of[pupil.id]}, key=_in_order)
        rows = [
            {"name": pupil.name, "said": [self.said(pupil.id, name) for name in names]}
            for pupil in here
        ]
        return {"exercises": names, "rows": rows}

    def count(self, who: str) -> int:
        """Return how many exercises of a pupil are right."""
        return sum(said == "right" for said in self._of.get(who, {}).values())

    def __bool__(self) -> bool:
        """Say whether anybody has reported."""
        return bool(self._of)


def _in_order(name: str) -> tuple[str, int, str]:
    """Sort by lesson, and there by number."""
    lesson, _, last = name.rpartition(" ")
    return lesson, int(last) if last.isdecimal() else 0, last
