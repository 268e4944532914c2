"""Grading of lessons: the mark of a notebook is what its checks say if all cells run in order.

A student's cells run in a process of their own, and the checks in another one. Faults elsewhere in
the notebook cost no points.
"""

from __future__ import annotations

from polygames.lessons.grading.judging import judge
from polygames.lessons.grading.lesson_cells import Exercise, exercises
from polygames.lessons.grading.marks import Mark, checks_only, grade, require

__all__ = ["Exercise", "Mark", "checks_only", "exercises", "grade", "judge", "require"]
