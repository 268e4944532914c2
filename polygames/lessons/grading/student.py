"""The process in which a student's code runs: it runs an answer, and is asked for its values.

It writes where nothing that the student prints can go. What the code changes there is gone with
the process.
"""

from __future__ import annotations

import os
import sys
from types import ModuleType
from typing import IO, Any, Final

from polygames.lessons.grading.wire import receive, send, written

NAME: Final = "lesson"
"""The module in which cells run: what they pickle is looked up there."""


class Function:
    """What stands for a function: it is called by its name."""

    def __init__(self, name: str) -> None:
        self.name = name


def main() -> None:
    """Run the cells and the answer that come in, then answer calls until nobody asks."""
    asked = os.fdopen(os.dup(0), "rb")
    told = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    cells, answer, names = receive(asked, trusted=True)
    sys.modules[NAME] = module = ModuleType(NAME)
    space = vars(module)
    for source in cells:
        exec(compile(source, "lesson", "exec"), space)  # noqa: S102 - a cell of the lesson
    try:
        exec(compile(answer, "answer", "exec"), space)  # noqa: S102 - it is why there is a process
    except BaseException as error:  # noqa: BLE001 - SystemExit, too, is an answer that stopped
        send(told, f"the answer stopped with {type(error).__name__}: {error}")
        return
    send(told, {name: _told(name, space.get(name, ...)) for name in names})
    _serve(asked, told, space)


def _told(name: str, value: Any) -> Any:
    return Function(name) if callable(value) else value


def _serve(asked: IO[bytes], told: IO[bytes], space: dict[str, Any]) -> None:
    while True:
        try:
            name, case = receive(asked, trusted=True)
        except EOFError:
            return
        try:
            result = space[name](*case)
        except Exception as error:  # noqa: BLE001 - the student's function may do anything
            send(told, (False, (type(error).__name__, str(error)), written(case)))
        else:
            send(told, (True, result, written(case)))
