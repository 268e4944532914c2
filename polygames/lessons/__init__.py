"""What the lessons in ``notebooks`` use: where they are, their data, and how answers are checked.

A lesson is one file. It needs this package and no other file beside it, so it can be mailed, or
copied into a learning platform. The module of a lesson has a function for each of its exercises,
its pictures, and the search for what breaks a conjecture; what is right stays there, out of sight.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any, Final, NamedTuple

from polygames.lessons.answers import (
    WrongAnswerError,
    attend,
    calls,
    check,
    exercise,
    is_close,
    verdict,
)

__all__ = [
    "FirstQuestion",
    "WrongAnswerError",
    "attend",
    "calls",
    "check",
    "data",
    "data_folder",
    "exercise",
    "first_question",
    "is_close",
    "notebooks",
    "verdict",
]

EXERCISE_0_HEADING: Final = "**Exercise 0.** Choose, say why, and only then look."
"""How the question begins, after what is to be done before."""

_PACKAGE: Final = Path(__file__).resolve().parents[1]


def notebooks() -> Path:
    """Return the folder with the lessons: the checkout's, or the copy that a wheel carries.

    Examples
    --------
    >>> (notebooks() / "00_play.ipynb").is_file()
    True
    """
    checkout = _PACKAGE.parent / "notebooks"
    return checkout if (checkout / "00_play.ipynb").is_file() else _PACKAGE / "notebooks"


def data_folder() -> Path:
    """Return the folder with the results of long runs, each with the command that made it."""
    return notebooks() / "data"


def data(name: str) -> Any:
    """Return what a file of the data folder holds.

    Examples
    --------
    >>> data("splitter_scores")["games"]
    200
    """
    return json.loads((data_folder() / f"{name}.json").read_text(encoding="utf-8"))


class FirstQuestion(NamedTuple):
    """The question with which a lesson begins; it needs no Python.

    Attributes
    ----------
    title, before, text
        The lesson's title, what to do first, paragraph by paragraph, and what is asked.
    choices, said
        What can be answered, and what is said to it; "Yes" begins what is said to the right one.
    picture
        The first picture of the lesson, if it stands no later than the question: its board.
    """

    title: str
    before: list[str]
    text: str
    choices: list[str]
    said: list[str]
    picture: bytes | None


def replies_of(cell: str) -> dict[str, str]:
    """Return what can be answered to a first question, and what is said to it.

    Examples
    --------
    >>> replies_of("Why? <details><summary>A · It is</summary><b>Yes.</b> So *it* is.</details>")
    {'It is': 'Yes. So it is.'}
    """
    parts = [each.partition(" · ")[2] for each in cell.split("<details><summary>")[1:]]
    pairs = [each.partition("</summary>")[::2] for each in parts]
    return {choice: re.sub(r"<[^>]+>|\*", "", said).strip() for choice, said in pairs}


def first_question(lesson: str) -> FirstQuestion:
    """Return the first question of a lesson; ``room.ask(each.text, each.choices)`` asks a class.

    Examples
    --------
    >>> each = first_question("01_nim")
    >>> each.choices[1], each.said[1][:4]
    ('I let the other player begin', 'Yes.')
    """
    path = notebooks() / "solutions" / f"{lesson}.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    tags = [each["metadata"].get("tags", ()) for each in cells]
    at = next(place for place, each in enumerate(tags) if "choose" in each)
    title, cell = ("".join(cells[place]["source"]) for place in (0, at))
    before, _, text = cell.partition("<details>")[0].rpartition(EXERCISE_0_HEADING)
    replies = replies_of(cell)
    pictures = [
        output["data"]["image/png"]
        for each in cells[: at + 2]
        for output in each.get("outputs", ())
        if "image/png" in output.get("data", ())
    ]
    return FirstQuestion(
        title.partition("\n")[0].removeprefix("# "),
        [each for each in before.strip().split("\n\n") if each and not each.startswith("#")],
        text.strip(),
        [*replies],
        [*replies.values()],
        b64decode(pictures[0]) if pictures else None,
    )
