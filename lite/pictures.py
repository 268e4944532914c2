"""The saved pictures of the lessons, for a page that cannot draw."""

from __future__ import annotations

import json
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PIL import Image

from polygames.lessons.figures import PRINTED_FOLDER, picture_file_name

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["pictures"]

NOTEBOOKS: Final = Path(__file__).parents[1] / "notebooks"
SHOWN: Final = "Picture: "
"""The start of the text of a picture in a saved notebook."""
COLORS: Final = 128


def pictures(folder: Path = NOTEBOOKS) -> dict[str, bytes]:
    """Return the pictures of the lessons and of their solutions, by their path in the package.

    After solving an exercise, a student sees the picture of the solution.
    """
    lessons = [*sorted(folder.glob("[0-9]*.ipynb")), *sorted(folder.glob("solutions/*.ipynb"))]
    found: dict[str, bytes] = {}
    for lesson in lessons:
        for words, picture in _shown(lesson):
            place = f"polygames/lessons/{PRINTED_FOLDER}/{picture_file_name(words)}"
            found.setdefault(place, _small(picture))
    return found


def _shown(lesson: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the description and the data of each picture of a lesson."""
    cells = json.loads(lesson.read_text(encoding="utf-8"))["cells"]
    outputs = [output.get("data", {}) for cell in cells for output in cell.get("outputs", ())]
    for data in outputs:
        words = "".join(data.get("text/plain", ""))
        if words.startswith(SHOWN) and "image/png" in data:
            yield words.removeprefix(SHOWN), b64decode("".join(data["image/png"]))


def _small(picture: bytes) -> bytes:
    """Return a PNG with fewer colours and a third of the size."""
    into = BytesIO()
    with Image.open(BytesIO(picture)) as image:
        image.convert("RGB").quantize(COLORS, dither=Image.Dither.NONE).save(
            into, "PNG", optimize=True
        )
    return into.getvalue()
