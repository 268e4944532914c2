"""Each figure in the prose of a lesson is what a cell prints, or is known from elsewhere.

A cell of text has it in its metadata. ``{"polygames": {"figures": {"15-35": ["In {n[1]} of the
{n[0]} ..."]}}}`` says: take the numbers that the cell 15-35 prints, put them in, and what comes out
stands in the text, word by word. Behind `` as `` stands how a number is written. Several cells are
named with spaces between, and without one the figure is computed from nothing but mathematics and
the data of a study. ``{"given": ["1981"]}`` lists figures that no cell can print: years, choices,
results of others. Figures that stand in the code need no mention, nor do single digits.
"""

import math
import re
from fractions import Fraction
from statistics import mean

import make_lessons as maker
import pytest
import tracked

from polygames.lessons import data

PATHS = [*tracked.notebooks("solutions"), maker.COPIES_FOLDER / "00_play.ipynb"]
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

FIGURE = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*%?")
PRINTED = re.compile(r"(?<![\w.])-?\d+(?:,\d{3})*(?:\.\d+)?(?:e-?\d+)?")
NO_FIGURES = re.compile(
    r"`[^`]*`|\]\([^)]*\)|\$\$.*?\$\$|\[\d\d?b? |<[^>]*>|\*\*Exercise \d\b"
    r"|\*\*In 45 minutes:\*\*|The check (?:tries|uses)[^.]*\.",
    re.DOTALL,
)
"""Numbers that no cell prints: in code, links and formulas, and the domain of a check."""

every_lesson = pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])


def word(number):
    """Return a small number as a word."""
    return WORDS[int(number)]


def spaced(number):
    """Return a large number with spaces between its thousands."""
    return f"{int(number):,}".replace(",", " ")


def printed(cell):
    """Return the numbers that a cell shows, in order."""
    shown = []
    for output in cell["outputs"]:
        text = output.get("text") or output.get("data", {}).get("text/plain", "")
        shown += [float(each.replace(",", "")) for each in PRINTED.findall("".join(text))]
    return [int(each) if each.is_integer() else each for each in shown]


def filled(template, numbers):
    """Return a sentence with its figures put in."""
    names = {"n": numbers, "word": word, "spaced": spaced, "mean": mean, "data": data}
    names |= {"Fraction": Fraction, **vars(math)}

    def put(found):
        expression, _, style = found[1].partition(" as ")
        return format(eval(expression, dict(names)), style)  # noqa: S307 - our own notebooks

    return re.sub(r"\{(.+?)\}", put, template)


def told(cell):
    """Return what the metadata of a cell say about its figures."""
    return cell["metadata"].get("polygames", {}) if cell["cell_type"] == "markdown" else {}


def joined(text):
    """Return text on one line."""
    return " ".join(text.split())


def problems(notebook):
    """Return every figure in prose that is not what it should be."""
    cells = {cell["id"]: cell for cell in notebook["cells"]}
    code = " ".join(maker.source(c) for c in cells.values() if c["cell_type"] == "code")
    in_code = {float(each) for each in re.findall(r"\d+(?:\.\d+)?", code.replace("_", ""))}
    found = []
    for name, cell in cells.items():
        if cell["cell_type"] != "markdown":
            continue
        text = joined(maker.source(cell))
        rest = text
        for names, templates in told(cell).get("figures", {}).items():
            numbers = [n for each in names.split() for n in printed(cells[each])]
            for template in templates:
                sentence = joined(filled(template, numbers))
                if sentence not in text:
                    found.append(f"{name}: no {sentence!r}")
                rest = rest.replace(sentence, " ")
        given = told(cell).get("given", ())
        found += [
            f"{name}: {each} is given, and is not there" for each in given if each not in text
        ]
        for figure in FIGURE.findall(NO_FIGURES.sub(" ", rest)):
            plain = figure.rstrip("%").replace(",", "")
            known = figure in given or (plain.count(".") < 2 and float(plain) in in_code)
            if not known and (len(plain) > 1 or "%" in figure):
                found.append(f"{name}: nothing prints {figure}")
    return found


@every_lesson
def test_figures_in_prose_are_what_the_cells_print(path):
    assert problems(maker.read(path)) == []


def toy(text, shown="[100, 91]", **said):
    said = said or {"figures": {"b": ["In {n[1]} of {n[0]} cases"]}, "given": ["1981"]}
    return {
        "cells": [
            {"id": "a", "cell_type": "markdown", "source": text, "metadata": {"polygames": said}},
            {
                "id": "b",
                "cell_type": "code",
                "source": "rows[:400]",
                "metadata": {},
                "outputs": [{"data": {"text/plain": [shown]}}],
            },
        ]
    }


RIGHT = "In 91 of 100 cases it holds, of 400 since 1981."


def test_a_true_sentence_is_no_problem():
    assert problems(toy(RIGHT)) == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (RIGHT.replace("91", "92"), "[100, 91]"),
        (RIGHT, "[100, 90]"),
        (RIGHT.replace("400", "401"), "[100, 91]"),
        (RIGHT.replace("1981", "1982"), "[100, 91]"),
        (RIGHT + " Nearly 50% are new.", "[100, 91]"),
    ],
)
def test_a_figure_that_is_changed_is_found(text, shown):
    assert problems(toy(text, shown))


def test_a_template_has_a_figure_to_put_in():
    for path in PATHS:
        for cell in maker.read(path)["cells"]:
            for templates in told(cell).get("figures", {}).values():
                assert all("{" in each for each in templates), cell["id"]
