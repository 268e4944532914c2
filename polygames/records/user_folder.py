"""The folder in which boards, classes, reviews, plots and study cards save their files."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER_VARIABLE: Final = "POLYGAMES_FOLDER"
"""The environment variable with the path of another folder, for all notebooks."""
DEFAULT_FOLDER_NAME: Final = "polygames-files"
"""The name of the folder in the working directory."""


def folder() -> Path:
    """Return the folder of saved games, reviews, plots, classes, study cards and ratings.

    It is ``polygames-files`` in the working directory, which is that of the notebook. It is visible
    there and is copied with the notebooks; on Binder it can be downloaded. The environment variable
    ``POLYGAMES_FOLDER`` sets another one, for example for notebooks in several folders.

    Examples
    --------
    >>> pg.folder()
    PosixPath('polygames-files')
    """
    return Path(os.environ.get(FOLDER_VARIABLE) or DEFAULT_FOLDER_NAME).expanduser()


@dataclass(frozen=True)
class UserPath:
    """A path inside the folder that `folder` returns, which is looked up on each use."""

    name: str

    def __fspath__(self) -> str:
        return str(folder() / self.name)

    __str__ = __fspath__

    def __repr__(self) -> str:
        """Return the path as a Python expression."""
        return f"pg.folder() / {self.name!r}"


AUTOSAVE_FOLDER: Final = UserPath("autosave")
REVIEWS_FOLDER: Final = UserPath("reviews")
CLASSES_FOLDER: Final = UserPath("classes")
PLOTS_FOLDER: Final = UserPath("plots")
DECK_FILE: Final = UserPath("deck.json")
PUZZLES_FILE: Final = UserPath("puzzles.json")
