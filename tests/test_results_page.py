"""What the page of results says is what the files of figures hold."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")


def results(name):
    path = ROOT / "benchmarks" / "results" / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def splinter_rows():
    """Yield a row of the page for each board and number of pieces."""
    for case, found in results("splinter_small")["cases"].items():
        for pieces in [key for key in found if key.endswith(" pieces")]:
            every, fair = found[pieces]["all"], found[pieces]["fair"]
            yield (
                f"| {case} | {pieces.split()[0]} | {every['starts']:,} | {every['mover wins']:,} "
                f"| {every['mover loses']:,} | {every['ties']:,} | {every['most plies']} "
                f"| {fair['mover wins']}, {fair['mover loses']}, {fair['ties']} |"
            )


def polygon_rows():
    """Yield a row of the page for each kind of polygons."""
    for case, found in results("polygon_shapes")["cases"].items():
        colors, n, family = case.split("-")
        low, high = found["interval"]
        yield (
            f"| {colors} | {n} | {family} | {found['polygons']} | {found['concurrent']} "
            f"| {found['seat 0 wins']} | {low:.1%} to {high:.1%} | {len(found['replayed'])} |"
        )


@pytest.mark.parametrize("row", [*splinter_rows(), *polygon_rows()])
def test_a_row_is_on_the_page(row):
    assert row in PAGE


def test_what_the_page_says_in_words_is_so():
    cases = results("splinter_small")["cases"].values()
    parts = [found[key] for found in cases for key in found if key.endswith(" pieces")]
    assert not any(part["fair"]["mover loses"] for part in parts)
    shapes = results("polygon_shapes")["cases"]
    for name, found in shapes.items():
        assert set(found["values"]) == {"-" if "-8-" in name else "+"}
    assert set(shapes["different-7-wide"]["first moves that win"]) == {"2"}
    more = shapes["different-7-narrow"]["first moves that win"]["23"]
    assert f"in {more} of the 300 narrow ones" in PAGE
