"""Wrong answers stop nothing: a loop without end gets a sentence, and later cells run."""

import ast
import re
import threading

import make_lessons as maker
import matplotlib as mpl
import pytest
from lesson_runs import code_cells, every_lesson, run, stage, walk
from matplotlib import pyplot as plt

from polygames.lessons import answers, calls, exercise
from polygames.lessons.time_limit import OutOfTimeError, limited

LOOP = ast.parse("while True:\n    pass").body


def endless(source):
    """Return a solution whose functions never come back; None if it has none."""
    tree = ast.parse(source)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    for function in functions:
        function.body = LOOP
    return ast.unparse(tree) if functions else None


@pytest.mark.slow
@every_lesson
def test_a_loop_without_end_in_an_exercise_gets_a_sentence(path, monkeypatch):
    tried = 0
    for solution, check in walk(path, monkeypatch):
        if source := endless(maker.source(solution)):
            with monkeypatch.context() as patched:
                patched.setattr(answers, "SECONDS", 0.5)
                said = check(source)
            assert re.match(r"Not quite: .* was still running when the time", said), said
            tried += 1
    assert tried >= 1


def test_only_the_body_of_a_function_is_exchanged():
    assert endless("x = 1") is None
    assert endless("from math import pi\ndef f(a):\n    return a") == (
        "from math import pi\n\ndef f(a):\n    while True:\n        pass"
    )


def loop(_):
    while True:
        pass


def test_the_sentence_names_the_call(monkeypatch, capsys):
    monkeypatch.setattr(answers, "SECONDS", 0.2)
    exercise(lambda f: (calls(f, (1,)), []))(loop)
    assert "loop(1) was still running" in capsys.readouterr().out


def test_a_loop_ends_in_a_thread_too():
    ended = []

    def work():
        try:
            with limited(0.2):
                loop(1)
        except OutOfTimeError:
            ended.append(True)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(60)
    assert ended == [True]


# --- The cells after an exercise ---------------------------------------------------------------


@pytest.mark.slow
@every_lesson
def test_no_cell_ends_in_an_error_after_wrong_answers(path, monkeypatch):
    space, failed = stage(monkeypatch), {}
    with mpl.rc_context({"backend": "agg"}):
        for cell in code_cells(maker.read(path)):
            source = maker.source(cell)
            if "solution" in maker.tags(cell):
                source = spoiled(source)
            try:
                run(cell["id"], source, space)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - all are shown at once
                failed[cell["id"]] = repr(error)
        plt.close("all")
    assert failed == {}


def spoiled(source):
    """Return a solution with functions that stop, and with words in place of values."""
    tree = ast.parse(source)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            node.body = ast.parse("raise SystemExit").body
        elif isinstance(node, ast.Assign):
            names = node.targets[0].elts if isinstance(node.targets[0], ast.Tuple) else [...]
            words = "wrong" if names == [...] else ("wrong",) * len(names)
            node.value = ast.Constant(words)
    return ast.unparse(tree)
