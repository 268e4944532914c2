"""Where the notebooks and their data are: in a checkout, or in an installed package."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

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
