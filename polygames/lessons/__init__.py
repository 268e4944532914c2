"""The package of the lessons in ``notebooks``: their folder, their data, checks of answers.

A lesson is one file. It needs only this package, so it can be mailed, or copied into a learning
platform. The module of a lesson has a function for each exercise, the pictures, and the search for
a counterexample to a conjecture. The right answers are in the module, so pupils do not see them.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Any, Final, NamedTuple

from polygames.lessons.exercise_checks import (
    WrongAnswerError,
    attend,
    calls,
    check,
    exercise,
    is_close,
    verdict,
)
from polygames.lessons.kernel_exit import refuse_exit

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

refuse_exit()

EXERCISE_0_HEADING: Final = "**Exercise 0.** Choose, say why, and only then look."
"""The heading of the first question, below the instructions."""

_PACKAGE_FOLDER: Final = Path(__file__).resolve().parents[1]


def notebooks() -> Path:
    """Return the folder of the lesson notebooks, in the source checkout or the installed package.

    Examples
    --------
    >>> (notebooks() / "00_play.ipynb").is_file()
    True
    """
    checkout = _PACKAGE_FOLDER.parent / "notebooks"
    return checkout if (checkout / "00_play.ipynb").is_file() else _PACKAGE_FOLDER / "notebooks"


def data_folder() -> Path:
    """Return the folder of precomputed results. Each file contains the command that wrote it."""
    return notebooks() / "data"


def data(name: str) -> Any:
    """Return the content of a JSON file in the data folder, given by its name without suffix.

    Examples
    --------
    >>> data("splitter_scores")["games"]
    200
    """
    return json.loads((data_folder() / f"{name}.json").read_text(encoding="utf-8"))


class FirstQuestion(NamedTuple):
    """The multiple-choice question at the start of a lesson, which needs no Python.

    Attributes
    ----------
    title, instructions, text
        The lesson's title, the paragraphs of instructions before the question, and the question.
    choices, replies
        The possible answers and the reply to each; the reply to the right one starts with "Yes".
    picture
        The first picture of the lesson as PNG, if it is not after the question; else None.
    """

    title: str
    instructions: list[str]
    text: str
    choices: list[str]
    replies: list[str]
    picture: bytes | None


def replies_of(cell: str) -> dict[str, str]:
    """Return the reply to each choice of a lesson's first question, parsed from a notebook cell.

    Examples
    --------
    >>> replies_of("Why? <details><summary>A · It is</summary><b>Yes.</b> So *it* is.</details>")
    {'It is': 'Yes. So it is.'}
    """
    parts = [each.partition(" · ")[2] for each in cell.split("<details><summary>")[1:]]
    pairs = [each.partition("</summary>")[::2] for each in parts]
    return {choice: re.sub(r"<[^>]+>|\*", "", said).strip() for choice, said in pairs}


def first_question(lesson: str) -> FirstQuestion:
    """Return the multiple-choice question at the start of a lesson.

    A teacher can ask a class with ``room.ask(each.text, each.choices)``.

    Examples
    --------
    >>> each = first_question("01_nim")
    >>> each.choices[2], each.replies[2][:4]
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
