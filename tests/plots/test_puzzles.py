"""A puzzle as a figure, and the pages of a sheet."""

import pytest
from matplotlib.collections import Collection
from matplotlib.colors import to_hex

import polygames as pg
from polygames.core.descriptions import move_text
from polygames.plots import puzzle_plot, puzzle_sheet, save_sheet
from polygames.scene.palette import PURPLE


def test_the_answer_is_marked_and_said_only_where_it_is_asked_for():
    puzzle = pg.puzzles("splinter")[0]
    asked, answered = puzzle_plot(puzzle), puzzle_plot(puzzle, answer=True)
    words = asked.get_title(loc="left").replace("\n", " ")
    assert words == f"1. {puzzle.task}"
    assert move_text(puzzle.state, puzzle.solution[0]) in answered.get_title(loc="left")
    assert PURPLE in colours(answered)
    assert PURPLE not in colours(asked)


def colours(ax):
    """Return the colours of the lines and shapes that are drawn."""
    drawn = [each for each in ax.get_children() if isinstance(each, Collection)]
    return {
        to_hex(colour)
        for each in drawn
        for colour in (*each.get_edgecolor(), *each.get_facecolor())
    }


def test_answers_come_after_all_puzzles():
    pages = puzzle_sheet(pg.puzzles("territory")[:8])
    titles = [page.get_suptitle() for page in pages]
    assert titles == ["Territory: puzzles"] * 2 + ["Territory: puzzles, the answers"] * 2


@pytest.mark.parametrize("name", ["a.pdf", "a.png"])
def test_a_bar_counts_the_pages_of_a_sheet_while_they_are_written(tmp_path, monkeypatch, name):
    seen = []

    def bar(pages, what, *, total, unit):
        seen.append((what, total, unit))
        for page in pages:
            yield page
            seen.append(len([*tmp_path.iterdir()]))  # written by then

    monkeypatch.setattr("polygames.plots.puzzles.progress", bar)
    files = save_sheet(pg.puzzles("polygon")[:7], tmp_path / name)
    written = [1, 2, 3, 4] if name.endswith("png") else [1, 1, 1, 1]
    assert seen == [("pages", 4, "page"), *written]
    assert sorted(tmp_path.iterdir()) == sorted(files)


def test_a_puzzle_shows_itself():
    shown = pg.puzzles("polygon")[0]._repr_mimebundle_()
    assert shown["image/png"]
    assert "Only one segment wins" in shown["text/plain"]


@pytest.mark.parametrize(("puzzles", "name"), [([], "a.pdf"), (["polygon"], "a.pdf")])
def test_a_sheet_of_nothing_is_refused(puzzles, name, tmp_path):
    with pytest.raises(pg.OptionError, match="sheet"):
        save_sheet(puzzles, tmp_path / name)
