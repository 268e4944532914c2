"""The text after a prediction does not tell its result before the reader has opened it."""

import re

import make_lessons as maker
import nbformat
from freeze_notebooks import cells_to_predict
from lesson_runs import LESSON_PATHS, every_lesson

NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
)

SMALL_WORDS = {"one", "two"}
"""Words that count nothing most of the time."""


def visible_text(source):
    """Return the part of a text that is visible before the reader opens a detail."""
    return re.sub(r"<details>.*?(</details>|$)", "", source, flags=re.DOTALL)


def numbers(text):
    """Return the numbers in a text, written as digits or as words."""
    words = {word: str(n) for n, word in enumerate(NUMBER_WORDS) if word not in SMALL_WORDS}
    found = re.findall(r"\d+(?:\.\d+)?|[a-z]+", text.lower())
    return {words.get(each, each) for each in found if each[0].isdigit() or each in words}


def output_text(cell):
    """Return the plain text of a cell's outputs."""
    parts = []
    for output in cell.get("outputs", ()):
        parts.append("".join(output.get("text", "")))
        data = output.get("data", {})
        parts += ["".join(data.get(kind, "")) for kind in ("text/plain", "text/markdown")]
    return "\n".join(parts)


def spoilers(notebook):
    """Return the id of each text that tells a predicted result, with the numbers that tell it."""
    cells, found = notebook.cells, {}
    predicted = {cell.id for cell in cells_to_predict(notebook)}
    known = ""
    for place, cell in enumerate(cells):
        if cell.id in predicted:
            after = next((c for c in cells[place + 1 :] if c.cell_type == "markdown"), None)
            if after is not None:
                told = numbers(visible_text(after.source)) & numbers(output_text(cell))
                if told := told - numbers(known):
                    found.setdefault(after.id, set()).update(told)
        if cell.id not in predicted:
            known += cell.source + output_text(cell)
        else:
            known += cell.source
    return found


@every_lesson
def test_no_text_tells_what_is_to_be_predicted(path):
    notebook = nbformat.read(path, as_version=4)
    allowed = {
        cell.id: set(cell.metadata.get("polygames", {}).get("no_spoiler", ()))
        for cell in notebook.cells
    }
    found = {name: told - allowed[name] for name, told in spoilers(notebook).items()}
    assert {name: told for name, told in found.items() if told} == {}


def test_a_text_that_tells_a_result_is_found_and_one_that_hides_it_is_not():
    text = nbformat.v4.new_markdown_cell
    code = nbformat.v4.new_code_cell("len(moves)")
    code.outputs = [nbformat.v4.new_output("execute_result", {"text/plain": "13"})]
    told, hidden = text("Thirteen, always."), text("<details>Thirteen.</details> Why?")
    asked = text("**Predict.** How many?")
    for after, expected in ((told, {told.id: {"13"}}), (hidden, {})):
        notebook = nbformat.v4.new_notebook(cells=[asked, code, after])
        assert spoilers(notebook) == expected


def test_right_options_of_the_first_questions_are_in_different_places():
    places = []
    for path in LESSON_PATHS:
        for cell in maker.read(path)["cells"]:
            if "choose" in maker.tags(cell):
                options = re.findall(r"<details>.*?</details>", maker.source(cell), re.DOTALL)
                places += [n for n, each in enumerate(options) if "<b>Yes" in each]
    assert len(places) >= len(LESSON_PATHS)
    for place in range(3):
        assert places.count(place) <= len(places) / 2
