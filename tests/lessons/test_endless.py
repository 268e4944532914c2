"""Wrong answers stop nothing: a loop without end gets a sentence, and later cells run."""

import ast
import re
import sys
import threading

import make_lessons as maker
import matplotlib as mpl
import pytest
from lesson_runs import code_cells, every_lesson, lesson_namespace, run, run_lesson
from matplotlib import pyplot as plt

from polygames.lessons import calls, exercise, exercise_checks
from polygames.lessons.time_limit import TimeLimitError, time_limit

LOOP, STOP = "while True:\n    pass", "raise SystemExit"


def spoiled(source, body):
    """Return a solution with this body in its functions, and words in place of values."""
    tree = ast.parse(source)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            node.body = ast.parse(body).body
        elif isinstance(node, ast.Assign):
            target = node.targets[0]
            words = ("wrong",) * len(target.elts) if isinstance(target, ast.Tuple) else "wrong"
            node.value = ast.Constant(words)
    return ast.unparse(tree)


@pytest.mark.slow
@every_lesson
def test_a_loop_without_end_in_an_exercise_gets_a_sentence(path, monkeypatch):
    tried = 0
    for solution, check in run_lesson(path, monkeypatch):
        if "\ndef " in maker.source(solution):
            with monkeypatch.context() as patched:
                patched.setattr(exercise_checks, "ANSWER_TIMEOUT_SECONDS", 0.5)
                said = check(spoiled(maker.source(solution), LOOP))
            assert re.match(r"Not quite: .* was still running when the time", said), said
            tried += 1
    assert tried >= 1


def loop(_):
    while True:
        pass


def test_the_sentence_names_the_call_also_where_nothing_else_has_a_limit(monkeypatch, capsys):
    monkeypatch.setattr(exercise_checks, "ANSWER_TIMEOUT_SECONDS", 0.2)
    exercise(lambda f: (calls(f, (1,)), []))(loop)
    assert "loop(1) was still running" in capsys.readouterr().out
    assert "loop(1) was still running" in str(calls(loop, (1,))[0])


def test_a_loop_that_prints_does_not_fill_the_page(monkeypatch, capsys):
    monkeypatch.setattr(exercise_checks, "ANSWER_TIMEOUT_SECONDS", 0.2)
    exercise(lambda f: (calls(f, (1,)), []))(
        lambda _: [sys.stdout.write("x" * 99) for _ in iter(int, 1)]
    )
    said = capsys.readouterr().out
    assert "more was printed" in said
    assert "was still running" in said.splitlines()[-1]
    assert len(said) < 11_000


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (SystemExit("bye"), "stopped with SystemExit: bye"),
        (BaseException(), "stopped with BaseException"),
        (GeneratorExit(), "stopped with GeneratorExit"),
        (ValueError(), "stopped with ValueError"),
        (KeyboardInterrupt(), "the check was interrupted"),
    ],
)
def test_what_ends_a_program_is_a_sentence(error, said, capsys):
    def function(_):
        raise error

    exercise(lambda f: (calls(f, (1,)), [(lambda got: got == [1], "one.")]))(function)
    assert said in capsys.readouterr().out


def test_a_loop_ends_in_a_thread_too():
    ended = []

    def work():
        try:
            with time_limit(0.2):
                loop(1)
        except TimeLimitError:
            ended.append(True)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(60)
    assert ended == [True]


# --- The cells after an exercise ---------------------------------------------------------------


@pytest.mark.slow
@every_lesson
def test_no_cell_ends_in_an_error_after_wrong_answers(path, monkeypatch):
    space, failed = lesson_namespace(monkeypatch), {}
    with mpl.rc_context({"backend": "agg"}):
        for cell in code_cells(maker.read(path)):
            source = maker.source(cell)
            if "solution" in maker.tags(cell):
                source = spoiled(source, STOP)
            try:
                run(cell["id"], source, space)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - all are shown at once
                failed[cell["id"]] = repr(error)
        plt.close("all")
    assert failed == {}
