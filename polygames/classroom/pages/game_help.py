"""The help of a game on the pages of a class: how to play in short, and all rules."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Final

from polygames.classroom.pages.page_texts import move_help
from polygames.core.registry import game
from polygames.view.help import (
    changed_rules_html,
    iter_tour_pictures,
    markdown_to_html,
    numbered_rules,
    tour_html,
)

if TYPE_CHECKING:
    from polygames.records.record import Record

_OPTION_PATTERN: Final = re.compile(r"\*New game\*|`")
"""The form for a new game, or an option as code."""

_RULE_PATTERN: Final = re.compile(r"((?:\d+\. )?)((?:\*\*.*?\*\*\s*)?)(.*)", re.DOTALL)
"""The number, the title and the text of a rule."""


def game_help_html(record: Record) -> str:
    """Return the instructions for a game as HTML: a picture and at most five sentences.

    Rules that differ at this table follow. More pictures and all rules can be unfolded.

    Examples
    --------
    >>> text = game_help_html(pg.Record(pg.new("split")))
    >>> short, more = text.split("<details>", 1)
    >>> short.count("<svg"), "tap both ends" in short, more.count("<svg"), more.count("<li>")
    (1, True, 3, 8)
    """
    info = game(record.game)
    changed = changed_rules_html(info, record.options)
    return f"{_short_help_html(record.game)}{changed}{_unfolded_help_html(record.game)}"


@cache
def _short_help_html(name: str) -> str:
    """Return the last picture of a game's tour, its summary, and how to enter a move."""
    info = game(name)
    pictures = list(iter_tour_pictures(info, info.guide.tour)) if info.guide.tour else []
    picture = f"<div class='class-help-picture'>{pictures[-1][0]}</div>" if pictures else ""
    return f"{picture}<p>{escape(info.summary)} {escape(move_help(info))}</p>"


@cache
def _unfolded_help_html(name: str) -> str:
    """Return the parts of the help that are folded: the tour, and the rules of a class."""
    info = game(name)
    rules = markdown_to_html(class_rules(numbered_rules(info)))
    tour = tour_html(info)
    parts = ([("More pictures", tour)] if tour else []) + [("All rules", rules)]
    return "".join(f"<details><summary>{title}</summary>{html}</details>" for title, html in parts)


def class_rules(rules: str) -> str:
    r"""Return numbered rules in Markdown without those on the form and the options of a notebook.

    A sentence that names *New game* or an option as code is omitted; so is a rule that begins with
    such a sentence. Options that a class has are in `changed_rules_html`.

    Examples
    --------
    >>> class_rules("1. **Go.** Red begins. *New game* changes it.\n2. **Swap.** `swap` is new.")
    '1. **Go.** Red begins.'
    """
    kept = []
    for rule in re.split(r"\n(?=\d+\. )", rules):
        start, title, text = _RULE_PATTERN.fullmatch(rule.strip()).groups()  # type: ignore[union-attr]  # all optional
        first, *others = re.split(r"(?<=[.!?])\s+(?=[A-Z*`])", text)
        if not _OPTION_PATTERN.search(first):
            sentences = [first, *(each for each in others if not _OPTION_PATTERN.search(each))]
            kept.append(f"{start}{title}{' '.join(sentences)}")
    return "\n".join(kept)
