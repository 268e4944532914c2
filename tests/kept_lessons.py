"""Which lessons each harness runs in CI, and why these; `.ci/run --long` runs the others there.

What a lesson says, shows and accepts is its own, so every lesson is run in CI where that is seen:

- the students' copies by nbval, which compares what each cell shows;
- their solutions as Binder's visitors run them (`scripts/binder_replay.py`);
- the checks of all exercises in `test_lessons`, `lessons/test_mutants`, `lessons/test_endless`.

The other harnesses ask whether *they* work. In CI each has the lessons that can break it.
"""

import pytest

SOLVED = "solved notebooks by nbval"

CI = {
    SOLVED: {},  # Binder runs their cells, test_lessons their checks
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
        "12_puzzles": "puzzles of all games, solved by plain Python",
        "13_halving": "exact geometry without shapely",
    },
}
"""For each harness the lessons in CI, and what can go wrong with each there and nowhere else."""

SLOW = {"02", "02b", "03", "03b", "04", "05", "06", "07", "09", "10", *map(str, range(11, 19))}
"""Numbers of the students' copies that take nbval 3 to 11 s: they are among the slow tests."""


def marks(harness, lesson):
    """Return the marks of a test that runs a lesson in a harness."""
    return [] if lesson in CI[harness] else [pytest.mark.long]


def each_of(harness, lessons):
    """Return the parameters of a test that runs lessons in a harness."""
    assert {*CI[harness]} <= {*lessons}, "a lesson has another name now"
    return [pytest.param(lesson, marks=marks(harness, lesson)) for lesson in lessons]
