"""What the lessons in ``notebooks`` use: where they are, their data, and how answers are checked.

A lesson is one file. It needs this package and no other file beside it, so it can be mailed, or
copied into a learning platform. The module of a lesson has a function for each of its exercises,
its pictures, and the search for what breaks a conjecture; what is right stays there, out of sight.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from polygames.lessons.answers import (
    WrongAnswerError,
    attend,
    calls,
    check,
    exercise,
    near,
    verdict,
)

__all__ = [
    "WrongAnswerError",
    "attend",
    "calls",
    "check",
    "data",
    "data_folder",
    "exercise",
    "near",
    "notebooks",
    "verdict",
]

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
