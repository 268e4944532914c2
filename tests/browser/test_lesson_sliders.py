"""The sliders of a lesson, as a screen reader gets them."""

BOARD = "import polygames as pg\nboard = pg.play('split', autosave=None)\nboard"
SLIDER = """from polygames.lessons.figures import Picture, Slider, new_figure

Slider("Price", [0, 0.5, 2], lambda n: Picture(new_figure(1, 1, (1, 1))[0], f"{n}"), 2)"""


def test_a_slider_has_a_name_and_its_value_in_words_and_keeps_its_keys(show_cells):
    page = show_cells(BOARD, SLIDER)
    slider = page.page.get_by_role("slider", name="Price")
    slider.focus()
    for value in ("0.5", "2"):
        page.page.keyboard.press("ArrowRight")
        page.shows(
            "value => document.activeElement.getAttribute('aria-valuetext') === value", value
        )


def test_a_number_that_is_typed_beside_a_slider_is_the_answer(show_cells):
    page = show_cells(BOARD, "from polygames.lessons import split as lesson\nlesson.on_board")
    fields = page.page.locator(".jp-OutputArea .widget-readout")
    fields.nth(2).wait_for()
    for at, number in enumerate((24, 34, 11)):
        fields.nth(at).click()
        page.page.keyboard.press("Control+a")
        page.page.keyboard.type(str(number))
        page.page.keyboard.press("Enter")
    page.page.get_by_title("Check the answer").click()
    page.page.locator('.jp-OutputArea [role="alert"]', has_text="Right.").wait_for()
