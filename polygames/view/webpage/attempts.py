"""A puzzle as a record: the solution is its main line, all other moves are branches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core.registry import info_of
from polygames.core.words import move_words
from polygames.records.record import Record

if TYPE_CHECKING:
    from polygames.core.game_info import GameInfo
    from polygames.records.node import Node
    from polygames.search.puzzles.puzzle import Puzzle
    from polygames.view.webpage.tree import Tree


def record_of(puzzle: Puzzle) -> Record:
    """Return the record of all that can be tried in a puzzle; it is at its start.

    Examples
    --------
    >>> import polygames as pg
    >>> puzzle = pg.puzzles("polygon")[0]
    >>> record = record_of(puzzle)
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


def choices(tree: Tree) -> dict[int, list[dict[str, Any]]]:
    """Return for each place where a person is to move what can be clicked, and where that leads.

    It is where the solution is to be found: a move has its ``spelling`` (what to click, in order),
    its ``label``, and the place ``to`` which it leads.
    """
    root = tree.nodes[0]
    info, found, solver = info_of(root.state), {}, root.state.turn
    for node in (root, *root.line):
        if node.state.turn == solver and node.children:
            made = [
                _choice(info, node, child) | {"to": tree.place(child)} for child in node.children
            ]
            if not node.state.legal_moves.finite:  # buttons: the right one is not always the first
                made.sort(key=lambda each: str(each["label"]))
            found[tree.place(node)] = made
    return found


def _choice(info: GameInfo, node: Node, child: Node) -> dict[str, Any]:
    """Return what to click for a move; a line, which is drawn at a board, is offered in words."""
    spelling = info.spell(child.move)
    if spelling or info.board.preview is None:
        return {"spelling": spelling, "label": move_words(node.state, child.move)}
    label = info.board.preview(node.state, child.move).label
    return {"spelling": (label,), "label": label}
