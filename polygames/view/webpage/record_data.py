"""The data of a record's page: its positions, moves and comments, and the curve of a review."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import TYPE_CHECKING, Any, Final
from zlib import compress

from polygames.core.descriptions import move_text, seat_count_texts
from polygames.core.links import GAME_LINK, play_address
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of, is_built_in
from polygames.records.node import iter_nodes
from polygames.records.position_marks import scenes_with_places
from polygames.records.record import Record
from polygames.runtime.progress import progress
from polygames.scene.model import scene_window
from polygames.scene.projection import project
from polygames.scene.svg import ElementCache, svg_document
from polygames.scene.user_marks import describe_marks, draw_marks
from polygames.scene.viewport import Viewport, fitting_height
from polygames.search.review.results import VERDICT_GLYPHS
from polygames.view.position_view import PositionView
from polygames.view.webpage.pictures import Pictures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.scene.model import Caption, Scene
    from polygames.search.review import Review, ReviewedMove

STATIC_WIDTH_PX: Final = 480
"""The width of the picture for readers without scripts."""

MAX_STATIC_IMAGE_CHARS: Final = 80_000
"""The maximum length of this picture; a page has at most 200 kB."""

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
    play_page
        The address of the play page, to which the page links; it may be relative. By default, it
        is the environment variable ``POLYGAMES_PLAY_ADDRESS``.

    Raises
    ------
    OptionError
        If the address in the environment variable is not one of the web.
    """

    def __init__(
        self, root: Node, *, has_targets: bool = False, play_page: str | None = None
    ) -> None:
        self.nodes = [root, *(node for node, _ in iter_nodes(root))]
        self._node_indexes = {id(node): place for place, node in enumerate(self.nodes)}
        self._info: GameInfo = info_of(root.state)
        self._pictures = Pictures(
            scene_window(self._info.scene(root.state)), has_targets=has_targets
        )
        is_on_play_page = is_built_in(root.state.game)
        self._play_page = (play_page or play_address()) if is_on_play_page else None
        self._rows: list[dict[str, Any]] = []
        self._seats: list[list[list[str]]] = []

    def node_index(self, node: Node) -> int:
        """Return the index of a node in the list."""
        return self._node_indexes[id(node)]

    def static_image(self, node: Node) -> str:
        """Return the picture of a node as SVG; empty if it is too long for a page."""
        scene = self._info.scene(node.state)
        window = scene_window(scene)
        view = Viewport.fit(window, STATIC_WIDTH_PX, fitting_height(window, STATIC_WIDTH_PX))
        image = svg_document(view, ElementCache().get_elements(project(scene, view)))
        return image if len(image) <= MAX_STATIC_IMAGE_CHARS else ""

    def draw(self) -> Iterator[int]:
        """Draw the remaining nodes, and yield the number of nodes drawn after each one."""
        for node in self.nodes[len(self._rows) :]:
            self._rows.append(self._node_data(node))
            yield len(self._rows)

    def page_data(self, review: Review | None = None) -> dict[str, Any]:
        """Return the data of the page, with the verdicts and the curve of a review if given."""
        for _ in progress(self.draw(), "moves", total=len(self.nodes), initial=len(self._rows)):
            pass
        rows = self._rows
        for each in review.moves if review else ():
            if each.node is not None:
                row = rows[self.node_index(each.node)]
                row["verdict"] = _verdict_text(each, each.node)
                row.setdefault("glyph", VERDICT_GLYPHS.get(each.verdict, ""))
        return {
            "game": self._info.title,
            "summary": self._info.summary,
            **self._play_data(),
            "packed": _deflate(
                {"nodes": rows, "curve": self._curve_data(review) if review else None}
                | self._pictures.to_json()
            ),
        }

    def _play_data(self) -> dict[str, Any]:
        """Return the beginning of all links to the play page, and the record without its moves."""
        if self._play_page is None:
            return {}
        start = self.nodes[0].state
        address = f"{self._play_page}#{start.game}/{GAME_LINK}/"
        return {"play": {"address": address, "start": Record(start).to_text()}}

    def _play_node_data(self, node: Node, shown_move: str) -> dict[str, Any]:
        """Return what a link to the play page needs of a node, if that differs from the page."""
        if self._play_page is None or node.parent is None:
            return {}
        move = str(node.move)
        return {
            "record_move": "" if move == shown_move else move,
            "is_over": True if node.state.outcome else None,
        }

    def _node_data(self, node: Node) -> dict[str, Any]:
        """Return the data of a node for the page, without empty fields and unchanged seats."""
        parent = None if node.parent is None else self._node_indexes[id(node.parent)]
        marks = (*PositionView(node).last_move_highlight, *self._user_marks(node))
        self._pictures.add((*self._info.scene(node.state), *marks))
        caption = self._info.board.caption(node.state)
        seats = _seat_data(caption, node.state)
        is_same = parent is not None and seats == self._seats[parent]
        self._seats.append(seats)
        move = "Start" if node.parent is None else move_text(node.parent.state, node.move)
        row = {
            "parent": None if parent == self.node_index(node) - 1 else parent,
            "number": None if parent is not None else node.number,
            "move": move,
            **self._play_node_data(node, move),
            "by": _mover_data(node, self._info),
            "glyph": node.glyph,
            "comment": node.comment,
            "status": caption.status,
            "seats": None if is_same else seats,
            "turn": node.state.turn,
            "winners": sorted(node.state.outcome.winners) if node.state.outcome else [],
            "drawn": describe_marks(node.marks),
            "chapter": node.chapter,
        }
        return {name: value for name, value in row.items() if value not in ("", [], None)}

    def _user_marks(self, node: Node) -> Scene:
        """Return the marks that a person has drawn on a position."""
        if not node.marks:
            return ()
        scene, *others = scenes_with_places(node)
        return draw_marks(node.marks, scene, other_scenes=others)

    def _curve_data(self, review: Review) -> dict[str, Any] | None:
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
                    "values": [[self._node_indexes[id(line[ply])], value] for ply, value in points],
                }
                for seat, points in found.items()
            ],
        }


def _deflate(data: dict[str, Any]) -> str:
    """Return data as one text: compressed JSON in base 64."""
    text = json.dumps(data, separators=(",", ":"), default=float)
    return b64encode(compress(text.encode(), 9)).decode()


def _seat_data(caption: Caption, state: State[Any]) -> list[list[str]]:
    """Return the name, mark, colour and score of each seat."""
    return [
        [each.name, each.mark, each.color, count]
        for each, count in zip(caption.seats, seat_count_texts(state), strict=True)
    ]


def _mover_data(node: Node, info: GameInfo) -> list[str]:
    """Return the name, mark and colour of the player who made a move; empty at the start."""
    if node.parent is None:
        return []
    seat = node.parent.state.turn
    if seat == CHANCE:
        return DICE_PLAYER
    label = info.board.caption(node.parent.state).seats[seat]  # its name then
    return [label.name, label.mark, label.color]


def _verdict_text(reviewed_move: ReviewedMove, node: Node) -> str:
    """Return a review's verdict on a move as a sentence."""
    if reviewed_move.luck is not None:
        return f"Luck of this roll: {reviewed_move.luck:+.2f}"
    if (
        reviewed_move.best is None
        or node.parent is None
        or reviewed_move.verdict in {"best", "forced"}
    ):
        return reviewed_move.verdict.capitalize()
    best = move_text(node.parent.state, reviewed_move.best)
    return f"{reviewed_move.label.capitalize()}. Best: {best}"
