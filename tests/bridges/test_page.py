"""The page of the bridges shows what works."""

import page_snippets
import pytest

pytestmark = pytest.mark.bridges


def test_the_snippets_of_the_page_run_in_order_in_a_fresh_process(tmp_path):
    ended = page_snippets.run("frameworks", tmp_path)
    assert ended.returncode == 0, ended.stderr
