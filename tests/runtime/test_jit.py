"""What compiling tells those who wait for it, and what must not be compiled."""

import ast
import importlib.util
import re
from pathlib import Path
from threading import get_ident

import numpy as np
import pytest

import polygames as pg
from polygames.runtime.compile_listeners import listening_to_compiler

numba = pytest.importorskip("numba")
is_part = importlib.import_module("polygames.runtime.code_cache").is_part

PACKAGE = Path(pg.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))

SOURCE = """
from polygames.runtime.jit import compiled

@compiled
def twice(x):
    return 2 * x
"""


CONSTANTS = (
    SOURCE
    + """

@compiled
def called_with_constants(n):
    for number in range(n):
        n = twice(number) + twice(3) + twice(x=4)
    return n
"""
)


def load(file):
    spec = importlib.util.spec_from_file_location("small", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_listener_hears_of_compiled_code_but_not_of_code_from_disk_or_after_its_block(tmp_path):
    file = tmp_path / "small.py"
    file.write_text(SOURCE.replace("2 * x", "x + x + 0"))
    heard = []

    def listener():
        heard.append(get_ident())

    def count():  # a thread that another test started may compile, too
        return heard.count(get_ident())

    with listening_to_compiler(listener):
        small = load(file)
    assert (small.twice(21), count()) == (42, 0)
    file.write_text(SOURCE)
    for _ in range(2):
        small = load(file)
        with listening_to_compiler(listener):
            assert small.twice(21) == 42
        assert count() == 1


def test_a_function_is_not_compiled_once_more_for_a_constant(tmp_path):
    file = tmp_path / "small.py"
    file.write_text(CONSTANTS)
    small = load(file)
    assert small.called_with_constants(3) == 4 + 6 + 8
    assert len(small.twice.signatures) == 1


@pytest.mark.slow
def test_python_calls_no_compiled_function_that_returns_a_named_tuple():
    """An interrupt while numba makes one crashes the process: see `compiled`."""
    sources = {file: file.read_text(encoding="utf-8") for file in FILES}
    tuples = {name for each in sources.values() for name in NAMED_TUPLE.findall(each)}
    unsafe, calls = set(), set()
    for name, source in sources.items():
        for part, is_compiled in parts_of(ast.parse(source)):
            if is_compiled and isinstance(part, ast.FunctionDef) and part.returns is not None:
                if tuples & set(re.findall(r"\w+", ast.unparse(part.returns))):
                    unsafe.add(part.name)
            elif not is_compiled and isinstance(part, ast.Call):
                calls.add((name, ast.unparse(part.func)))
    assert unsafe == {"reduce_and_bound", "child_node", "without_unreachable"}
    assert not [(file, name) for file, name in calls if name in unsafe]


NAMED_TUPLE = re.compile(r"^class (\w+)\(NamedTuple\)", re.MULTILINE)


def parts_of(tree, is_compiled=False):
    """Yield all parts of a module, and whether each is compiled."""
    for part in ast.iter_child_nodes(tree):
        marks = set(map(ast.unparse, getattr(part, "decorator_list", ())))
        inner = is_compiled or bool({"compiled", "compiled_no_refcount"} & marks)
        yield part, inner
        yield from parts_of(part, inner)


PARTS = """
import numpy as np
from polygames.runtime.jit import compiled

@compiled
def largest(numbers, n):
    if n < 1:
        raise ValueError("of nothing")
    found = np.zeros(2)
    for number in numbers[:n]:
        found[1] = max(found[1], number)
    return found

@compiled
def called_first(numbers):
    return largest(numbers, len(numbers))[1]

@compiled
def called_last(numbers):
    return called_first(numbers) + largest(numbers, 1)[1]
"""


def test_what_only_compiled_code_calls_gets_a_door_when_somebody_else_does(tmp_path):
    file, numbers = tmp_path / "small.py", np.array([2.0, 7.0, 5.0])
    file.write_text(PARTS)
    small = load(file)
    called_first = small.called_first
    theirs = numba.njit(lambda numbers: called_first(numbers) + min(numbers[0], 1.0))
    assert theirs(numbers) == 7 + 1
    assert not list(tmp_path.glob("**/*.nbc")), "there are parts only"
    assert called_first(numbers) == 7
    assert all(map(is_part, small.largest.overloads.values()))
    with pytest.raises(ValueError, match="of nothing"):
        small.largest(numbers, 0)
    assert not any(map(is_part, small.largest.overloads.values()))
    assert small.called_last(numbers) == 7 + 2, "what has a door is called by compiled code, too"
    kept = {path.name.split(".")[1] for path in tmp_path.glob("**/*.nbc")}
    assert kept == {"called_first", "called_last", "largest"}
