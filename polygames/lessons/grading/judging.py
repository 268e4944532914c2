"""The judging of a single answer."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from polygames.lessons.grading.notebook_run import NotebookRun

if TYPE_CHECKING:
    from collections.abc import Sequence


def judge(lesson: str, number: int, run: Sequence[str]) -> str:
    """Return the feedback on the answer in the given cells: "Right.", or what is wrong.

    The cells run in order, after the cells of the lesson that are missing among them.

    Examples
    --------
    >>> from polygames.lessons.grading.lesson_cells import exercises
    >>> first = exercises("10_sums")[0]
    >>> judge("10_sums", 1, [first.solution, "mex([9, 1])"])
    'Right.'
    >>> judge("10_sums", 1, ["from polygames import lessons; lessons.check = print"])
    'Not yet: no cell gives mex a value.'
    >>> judge("10_sums", 1, ["def mex(n): __import__('os')._exit(0)"])  # doctest: +ELLIPSIS
    'Not quite: mex(set()) ended the whole program, or needed too much memory. ...'
    """
    with closing(NotebookRun(lesson)) as notebook:
        notebook.add(run, number)
        return notebook.feedback(number)
