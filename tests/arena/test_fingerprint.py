"""A part that has moved keeps its fingerprint, so that files of results go on."""

from importlib import import_module
from types import FunctionType

import pytest

from polygames.arena.fingerprint import FIRST_MODULE, fingerprint


@pytest.mark.parametrize("name", FIRST_MODULE)
def test_what_has_moved_is_known_again_in_files_from_before(name):
    module, _, part = name.rpartition(".")
    moved = getattr(import_module(module), part)
    before = FunctionType(moved.__code__, moved.__globals__, part)
    assert fingerprint(before) == fingerprint(moved)  # the module is the same yet
    before.__module__ = FIRST_MODULE[name]
    assert fingerprint(before) == fingerprint(moved)
    before.__module__ = "polygames.elsewhere"
    assert fingerprint(before) != fingerprint(moved)
