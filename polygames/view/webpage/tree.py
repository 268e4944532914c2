"""The data of a record's page: its positions, moves and comments, and the curve of a review."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.core.words import move_words, seat_counts
from polygames.records.node import in_order
from polygames.records.picture import scenes_of
from polygames.runtime.progress import progress
from polygames.scene.drawn_marks import draw, words
from polygames.scene.model import window_of
from polygames.search.review.findings import GLYPH_OF
from polygames.view.position import PositionView
from polygames.view.webpage.pictures import Pictures, static_image

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.scene.model import Caption, Scene
    from polygames.search.review import Review, ReviewedMove

MAX_POSITIONS_BACK: Final = 16
"""The maximum distance to an earlier position with the same seat to move."""

DICE_PLAYER: Final = ["the dice", "⚄", ""]
"""The name, mark and colour of the player at a chance node."""


class PageTree:
    """The nodes of a record as a list, each after its parent.

    Parameters
    ----------
    root
        The start of the record.
    has_targets
        Whether the page needs the targets of the pictures for clicks.
    """

    def __init__(self, root: Node, *, has_targets: bool = False) -> None:
        self.nodes = [root, *(node for node, _ in in_order(root))]
        self._places = {id(node): place for place, node in enumerate(self.nodes)}
        self._info: GameInfo = info_of(root.state)
        self._pictures = Pictures(window_of(self._info.scene(root.state)), has_targets=has_targets)
        self._rows: list[dict[str, Any]] = []
        self._seats: list[list[list[str]]] = []
        self._drawn: list[list[int]] = []
        self._changes: list[list[int]] = []
        self._marks: list[list[int]] = []

    def place(self, node: Node) -> int:
        """Return the index of a node in the list."""
        return self._places[id(node)]

    def static_image(self, node: Node) -> str:
        """Return the picture of a node as SVG; `data` or `draw` must have drawn it before."""
        title = self._info.board.caption(node.state).status
        return static_image(self._pictures, self._drawn[self.place(node)], title)

    def draw(self) -> Iterator[int]:
        """Draw the nodes that are not drawn yet, and yield the number of drawn nodes after each."""
        for node in self.nodes[len(self._rows) :]:
            self._rows.append(self._row(node))
            yield len(self._rows)

    def data(self, review: Review | None = None) -> dict[str, Any]:
        """Return the data of the page, with the verdicts and the curve of a review if given."""
        for _ in progress(self.draw(), "moves", total=len(self.nodes), initial=len(self._rows)):
            pass
        rows = self._rows
        for each in review.moves if review else ():
            if each.node is not None:
                row = rows[self.place(each.node)]
                row["verdict"] = _verdict(each, each.node)
                row.setdefault("glyph", GLYPH_OF.get(each.verdict, ""))
        return {
            "game": self._info.title,
            "summary": self._info.summary,
            "packed": self._pictures.packed(
                nodes=rows,
                curve=self._curve(review) if review else None,
                changes=self._changes,
                marks=self._marks,
            ),
        }

    def _row(self, node: Node) -> dict[str, Any]:
        """Return the page's data of a node, without empty fields and repeated seats."""
        parent = None if node.parent is None else self._places[id(node.parent)]
        scene = self._pictures.numbers(self._info.scene(node.state))
        base = self._like(node, scene)
        before = [] if base is None else self._drawn[base]
        self._drawn.append(scene)
        self._changes.append([-1 if base is None else base, *self._pictures.change(before, scene)])
        marks = (*PositionView(node).marks, *self._drawn_marks(node))
        self._marks.append(self._pictures.numbers(marks))
        caption = self._info.board.caption(node.state)
        seats = _seats(caption, node.state)
        is_same = parent is not None and seats == self._seats[parent]
        self._seats.append(seats)
        row = {
            "parent": None if parent == self.place(node) - 1 else parent,
            "number": None if parent is not None else node.number,
            "move": "Start" if node.parent is None else move_words(node.parent.state, node.move),
            "by": _mover_of(node, self._info),
            "glyph": node.glyph,
            "comment": node.comment,
            "status": caption.status,
            "seats": None if is_same else seats,
            "turn": node.state.turn,
            "winners": sorted(node.state.outcome.winners) if node.state.outcome else [],
            "drawn": words(node.marks),
            "chapter": node.chapter,
        }
        return {name: value for name, value in row.items() if value not in ("", [], None)}

    def _like(self, node: Node, scene: Sequence[int]) -> int | None:
        """Return the index of the most similar earlier picture to store the difference from.

        It is the parent, or the last position with the same seat to move. The latter is more
        similar if each of many seats sees its own pieces enlarged.
        """
        before = list(islice(node.above, MAX_POSITIONS_BACK))
        same = next((each for each in before if each.state.turn == node.state.turn), None)
        bases = [self._places[id(each)] for each in (*before[:1], same) if each is not None]
        own = set(scene)
        return max(bases, key=lambda base: len(own.intersection(self._drawn[base])), default=None)

    def _drawn_marks(self, node: Node) -> Scene:
        """Return the marks that a person has drawn on a position."""
        if not node.marks:
            return ()
        scene, *others = scenes_of(node)
        return draw(node.marks, scene, others=others)

    def _curve(self, review: Review) -> dict[str, Any] | None:
        """Return the values of the main line, for one seat or for each; None if there are none."""
        line = [self.nodes[0], *self.nodes[0].line]
        seats = (0,) if review.is_opposed else range(review.start.seats)
        found = {seat: [p for p in review.curve(seat) if p[0] < len(line)] for seat in seats}
        if not any(found.values()):
            return None
        labels = self._info.board.caption(line[-1].state).seats
        return {
            "unit": review.unit,
            "scale": review.scale,
            "lines": [
                {
                    "name": labels[seat].name,
                    "color": labels[seat].color,
                    "values": [[self._places[id(line[ply])], value] for ply, value in points],
                }
                for seat, points in found.items()
            ],
        }


def _seats(caption: Caption, state: State[Any]) -> list[list[str]]:
    """Return the name, mark, colour and score of each seat."""
    return [
        [each.name, each.mark, each.color, count]
        for each, count in zip(caption.seats, seat_counts(state), strict=True)
    ]


def _mover_of(node: Node, info: GameInfo) -> list[str]:
    """Return the name, mark and colour of the player of a node's move."""
    if node.parent is None:
        return []
    seat = node.parent.state.turn
    if seat == CHANCE:
        return DICE_PLAYER
    label = info.board.caption(node.state).seats[seat]
    return [label.name, label.mark, label.color]


def _verdict(each: ReviewedMove, node: Node) -> str:
    """Return the verdict of a review on a move as a sentence."""
    if each.luck is not None:
        return f"Luck of this roll: {each.luck:+.2f}"
    if each.best is None or node.parent is None or each.verdict in {"best", "forced"}:
        return each.verdict.capitalize()
    return f"{each.label.capitalize()}. Best: {move_words(node.parent.state, each.best)}"
