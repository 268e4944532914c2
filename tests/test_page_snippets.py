"""Every Python snippet of the pages works as it is typed, after those above it on its page."""

import page_snippets
import pytest

WITH_FRAMEWORKS = {"frameworks"}
"""Pages that need other frameworks: `tests/bridges` runs them."""


def test_only_snippets_that_need_a_class_a_cluster_or_a_program_are_not_run():
    pages = [path.stem for path in page_snippets.DOCS_FOLDER.glob("*.md")]
    found = {page: page_snippets.count_skipped(page) for page in pages}
    assert {page: count for page, count in found.items() if count} == page_snippets.SKIPPED_COUNTS
    assert {"study", "researchers", "frameworks", "board"} <= {*page_snippets.pages()}


@pytest.mark.slow
@pytest.mark.parametrize("page", [p for p in page_snippets.pages() if p not in WITH_FRAMEWORKS])
def test_the_snippets_of_a_page_run_in_order_in_a_fresh_process(page, tmp_path):
    ended = page_snippets.run(page, tmp_path)
    assert ended.returncode == 0, ended.stderr
