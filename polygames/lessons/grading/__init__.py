"""Grading of lessons: every answer is judged separately, by checks outside its process.

A student's answer runs in its own process, after the cells of *our* lesson that it depends on, so
faults elsewhere in the notebook cost no points. The check runs in another process.
"""

from __future__ import annotations

from polygames.lessons.grading.judging import Exercise, exercises, judge
from polygames.lessons.grading.marks import Mark, checks_only, grade, require

__all__ = ["Exercise", "Mark", "checks_only", "exercises", "grade", "judge", "require"]
