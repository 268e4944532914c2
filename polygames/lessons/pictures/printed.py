"""Pictures that come with the page without a server, since it cannot draw any.

They are those that the lessons show, as they were drawn when the page was built. Each is found by
what it says of itself in words.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final

FOLDER: Final = "printed"
"""The folder beside this file that holds them; it is there only in the page's own wheel."""


def file_name(description: str) -> str:
    """Return the name of the file with the picture of a description.

    Examples
    --------
    >>> file_name("A cake.")
    'a3d66701a514a363.png'
    """
    return f"{sha256(description.encode()).hexdigest()[:16]}.png"


def printed(description: str, folder: Path | None = None) -> bytes | None:
    """Return the picture of a description, if it came along.

    Parameters
    ----------
    description
        What the picture says of itself.
    folder
        Where the pictures are; beside this file by default.

    Examples
    --------
    >>> printed("A cake that nobody baked.") is None
    True
    """
    file = (folder or Path(__file__).with_name(FOLDER)) / file_name(description)
    return file.read_bytes() if file.is_file() else None
