"""What the lessons in ``notebooks`` use: checks of their exercises, pictures, data.

A lesson is one file. It needs this package and no other file beside it, so it can be mailed, or
copied into a learning platform.
"""

from __future__ import annotations

from polygames.lessons.answers import (
    STRICT,
    WrongAnswerError,
    calls,
    check,
    exercise,
    near,
    verdict,
)
from polygames.lessons.attending import attend
from polygames.lessons.places import data, data_folder, notebooks

__all__ = [
    "STRICT",
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
