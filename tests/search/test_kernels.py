"""What compiling tells those who wait for it."""

from __future__ import annotations

import importlib.util

import pytest

from polygames.search.kernels import HAS_NUMBA, told_of_compiling

pytestmark = pytest.mark.skipif(not HAS_NUMBA, reason="nothing is compiled without numba")

SOURCE = """
from polygames.search.kernels import compiled

@compiled
def twice(x):
    return 2 * x
"""


def load(file):
    spec = importlib.util.spec_from_file_location("small", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_those_who_wait_are_told_when_code_is_compiled_but_not_when_it_is_found(tmp_path):
    file = tmp_path / "small.py"
    file.write_text(SOURCE)
    told = []
    for expected in (1, 1):
        small = load(file)
        with told_of_compiling(lambda: told.append(1)):
            assert small.twice(21) == 42
        assert len(told) == expected


def test_nobody_is_told_after_the_block(tmp_path):
    file = tmp_path / "small.py"
    file.write_text(SOURCE)
    told = []
    with told_of_compiling(lambda: told.append(1)):
        small = load(file)
    assert small.twice(21) == 42
    assert not told
