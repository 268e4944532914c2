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

Everything runs on this page: no server, no account, no installation. Below each game is a grey
cell. Choose any of them: each works alone, and shows a board.

- On a computer, click the grey cell and press **Shift+Enter**.
- On a phone, press **▶ Run** below the grey cell.

Your first press also starts Python. The board comes after about 10 seconds.

Below the games: [the lessons](#The-lessons) and [your saved games](#Your-saved-games)."""

GAME: Final = """## {title}

{summary}

{action}"""

LESSON_LINKS: Final = """## The lessons

{lessons}."""

SAVED_GAMES: Final = """## Your saved games

Your games are saved in this browser, in the folder `polygames-files`. Use the same browser to find
them again. On a computer, this folder is in the list on the left. On a phone, press **File**, then
**Open**. To keep a game or to move it, click it with the right button and choose **Download**. To
bring it back, drag the file into the list. If you clear the browser's data, you lose your games."""

KERNEL: Final = {"display_name": "Python (Pyodide)", "language": "python", "name": "python"}


def write(folder: Path) -> None:
    """Write the contents of the site into a folder."""
    shutil.copytree(LESSONS / "data", folder / "data")
    for lesson in sorted(LESSONS.glob("[0-9]*.ipynb")):
        shutil.copy(lesson, folder)
    (folder / FIRST).write_text(json.dumps(_first(), indent=1), encoding="utf-8")


def _first() -> dict[str, Any]:
    """Return a notebook with a board for every game."""
    cells = [_words(0, WELCOME)]
    for name in pg.games():
        cells.append(_words(len(cells), _describe(name)))
        cells.append(_code(len(cells), _play(name)))
    cells.append(_words(len(cells), LESSON_LINKS.format(lessons=_lessons())))
    cells.append(_words(len(cells), SAVED_GAMES))
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
    return " · ".join(lines)


def _describe(name: str) -> str:
    """Return the text before a game's cell, with what the cell does."""
    info = game(name)
    action = "Run this cell to show a board. You play alone."
    if info.seats > 1:
        action = "Run this cell to show a board. You play against the computer at its first level."
    return GAME.format(title=info.title, summary=info.summary, action=action)


def _play(name: str) -> str:
    """Return code that shows a board, in games for two against the first level.

    The cell imports what it needs, because a reader may run it first.
    """
    level = "" if game(name).seats == 1 else ", level=1"
    return f'import polygames as pg\n\npg.play("{name}"{level})'


def _words(number: int, text: str) -> dict[str, Any]:
    return {"id": f"words-{number}", "cell_type": "markdown", "metadata": {}, "source": text}


def _code(number: int, text: str) -> dict[str, Any]:
    code = {"id": f"code-{number}", "cell_type": "code", "metadata": {}, "source": text}
    return code | {"execution_count": None, "outputs": []}
