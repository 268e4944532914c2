"""The lessons that each harness runs in CI, with reasons; `.ci/run --long` runs all the others.

Every lesson runs in CI in the harnesses that test its content:

- nbval runs the students' copies, and compares the output of each cell;
- `scripts/binder_replay.py` runs the solutions, as for a visitor of Binder;
- `test_lessons`, `lessons/test_mutants` and `lessons/test_endless` run the checks of all exercises.

The other harnesses test themselves. In CI each of them runs the lessons that could break it.
"""

import pytest

SOLVED_BY_NBVAL = "solved notebooks by nbval"

CI_LESSONS = {
    SOLVED_BY_NBVAL: {},  # Binder runs their cells, test_lessons their checks
    "grading": {
        "01_nim": "functions that call each other, and answers that are functions",
        "06_territory": "cells before an exercise that play, search and read a file",
        "08_game": "answers that later cells make a game of and register",
    },
    "nbgrader": {
        "05_splitter": "the most that is compiled while a cell is graded",
        "16_cycle": "answers that are numbers and functions of exact fractions",
    },
    "lite": {
        "00_play": "a board of each game",
        "02b_last_move": "proofs are read and played, and the solver is plain Python",
        "03b_first_line": "matches and ratings without numpy, joblib and threads",
        "05_splitter": "learned values without numpy, and no picture of some answers",
        "06_territory": "a search with a clock, and a table read from a file",
        "08_game": "a game that the lesson registers is shown and searched",
        "13_halving": "exact geometry without shapely",
    },
}
"""The lessons in CI for each harness, and the feature of each that can fail only there."""

SLOW_LESSONS = {
    "02",
    "02b",
    "03",
    "03b",
    "04",
    "05",
    "06",
    "07",
    "09",
    "10",
    "11",
    *map(str, range(13, 19)),
}
"""The numbers of the students' copies that take nbval 3 to 11 s, which are slow tests."""


def lesson_marks(harness, lesson):
    """Return the marks of a test that runs a lesson in a harness."""
    return [] if lesson in CI_LESSONS[harness] else [pytest.mark.long]


def lesson_parameters(harness, lessons):
    """Return the parameters of a test that runs lessons in a harness."""
    assert {*CI_LESSONS[harness]} <= {*lessons}, "a lesson has another name now"
    return [pytest.param(lesson, marks=lesson_marks(harness, lesson)) for lesson in lessons]
