"""A review stored in its record: data for each move, and a glyph for each bad one.

`_MOVE_FIELDS` lists the data of a move by key: a field of `ReviewedMove`, its default if it is
left out, and its type. `_REVIEW_FIELDS` lists the data of the whole review. Values are read back
exactly as they were. The moves of a line are separated by ``;``, and an empty first move is the
played move. See `polygames.records.annotations` for the format.

Proofs of positions are stored at their nodes, too, so that later reviews can use them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from polygames.core.analysis import RESULT_UNIT, MoveValue
from polygames.core.errors import MoveError
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.records.annotations import (
    REVIEW_KIND,
    decode_annotation,
    encode_annotation,
    is_number,
)
from polygames.records.node import iter_nodes
from polygames.search.review.results import (
    VERDICT_GLYPHS,
    VERDICT_NAMES,
    Review,
    ReviewedMove,
    ReviewWork,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from polygames.core.analysis import Analysis
    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.records.record import Record

    FieldValues: TypeAlias = dict[str, Any]
    Field: TypeAlias = tuple[str, str, object, str]

REVIEW_VERSION: Final = 1
PROOF_KIND: Final = "proof"
"""The annotation kind of a proved position."""
DEFAULT_UNIT: Final = "points"
"""The assumed unit of a damaged review whose values are not results."""
SAME_LINE_MARK: Final = "^"
"""The mark for a line that equals the continuation predicted at the move before."""
MAX_LINE_MOVES_READ: Final = 20_000
"""The maximum number of moves in lines to read from a record, since each is replayed."""


def annotate(review: Review, record: Record, *, comments: bool = True) -> None:
    r"""Store a review in its record: data for each move, and a glyph for each bad one.

    Comments are unchanged; an older review of the same moves is replaced. `Record.save` writes the
    review, and `read_review` reads it back exactly.

    Parameters
    ----------
    review, record
        The review, and the record that it belongs to.
    comments
        Whether to store the data of each move, or only the glyphs.

    Examples
    --------
    >>> from polygames.search.review import annotate
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> annotate(pg.review(record), record)
    >>> print("\n".join(record.to_text().splitlines()[-2:]))
    1. A-C ??
    % review 1 {"is":"blunder","c":1.0,"d":0.0,"pb":true,"pa":true,...}
    """
    if comments:
        _store_settings(review, record)
    mine = {"", *VERDICT_GLYPHS.values()}
    for each in review.moves:
        if (node := each.node) is not None:
            is_mine = node.glyph in mine and (each.value is not None or each.lucks)
            sign = VERDICT_GLYPHS.get(each.verdict, "") if is_mine else node.glyph
            kept = {REVIEW_KIND: _encode_move(each, node)} if comments else {}
            record.annotate(node, glyph=sign, annotations=kept)


def read_move(node: Node, max_line_moves: int = MAX_LINE_MOVES_READ) -> ReviewedMove | None:
    """Return the stored review of a move, with lines of limited length; None if there is none.

    Examples
    --------
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> annotate(pg.review(record), record)
    >>> read_move(record.node).verdict
    'blunder'
    """
    before, found = node.parent, read_move_fields(node.annotations, node.state.turn)
    if before is None or found is None or len(found["lucks"]) not in {0, node.state.seats}:
        return None
    seat, texts = before.state.turn, [found.pop(name) for name in ("line", "answer", "best")]
    if (seat == CHANCE) != (found["verdict"] == "chance"):
        return None
    texts[0] = _predicted_line(node) if texts[0] == SAME_LINE_MARK else texts[0]
    line, answer, best = (_parse_stored_line(node, text, max_line_moves // 2) for text in texts)
    moves: FieldValues = {"line": line, "answer": answer, "best": next(iter(best or line), None)}
    # Older reviews used another measure, so the verdict is recomputed from the loss.
    each = ReviewedMove(node.number, seat, node.move, **found, **moves, node=node)
    rules, loss = each.rules, each.loss
    if rules.proved_win_value is not None:
        loss = min(loss, 2 * rules.proved_win_value)
    is_noise = (
        each.verdict == "good"
        and not each.proved
        and rules.classify_loss(rules.to_measure(loss)) != "good"
    )
    return each.with_loss(0.0 if is_noise else loss)


def read_move_fields(annotations: Mapping[str, str], turn: int = CHANCE) -> FieldValues | None:
    """Return the stored data of a move, with moves as text; None if missing or inconsistent."""
    if (found := _decode_fields(_MOVE_FIELDS, annotations, turn)) is None:
        return None
    ends = found["low"], found["value"], found["high"]
    is_whole = ends == (None, None, None) or (None not in ends and ends[0] <= ends[2])
    return found if is_whole else None


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
    line = [*record.path, *record.node.line][1:]
    known = set(map(id, line))
    left, found = MAX_LINE_MOVES_READ, list[ReviewedMove]()
    for node in line + [node for node, _ in iter_nodes(record.root) if id(node) not in known]:
        if (each := read_move(node, left)) is not None:
            left -= min(left, len(each.line) + len(each.answer))
            found.append(each)
    whole = _decode_fields(_REVIEW_FIELDS, record.root.annotations)
    if not found and (whole is None or whole["count"]):
        return None
    whole = whole or _guess_settings(record, found)
    if whole.pop("count") != len(found):  # the record's moves differ from those of the review
        whole |= {"started": (), "reached": ()}
    whole["is_complete"] &= known <= {id(each.node) for each in found}
    return Review(record.start, tuple(found), **whole)


def _guess_settings(record: Record, reviewed_moves: Sequence[ReviewedMove]) -> FieldValues:
    """Return plausible settings for a review with damaged data, from the values of its moves."""
    values = [each.value for each in reviewed_moves if each.value is not None]
    far, start = max([1.0, *map(abs, values)]), record.start
    is_opposed = start.seats == 2 and info_of(start).engine.luck is None  # noqa: PLR2004 - a pair
    scale = (-far if is_opposed or min(values, default=0.0) < 0 else 0.0, far)
    unit = RESULT_UNIT if far <= 1 else DEFAULT_UNIT
    return {"unit": unit, "scale": scale, "count": len(reviewed_moves), "is_complete": True}


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
        text = encode_annotation(REVIEW_VERSION, data | {"line": ";".join(map(str, best.line))})
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
    data = decode_annotation(node.annotations.get(PROOF_KIND, ""), REVIEW_VERSION) or {}
    value, chance, within = (data.get(key) for key in ("v", "c", "in"))
    fits = _FIELD_CHECKS["share"](chance) and _FIELD_CHECKS["count"](within)
    is_same = data.get("unit") == analysis.unit and isinstance(data.get("line"), str)
    if not (is_number(value) and fits and is_same):
        return None
    if not (line := _parse_moves(node.state, data["line"], MAX_LINE_MOVES_READ)):
        return None
    best = MoveValue(line[0], value, value, value, proved=True, line=line)
    return replace(best, chance=chance, distance=within)


# --- Stored fields and their defaults -----------------------------------------------------------

_FIELD_CHECKS: Final[dict[str, Callable[[Any], bool]]] = {
    "number": lambda it: it is None or is_number(it),
    "share": lambda it: it is None or (is_number(it) and 0 <= it <= 1),
    "loss": lambda it: is_number(it) and it >= 0,
    "count": lambda it: it is None or (is_number(it) and isinstance(it, int) and it >= 0),
    "flag": lambda it: isinstance(it, bool),
    "text": lambda it: it is None or isinstance(it, str),
    "unit": lambda it: isinstance(it, str),
    "verdict": (*VERDICT_NAMES, "chance").__contains__,
    "numbers": lambda it: isinstance(it, tuple) and all(map(is_number, it)),
    "scale": lambda it: isinstance(it, tuple) and len(it) == 2 and all(map(is_number, it)),  # noqa: PLR2004 - both ends
    "work": lambda it: it is None or (isinstance(it, tuple) and len(it) == len(ReviewWork._fields)),
}


def _default_if_best(name: str, *, fallback: object = None) -> Callable[[FieldValues], Any]:
    """Return a function that returns field `name` for a best move, and otherwise `fallback`."""
    return lambda of: (
        of[name] if of["verdict"] in {"best", "forced"} else _default_value(fallback, of)
    )


def _default_from_chance(name: str) -> Callable[[FieldValues], Any]:
    """Return a function that converts the chance to win in a field to a value from -1 to 1."""
    return lambda of: None if of[name] is None else 2 * of[name] - 1


_VALUE_FIELD: Final = _default_from_chance("chance")

_MOVE_FIELDS: Final[tuple[Field, ...]] = (
    ("is", "verdict", "good", "verdict"),
    ("c", "chance", None, "share"),
    ("d", "chance_after", _default_if_best("chance"), "share"),
    ("v", "value", _VALUE_FIELD, "number"),
    ("l", "low", lambda of: of["value"], "number"),
    ("h", "high", lambda of: of["value"], "number"),
    (
        "a",
        "after",
        _default_if_best("value", fallback=_default_from_chance("chance_after")),
        "number",
    ),
    ("loss", "loss", lambda of: max(0.0, (of["value"] or 0.0) - (of["after"] or 0.0)), "loss"),
    ("pb", "proved_before", False, "flag"),
    ("pa", "proved_after", _default_if_best("proved_before", fallback=False), "flag"),
    ("pr", "proved", lambda of: of["proved_before"] and of["proved_after"], "flag"),
    ("alike", "all_alike", False, "flag"),
    ("in", "distance", None, "count"),
    ("line", "line", lambda of: None if of["verdict"] == "chance" else "", "text"),
    ("then", "answer", lambda of: of["line"] if (of["line"] or ";")[0] == ";" else "", "text"),
    ("best", "best", None, "text"),  # the first of the line
    ("lucks", "lucks", (), "numbers"),
    ("luck", "luck", lambda of: next(iter(of["lucks"][max(0, of["turn"]) :]), None), "number"),
    ("work", "work", None, "work"),
)

_REVIEW_FIELDS: Final[tuple[Field, ...]] = (
    ("unit", "unit", RESULT_UNIT, "unit"),
    ("scale", "scale", (-1.0, 1.0), "scale"),
    ("moves", "count", 0, "count"),
    ("whole", "is_complete", True, "flag"),
    ("quick", "is_quick_look", False, "flag"),
    ("started", "started", (), "numbers"),
    ("reached", "reached", (), "numbers"),
    ("work", "work", None, "work"),
)


def _default_value(default: Any, values: FieldValues) -> Any:
    """Return the default of a field, which may depend on the fields before it."""
    return default(values) if callable(default) else default


def _encode_fields(fields: Sequence[Field], values: FieldValues) -> str:
    """Return fields as annotation text, omitting those that equal their defaults."""
    left_out = {
        name for _, name, default, _ in fields if values[name] == _default_value(default, values)
    }
    return encode_annotation(
        REVIEW_VERSION, {key: values[name] for key, name, *_ in fields if name not in left_out}
    )


def _decode_fields(
    fields: Sequence[Field], annotations: Mapping[str, str], turn: int = CHANCE
) -> FieldValues | None:
    """Return the stored fields by name, with defaults; None if missing or invalid."""
    found: FieldValues = {"turn": turn}
    if (data := decode_annotation(annotations.get(REVIEW_KIND, ""), REVIEW_VERSION)) is None:
        return None
    for key, name, default, kind in fields:
        value = data[key] if key in data else _default_value(default, found)
        value = tuple(value) if isinstance(value, list) else value
        if not _FIELD_CHECKS[kind](value):
            return None
        found[name] = ReviewWork(*value) if value and kind == "work" else value
    del found["turn"]
    return found


def _encode_move(reviewed_move: ReviewedMove, node: Node) -> str:
    """Return the data of a reviewed move as annotation text."""
    of: FieldValues = {name: getattr(reviewed_move, name) for _, name, _, _ in _MOVE_FIELDS}
    best = (
        ()
        if reviewed_move.best is None or reviewed_move.line[:1] == (reviewed_move.best,)
        else (reviewed_move.best,)
    )
    for name, moves in (
        ("line", reviewed_move.line),
        ("answer", reviewed_move.answer),
        ("best", best),
    ):
        texts = [
            str(move) if at or move != reviewed_move.move else "" for at, move in enumerate(moves)
        ]
        of[name] = ";".join(texts) if moves else None
    is_short = of["line"] in {None, "", of["answer"]}
    if not is_short and ";".join(map(str, reviewed_move.line)) == _predicted_line(node):
        of["line"] = SAME_LINE_MARK
    return _encode_fields(_MOVE_FIELDS, of | {"turn": node.state.turn})


def _predicted_line(node: Node) -> str:
    """Return the continuation that the review of the previous move predicted, as text."""
    before = read_move_fields(node.parent.annotations) if node.parent else None
    return ((before or {}).get("answer") or "").partition(";")[2]


def _parse_stored_line(node: Node, text: str | None, max_moves: int) -> tuple[Any, ...]:
    """Return the moves of a stored sequence, up to the first illegal one or `max_moves`."""
    if text is None or node.parent is None:
        return ()
    return _parse_moves(node.parent.state, text, max_moves, node) or (node.move,)


def _parse_moves(
    state: State[Any], text: str, max_moves: int, first_node: Node | None = None
) -> tuple[Any, ...]:
    """Parse a sequence of moves; an empty first part stands for the move of `first_node`."""
    found = list[Any]()
    for part in text.split(";", max_moves)[:max_moves]:
        try:
            seen = state if state.turn == CHANCE else state.view(state.turn)
            move = first_node.move if first_node and not part and not found else seen.parse(part)
            is_known = first_node is not None and not found and move == first_node.move
            state = first_node.state if first_node and is_known else state.play(move)
        except MoveError:
            break
        found.append(move)
    return tuple(found)


def _store_settings(review: Review, record: Record) -> None:
    """Store the settings of a review at the root of its record.

    Data of other moves from an older review is retained, with its origin, if the units agree.
    """
    own, older = (
        {id(each.node) for each in review.moves},
        _decode_fields(_REVIEW_FIELDS, record.root.annotations),
    )
    is_alike = older is None or (older["unit"], older["scale"]) == (review.unit, review.scale)
    count = len(review.moves)
    for node, _ in iter_nodes(record.root):
        data = decode_annotation(node.annotations.get(REVIEW_KIND, ""), REVIEW_VERSION)
        if data is not None and id(node) not in own:
            data = {"work": older and older["work"], **data}
            data |= {"line": _predicted_line(node)} if data.get("line") == SAME_LINE_MARK else {}
            record.annotate(
                node,
                annotations={
                    REVIEW_KIND: encode_annotation(REVIEW_VERSION, data) if is_alike else ""
                },
            )
            count += is_alike
    whole = {name: getattr(review, name, count) for _, name, _, _ in _REVIEW_FIELDS}
    record.annotate(record.root, annotations={REVIEW_KIND: _encode_fields(_REVIEW_FIELDS, whole)})
