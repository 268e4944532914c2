"""A self-contained HTML file of a game: its data, and the script and style that display it.

All names, comments and texts of a record are data. The file contains them as JSON in which no tag
can begin or end, and the script inserts them as text, never as HTML. A Content-Security-Policy
allows only the page's own script and style, by their digests.
"""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from polygames.core.descriptions import isolate_direction, move_text
from polygames.core.registry import info_of
from polygames.records.atomic_files import write_atomically
from polygames.records.record import Record
from polygames.search.review import read_review
from polygames.view.js_bundle import JS_FOLDER, bundle_module
from polygames.view.webpage.record_data import PageTree

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator
    from pathlib import Path

    from polygames.core.analysis import Analysis, MoveValue
    from polygames.core.game_info import GameInfo
    from polygames.records.node import Node
    from polygames.search.puzzles.puzzle import Puzzle
    from polygames.search.review import Review

_WEBPAGE_JS: Final = JS_FOLDER / "webpage"

_PAGE_TEMPLATE: Final = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
script-src '{script_digest}'; style-src '{style_digest}'; \
img-src data: blob:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main id="page" class="of-{game}">{picture}</main>
<script type="application/json" id="game">{data}</script>
<script>{script}</script>
</body>
</html>
"""


_ESCAPES: Final = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}
"""The JSON escapes of characters that could end the data or begin a tag."""

PROGRESS_SECONDS: Final = 0.2
"""Seconds between two progress messages."""

MAX_ANALYSIS_MOVES: Final = 12
"""The maximum number of moves on the page of an analysis; the best ones are saved."""


def save_record(record: Record, path: str | os.PathLike[str]) -> Path:
    """Save a record as an HTML page; see `Record.save_html`."""
    return write_atomically(path, record_html(record))


def iter_save(record: Record, path: str | os.PathLike[str]) -> Iterator[str]:
    """Save a record as a page and yield progress messages; an abandoned iterator saves nothing."""
    tree, told = PageTree(record.root), monotonic()
    for done in tree.draw():
        if monotonic() - told > PROGRESS_SECONDS:
            told = monotonic()
            yield f"Drawing move {done} of {len(tree.nodes)} …"
    saved = write_atomically(path, record_html(record, tree=tree))
    yield f"Saved as {saved}. Open it in any browser."


def record_html(record: Record, review: Review | None = None, tree: PageTree | None = None) -> str:
    """Return a record as an HTML page with a review, by default the one saved in the record."""
    tree = tree or PageTree(record.root)
    review = read_review(record) if review is None else review
    players = [record.players.get(seat, "") for seat in range(record.start.seats)]
    known = " against ".join(isolate_direction(each) for each in players if each)
    info, last = info_of(record.start), record.root.end.state
    data = tree.page_data(review) | {
        "title": f"{info.title}: {known}" if known else f"A game of {info.title}",
        "players": players,
        "at": tree.node_index(record.node),
        "result": info.board.caption(last).status if last.outcome else "",
        "record": record.to_text(),
    }
    return _page_html(info.name, data, tree.static_image(record.node))


def save_review(review: Review, path: str | os.PathLike[str]) -> Path:
    """Save a review as an HTML page; see `Review.save_html`."""
    record = Record(review.start)
    for each in review.moves[:1]:
        if each.node is not None:
            record.root = _root(each.node)
            record.node = record.root
    return write_atomically(path, record_html(record, review))


def save_analysis(analysis: Analysis, path: str | os.PathLike[str]) -> Path:
    """Save an analysis as an HTML page; see `Analysis.save_html`."""
    record = Record(analysis.state)
    for each in analysis.moves[:MAX_ANALYSIS_MOVES]:
        for number, move in enumerate(each.line):
            known = any(child.move == move for child in record.node.children)
            words = _value_text(each) if number == 0 and not known else ""
            record.push(move, comment=words, aside=True)
        record.node = record.root
    record.comment = f"{analysis.unit}. {analysis.note}".strip()
    return save_record(record, path)


def save_puzzle(puzzle: Puzzle, path: str | os.PathLike[str]) -> Path:
    """Save a puzzle as an HTML page; see `Puzzle.save_html`."""
    record = _attempts_record(puzzle)
    tree = PageTree(record.root, has_targets=True)
    data = tree.page_data() | {
        "title": f"{info_of(puzzle.state).title} puzzle {puzzle.number}",
        "players": [],
        "at": 0,
        "task": puzzle.task,
        "theme": puzzle.theme,
        "choices": _choices_by_node(tree),
        "has_lines": info_of(puzzle.state).board.boundary is not None,
        "record": record.to_text(),
    }
    return write_atomically(
        path, _page_html(puzzle.state.game, data, tree.static_image(record.root))
    )


def _attempts_record(puzzle: Puzzle) -> Record:
    """Return a record of all moves that can be tried in a puzzle, positioned at the start.

    Examples
    --------
    >>> puzzle = pg.puzzles("polygon")[0]
    >>> record = _attempts_record(puzzle)
    >>> record.root.children[0].move == puzzle.solution[0]
    True
    """
    record = Record(puzzle.state)
    for step in puzzle.steps:
        here = record.node
        for text in filter(None, (step.move, step.reply)):
            record.push(text)
        end = record.node
        for text, (_, answer) in step.wrong.items():
            record.node = here
            for move in filter(None, (text, answer)):
                record.push(move, aside=True)
        record.node = end
    record.goto(0)
    return record


def _choices_by_node(tree: PageTree) -> dict[int, list[dict[str, Any]]]:
    """Return the clickable moves for each solution position in which the solver is to move.

    The keys are places in the list of nodes. A move has its ``spelling`` (the targets to click, in
    order), its ``label``, and the place ``to`` which it leads.
    """
    root = tree.nodes[0]
    info, found, solver = info_of(root.state), {}, root.state.turn
    for node in (root, *root.line):
        if node.state.turn == solver and node.children:
            made = [
                _choice_data(info, node, child) | {"to": tree.node_index(child)}
                for child in node.children
            ]
            if not node.state.legal_moves.finite:  # do not always offer the right one first
                made.sort(key=lambda each: str(each["label"]))
            found[tree.node_index(node)] = made
    return found


def _choice_data(info: GameInfo, node: Node, child: Node) -> dict[str, Any]:
    """Return the spelling and label of a move; a move drawn as a line gets a button."""
    spelling = info.spell(child.move)
    if spelling or info.board.preview is None:
        return {"spelling": spelling, "label": move_text(node.state, child.move)}
    label = info.board.preview(node.state, child.move).label
    return {"spelling": (label,), "label": label}


def _value_text(move_value: MoveValue) -> str:
    """Return the value of a move as a short text, with its interval or the word "proved"."""
    if move_value.proved:
        return f"{move_value.value:.4g}, proved"
    chance = f", wins {move_value.chance:.0%}" if move_value.chance is not None else ""
    return f"{move_value.value:.3g} ({move_value.low:.3g} to {move_value.high:.3g}){chance}"


def _root(node: Node) -> Node:
    while node.parent is not None:
        node = node.parent
    return node


def _page_html(game: str, data: dict[str, Any], picture: str) -> str:
    """Return the page as HTML, with a picture that is displayed where scripts are disabled."""
    script, style = _script_and_style()
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=float)
    return _PAGE_TEMPLATE.format(
        script=script,
        script_digest=_digest(script),
        style=style,
        style_digest=_digest(style),
        title=escape(data["title"]),
        game=escape(game),
        picture=picture,
        data=text.translate(_ESCAPES),
    )


@cache
def _script_and_style() -> tuple[str, str]:
    """Return the script and the style of every page."""
    shared = (JS_FOLDER / "shared" / f"{name}.css" for name in ("chart", "dark_board"))
    style = "".join(
        path.read_text(encoding="utf-8") for path in (*shared, _WEBPAGE_JS / "replay.css")
    )
    return bundle_module(_WEBPAGE_JS / "replay.js"), style


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
