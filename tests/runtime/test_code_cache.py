"""Compiled code on disk: found again where nothing changed; one process compiles, others wait."""

import os
import pickle
import pkgutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from random import Random
from shutil import copytree

import numba
import pytest
from helpers import run_python

from polygames.runtime import code_cache
from polygames.runtime.code_cache import (
    MAX_FILES_PER_FUNCTION,
    acquire_process_lock,
    add_digest,
    check_digest,
    release_process_lock,
)

ROOT = Path(__file__).parents[2]

PRIVATE_PARTS = (
    "numba.core.caching:CompileResultCacheImpl.check_cachable",
    "numba.core.caching:CompileResultCacheImpl.locator",
    "numba.core.caching:CompileResultCacheImpl.rebuild",
    "numba.core.caching:CompileResultCacheImpl.reduce",
    "numba.core.caching:_Cache",
    "numba.core.codegen:JITCPUCodegen._library_class",
    "numba.core.codegen:JITCPUCodegen.magic_tuple",
    "numba.core.codegen:JITCPUCodegen.set_env",
    "numba.core.codegen:JITCodeLibrary._finalize_final_module",
    "numba.core.codegen:JITCodeLibrary._optimize_final_module",
    "numba.core.codegen:JITCodeLibrary.enable_object_caching",
    "numba.core.compiler:Compiler.compile_extra",
    "numba.core.compiler:CompileResult._find_referenced_environments",
    "numba.core.compiler_lock:global_compiler_lock",
    "numba.core.dispatcher:Dispatcher.add_overload",
    "numba.core.dispatcher:Dispatcher.get_call_template",
    "numba.core.event:register",
    "numba.core.options:DefaultOptions",
    "numba.core.registry:cpu_target",
    "numba.core.serialize:dumps",
    "numba.core.sigutils:normalize_signature",
    "numba.core.targetconfig:ConfigStack.top_or_none",
    "numba.core.types:unliteral",
)
"""What `code_cache` and `jit` use of numba that its documentation does not promise."""

CALLEE = """
from typing import NamedTuple
import numpy as np
from polygames.runtime.jit import compiled

CONSTANT = 1
ARRAY = np.array([10, 20])

class Pair(NamedTuple):
    left: int
    right: int

@compiled
def innermost(x):
    return 100 * x

@compiled
def inner(x):
    return innermost(x)
"""
CALLER = """
from small import callee
from small.callee import ARRAY, CONSTANT, Pair, inner
from polygames.runtime.jit import compiled

@compiled
def outer(x):
    return inner(x) + CONSTANT + ARRAY[0] + callee.CONSTANT

@compiled
def left(pair):
    return pair.left
"""
RUN = """
from small.callee import Pair
from small.caller import left, outer
from polygames.runtime.compile_listeners import listening_to_compiler
told = []
with listening_to_compiler(lambda: told.append(1)):
    print(outer(2), left(Pair(left=3, right=4)), len(told))
"""
FIRST = (212, 3)
"""What the two functions return before anything has changed."""


@pytest.fixture(params=[pytest.param("first", marks=pytest.mark.slow)])
def small(request, tmp_path):
    """Return a folder with a package of two modules, of which one calls the other."""
    package = tmp_path / request.param / "small"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "callee.py").write_text(CALLEE)
    (package / "caller.py").write_text(CALLER)
    return package.parent


def run(folder, **variables):
    """Run both functions in a new process; return their values and whether anything compiled."""
    path = os.pathsep.join(map(str, (folder, ROOT)))
    said = run_python(RUN, PYTHONPATH=path, PYTHONDONTWRITEBYTECODE="1", **variables)
    outer, left, told = map(int, said.split())
    return (outer, left), told > 0


def change(folder, old, new, file="callee.py"):
    source = folder / "small" / file
    text = source.read_text()
    assert old in text
    source.write_text(text.replace(old, new))


CHANGES = {
    "a function that a callee calls": ("100 * x", "500 * x", (1012, 3)),
    "a constant of a module": ("CONSTANT = 1", "CONSTANT = 4", (1018, 3)),
    "the numbers of an array": ("[10, 20]", "[30, 20]", (1038, 3)),
    "the order of the fields of a tuple": (
        "left: int\n    right: int",
        "right: int\n    left: int",
        (1038, 3),
    ),
}


@pytest.mark.parametrize("part", PRIVATE_PARTS)
def test_numba_has_each_private_part_that_the_code_cache_uses(part):
    try:
        pkgutil.resolve_name(part)
    except (ImportError, AttributeError):
        pytest.fail(
            f"numba {numba.__version__} has no {part}: change polygames/runtime/code_cache.py for "
            "it and run the tests of this file, or lower the limit of numba in pyproject.toml"
        )


def test_what_has_changed_in_another_module_is_not_served_from_an_old_cache(small):
    assert run(small) == (FIRST, True)
    assert run(small) == (FIRST, False), "code is kept"
    for what, (old, new, expected) in CHANGES.items():
        change(small, old, new)
        assert run(small) == (expected, True), what
    for old, new, _ in CHANGES.values():
        change(small, new, old)
    assert run(small) == (FIRST, False), "versions stand side by side"


def test_two_processes_at_once_compile_a_function_once(small):
    count = "print(sum(sum(each.stats.cache_misses.values()) for each in (outer, left)))"
    command = [sys.executable, "-c", f"{RUN}\n{count}"]
    paths = {"PYTHONPATH": os.pathsep.join(map(str, (small, ROOT)))}
    both = [
        subprocess.Popen(command, env=os.environ | paths, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    compiled = [process.communicate()[0].split()[-1] for process in both]
    assert sum(map(int, compiled)) == 2, "one process each function"
    assert not list(small.rglob("*.lock"))


def test_lines_that_move_and_words_about_the_code_change_nothing(small):
    run(small)
    change(small, "@compiled\ndef outer", "# A word\n\n\n@compiled\ndef outer", "caller.py")
    change(small, "@compiled\ndef inner(", "# More\n\n@compiled\ndef inner(")
    assert run(small) == (FIRST, False)


def test_a_cache_that_came_along_with_a_copy_serves_what_the_copy_says(small, tmp_path):
    run(small)
    copy = tmp_path / "second"
    copytree(small, copy)
    change(copy, "100 * x", "500 * x")
    assert run(copy) == ((1012, 3), True)
    assert run(small) == (FIRST, False)


def test_the_directory_that_numba_is_told_is_where_code_is_kept(small, tmp_path):
    kept = tmp_path / "kept"
    assert run(small, NUMBA_CACHE_DIR=str(kept)) == (FIRST, True)
    assert run(small, NUMBA_CACHE_DIR=str(kept)) == (FIRST, False)
    assert list(kept.rglob("*outer*.nbc"))
    assert not list(small.rglob("*.nbc"))


def test_where_nothing_can_be_written_functions_are_compiled_all_the_same(small):
    """A file stands where the directory would be, beside the source and at home."""
    (small / "small" / "__pycache__").touch()
    home = small / "home"
    home.touch()
    nowhere = {"HOME": str(home), "XDG_CACHE_HOME": str(home), "LOCALAPPDATA": str(home)}
    assert run(small, **nowhere) == (FIRST, True)
    assert run(small, **nowhere) == (FIRST, True)


def test_the_code_of_a_package_that_cannot_be_written_to_is_kept_for_the_user(small):
    """As in a system's own Python; a file stands where the directory would be."""
    (small / "small" / "__pycache__").touch()
    home = small / "home"
    own = {"HOME": str(home), "XDG_CACHE_HOME": str(home), "LOCALAPPDATA": str(home)}
    assert run(small, **own) == (FIRST, True)
    assert run(small, **own) == (FIRST, False)
    assert list(home.rglob("*outer*.nbc"))


def test_a_broken_file_is_compiled_again_and_only_the_newest_files_are_kept(small):
    run(small)
    [file] = small.rglob("caller.outer.*.nbc")
    file.write_bytes(b"")
    for number in range(MAX_FILES_PER_FUNCTION + 5):
        older = file.with_name(f"caller.outer.{number}.nbc")
        older.touch()
        os.utime(older, (number, number))
    assert run(small) == (FIRST, True)
    assert run(small) == (FIRST, False)
    left = list(small.rglob("caller.outer.*.nbc"))
    assert len(left) == MAX_FILES_PER_FUNCTION
    assert file in left


def damages(content):
    """Return what can become of a file, by name."""
    middle, end = len(content) // 2, len(content)
    return {
        "empty": b"",
        "cut off": content[: middle + 7],
        "zeros at the end, as after a crash": content[:middle] + bytes(end - middle),
        "another file": pickle.dumps({"code": 1}),
        "a bit in the digest": flipped(content, 5),
        "a bit in the machine code": flipped(content, middle),
        "a bit in the pickle": flipped(content, 33),
        "a module of an older version": add_digest(b"cpolygames.no_such_module\nthing\n."),
    }


def flipped(content, place):
    return content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :]


def test_a_damaged_file_is_compiled_again(small):
    run(small)
    [file] = small.rglob("caller.outer.*.nbc")
    for name, damaged in damages(file.read_bytes()).items():
        file.write_bytes(damaged)
        assert run(small) == (FIRST, True), name
    assert run(small) == (FIRST, False), "what was compiled again is whole"


def test_any_byte_that_differs_and_any_that_is_missing_is_seen(small):
    run(small)
    [file] = small.rglob("caller.left.*.nbc")
    content = file.read_bytes()
    assert add_digest(check_digest(content)) == content
    places = {*range(200), *Random(1).sample(range(len(content)), 500)}
    for place in places:
        assert check_digest(flipped(content, place)) is None
        assert check_digest(content[:place]) is None
        assert check_digest(content[:place] + content[place + 1 :]) is None
    assert check_digest(content + b"\0") is None


HOLDER = """
import sys
from pathlib import Path
from polygames.runtime.code_cache import acquire_process_lock, release_process_lock
lock = acquire_process_lock(Path(sys.argv[1]), print)
print("has it", flush=True)
input()
release_process_lock(lock)
"""


@contextmanager
def another(file):
    """Let another process hold a lock during a ``with`` block, unless the block ends it."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline() == "has it\n"
        yield process
        process.kill()


def has_waited(file):
    """Acquire and release a lock; return True if another process held it."""
    waited = []
    release_process_lock(acquire_process_lock(file, lambda: waited.append(1)))
    return waited == [1]


def test_a_process_waits_until_another_one_releases_the_lock(tmp_path):
    with another(tmp_path / "lock") as process:
        lock = acquire_process_lock(tmp_path / "lock", lambda: process.communicate("\n"))
        assert (process.returncode, lock.is_locked) == (0, True)
        release_process_lock(lock)
    assert list(tmp_path.iterdir()) == []


def test_a_lock_ends_with_its_process(tmp_path):
    with another(tmp_path / "lock") as process:
        release_process_lock(acquire_process_lock(tmp_path / "lock", process.kill))
    assert not has_waited(tmp_path / "lock")


def test_a_lock_that_is_never_released_does_not_block_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(code_cache, "CACHE_LOCK_TIMEOUT_SECONDS", 0.01)
    with another(tmp_path / "lock") as process:
        assert has_waited(tmp_path / "lock")
        assert process.poll() is None
        assert (tmp_path / "lock").exists()


def test_a_process_does_not_wait_where_no_lock_can_be_written(tmp_path):
    (tmp_path / "file").touch()
    assert not has_waited(tmp_path / "file" / "lock")
