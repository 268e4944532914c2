"""Checks of functions compare them with the lesson's on a whole domain, which the text states."""

from itertools import islice

import make_lessons as maker
import pytest
from lesson_runs import every_lesson, run_lesson

from polygames.lessons import nim
from polygames.lessons.domains import Domain, agrees, satisfies, seeded_inputs
from polygames.lessons.exercise_checks import verdict

UNCHECKED = {}
"""Exercises that ask for a function and have no domain, each with the reason."""

MAX_SMALL_CASES = 20_000
"""A domain that is larger takes too long to check."""


@pytest.mark.slow
@every_lesson
def test_every_function_is_checked_on_a_domain_that_the_text_states(path, monkeypatch):
    used, cases = [], Domain.cases
    monkeypatch.setattr(Domain, "cases", lambda self: used.append(self) or cases(self))
    cells = maker.read(path)["cells"]
    for number, (solution, check) in enumerate(run_lesson(path, monkeypatch), 1):
        used.clear()
        assert check(maker.source(solution)).startswith("Right")
        if "def " in maker.source(solution) and (path.stem, number) not in UNCHECKED:
            assert used, f"exercise {number} is not checked on a domain"
        before = [
            cell for cell in cells[: cells.index(solution)] if cell["cell_type"] == "markdown"
        ]
        for domain in used:
            assert domain.text in maker.source(before[-1]), f"exercise {number}: {domain.text}"
            assert sum(1 for _ in islice(domain.small(), MAX_SMALL_CASES + 1)) <= MAX_SMALL_CASES


NUMBERS = Domain("n", lambda: ((n,) for n in range(9)), lambda rng: (rng.randrange(9, 99),))


def test_the_smallest_input_with_a_wrong_result_is_named():
    trial = agrees(lambda n: min(n, 5), NUMBERS, lambda n: n, "the number itself.")
    said = verdict(0, trial)
    assert said == "Not quite: your function(6) returns 5. The number itself."


def test_a_function_that_is_right_for_small_inputs_only_is_refused():
    trial = agrees(lambda n: n % 9, NUMBERS, lambda n: n, "the number itself.")
    assert verdict(0, trial).startswith("Not quite: your function(")


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (lambda n: 1 // n, "your function(0) stopped with ZeroDivisionError"),
        (lambda _: 10**5000, "your function(0) returns a int that cannot be written. "),
        (lambda _: object, "your function(0) returns <class 'object'>. "),
        (print, "print(0) returns None. "),
        (lambda a, b: a + b, "your function(0) stopped with TypeError"),
    ],
)
def test_whatever_a_function_does_the_feedback_says_it(function, said):
    trial = satisfies(function, NUMBERS, lambda result, n: result == n + 1, "one more than n.")
    assert verdict(0, trial).startswith(f"Not quite: {said}")


def test_larger_inputs_are_new_at_each_check_and_the_same_for_a_seed():
    draws = [[*NUMBERS.cases()][9:] for _ in range(2)]
    assert draws[0] != draws[1]
    seeded = []
    for seed in (1, 1, 2):
        with seeded_inputs(seed):
            seeded.append([*NUMBERS.cases()][9:])
    assert seeded[0] == seeded[1] != seeded[2]


def test_heaps_of_a_domain_begin_with_the_fewest_stones_and_have_every_position():
    heaps = [case[0] for case in nim._small_heaps(2, 2)]
    assert heaps[:3] == [(0,), (0, 0), (1,)]
    assert len(heaps) == len({*heaps}) == 3 + 9
    assert sorted(map(sum, heaps)) == [*map(sum, heaps)]
