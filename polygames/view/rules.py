"""The rules that a game is played by, in the words of the form that asks for them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.game_info import Question

if TYPE_CHECKING:
    from collections.abc import Mapping

    from polygames.core.game_info import GameInfo, PresetText

FEW: Final = 4
"""More values than this are no answer to a question."""


class Rule(NamedTuple):
    """An option of a game as the form for a new game asks for it, and its value."""

    question: str
    answer: str
    """Empty where the question, as it stands, says all."""
    about: str = ""
    """One line more about it."""


def rules_in_words(info: GameInfo, options: Mapping[str, Any]) -> list[Rule]:
    """Return the rules that a game is played by, as the form asks for them: question and answer.

    What is drawn rather than said, such as a board of one's own, is left out.

    Examples
    --------
    >>> import polygames as pg
    >>> rules = rules_in_words(pg.game("polygon"), pg.new("polygon").options)
    >>> [rule[:2] for rule in rules[:2]]
    [('Corners', '6'), ('A crossing is a point', 'if its two colours differ')]
    >>> rules_in_words(pg.game("splinter"), pg.new("splinter").options)[2]
    Rule(question='A piece may step straight back', answer='', about='')
    """
    told: list[Rule] = []
    for name in info.defaults:
        value, question = options.get(name), question_of(info, name)
        is_drawn = value is None or (isinstance(value, tuple | dict) and len(value) > FEW)
        if is_drawn or name == info.seats_option:
            continue
        words = question.words.get(value)
        if isinstance(value, bool) and words:
            told.append(Rule(words, "", question.help))
        else:
            told.append(Rule(question.label, words or _answer(value), question.help))
    return told


def _answer(value: Any) -> str:
    """Return a value as people write it.

    Examples
    --------
    >>> _answer(True), _answer((1, 8)), _answer(1e-6), _answer(5.0)
    ('yes', '1, 8', '0.000001', '5')
    """
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ", ".join(map(_answer, value))
        case float():
            return f"{value:.10f}".rstrip("0").rstrip(".")
    return str(value)


def list_of_rules(rules: list[Rule], preset: PresetText | None = None) -> str:
    """Write the rules as HTML, a line for each, below what the form says of all of them.

    Examples
    --------
    >>> list_of_rules([Rule("Penalty", "0.5", "What it costs.")])
    '<ul class="polygames-rules"><li>Penalty: <b>0.5</b> <span>What it costs.</span></li></ul>'
    """
    first = "" if preset is None else f"<b>{escape(preset.title)}.</b> {escape(preset.sentence)}"
    lines = [first, *map(_line, rules)]
    items = "".join(f"<li>{line}</li>" for line in lines if line)
    return f'<ul class="polygames-rules">{items}</ul>'


def _line(rule: Rule) -> str:
    answer = f": <b>{escape(rule.answer)}</b>" if rule.answer else "."
    about = f" <span>{escape(rule.about)}</span>" if rule.about else ""
    return f"{escape(rule.question)}{answer}{about}"


def question_of(info: GameInfo, name: str) -> Question:
    """Return how a form asks for an option."""
    return info.guide.questions.get(name) or Question(name.replace("_", " ").capitalize())


def ruled_by(info: GameInfo, preset: str) -> dict[str, Any]:
    """Return all options that the presets speak of, with their values in one of them."""
    ruled = {name for each in info.presets.values() for name in each}
    return {name: info.defaults[name] for name in ruled} | dict(info.presets[preset])


def preset_of(info: GameInfo, options: Mapping[str, Any]) -> str | None:
    """Return the preset that these options are, if they are one.

    Examples
    --------
    >>> import polygames as pg
    >>> preset_of(pg.game("territory"), pg.new("territory", penalty=0.5, swap=True).options)
    'half'
    """
    found = (name for name in info.presets if ruled_by(info, name).items() <= options.items())
    return next(found, None)
