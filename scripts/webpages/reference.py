"""The reference of the site: the docstring of each public name, with tested examples."""

from __future__ import annotations

import re
import sys
from ast import AnnAssign, Constant, Expr, parse
from importlib import import_module
from inspect import cleandoc, getsource, isroutine
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import polygames as pg
from polygames.widgets.board import BoardWidget

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME_GROUPS: Final = {
    "Games and positions": ("games", "game", "new", "from_text", "from_json", "register", "svg"),
    "The board": ("play", "puzzle", "train", "classroom"),
    "Records": ("Record", "load", "collection", "Collection", "folder"),
    "Agents and matches": (
        "agent",
        "match",
        "Match",
        "tournament",
        "Tournament",
        "load_agents",
        "measure",
        "without_luck",
        "Interrupted",
    ),
    "Analyses, reviews, proofs": (
        "analyse",
        "Analysis",
        "review",
        "Review",
        "solve",
        "Solution",
        "perft",
    ),
    "Puzzles": ("puzzles", "Puzzle"),
    "For programs that learn": ("batch", "Batch"),
    "The protocol": ("State", "MoveSet", "Agent", "Outcome", "GameInfo", "check_game"),
    "Errors": (
        "PolygamesError",
        "MoveError",
        "IllegalMoveError",
        "InvalidMoveError",
        "PositionError",
        "RecordError",
        "OptionError",
        "AgentError",
        "ArenaError",
        "ConformanceError",
        "MissingPartError",
        "MissingExtraError",
    ),
}
"""All public names by topic, without the number types `CHANCE` and `Seat`."""

MODULE_PAGES: Final = {
    "authoring": ("polygames.authoring", "Writing a game"),
    "geometry": ("polygames.geometry.exact", "Exact points"),
    "plots": ("polygames.plots", "Plots"),
    "search": ("polygames.search", "Searches"),
    "splitter": ("polygames.games.splitter", "Sheets of Splitter"),
    "review": ("polygames.search.review", "Writing reviews into records"),
}
"""Packages with public names of their own."""


OPTIONS_INTRODUCTION: Final = """\
# Options of the games

Give options by name to `pg.new`, `pg.play` and `pg.classroom`: `pg.new("split", fill_limit=3)`. All
other functions take the position that `pg.new` returns. If a game has presets, `preset=` names a
set of options. An invalid value raises an `OptionError` that lists the allowed values.
"""

AGENTS_INTRODUCTION: Final = """\
# Agents and their options

`pg.agent("minimax", game="splinter", depth=2)` creates an agent with an option. In a match, write
`("minimax", {"depth": 2})`. In the terminal, write `minimax:depth=2`. The page of each game shows
the strength of its five levels.
"""


BOARD_MEMBERS: Final = (
    "record",
    "state",
    "play",
    "undo",
    "redo",
    "new",
    "load",
    "set_position",
    "go_to",
    "save",
    "hint",
    "analyse",
    "analysing",
    "analysis",
    "review",
    "explore",
    "draw_mark",
    "erase_marks",
    "copy",
    "copy_picture",
    "zoom",
    "open_new",
    "open_record",
    "open_help",
    "open_first_panel",
    "close",
)
"""The public members of a board. Its other methods are for the boards of games."""

BRIDGE_MODULES: Final = {
    "polygames.bridges.openspiel": "OpenSpiel",
    "polygames.bridges.pettingzoo": "PettingZoo",
    "polygames.bridges.gymnasium": "gymnasium",
}
"""Bridges to other frameworks, which the build of the site does not need."""


def pages() -> dict[str, str]:
    """Return the pages of the reference by their places."""
    own = {
        "index": _index(),
        "names": _names(),
        "options": _options(),
        "agents": _agents(),
        "board": _board(),
        "bridges": _bridges(),
    }
    return {f"reference/{at}.md": text for at, text in own.items()} | {
        f"reference/{at}.md": _module(module, title) for at, (module, title) in MODULE_PAGES.items()
    }


def _index() -> str:
    listed = "\n".join(["names", "options", "agents", "board", "bridges", *MODULE_PAGES])
    head = (
        "# Reference\n\nHere you find every public function and class, with examples. The tests "
        "run all examples. `pg` is the package: `import polygames as pg`.\n\n"
        "**Stability.** These stay the same: the names of `polygames` and of the board with their "
        "parameters and results, the texts of moves and positions, and saved files. A change is "
        "announced one version earlier. The names on the other pages may change with each minor "
        "version. Names on no page may change at any time.\n"
    )
    return f"{head}\n```{{toctree}}\n:maxdepth: 2\n\n{listed}\n```\n"


def _names() -> str:
    parts = ["# `polygames`\n\n`import polygames as pg` loads no other package.\n"]
    for title, names in NAME_GROUPS.items():
        parts.append(f"## {title}\n")
        parts += [_entry("polygames", name, getattr(pg, name)) for name in names]
    return "\n".join(parts)


def _options() -> str:
    """Return the page with the options of every game, from the docstring of its `new`."""
    parts = [OPTIONS_INTRODUCTION]
    for name in pg.games():
        info = pg.game(name)
        parts.append(f'## {info.title}\n\n`pg.new("{name}", ...)`\n')
        if info.presets:
            parts.append("| preset | options |\n|---|---|")
            parts += [
                f"| `{preset}` | {_option_code(each)} |" for preset, each in info.presets.items()
            ]
            parts.append("")
        made = import_module(f"polygames.games.{name}.rules").new
        parts.append(_entry(made.__module__, made.__name__, made))
    return "\n".join(parts)


def _option_code(options: Mapping[str, object]) -> str:
    """Return options as Python code.

    Examples
    --------
    >>> _given({"n": 6}), _given({})
    ('`n=6`', 'the defaults')
    """
    return ", ".join(f"`{name}={value!r}`" for name, value in options.items()) or "the defaults"


def _agents() -> str:
    """Return the page with the agents of every game, with one entry for each class."""
    names: dict[type, list[str]] = {}
    for game in pg.games():
        for agent in pg.game(game).agents:
            kind = type(pg.agent(agent, game=game))
            names.setdefault(kind, []).append(f"`{agent}` of {pg.game(game).title}")
    parts = [AGENTS_INTRODUCTION]
    for kind, known in names.items():
        parts.append(f"## {', '.join(known)}\n")
        parts.append(
            f"```{{eval-rst}}\n.. autoclass:: {kind.__module__}.{kind.__name__}\n"
            "   :no-index:\n```\n"
        )
    return "\n".join(parts)


def _board() -> str:
    """Return the page of the board, with its public members."""
    members = [f"   .. auto{_kind(BoardWidget, name)}:: {name}\n" for name in BOARD_MEMBERS]
    return (
        "# The board in Python\n\n"
        "`board = pg.play(...)` shows a board. Your code can do the same as the buttons, also "
        "during a game: `board.play(move)`, `board.state`, `board.record`.\n\n"
        "```{eval-rst}\n.. autoclass:: polygames.widgets.board.BoardWidget\n"
        f"   :exclude-members: __init__, __new__\n\n{''.join(members)}```\n"
    )


def _kind(owner: type, name: str) -> str:
    """Return the kind of a class member, in the terms of Sphinx.

    Examples
    --------
    >>> _kind(pg.Record, "push"), _kind(pg.Record, "state")
    ('method', 'property')
    """
    return "property" if isinstance(getattr(owner, name), property) else "method"


def _bridges() -> str:
    """Return the page of the bridges. Sphinx mocks the frameworks (`docs/conf.py`)."""
    parts = ["# Bridges to other frameworks\n"]
    for module, title in BRIDGE_MODULES.items():
        parts.append(f"## {title}\n\n`{module}`\n")
        parts.append(f"```{{eval-rst}}\n.. automodule:: {module}\n   :members:\n```\n")
    return "\n".join(parts)


def _module(module: str, title: str) -> str:
    found = import_module(module)
    entries = [_entry(module, name, getattr(found, name)) for name in names_of(module)]
    return "\n".join([f"# {title}\n\n`{module}`\n", *entries])


def names_of(module: str) -> list[str]:
    """Return the names on the page of a package, without those on the first page.

    Examples
    --------
    >>> names_of("polygames.search.review")[:3]
    ['ReviewedMove', 'ReviewWork', 'annotate']
    """
    return sorted({*import_module(module).__all__} - {*pg.__all__, "INFO"})


def _entry(module: str, name: str, value: object) -> str:
    """Return the Sphinx directive for a name: a class with its members, or a function."""
    if isinstance(value, type):
        members = "" if issubclass(value, Exception) else "   :members:\n"
        if any(base.__module__.startswith("polygames.records.") for base in value.__bases__):
            members += "   :inherited-members:\n"  # members of our own base classes
        directive = f".. autoclass:: {module}.{name}\n{members}"
    elif hasattr(value, "__origin__"):
        words = re.sub(r"\b[a-z_]+\.", "", str(value))
        directive = f".. py:data:: {module}.{name}\n\n   A type: ``{words}``\n"
    elif isroutine(value):
        directive = f".. autofunction:: {module}.{name}\n"
    elif isinstance(value, str | int | float | tuple):
        words = cleandoc(_words_below(name, value)).replace("\n", "\n   ")
        directive = f".. py:data:: {module}.{name}\n   :value: {value!r}\n\n   {words}\n"
    else:  # lazy names and the module `games` have no printable value
        directive = f".. autodata:: {module}.{name}\n   :no-value:\n"
    return f"```{{eval-rst}}\n{directive}```\n"


def _words_below(name: str, value: object) -> str:
    """Return the attribute docstring of a constant, from the module that defines it.

    Examples
    --------
    >>> from polygames.geometry.exact import MAX_CORNERS
    >>> _words_below("MAX_CORNERS", MAX_CORNERS)
    "The minimum and maximum number of a polygon's corners."
    """
    ours = [module for at, module in sys.modules.items() if at.startswith("polygames")]
    for module in ours:
        if vars(module).get(name) is not value or not getattr(module, "__file__", None):
            continue
        for assignment, docstring in pairwise(parse(getsource(module)).body):
            if isinstance(assignment, AnnAssign) and getattr(assignment.target, "id", None) == name:
                if isinstance(docstring, Expr) and isinstance(docstring.value, Constant):
                    return str(docstring.value.value)
                return ""
    return ""
