"""A review stored in its record: data for each position, and a glyph for each bad move.

The data of a position are its estimates, in the order of `ReviewedPosition.estimates`: ``null`` if
unknown, ``0`` if equal to that of the position before, otherwise a list. A proved estimate has up
to three entries (value, chance, distance), an unproved one has four (value, low, high, chance). A
chance of ``true`` is half of the value plus one. Values are read back exactly as they were. The
moves of a line are separated by ``;``; a number instead means that the line goes on with this child
of the node, and the first child is left out. See `polygames.records.annotations` for the format.

Proofs of positions are stored at their nodes, too, so that later reviews can use them.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from polygames.core.analysis import RESULT_UNIT, MoveValue
from polygames.core.errors import MoveError
from polygames.core.protocol import CHANCE
from polygames.records.annotations import (
    REVIEW_KIND,
    decode_annotation,
    encode_annotation,
    is_number,
)
from polygames.records.node import iter_nodes
from polygames.search.review.findings import findings_of
from polygames.search.review.positions import (
    Estimate,
    ReviewedPosition,
    ReviewWork,
    round_value,
)
from polygames.search.review.results import VERDICT_GLYPHS, Review, ReviewedMove
from polygames.search.review.table import MAX_REVIEW_LINE_PLIES, evaluate_positions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from polygames.core.analysis import Analysis
    from polygames.core.protocol import Seat, State
    from polygames.records.node import Node
    from polygames.records.record import Record

    Data: TypeAlias = Mapping[str, Any]

REVIEW_VERSION: Final = 2
PROOF_VERSION: Final = 1
PROOF_KIND: Final = "proof"
"""The annotation kind of a proved position."""
MAX_LINE_MOVES_READ: Final = 20_000
"""The maximum number of moves in lines to read from a record, since each is replayed."""
UNPROVED_LENGTH: Final = 4
"""The number of entries of an unproved estimate."""
SAME_AS_BEFORE: Final = 0
"""The mark of an estimate that equals the one of the position before."""


def annotate(review: Review, record: Record, *, comments: bool = True) -> None:
    r"""Store a review in its record: data for each position, and a glyph for each bad move.

    Comments are unchanged; an older review of the same positions is replaced. `Record.save` writes
    the review, and `read_review` reads it back exactly.

    Parameters
    ----------
    review, record
        The review, and the record that it belongs to.
    comments
        Whether to store the data of each position, or only the glyphs.

    Examples
    --------
    >>> from polygames.search.review import annotate
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> annotate(pg.review(record), record)
    >>> print("\n".join(record.to_text().splitlines()[-2:]))
    1. A-C ??
    % review 2 {"e":[[-1.0,true...]],...}
    """
    if comments:
        _store_positions(review, record)
    own_glyphs = {"", *VERDICT_GLYPHS.values()}
    for each in review.moves:
        if each.node is not None and each.node.glyph in own_glyphs and each.value is not None:
            record.annotate(each.node, glyph=VERDICT_GLYPHS.get(each.verdict, ""))


def read_move(node: Node) -> ReviewedMove | None:
    """Return the stored review of the move that led to a node; None if there is none.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> annotate(pg.review(record), record)
    >>> read_move(record.node).verdict
    'blunder'
    """
    if node.parent is None:
        return None
    earlier = [node.parent]
    while earlier[0].parent is not None and _refers_to_parent(earlier[0]):
        earlier.insert(0, earlier[0].parent)
    reader = _Reader([*earlier, node, *islice(node.line, MAX_REVIEW_LINE_PLIES)])
    before, after = (reader.positions.get(id(end)) for end in (node.parent, node))
    if before is None or after is None:
        return None
    return ReviewedMove(node.number, node.parent.state.turn, node.move, before, after, node)


def _refers_to_parent(node: Node) -> bool:
    """Return True if a stored estimate of a node is that of its parent."""
    data = decode_annotation(_text_of(node), REVIEW_VERSION) or {}
    entries = data.get("e")
    return isinstance(entries, list) and SAME_AS_BEFORE in entries


def read_review(record: Record) -> Review | None:
    """Return the review stored in a record; None if there is none.

    Examples
    --------
    >>> from polygames.search.review import annotate, read_review
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> found = pg.review(record)
    >>> annotate(found, record)
    >>> read_review(record) == found
    True
    """
    line = [*record.path, *record.node.line]
    known = set(map(id, line))
    nodes = line + [node for node, _ in iter_nodes(record.root) if id(node) not in known]
    settings = _decode_settings(decode_annotation(_text_of(record.root), REVIEW_VERSION))
    positions = _Reader(nodes).positions if settings is not None else {}
    if settings is None or not positions:
        return None
    is_whole = known <= positions.keys() and settings["is_complete"]
    found = Review(
        record.start,
        tuple(positions[id(node)] for node in nodes if id(node) in positions),
        **(settings | {"is_complete": is_whole}),
    )
    # Two reviews of different branches may share positions: then make their values agree.
    own = [each.node for each in found.positions if each.node is not None]
    table = evaluate_positions(own, findings_of(found), found.full_scale)
    is_consistent = list(map(_values_of, table)) == list(map(_values_of, found.positions))
    is_consistent &= all(each.loss == 0 for each in found.moves if each.best == each.move)
    return found if is_consistent else replace(found, positions=table)


def _values_of(position: ReviewedPosition) -> list[float | None]:
    return [None if each is None else each.value for each in position.estimates]


def estimate_after(line: Sequence[Mapping[str, str]], seat: Seat) -> Estimate | None:
    """Return the stored estimate of a position for a seat; None if there is none.

    Parameters
    ----------
    line
        The annotations of the positions from the start to this one.
    seat
        The seat.
    """
    for each in reversed(line):
        data = decode_annotation(each.get(REVIEW_KIND, ""), REVIEW_VERSION) or {}
        entries = data.get("e")
        if not isinstance(entries, list) or not entries:
            return None
        entry = entries[seat] if seat < len(entries) else entries[0]
        if entry != SAME_AS_BEFORE:
            found = _decode_estimate(entry)
            return found if found is None or seat < len(entries) else found.for_opponent()
    return None


# --- Proofs of positions ------------------------------------------------------------------------


def store_proof(record: Record, node: Node, analysis: Analysis) -> None:
    """Store a proved value and its line of moves at a node, if the analysis proves the position.

    Examples
    --------
    >>> from polygames.core.analysis import Analysis, MoveValue
    >>> from polygames.search.review.annotations import store_proof, with_stored_proof
    >>> record = pg.Record(pg.new("polygon", n=5))
    >>> store_proof(record, record.root, pg.analyse(record.start, seconds=5))
    >>> again = pg.Record.from_text(record.to_text())
    >>> guess = Analysis(again.start, (MoveValue(again.start.parse("A-C"), 0.0, -1.0, 1.0),))
    >>> with_stored_proof(again.root, guess).value
    1.0
    """
    known = _read_proof(node, analysis)
    if analysis.is_settled and (
        known is None or _proof_length(analysis.moves[0]) < _proof_length(known)
    ):
        best = analysis.moves[0]
        data = {"unit": analysis.unit, "v": best.value, "c": best.chance, "in": best.distance}
        text = encode_annotation(PROOF_VERSION, data | {"line": ";".join(map(str, best.line))})
        record.annotate(node, annotations={PROOF_KIND: text})


def with_stored_proof(node: Node, analysis: Analysis) -> Analysis:
    """Return an analysis of a node's position, with the proof stored at the node, if any."""
    proof = _read_proof(node, analysis)
    if proof is None or analysis.is_settled:
        return analysis
    is_lost, top = proof.value == analysis.scale[0], proof.value  # then every move loses
    others = (
        replace(each, value=top, low=top, high=top, proved=True, chance=proof.chance)
        if is_lost
        else replace(each, value=min(each.value, top), low=min(each.low, top))
        for each in analysis.moves
        if each.move != proof.move
    )
    return replace(analysis, moves=(proof, *others), note="proved before", is_solved=True)


def _proof_length(move_value: MoveValue) -> float:
    """Return the length of a proof in moves, infinite if unknown; shorter proofs are preferred."""
    return float("inf") if move_value.distance is None else move_value.distance


def _read_proof(node: Node, analysis: Analysis) -> MoveValue | None:
    """Return the best move according to a node's stored proof; None if there is none."""
    data = decode_annotation(node.annotations.get(PROOF_KIND, ""), PROOF_VERSION) or {}
    value, chance, within = (data.get(key) for key in ("v", "c", "in"))
    fits = _is_share(chance) and _is_count(within)
    is_same = data.get("unit") == analysis.unit and isinstance(data.get("line"), str)
    if not (is_number(value) and fits and is_same):
        return None
    if not (line := _parse_moves(node.state, data["line"], MAX_LINE_MOVES_READ)):
        return None
    best = MoveValue(line[0], value, value, value, proved=True, line=line)
    return replace(best, chance=chance, distance=within)


# --- The positions of a record ------------------------------------------------------------------


def _store_positions(review: Review, record: Record) -> None:
    """Store the data of a review at the nodes of its record.

    Data of other positions from an older review are retained, with their origin, if their values
    have the same meaning.
    """
    nodes = [record.root, *(node for node, _ in iter_nodes(record.root))]
    positions = _older_positions(review, nodes)
    positions |= {id(each.node): each for each in review.positions if not each.is_quick}
    for node in nodes:
        data = _encode_settings(review) if node.parent is None and positions else {}
        if (position := positions.get(id(node))) is not None:
            data |= _encode_position(position, node, positions)
        if data or decode_annotation(_text_of(node), REVIEW_VERSION) is not None:
            text = encode_annotation(REVIEW_VERSION, data) if data else ""
            record.annotate(node, annotations={REVIEW_KIND: text})


def _older_positions(review: Review, nodes: Sequence[Node]) -> dict[int, ReviewedPosition]:
    """Return the stored positions with values of the same meaning, by the id of the node."""
    older = _decode_settings(decode_annotation(_text_of(nodes[0]), REVIEW_VERSION))
    kind = (review.unit, review.scale, review.measure)
    if older is None or (older["unit"], older["scale"], older["measure"]) != kind:
        return {}
    found = {}
    for key, each in _Reader(nodes).positions.items():
        work = each.work or older["work"]
        found[key] = replace(each, work=None if work == review.work else work)
    return found


# --- The data of a position ---------------------------------------------------------------------


def _text_of(node: Node) -> str:
    return node.annotations.get(REVIEW_KIND, "")


def _encode_position(
    position: ReviewedPosition, node: Node, positions: Mapping[int, ReviewedPosition]
) -> dict[str, Any]:
    """Return the data of a position."""
    before = positions.get(id(node.parent))
    known = () if before is None or len(position.estimates) == 1 else before.estimates
    data: dict[str, Any] = {
        "e": [
            SAME_AS_BEFORE
            if each is not None and known[at : at + 1] == (each,)
            else each and _encode_estimate(each)
            for at, each in enumerate(position.estimates)
        ]
    }
    place = next(
        (
            at
            for at, child in enumerate(node.children)
            if (after := positions.get(id(child))) is not None
            and position.line == _joined_line(child.move, after.line)
        ),
        None,
    )
    if place is None:
        data["line"] = ";".join(map(str, position.line))
    elif place:
        data["line"] = place
    if position.all_alike:
        data["alike"] = True
    if position.work is not None:
        data["by"] = position.work
    return data


def _joined_line(move: Any, line: tuple[Any, ...]) -> tuple[Any, ...]:
    return (move, *line)[:MAX_REVIEW_LINE_PLIES]


def _encode_estimate(estimate: Estimate) -> list[Any]:
    value, low, high, proved, chance, distance = estimate
    share = True if chance == (1 + value) / 2 else chance
    if not proved:
        return [value, low, high, share]
    entries = [value, share, distance]
    while entries[-1] is None:
        entries.pop()
    return entries


def _decode_estimate(entries: object) -> Estimate | None:
    """Return an estimate from its data; None if it is malformed."""
    if not isinstance(entries, list) or not entries or not is_number(entries[0]):
        return None
    value, *rest = entries
    is_proved = len(entries) != UNPROVED_LENGTH
    low, high, share, distance = (
        (value, value, *rest, None, None)[:4] if is_proved else (*rest, None)
    )
    chance = (1 + value) / 2 if share is True else share
    if len(entries) > UNPROVED_LENGTH or not (_is_share(chance) and _is_count(distance)):
        return None
    if not (is_number(low) and is_number(high) and low <= value <= high):
        return None
    value, low, high = map(round_value, (value, low, high))
    return Estimate(value, low, high, is_proved, chance, distance)


def _is_share(value: object) -> bool:
    return value is None or (is_number(value) and 0 <= value <= 1)


def _is_count(value: object) -> bool:
    return value is None or (is_number(value) and isinstance(value, int) and value >= 0)


class _Reader:
    """The stored positions of some nodes of a record.

    Parameters
    ----------
    nodes
        The nodes, each after its parent.
    """

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.positions: dict[int, ReviewedPosition] = {}
        """The positions, by the id of the node."""
        self._moves_left = MAX_LINE_MOVES_READ
        data = {id(node): decode_annotation(_text_of(node), REVIEW_VERSION) for node in nodes}
        for node in nodes:
            if (own := data[id(node)]) is not None:
                self._read_estimates(node, own)
        for node in reversed(nodes):
            if id(node) in self.positions:
                self._read_line(node, data[id(node)] or {})

    def _read_estimates(self, node: Node, data: Data) -> None:
        """Read the data of a position, but not its line; ignore malformed data."""
        entries, work = data.get("e"), _decode_work(data.get("by"))
        is_alike, seats = data.get("alike", False), node.state.seats
        if not isinstance(entries, list) or len(entries) not in {1, seats}:
            return
        if not isinstance(is_alike, bool) or (work is None and "by" in data):
            return
        before = self.positions.get(id(node.parent))
        found = list[Estimate | None]()
        for seat, entry in enumerate(entries):
            is_same = entry == SAME_AS_BEFORE and not isinstance(entry, bool)
            known = before.estimates[seat : seat + 1] if before is not None and is_same else ()
            estimate = known[0] if known else _decode_estimate(entry)
            if estimate is None and entry is not None:
                return
            found.append(estimate)
        self.positions[id(node)] = ReviewedPosition(
            tuple(found), (), is_alike, work=work, node=node
        )

    def _read_line(self, node: Node, data: Data) -> None:
        line, position = data.get("line", 0), self.positions[id(node)]
        if isinstance(line, str):
            moves = _parse_moves(node.state, line, min(self._moves_left, MAX_REVIEW_LINE_PLIES))
            self._moves_left -= len(moves)
        else:
            child = (
                node.children[line]
                if isinstance(line, int) and 0 <= line < len(node.children)
                else None
            )
            after = None if child is None else self.positions.get(id(child))
            moves = () if child is None or after is None else _joined_line(child.move, after.line)
        self.positions[id(node)] = replace(position, line=moves)


def _parse_moves(state: State[Any], text: str, max_moves: int) -> tuple[Any, ...]:
    """Parse a sequence of moves, up to the first illegal one or `max_moves`."""
    found = list[Any]()
    for part in text.split(";", max_moves)[:max_moves] if text else ():
        try:
            seen = state if state.turn == CHANCE else state.view(state.turn)
            move = seen.parse(part)
            state = state.play(move)
        except MoveError:
            break
        found.append(move)
    return tuple(found)


# --- The settings of a review -------------------------------------------------------------------


def _encode_settings(review: Review) -> dict[str, Any]:
    """Return the data of the whole review."""
    data: dict[str, Any] = {"work": review.work}
    if (review.unit, review.scale, review.measure) != _DEFAULT_SCALE:
        data |= {"unit": review.unit, "scale": review.scale, "measure": review.measure}
    return data | ({} if review.is_complete else {"whole": False})


_DEFAULT_SCALE: Final = (RESULT_UNIT, (-1.0, 1.0), "result")


def _decode_settings(data: Data | None) -> dict[str, Any] | None:
    """Return the fields of a review from its data; None if they are missing or malformed."""
    if data is None:
        return None
    unit, scale, measure = (
        data.get(key, usual)
        for key, usual in zip(("unit", "scale", "measure"), _DEFAULT_SCALE, strict=True)
    )
    work, whole = _decode_work(data.get("work")), data.get("whole", True)
    is_scale = isinstance(scale, list | tuple) and len(scale) == 2 and all(map(is_number, scale))  # noqa: PLR2004 - both ends
    is_measure = measure in ("result", "lead", "total")
    if not (isinstance(unit, str) and is_scale and is_measure and isinstance(whole, bool)):
        return None
    if work is None and data.get("work") is not None:
        return None
    fields = {"unit": unit, "scale": tuple(scale), "measure": measure}
    return {**fields, "is_complete": whole, "work": work}


def _decode_work(data: object) -> ReviewWork | None:
    """Return the origin of a review from its data; None if it is missing or malformed."""
    if not isinstance(data, list | tuple) or len(data) != len(ReviewWork._fields):
        return None
    program, agent, seconds, seed = data
    is_text = isinstance(program, str) and (agent is None or isinstance(agent, str))
    is_whole = isinstance(seed, int) and not isinstance(seed, bool)
    return ReviewWork(*data) if is_text and is_number(seconds) and is_whole else None
