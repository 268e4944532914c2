"""A lesson in a class: the teacher's wall shows how far each pupil is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from polygames.widgets.remote.lesson_link import LessonLink


def attend(
    room: str, name: str | None = None, *, autosave: str | Path | None = "polygames-autosave"
) -> LessonLink:
    """Report the exercises of this notebook to a class, from now on.

    The room is told which exercise was checked, and whether it was right, not quite or not yet
    there: no answer, no code. Without this call nothing leaves the notebook.

    Parameters
    ----------
    room
        The address of the class with its code behind a ``#``, as the teacher's wall shows it.
    name
        What the pupil is called there; the name of the computer's user by default.
    autosave
        The folder where it is kept who this is, so that a new kernel has the same name.

    Raises
    ------
    OptionError
        If there is no such room, or the code is wrong.

    Examples
    --------
    >>> import polygames as pg
    >>> from polygames.lessons.checks import nim
    >>> with pg.classroom("split", folder=None, port=0) as room:
    ...     link = attend(room.invitation, "Ana", autosave=None)
    ...     nim.exercise_1(...)
    ...     while not room.progress:
    ...         pass
    ...     room.progress
    ...     link.close()
    Not yet: put your answer in place of the dots, and run both cells.
    {'Ana': {'nim 1': 'not yet'}}
    """
    from polygames.widgets.remote.lesson_link import lesson_link

    return lesson_link(room, name, autosave)
