"""Each lesson ends with its sources, in the same form."""

import re

import make_lessons as maker
import pytest
from lesson_runs import every_lesson

import polygames as pg

HEADING = "**Sources.**\n\n"
YEAR_IN_BRACKETS = re.compile(r"\([^()]*\b(?:1[5-9]|20)\d\d\b[^()]*\)")


def sources(notebook):
    """Return the entries of the list of sources at the end of a lesson."""
    _, heading, entries = maker.source(notebook["cells"][-1]).partition(HEADING)
    assert heading, "the last cell has no list of sources"
    return entries.split("\n")


def games_in_code(notebook):
    """Return the games of the package that a lesson opens."""
    code = "\n".join(maker.source(c) for c in notebook["cells"] if c["cell_type"] == "code")
    opened = re.findall(r'(?:pg\.(?:new|play|match|tournament|agent)\(|game=)"(\w+)"', code)
    return set(opened) & set(pg.games())


def years_in_brackets(notebook):
    """Return the sources in the middle of the text; a theorem may name its author there."""
    texts = [maker.source(c) for c in notebook["cells"] if c["cell_type"] == "markdown"]
    lines = [line for text in texts for line in text.partition(HEADING)[0].split("\n")]
    plain = [re.sub(r"^\*\*Theorem\*\* \([^()]*\)", "", line) for line in lines]
    return [found for line in plain for found in YEAR_IN_BRACKETS.findall(line)]


@every_lesson
def test_a_lesson_ends_with_a_list_of_sources(path):
    entries = sources(maker.read(path))
    assert entries
    for entry in entries:
        assert re.fullmatch(r"- .+: .+\.", entry), entry


@every_lesson
def test_the_sources_name_each_game_of_the_lesson(path):
    notebook = maker.read(path)
    named = {entry[2:].partition(":")[0].lower() for entry in sources(notebook)}
    assert games_in_code(notebook) <= named


@every_lesson
def test_the_text_before_the_list_has_no_sources_in_brackets(path):
    assert years_in_brackets(maker.read(path)) == []


def toy(text, code="pass"):
    return {
        "cells": [
            {"cell_type": "code", "source": code},
            {"cell_type": "markdown", "source": text},
        ]
    }


def test_a_game_without_a_source_and_a_source_in_brackets_are_found():
    lesson = toy("Area (Meister, 1769).\n\n**Sources.**\n\n- Nim: old.", 'pg.new("split")')
    assert sources(lesson) == ["- Nim: old."]
    assert games_in_code(lesson) == {"split"}
    assert years_in_brackets(lesson) == ["(Meister, 1769)"]
    assert years_in_brackets(toy("**Theorem** (Bouton, 1901). *So.*")) == []
    with pytest.raises(AssertionError, match="no list of sources"):
        sources(toy("The answer."))
