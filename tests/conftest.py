"""Fixtures and settings that all tests share."""

import hypothesis
import pytest
from toys import NIM, registered

# The same examples in every run: a red test is red again.
hypothesis.settings.register_profile(
    "repeatable", derandomize=True, deadline=None, max_examples=60, database=None
)
hypothesis.settings.load_profile("repeatable")


@pytest.fixture
def nim():
    """A game from outside the package, registered while the test runs."""
    with registered(NIM) as info:
        yield info
