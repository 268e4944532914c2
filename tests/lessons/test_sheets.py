"""The pages to print: rules in a box, a scale for Split, squares as large as coins."""

import pytest

pytest.importorskip("matplotlib")

import polygames as pg
from polygames.lessons import first_question
from polygames.lessons.sheets import (
    A4,
    COIN,
    INCH,
    RULES,
    SPLIT_UNIT,
    drawn,
    first_pages,
    main,
    pages,
    print_sheets,
)


def unit_of(figure):
    """Return how long a unit of the board is printed, in millimetres."""
    (ax,) = figure.axes
    width = figure.get_size_inches()[0] * INCH * ax.get_position(original=True).width
    return width / (ax.get_xlim()[1] - ax.get_xlim()[0])


def words_of(figure):
    return "\n".join(text.get_text() for text in figure.texts)


def test_every_game_is_printed_with_its_rules():
    assert {*RULES} == {*pg.games()}
    for game in pg.games():
        assert any(
            "\n".join(RULES[game]) in words_of(drawn(page))
            for page in pages()
            if page.state.game == game
        )


def test_squares_for_coins_and_the_unit_of_the_scale_have_their_size():
    units = {page.title: (page.state.game, unit_of(drawn(page))) for page in pages() if page.unit}
    assert [u for game, u in units.values() if game == "splinter"] == pytest.approx([COIN, COIN])
    assert [u for game, u in units.values() if game == "split"] == pytest.approx([SPLIT_UNIT])


def test_the_two_halves_of_the_board_meet():
    upper, lower = [page.rows for page in pages() if page.state.game == "splinter"]
    assert upper[1] == lower[0]
    assert upper[0] < 0
    assert lower[1] > 18


def test_nothing_is_outside_the_page():
    for page in pages():
        figure = drawn(page)
        assert sorted(figure.get_size_inches() * INCH) == pytest.approx([*A4])
        box = figure.axes[0].get_position(original=True)
        assert min(box.x0, box.y0, 1 - box.x1, 1 - box.y1) >= 0, page.title


def test_a_scale_has_numbers_on_all_sides():
    (ax,) = drawn(next(pages())).axes
    assert sum(text.get_text() == "10" for text in ax.texts) == 4


def test_a_double_page_asks_the_first_question_of_a_lesson_and_keeps_the_key_for_its_back():
    sheets = [*first_pages("https://school.example/")]
    front, back = sheets[::2], sheets[1::2]
    assert len(front) == len(back) == 19
    asked = first_question("03_split")
    page, key = next(
        pair for pair in zip(front, back, strict=True) if asked.title in words_of(pair[0])
    )
    assert asked.said[1][:40] not in words_of(page)
    assert asked.said[1][:40] in words_of(key)
    assert "03_split.ipynb https://school.example/" in words_of(key)
    assert len(page.axes) == 1, "the board"
    for each in (*front, *back):
        low = min(text.get_window_extent().y0 for text in each.texts)
        assert low > max((ax.get_window_extent().y1 for ax in each.axes), default=0)


def test_command_writes_the_first_pages_instead(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("polygames.lessons.sheets.first_pages", lambda _: [drawn(next(pages()))])
    main(["--first", str(tmp_path / "first.pdf")])
    assert capsys.readouterr().out.endswith("first.pdf: 1 pages\n")


@pytest.mark.slow
def test_all_pages_are_written(tmp_path):
    assert print_sheets(tmp_path / "boards.pdf") == len([*pages()]) == 9
    assert (tmp_path / "boards.pdf").read_bytes().startswith(b"%PDF")
