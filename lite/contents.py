"""The files in the file browser of the site: the first page, the lessons and their data."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any, Final

import polygames as pg
from polygames.core.registry import game

__all__ = ["FIRST", "write"]

LESSONS: Final = Path(__file__).parents[1] / "notebooks"
FIRST: Final = "start.ipynb"
"""The notebook that the site opens."""

WELCOME: Final = """# Five board games, in your browser

Everything runs on this page: no server, no account, no installation. Click a grey cell and press
**Shift+Enter**. On a phone, press ▶ above. The first board takes some seconds.

Your games are saved in this browser, in the folder `polygames-files`. Use the same browser to find
them again. On a computer, this folder is in the list on the left. On a phone, press **File**, then
**Open**. To keep a game or to move it, click it with the right button and choose **Download**. To
bring it back, drag the file into the list. If you clear the browser's data, you lose your games.

The lessons: {lessons}."""

KERNEL: Final = {"display_name": "Python (Pyodide)", "language": "python", "name": "python"}


def write(folder: Path) -> None:
    """Write the contents of the site into a folder."""
    shutil.copytree(LESSONS / "data", folder / "data")
    for lesson in sorted(LESSONS.glob("[0-9]*.ipynb")):
        shutil.copy(lesson, folder)
    (folder / FIRST).write_text(json.dumps(_first(), indent=1), encoding="utf-8")


def _first() -> dict[str, Any]:
    """Return a notebook with a board for every game."""
    cells = [_words(0, WELCOME.format(lessons=_lessons())), _code(1, "import polygames as pg")]
    for name in pg.games():
        info = game(name)
        cells.append(_words(len(cells), f"## {info.title}\n\n{info.summary}"))
        cells.append(_code(len(cells), _play(name)))
    return {
        "cells": cells,
        "metadata": {"kernelspec": KERNEL, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _lessons() -> str:
    """Return links to the lessons, by their titles."""
    lines = []
    for lesson in sorted(LESSONS.glob("[0-9]*.ipynb")):
        first = json.loads(lesson.read_text(encoding="utf-8"))["cells"][0]["source"]
        title = "".join(first).partition("\n")[0].removeprefix("# ")
        lines.append(f"[{title}]({lesson.name})")
    return " · ".join(lines)  # in few lines, so that the boards below are visible


def _play(name: str) -> str:
    """Return the code that shows a board, in games for two against an agent that moves at once."""
    info = game(name)
    if info.seats == 1:
        return f'pg.play("{name}")'
    _, quick, *_ = info.agents  # the first one plays at random
    return f'pg.play("{name}", seats=("human", "{quick}"))'


def _words(number: int, text: str) -> dict[str, Any]:
    return {"id": f"words-{number}", "cell_type": "markdown", "metadata": {}, "source": text}


def _code(number: int, text: str) -> dict[str, Any]:
    code = {"id": f"code-{number}", "cell_type": "code", "metadata": {}, "source": text}
    return code | {"execution_count": None, "outputs": []}
