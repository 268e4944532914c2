"""Where boards, classes, reviews and cards keep what they write: in one folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER_VARIABLE: Final = "POLYGAMES_FOLDER"
"""The environment variable that names another folder, for all notebooks."""
DEFAULT_FOLDER_NAME: Final = "polygames-files"
"""The name of the folder, beside the notebook."""


def folder() -> Path:
    """Return the folder in which games, reviews, classes, cards and ratings are kept.

    It is ``polygames-files`` in the working directory, which is that of the notebook. There you see
    it, and it goes along when the notebooks are copied; on Binder it can be downloaded. The
    environment variable ``POLYGAMES_FOLDER`` names another one, as for notebooks that move about.

    Examples
    --------
    >>> pg.folder()
    PosixPath('polygames-files')
    """
    return Path(os.environ.get(FOLDER_VARIABLE) or DEFAULT_FOLDER_NAME).expanduser()


@dataclass(frozen=True)
class Own:
    """What is in the folder: a path wherever one is taken, found out each time it is used."""

    name: str

    def __fspath__(self) -> str:
        return str(folder() / self.name)

    __str__ = __fspath__

    def __repr__(self) -> str:
        """Say it as in Python."""
        return f"pg.folder() / {self.name!r}"


AUTOSAVE_FOLDER: Final = Own("autosave")
REVIEWS_FOLDER: Final = Own("reviews")
CLASSES_FOLDER: Final = Own("classes")
DECK_FILE: Final = Own("deck.json")
PUZZLES_FILE: Final = Own("puzzles.json")
