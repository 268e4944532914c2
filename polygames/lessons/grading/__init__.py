"""Grading of lessons: every answer is judged for itself, by checks that it cannot reach.

A student's answer runs in a process of its own, after the cells of *our* lesson that it builds on:
what is wrong elsewhere in the notebook costs nothing here. The check runs in another process.
"""

from __future__ import annotations

from polygames.lessons.grading.judging import Exercise, exercises, judge
from polygames.lessons.grading.marks import Mark, checks_only, grade, require

__all__ = ["Exercise", "Mark", "checks_only", "exercises", "grade", "judge", "require"]
