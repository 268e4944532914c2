"""The pages to print: rules in a box, a scale for Split, squares as large as coins."""

import pytest

pytest.importorskip("matplotlib")

import polygames as pg
from polygames.lessons import sheets
from polygames.lessons.double_pages import MM_PER_INCH, PAGE_SIZE_MM
from polygames.lessons.printed_texts import SHORT_RULES
from polygames.lessons.sheets import COIN_SQUARE_MM, SPLIT_UNIT_MM, draw_page, pages


def unit_of(figure):
    """Return how long a unit of the board is printed, in millimetres."""
    (ax,) = figure.axes
    width = figure.get_size_inches()[0] * MM_PER_INCH * ax.get_position(original=True).width
    return width / (ax.get_xlim()[1] - ax.get_xlim()[0])


def words_of(figure):
    return "\n".join(text.get_text() for text in figure.texts)


def test_every_game_is_printed_with_its_rules():
    assert {*SHORT_RULES} == {*pg.games()}
    for game in pg.games():
        assert any(
            "\n".join(SHORT_RULES[game]) in words_of(draw_page(page))
            for page in pages()
            if page.state.game == game
        )


def test_squares_for_coins_and_the_unit_of_the_scale_have_their_size():
    units = {
        page.title: (page.state.game, unit_of(draw_page(page))) for page in pages() if page.unit
    }
    assert [u for game, u in units.values() if game == "splinter"] == pytest.approx(
        [COIN_SQUARE_MM, COIN_SQUARE_MM]
    )
    assert [u for game, u in units.values() if game == "split"] == pytest.approx([SPLIT_UNIT_MM])


def test_the_two_halves_of_the_board_meet():
    upper, lower = [page.rows for page in pages() if page.state.game == "splinter"]
    assert upper[1] == lower[0]
    assert upper[0] < 0
    assert lower[1] > 18


def test_nothing_is_outside_the_page():
    for page in pages():
        figure = draw_page(page)
        assert sorted(figure.get_size_inches() * MM_PER_INCH) == pytest.approx([*PAGE_SIZE_MM])
        box = figure.axes[0].get_position(original=True)
        assert min(box.x0, box.y0, 1 - box.x1, 1 - box.y1) >= 0, page.title
        drawn, title = (each.get_window_extent() for each in (figure.axes[0], figure.texts[0]))
        assert drawn.y1 < title.y0, page.title


def test_a_scale_has_numbers_on_all_sides():
    (ax,) = draw_page(next(pages())).axes
    assert sum(text.get_text() == "10" for text in ax.texts) == 4


@pytest.mark.slow
@pytest.mark.parametrize(("more", "count"), [([], 9), (["--first"], 38)])
def test_command_writes_all_pages(more, count, tmp_path, capsys):
    path = tmp_path / "boards.pdf"
    sheets.main([str(path), *more])
    assert capsys.readouterr().out == f"{path}: {count} pages\n"
    assert path.read_bytes().startswith(b"%PDF")
