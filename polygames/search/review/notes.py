"""A review in the record's own text: a comment and a sign for each move, written and read back.

A comment ends with what was found, in words that can be read both ways::

    7. fill 3 ?? ; I was in a hurry. Review: blunder; value 3.1 (1 to 5.2); loses 12.4. Best: fill 2
"""

from __future__ import annotations

import re
from contextlib import suppress
from math import isfinite
from typing import TYPE_CHECKING, Any

from polygames.core.errors import MoveError
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.records.record_list import in_order
from polygames.search.review.findings import GLYPH_OF, VERDICTS, Review, ReviewedMove

if TYPE_CHECKING:
    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.records.record import Record

_SIZE = r"(?:\d{1,20}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?|inf)"
"""A number without its sign. It has so many digits at most, and can be read in one way only: so a
long comment is read in a time that grows with its length, not with its square."""
_NUMBER = f"-?{_SIZE}"
_LUCK = rf"[+-](?:{_SIZE}|nan)"
_SHARE = r"[01](?:\.\d{1,20})?"
_BEGINNING = "Review: "
_NOTE = re.compile(
    rf"luck (?P<lucks>{_LUCK}(?:, {_LUCK}){{0,99}})|(?P<verdict>{'|'.join(VERDICTS)})"
    rf"; value (?P<value>{_NUMBER})(?: \((?P<low>{_NUMBER}) to (?P<high>{_NUMBER})\))?"
    rf"(?:; loses (?P<loss>{_SIZE}))?(?P<exact>, exactly)?"
    rf"(?P<alike>; all moves alike)?"
    rf"(?:; chance (?P<chance>{_SHARE}) to (?P<chance_after>{_SHARE})(?P<known>, proved)?)?"
    rf"\.(?: Best: (?P<line>[^\n]*))?",
    re.ASCII,
)
PAIR = 2
POINTS = "points"
"""The unit of a review that is read, where its values are no results: the text does not name it."""
_BARE = 50.0
"""The value of a result that is proved without its points, in Split."""
LEAST = 1e-4
"""The least chance that is written of what is not proved; the most is as far from 1."""
_BETWEEN = ", then "
_LONG = re.compile(r"\b\d\.\d{5,}\b(?!e)")
"""A place on a continuum, with more digits than people read."""
_DIGITS = (4, 5, 6, 8)
"""How many digits such a place has: the first number of them with which it can be read back."""
_MOST_MOVES = 20_000
"""How many moves of best lines are read from a record: each is played."""


def annotate(review: Review, record: Record, *, comments: bool = True) -> None:
    """Write a review into its record: a comment for each move, and a sign for each bad one.

    What is written already stays, in front; an older review is replaced. `Record.save` keeps it
    all, and `read_review` reads it back.

    Parameters
    ----------
    review, record
        The review, and the record it is of.
    comments
        Whether to write comments, too; else the signs only.

    Examples
    --------
    >>> import polygames as pg
    >>> from polygames.search.review import annotate
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> annotate(pg.review(record), record)
    >>> print(record.to_text().splitlines()[-1])
    1. A-C ?? ; Review: blunder; value 1; loses 2, exactly; chance 1.0000 to 0.0000. Best: A-D...
    """
    for each in review.moves:
        if each.node is None or (each.value is None and not each.lucks):
            continue
        words = None
        if comments:
            words = f"{comment_without(each.node.comment)} {_words(each)}".strip()
        mine = {"", *GLYPH_OF.values()}
        sign = GLYPH_OF.get(each.verdict, "")
        glyph = sign if each.node.glyph in mine else each.node.glyph
        record.annotate(each.node, comment=words, glyph=glyph)


def comment_without(comment: str) -> str:
    """Return a comment without what a review has written there."""
    before, note = _parted(comment)
    return comment.rstrip() if note is None else before.rstrip()


def is_reviewed(comment: str) -> bool:
    """Whether a review is written in a comment.

    Examples
    --------
    >>> is_reviewed("Too slow. Review: best; value 1."), is_reviewed("too slow")
    (True, False)
    """
    return _parted(comment)[1] is not None


def worth_of(comment: str) -> float | None:
    """Return what the move was worth to who made it, as a review wrote it in its comment.

    Examples
    --------
    >>> worth_of("Review: blunder; value 3; loses 2."), worth_of("a comment")
    (1.0, None)
    """
    found = _parted(comment)[1]
    if found is None or found["value"] is None:
        return None
    worth = float(found["value"]) - float(found["loss"] or 0)
    return worth if isfinite(worth) else None


def note_of(comment: str) -> str:
    """Return what a review has written in a comment; empty if there is nothing.

    Examples
    --------
    >>> note_of("Too slow. Review: best; value 1."), note_of("too slow")
    ('Review: best; value 1.', '')
    """
    found = _parted(comment)[1]
    return "" if found is None else f"{_BEGINNING}{found[0]}"


def read_move(node: Node) -> ReviewedMove | None:
    """Return what a review wrote in the comment of a move; None if it wrote nothing there."""
    return _read(node, _MOST_MOVES)


def chance_of(comment: str) -> float | None:
    """Return the chance to win that a review gave a move, as its comment says; None without one.

    Examples
    --------
    >>> chance_of("Review: good; value 0.5; loses 0.1; chance 0.7500 to 0.7000.")
    0.7
    """
    found = _parted(comment)[1]
    return None if found is None or found["chance_after"] is None else float(found["chance_after"])


def read_review(record: Record, unit: str | None = None) -> Review | None:
    """Return the review that is written in a record; None if there is none.

    It holds what the text holds: values to four digits, and no line after a move that was played.

    Examples
    --------
    >>> import polygames as pg
    >>> from polygames.search.review import annotate, read_review
    >>> record = pg.Record(pg.new("polygon", n=6))
    >>> record.push("A-C")
    >>> annotate(pg.review(record), record)
    >>> read_review(record).moves[0].verdict
    'blunder'
    """
    line = [*record.path, *record.node.line][1:]
    known = set(map(id, line))
    nodes = line + [node for node, _ in in_order(record.root) if id(node) not in known]
    left = _MOST_MOVES
    found = []
    for node in nodes:
        if (each := _read(node, max(0, left))) is not None:
            left -= len(each.line)
            found.append(each)
    if not found:
        return None
    blank = Review(record.start, ())
    ends = _ends(
        found, is_opposed=record.start.seats == PAIR and info_of(record.start).engine.luck is None
    )
    is_complete = {id(each.node) for each in found} >= known
    is_result = max(abs(end) for end in ends) <= 1
    unit = unit or (blank.unit if is_result else POINTS)
    return Review(record.start, tuple(found), unit, ends, is_complete)


def _ends(found: list[ReviewedMove], *, is_opposed: bool) -> tuple[float, float]:
    """Return a scale that holds all values."""
    far = max((abs(each.value) for each in found if each.value is not None), default=1.0)
    least = min((each.value for each in found if each.value is not None), default=0.0)
    return (-max(1.0, far), max(1.0, far)) if least < 0 or is_opposed else (0.0, max(1.0, far))


def _words(each: ReviewedMove) -> str:
    if each.value is None:
        return "Review: luck " + ", ".join(f"{luck:+.4g}" for luck in each.lucks)
    is_known = each.proved or each.proved_before or each.low is None or each.high is None
    known = "" if is_known else f" ({each.low:.4g} to {each.high:.4g})"
    lost = f"; loses {each.loss:.4g}" if each.loss else ""
    exactly = ", exactly" if each.proved else ""
    chance = _chances(each)
    alike = "; all moves alike" if each.all_alike else ""
    said = f"Review: {each.verdict}; value {each.value:.4g}{known}{lost}{exactly}{alike}{chance}."
    if each.verdict in {"best", "forced"} or not each.line:
        return said
    return f"{said} Best: {_line_text(each)}"


def _chances(each: ReviewedMove) -> str:
    """Write the chances before a move and after it: only what is proved is written as 0 or 1."""
    if each.chance is None or each.chance_after is None:
        return ""
    later = each.chance_after
    if not (each.proved or each.proved_after):
        later = max(LEAST, min(1 - LEAST, later))
    proved = ", proved" if each.proved_after and not each.proved else ""
    return f"; chance {each.chance:.4f} to {later:.4f}{proved}"


def _line_text(each: ReviewedMove) -> str:
    """Write the best line: places on a continuum with as few digits as can be read back.

    Where a later move cannot be written so, the line ends before it.
    """
    exact = _BETWEEN.join(map(str, each.line))
    if each.node is None or each.node.parent is None or _LONG.search(exact) is None:
        return exact
    state, texts = each.node.parent.state, []
    for move in each.line:
        found = _read_first(state, *(_shortened(str(move), digits) for digits in _DIGITS))
        if found is None:
            break
        texts.append(found[0])
        state = state.play(found[1])
    return _BETWEEN.join(texts) if texts else exact


def _shortened(text: str, digits: int) -> str:
    """Write the places of a move with so many digits.

    Examples
    --------
    >>> _shortened("draw 1@0.19029432732007548 - 5@0.5", 4)
    'draw 1@0.1903 - 5@0.5'
    """
    return _LONG.sub(lambda found: f"{float(found[0]):.{digits}f}", text)


def _read_first(state: State[Any], *texts: str) -> tuple[str, Any] | None:
    """Return the first text that is a legal move, with the move; None if none is."""
    for text in texts:
        with suppress(MoveError):
            return text, state.parse(text)
    return None


def _parted(comment: str) -> tuple[str, re.Match[str] | None]:
    """Return what stands before the note at the end of a comment, and the note, if there is one."""
    before, beginning, note = comment.rpartition(_BEGINNING)
    if not beginning or before[-1:] not in {"", " "}:
        return comment, None
    return before, _NOTE.fullmatch(note)


def _read(node: Node, most: int) -> ReviewedMove | None:
    """Read the note of a move; None if there is none, or it says what cannot be."""
    _, found = _parted(node.comment)
    if found is None or node.parent is None:
        return None
    before = node.parent.state
    if (before.turn == CHANCE) != (found["lucks"] is not None):
        return None
    return _luck(node, found) if found["lucks"] else _judged(node, before, found, most)


def _luck(node: Node, found: re.Match[str]) -> ReviewedMove | None:
    """Read what a roll was worth, one number for each seat."""
    lucks = tuple(map(float, found["lucks"].split(", ")))
    turn = node.state.turn
    if len(lucks) != node.state.seats:
        return None
    luck = lucks[turn if turn != CHANCE else 0]
    return ReviewedMove(node.number, CHANCE, node.move, "chance", luck=luck, lucks=lucks, node=node)


def _judged(node: Node, before: State[Any], found: re.Match[str], most: int) -> ReviewedMove | None:
    """Read what a move was worth."""
    value, loss = float(found["value"]), float(found["loss"] or 0)
    low, high = float(found["low"] or value), float(found["high"] or value)
    if low > high or not isfinite(value) or not isfinite(loss):
        return None
    line = _moves(before, found["line"] or "", most) or (node.move,)
    verdict: Any = found["verdict"]
    return ReviewedMove(
        ply=node.number,
        seat=before.turn,
        move=node.move,
        verdict=verdict,
        value=value,
        low=low,
        high=high,
        best=line[0],
        line=line,
        after=value - loss,
        answer=(node.move,),
        loss=loss,
        proved=bool(found["exact"]),
        proved_before=bool(found["exact"]) or found["low"] is None,
        proved_after=_is_proved_after(found),
        chance=None if found["chance"] is None else float(found["chance"]),
        chance_after=None if found["chance_after"] is None else float(found["chance_after"]),
        all_alike=bool(found["alike"]),
        points=_points(value, loss, is_exact=bool(found["exact"])),
        node=node,
    )


def _is_proved_after(found: re.Match[str]) -> bool:
    """Say whether the value after a move is proved.

    Older notes do not say so. In them a chance of 0 or 1 was a proof; one of a half may be none.
    """
    is_certain = found["chance_after"] is not None and float(found["chance_after"]) in {0.0, 1.0}
    return bool(found["exact"] or found["known"]) or is_certain


def _points(value: float, loss: float, *, is_exact: bool) -> float | None:
    """Return what a move cost in points, if its values are points and no bare results."""
    far = max(abs(value), abs(value - loss))
    return None if far <= 1 or (is_exact and far == _BARE) else loss


def _moves(state: State[Any], text: str, most: int) -> tuple[Any, ...]:
    """Read a line as far as it can be read, and so many moves at most."""
    moves = []
    for part in text.split(_BETWEEN, most)[:most] if text else ():
        try:
            moves.append(state.parse(part))
        except MoveError:
            break
        state = state.play(moves[-1])
    return tuple(moves)
