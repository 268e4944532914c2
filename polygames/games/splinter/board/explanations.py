"""Splinter's moves in words, with their effects and the reasons for them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import dist
from operator import itemgetter
from statistics import fmean
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from polygames.core.descriptions import count_text
from polygames.core.recent_results import cache_recent
from polygames.games.splinter.boards import (
    EMPTY,
    KINGS,
    PAWNS,
    PIECE_PATTERN,
    PIECE_SIGNS,
    SEAT_COLORS,
    WALL,
    Push,
    find_squares,
    grid,
)
from polygames.games.splinter.rules import SIGN_TO_BIT, Splinter, flood_group, push_row, row_ahead

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.core.protocol import Seat


Place: TypeAlias = tuple[int, int]
"""Row and column from the top left; it may be one step off the board."""


@dataclass(frozen=True)
class Effect:
    """The effect of a move on the pieces."""

    next_state: Splinter
    places: tuple[Place, ...]
    """The place of the mover's piece, and every place that a piece enters."""
    moved: tuple[tuple[Place, str], ...]
    """The pieces that move, with their new places."""
    lost: tuple[tuple[Place, str], ...]
    """The pieces that are lost, with their last places, to which they may have been pushed."""

    @staticmethod
    @cache_recent
    def of_move(state: Splinter, move: Push) -> Effect:
        """Return the effect of a legal move."""
        after, board = state.play(move), state.grid
        start, step = board.steps_by_push[move]
        row = row_ahead(state.cells, start, step)
        before = push_row(state.cells, row)
        (r, c), (r1, c1) = board.to_row_and_column(start), board.to_row_and_column(start + step)
        places = tuple((r + k * (r1 - r), c + k * (c1 - c)) for k in range(len(row)))
        kinds = [state.cells[at] for at in row]
        moved = tuple(zip(places[1:], kinds, strict=False))
        gone = [at for at in find_squares(PIECE_PATTERN, before) if after.cells[at] == EMPTY]
        lost = [(board.to_row_and_column(at), before[at]) for at in gone]
        if kinds[-1] == WALL:
            lost.append(moved[-1])
        return Effect(after, places, moved, tuple(lost))


MAX_NAMED_SQUARES = 4
"""Maximum number of squares that are listed by name."""


def describe_move(state: Splinter, move: Push) -> str:
    """Return a move in words: the piece, its squares, and the pieces that it pushes and removes.

    Examples
    --------
    >>> describe_move(pg.new("splinter"), pg.new("splinter").parse("h9-h10"))
    'king h9 to h10, pushes 3'
    """
    effect = Effect.of_move(state, move)
    return ", ".join([_effect_text(move, effect), *_losses_text(effect)])


def short_label(state: Splinter, move: Push) -> str:
    """Return the piece and the squares of a move in words, without its effect.

    Examples
    --------
    >>> short_label(pg.new("splinter"), pg.new("splinter").parse("h9-h10"))
    'king h9 to h10'
    """
    piece = state.cells[grid(*state.shape).squares[move.start]]
    return f"{'king' if piece in KINGS else 'pawn'} {move.start} to {move.end}"


def _effect_text(move: Push, effect: Effect) -> str:
    piece = "king" if effect.moved[0][1] in KINGS else "pawn"
    others = len(effect.moved) - 1
    how = f", pushes {others}" if others else ""
    return f"{piece} {move.start} to {move.end}{how}"


def move_label(move: Push, effect: Effect) -> str:
    """Return a short description of a move with any lost pawns, repetition and end of the game."""
    parts = [_effect_text(move, effect), *_losses_text(effect)]
    parts += filter(None, [repetition_text(effect.next_state)])
    if effect.next_state.outcome is not None:
        parts.append(result_text(effect.next_state))
    return ", ".join(parts)


def _losses_text(effect: Effect) -> list[str]:
    """Return a text about the pawns that a move removes, in a list that is empty if none."""
    counts = [sum(kind == pawn for _, kind in effect.lost) for pawn in PAWNS]
    gone = [
        count_text(n, f"{color} pawn") for n, color in zip(counts, SEAT_COLORS, strict=True) if n
    ]
    return [f"removes {' and '.join(gone)}"] if gone else []


def repetition_text(next_state: Splinter) -> str:
    """Return a text about the repetition that led to a position; empty if there was none.

    A third time ends the game, which is said by the texts about the end.
    """
    is_second = next_state.occurrence > 1 and next_state.outcome is None
    return "repeats the position for the second time" if is_second else ""


def _with_repetition(state: Splinter, move: Push, sentence: str) -> str:
    """Return a sentence about a move; one about a repetition comes before it."""
    repeats = repetition_text(state.play(move))
    return f"This {repeats}. {sentence}".strip() if repeats else sentence


def result_text(state: Splinter, apart_text: str = "separates the kings") -> str:
    """Return the result of a finished game in words."""
    who, reason = _winner_and_reason(state)
    if not state.is_apart:
        return f"{who}: {reason}"
    low, high = sorted(state.scores)
    return f"{apart_text}: {who} {high}-{low}{_tie_break_text(state)}"


def _tie_break_text(state: Splinter) -> str:
    """Return a note if lost pawns decided between equal groups, or an empty string."""
    (white, black), lost = state.scores, state.lost
    return " (fewer lost pawns)" if white == black and lost[0] != lost[1] else ""


def _winner_and_reason(state: Splinter, verb: str = "wins") -> tuple[str, str]:
    """Return the winner (or a tie) and the reason for the end of a game, as two texts."""
    outcome = state.outcome
    assert outcome is not None  # noqa: S101 - asked only then
    is_won = len(outcome.winners) == 1
    who = f"{SEAT_COLORS[min(outcome.winners)].capitalize()} {verb}" if is_won else "a tie"
    return who, outcome.reason


def explain_move(state: Splinter, line: Sequence[Push]) -> str:
    """Return a sentence on a capture by a move, by the reply to it or by the move after that.

    Without a capture so soon it is a threat, a stopped threat, or a later capture in the line;
    else an empty string. A sentence on a repetition comes before it. `reasons_for_move` explains
    the strength of a move.

    Examples
    --------
    >>> state = pg.new("splinter")
    >>> explain_move(state, [state.parse("f7-e6")])
    'It cuts 1 white pawn (e6) off from both kings.'
    >>> explain_move(state, [state.parse("g12-f13")])
    ''
    """
    first = next(events(state, line), None)
    is_soon = first is not None and first.ply < NEAR_END_PLIES
    capture = "" if first is None else first.sentence
    threat = "" if is_soon else threat_text(state, line[0]) or stopped_threat_text(state, line[0])
    return _with_repetition(state, line[0], threat or capture)


NEAR_END_PLIES = 3
"""Captures within this many plies come first."""


class Event(NamedTuple):
    """A capture in a sequence of moves, or the end of the game."""

    ply: int
    sentence: str
    """The event as a sentence."""
    previous_state: Splinter
    """The position before the move."""
    effect: Effect


def events(state: Splinter, line: Sequence[Push]) -> Iterator[Event]:
    """Yield the captures in a line of moves, and the end of the game, each with a sentence."""
    now, answer = state, ""
    starts = [
        "It {said}.",
        "The reply {move} {said}.",
        "After the reply {answer}, {move} {said}.",
    ]
    later = "If both players continue like this, then after {ply} moves {move} {said}."
    for ply, move in enumerate(line):
        effect = Effect.of_move(now, move)
        name = f"{move.start} to {move.end}"
        if said := _event_text(now, effect):
            form = starts[ply] if ply < NEAR_END_PLIES else later
            told = form.format(said=said, move=name, answer=answer, ply=ply)
            yield Event(ply, told, now, effect)
        now, answer = effect.next_state, name
        if now.outcome is not None:
            return


WIN_SCORE = 1000
"""The value of an immediate win, in pawns: more than all pawns."""


def threat_text(state: Splinter, move: Push) -> str:
    """Return a sentence on a new, larger capture that a move threatens, or an empty string."""
    after = state.play(move)
    if after.outcome is not None:
        return ""
    found = _larger_capture_text(replace(after, turn=state.turn), state)
    return f"It threatens {found}." if found else ""


def stopped_threat_text(state: Splinter, move: Push) -> str:
    """Return a sentence on a capture by the opponent that a move prevents, or an empty string."""
    found = _larger_capture_text(replace(state, turn=1 - state.turn), state.play(move))
    return f"It stops {found}." if found else ""


def _larger_capture_text(first_state: Splinter, second_state: Splinter) -> str:
    """Return a text about the best capture in one position if it is larger than in another.

    Otherwise return an empty string.
    """
    if first_state.outcome is not None or second_state.outcome is not None:
        return ""
    here_most, push = best_capture(first_state)
    if push is None or here_most <= max(0, best_capture(second_state)[0]):
        return ""
    effect = Effect.of_move(first_state, push)
    return f"{push.start} to {push.end}, which {_event_text(first_state, effect, is_fact=False)}"


@lru_cache(maxsize=1024)
def best_capture(state: Splinter) -> tuple[int, Push | None]:
    """Return the largest net capture by a push of the seat to move, and that push.

    If no push gains pawns, return 0 and None.
    """
    found: list[tuple[int, Push | None]] = [(0, None)]
    found += [
        (net_captures(state, state.after(push), state.turn), push)
        for push in state.iter_pushes()
        if not _keeps_one_group(state, push)
    ]
    return max(found, key=itemgetter(0))


def _keeps_one_group(state: Splinter, push: Push) -> bool:
    """Return True if all pieces are in one group after a push, so that nothing is cut off.

    Whichever pieces move, only one square becomes empty, and one is occupied.
    """
    start, step = state.grid.steps_by_push[push]
    end = row_ahead(state.cells, start, step)[-1]
    if state.cells[end] == WALL:
        return False
    pieces = int(state.cells.translate(SIGN_TO_BIT)[::-1], 2) & ~(1 << start) | 1 << end
    return flood_group(pieces, pieces & -pieces, state.grid.down_step) == pieces


def net_captures(state: Splinter, next_state: Splinter, seat: Seat) -> int:
    """Return the net number of pawns that a seat's push captures; a win counts more."""
    if next_state.lost == state.lost and not next_state.is_apart and 0 not in next_state.scores:
        return 0
    if next_state.outcome is not None:
        return WIN_SCORE if next_state.outcome.winners == {seat} else -WIN_SCORE
    return (
        next_state.lost[1 - seat]
        - state.lost[1 - seat]
        - (next_state.lost[seat] - state.lost[seat])
    )


def _event_text(state: Splinter, effect: Effect, *, is_fact: bool = True) -> str:
    """Return a text on the captures of a move or the end of the game, or an empty string.

    If `is_fact` is False, the text is conditional: the move could be made.
    """
    after = effect.next_state
    cuts, pushes = ("cuts", "pushes") if is_fact else ("would cut", "would push")
    if after.outcome is not None:
        return _end_text(after, is_so=is_fact)
    on_board = {*state.grid.places.values()}
    off = [kind for place, kind in effect.lost if place not in on_board]
    if off:
        return f"{pushes} a {_pawn_color(off[0])} pawn off the board"
    if not effect.lost:
        return ""
    names = [
        (f"{ascii_lowercase[c]}{state.shape[0] - r}", _pawn_color(kind))
        for (r, c), kind in effect.lost
    ]
    places = [(color, sorted(at for at, own in names if own == color)) for color in SEAT_COLORS]
    pawns = " and ".join(_pawns_text(*each) for each in places if each[1])
    return f"{cuts} {pawns} off from both kings"


def _pawn_color(kind: str) -> str:
    """Return the colour of a pawn, given its letter ``w`` or ``b``."""
    return SEAT_COLORS[PAWNS.index(kind)]


def _pawns_text(color: str, names: Sequence[str]) -> str:
    """Return the number of pawns of a colour and their squares: ``1 black pawn (e6)``."""
    what = count_text(len(names), f"{color} pawn")
    return what if len(names) > MAX_NAMED_SQUARES else f"{what} ({', '.join(names)})"


def _end_text(final_state: Splinter, *, is_so: bool) -> str:
    """Return a text about how a move ends the game, as a fact or as a possibility."""
    who, reason = _winner_and_reason(final_state, "wins" if is_so else "would win")
    if not final_state.is_apart:
        return f"{'ends' if is_so else 'would end'} the game ({reason}): {who}"
    white, black = count_text(final_state.scores[0], "piece"), final_state.scores[1]
    groups = f"{white} in White's group and {black} in Black's"
    separates = "separates" if is_so else "would separate"
    return f"{separates} the kings, with {groups}: {who}{_tie_break_text(final_state)}"


def mistake_kind(state: Splinter, reviewed_move: Any) -> str:
    """Return the kind of mistake in a reviewed move, in a few words.

    Examples
    --------
    >>> record = pg.Record(pg.new("splinter", board=["BwW.", "..b.", "..wb"]))
    >>> record.push("c3-d3")
    >>> mistake_kind(record.start, pg.review(record, seconds=0.05, progress=False).moves[0])
    'missed an immediate win'
    """
    me, after, best = state.turn, state.play(reviewed_move.move), state.play(reviewed_move.best)
    if best.outcome is not None and me in best.outcome.winners:
        return "missed an immediate win"
    if after.lost[me] - state.lost[me] > best.lost[me] - state.lost[me]:
        return "cut off own pawns"
    if after.outcome is None and len(reviewed_move.answer) > 1:
        then = after.play(reviewed_move.answer[1])
        if then.outcome is not None and me not in then.outcome.winners:
            return "let the opponent win"
        if then.lost[me] > after.lost[me]:
            return "let the opponent cut off pawns"
    if best.lost[1 - me] > after.lost[1 - me]:
        return "missed a chance to cut off pawns"
    return "missed a push that gains more"


# --- Reasons for a move ---------------------------------------------------------------------------

MIN_CENTER_GAIN_SQUARES = 0.25
"""Least gain in distance to the middle that is mentioned, in squares."""


def reasons_for_move(state: Splinter, line: Sequence[Push]) -> str:
    """Return a sentence that gives a reason for a move, or an empty string if there is none.

    Captures come first, if the mover gains by them; then threats made and stopped, the contacts
    and the position of the kings, and captures later in the line. A sentence on a repetition comes
    before it.

    Examples
    --------
    >>> state = pg.new("splinter")
    >>> reasons_for_move(state, [state.parse("f7-e6")])
    ''
    >>> reasons_for_move(state, [state.parse("h9-h10")])
    "Black's king is then farther from the middle of all pieces (1.4 squares instead of 0.5)."
    """
    end = state.play(line[0]).outcome
    if end is not None:
        return next(events(state, line)).sentence if state.turn in end.winners else ""
    soon, later = _gain_texts(state, line)
    reason = (
        soon
        or threat_text(state, line[0])
        or stopped_threat_text(state, line[0])
        or _king_contact_text(state, line[0])
        or _king_centrality_text(state, line[0])
        or later
    )
    return _with_repetition(state, line[0], reason)


def _gain_texts(state: Splinter, line: Sequence[Push]) -> tuple[str, str]:
    """Return two texts (soon, later) on the first net gain of pawns; at least one is empty.

    Earlier captures in the line are counted, too.
    """
    sum_of = 0
    for event in events(state, line):
        sum_of += net_captures(event.previous_state, event.effect.next_state, state.turn)
        if sum_of > 0:
            return (event.sentence, "") if event.ply < NEAR_END_PLIES else ("", event.sentence)
    return "", ""


def _king_contact_text(state: Splinter, move: Push) -> str:
    """Return a text if a move gives its own king more neighbours or the other king fewer.

    Otherwise return an empty string.

    The values of a tree search correlate with this and with `_king_centrality_text`, over many
    positions. Both are features of the evaluation (`ring` and `heart`).
    """
    me, after = state.turn, state.play(move)
    was, now = _count_king_neighbours(state), _count_king_neighbours(after)
    seat = me if now[me] > was[me] else 1 - me
    if now[me] - was[me] <= now[1 - me] - was[1 - me] or now[seat] == was[seat]:
        return ""
    return (
        f"{_king_name(seat)} then touches {count_text(now[seat], 'piece')} instead of {was[seat]}."
    )


def _count_king_neighbours(state: Splinter) -> tuple[int, int]:
    """Return the number of pieces next to each king."""
    cells, steps = state.cells, state.grid.steps
    white, black = (
        sum(cells[at + step] in PIECE_SIGNS for step in steps) for at in map(cells.index, KINGS)
    )
    return white, black


def _king_centrality_text(state: Splinter, move: Push) -> str:
    """Return a text if a move brings its own king closer to the middle or drives the other away.

    Otherwise return an empty string.
    """
    me, after = state.turn, state.play(move)
    was, now = _king_distances(state), _king_distances(after)
    seat = me if was[me] - now[me] >= now[1 - me] - was[1 - me] else 1 - me
    if (now[1 - me] - was[1 - me]) + (was[me] - now[me]) < MIN_CENTER_GAIN_SQUARES:
        return ""
    nearer = "nearer to" if now[seat] < was[seat] else "farther from"
    where = f"{nearer} the middle of all pieces"
    return (
        f"{_king_name(seat)} is then {where} ({now[seat]:.1f} squares instead of {was[seat]:.1f})."
    )


def _king_distances(state: Splinter) -> tuple[float, float]:
    """Return the distance of each king from the middle of all pieces, in squares."""
    places = state.grid.places
    pieces = [places[at] for at in find_squares(PIECE_PATTERN, state.cells)]
    middle = tuple(map(fmean, zip(*pieces, strict=True)))
    white, black = (dist(places[state.cells.index(king)], middle) for king in KINGS)
    return white, black


def _king_name(seat: Seat) -> str:
    """Return the name of a seat's king in words."""
    return f"{SEAT_COLORS[seat].capitalize()}'s king"
