"""The texts of the help: a tour in pictures, the rules and options of a game, and the keys."""

from __future__ import annotations

import re
import sys
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.protocol import CHANCE
from polygames.scene.highlights import LAST_MOVE_COLOR
from polygames.scene.svg import svg

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from polygames.core.game_info import GameInfo, PresetText, Tour
    from polygames.scene.model import Scene

HELP_PICTURE_WIDTH_PX = 240
"""The width for which the pictures are drawn; on the page they fill the width available."""


def tour_html(info: GameInfo) -> str:
    """Return a game's tour (pictures with captions) and a first move as HTML; empty without a tour.

    Examples
    --------
    >>> tour_html(pg.game("split")).count("<svg")
    3
    """
    if info.guide.tour is None:
        return ""
    shown = "".join(
        _figure_html(picture, words) for picture, words in iter_tour_pictures(info, info.guide.tour)
    )
    first = f"<p><b>A first move to try.</b> {escape(info.guide.tour.first_move)}</p>"
    row = f"<div style='display:flex;flex-wrap:wrap;gap:8px'>{shown}</div>"
    return f"<div class='polygames-tour polygames-of-{info.name}'>{row}{first}</div>"


def iter_tour_pictures(info: GameInfo, tour: Tour) -> Iterator[tuple[str, str]]:
    """Yield each picture of a tour as SVG, and its caption."""
    state = info.new(**tour.options)
    marks: Scene = ()
    for moves, words in tour.steps:
        for text in filter(None, (part.strip() for part in moves.split(";"))):
            move = state.parse(text)
            marks = (
                () if state.turn == CHANCE else info.highlight_move(state, move, LAST_MOVE_COLOR)
            )
            state = state.play(move)
        yield svg((*info.scene(state), *marks), HELP_PICTURE_WIDTH_PX, title=words), words


def _figure_html(picture: str, caption: str) -> str:
    picture = picture.replace("<svg ", "<svg style='width:100%;height:auto' ", 1)
    style = "flex:1 1 7em;max-width:15em;margin:0"
    return f"<figure style='{style}'>{picture}<figcaption>{escape(caption)}</figcaption></figure>"


MOUSE_HELP = """
**Mouse and touch.** Click a highlighted place.{lines} Press Escape or the right mouse button to
cancel. Zoom with Ctrl + wheel or with two fingers. Move the picture with the middle mouse button.

**Arrows and circles.** Drag with the right mouse button to draw an arrow. Right-click to draw a
circle. Do it again to erase it. Hold Shift for red or Alt for blue. Under **Record** you can choose
lines, numbers and colours, and draw with a finger. Your drawings are saved with the game.
"""

KEYS_HELP = """
**Keys.** Press Tab to go to the board. The arrow keys move the cursor to any place. `n` and `p` go
to the next and the previous place that you can choose. Enter chooses it and Escape cancels. `1` `2`
… press the buttons, `u` undoes a move, `r` redoes it, and `+` `-` `0` zoom.{picture} At the cursor,
`c` draws a circle and `m` a number. `a` starts and ends an arrow, `l` a line. `x` erases all
drawings.
"""

MOVES_HELP = """
**Moves and analysis.** Click a move under **Moves** to go there. The arrow keys, Home and End go
from move to move. Enter writes a comment. Delete deletes a branch. If you play a new move in an
earlier position, it becomes a branch. **Analyse** ranks the moves while you watch. Point at a row
to see what follows, and press it to play the move. **Review** shows what each move cost, and which
move was better.
"""

LINES_HELP = " To draw a line, drag from border to border, or click both ends."
SHIFT_HELP = " Shift and an arrow key move the picture."


def changed_rules_html(info: GameInfo, options: Mapping[str, Any]) -> str:
    """Return the rules in which a game differs from the default, as HTML; empty if none.

    Examples
    --------
    >>> changed_rules_html(pg.game("polygon"), pg.new("polygon").options)
    ''
    >>> options = pg.new("polygon", n=7).options
    >>> "Corners: <b>7</b>" in changed_rules_html(pg.game("polygon"), options)
    True
    """
    other = changed_rules(info, options)
    said = "This game uses these rules instead of the ones below:"
    return f"<b>{said}</b>{rules_html(other)}" if other else ""


def changed_rules(info: GameInfo, options: Mapping[str, Any]) -> list[Rule]:
    """Return the rules in which a game differs from the default; see `rule_texts`."""
    usual = rule_texts(info, info.defaults)
    return [rule for rule in rule_texts(info, options) if rule not in usual]


def controls_help(info: GameInfo) -> str:
    """Return the help on mouse, touch and keys, with the parts that apply to a game."""
    lines = info.board.boundary is not None
    mouse = MOUSE_HELP.format(lines=LINES_HELP if lines else "")
    return mouse + KEYS_HELP.format(picture="" if lines else SHIFT_HELP) + MOVES_HELP


def keys_help(info: GameInfo) -> str:
    """Return the help on the keys that only this game has; empty if there are none."""
    told = "".join(f"- `{key}`: {what}\n" for key, what in info.guide.keys)
    return told and f"\n**Keys in {info.title}.**\n\n{told}"


def lesson_link_html(info: GameInfo) -> str:
    """Return a link to a game's lesson if its file is beside the notebook; empty otherwise.

    It looks like the buttons beside it.
    """
    found = sorted(Path().glob(f"[0-9][0-9]_{info.name}.ipynb"))
    link = "<a class='jupyter-button' href='{}' target='_blank'>The lesson of this game</a>"
    return link.format(found[0].name) if found and sys.platform != "emscripten" else ""


def numbered_rules(info: GameInfo) -> str:
    """Return the numbered rules of a game's RULES.md, without the notes on their origin.

    A game that has no such file is described by its summary.
    """
    head = f"**{info.title}.** {info.summary}"
    if not info.guide.rules_text:
        return head
    text = files(info.guide.rules_text).joinpath("RULES.md").read_text(encoding="utf-8")
    first = re.search(r"^1\. .*?(?=\n\n)", text, re.MULTILINE | re.DOTALL)
    rules = first[0] if first else text
    return f"{head}\n\n" + _number_players(
        re.sub(r"\s*\[(a theorem of |all )?(source|fact|ours)[^]]*\]", "", rules)
    )


def _number_players(rules: str) -> str:
    """Replace "seat 0" by "player 1" and so on, as the board counts from 1.

    Examples
    --------
    >>> _number_players("Seat 0 moves first, then seat 1.")
    'Player 1 moves first, then player 2.'
    """
    return _SEAT_PATTERN.sub(
        lambda found: f"{'P' if found[1] == 'S' else 'p'}layer {int(found[2]) + 1}", rules
    )


_SEAT_PATTERN = re.compile(r"\b([Ss])eat (\d+)\b")


# The rules of a game, worded like the questions of the form

MAX_ANSWER_CHOICES: Final = 4
"""The maximum number of values in an answer; longer ones are drawn, not written."""


class Rule(NamedTuple):
    """An option of a game and its value, worded as in the form for a new game."""

    question: str
    answer: str
    """The value as text; empty if the question is a full statement."""
    explanation: str = ""
    """A further line of explanation."""


def rule_texts(info: GameInfo, options: Mapping[str, Any]) -> list[Rule]:
    """Return the options of a game as questions and answers, worded as in the form for a new game.

    Options that are drawn, such as a board of one's own, are omitted.

    Examples
    --------
    >>> rules = rule_texts(pg.game("polygon"), pg.new("polygon").options)
    >>> [rule[:2] for rule in rules[:2]]
    [('Corners', '6'), ('You may end at a crossing', 'if its two colours are different')]
    >>> rule_texts(pg.game("splinter"), pg.new("splinter").options)[2]
    Rule(question='A piece may step straight back', answer='', explanation='')
    """
    told: list[Rule] = []
    for name, option in info.options.items():
        value = options.get(name)
        is_drawn = value is None or (
            isinstance(value, tuple | dict) and len(value) > MAX_ANSWER_CHOICES
        )
        if is_drawn or name == info.seats_option:
            continue
        words = option.value_names.get(value)
        if isinstance(value, bool) and words:
            told.append(Rule(words, "", option.help))
        else:
            told.append(Rule(option.title, words or _value_text(value), option.help))
    return told


def _value_text(value: Any) -> str:
    """Return the value of an option as text for players, such as "yes" for True.

    Examples
    --------
    >>> _value_text(True), _value_text((1, 8)), _value_text(1e-6), _value_text(5.0)
    ('yes', '1, 8', '0.000001', '5')
    """
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ", ".join(map(_value_text, value))
        case float():
            return f"{value:.10f}".rstrip("0").rstrip(".")
    return str(value)


def rules_html(rules: list[Rule], preset: PresetText | None = None) -> str:
    """Return rules as an HTML list; its first item is the title and sentence of `preset`, if given.

    Examples
    --------
    >>> rules_html([Rule("Penalty", "0.5", "What it costs.")])
    '<ul class="polygames-rules"><li>Penalty: <b>0.5</b> <span>What it costs.</span></li></ul>'
    """
    first = "" if preset is None else f"<b>{escape(preset.title)}.</b> {escape(preset.sentence)}"
    lines = [first, *map(_rule_html, rules)]
    items = "".join(f"<li>{line}</li>" for line in lines if line)
    return f'<ul class="polygames-rules">{items}</ul>'


def _rule_html(rule: Rule) -> str:
    answer = f": <b>{escape(rule.answer)}</b>" if rule.answer else "."
    about = f" <span>{escape(rule.explanation)}</span>" if rule.explanation else ""
    return f"{escape(rule.question)}{answer}{about}"


def preset_values(info: GameInfo, preset: str) -> dict[str, Any]:
    """Return a preset's values, with defaults for options that only other presets set."""
    ruled = {name for each in info.presets.values() for name in each}
    return {name: info.defaults[name] for name in ruled} | dict(info.presets[preset])


def find_preset(info: GameInfo, options: Mapping[str, Any]) -> str | None:
    """Return the name of the preset that matches these options; None if there is none.

    Examples
    --------
    >>> find_preset(pg.game("territory"), pg.new("territory", penalty=0.5, swap=True).options)
    'half'
    """
    chosen = {**info.defaults, **options}
    found = (name for name in info.presets if preset_values(info, name).items() <= chosen.items())
    return next(found, None)


def markdown_to_html(text: str) -> str:
    r"""Return a text in Markdown as HTML.

    Examples
    --------
    >>> markdown_to_html("**Nim.**")
    '<p><strong>Nim.</strong></p>\n'
    """
    import mistune

    return str(mistune.create_markdown()(text))
