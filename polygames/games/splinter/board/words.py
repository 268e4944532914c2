"""What people call a move of Splinter, and what they are told that it does."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from operator import itemgetter
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from polygames.games.splinter.board.effect import Effect
from polygames.games.splinter.boards import COLORS, KINGS, PAWNS, Push

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.games.splinter.board.effect import Place
    from polygames.games.splinter.rules import Splinter

NAMED = 4
"""So many squares at most are named one by one."""


def say(state: Splinter, move: Push) -> str:
    """Name a move: which piece, what it pushes, and where it goes.

    Examples
    --------
    >>> import polygames as pg
    >>> say(pg.new("splinter"), pg.new("splinter").parse("h9-h10"))
    'king h9 to h10, pushes 3'
    """
    effect = Effect.of(state, move)
    return ", ".join([_said(move, effect), *_losses(state, effect)])


def _said(move: Push, effect: Effect) -> str:
    piece = "king" if effect.moved[0][1] in KINGS else "pawn"
    others = len(effect.moved) - 1
    how = f", pushes {others}" if others else ""
    return f"{piece} {move.start} to {move.end}{how}"


def label(state: Splinter, move: Push, effect: Effect) -> str:
    """Name a move and say what it does, in a line."""
    parts = [_said(move, effect), *_losses(state, effect)]
    if effect.after.outcome is not None:
        parts.append(ending(effect.after))
    return ", ".join(parts)


def _losses(state: Splinter, effect: Effect) -> list[str]:
    """Say which pawns a move takes off, those of the mover as "own"; an empty list for none."""
    names = ["own" if seat == state.turn else color for seat, color in enumerate(COLORS)]
    counts = [
        (sum(kind == pawn for _, kind in effect.lost), name)
        for pawn, name in zip(PAWNS, names, strict=True)
    ]
    gone = [f"{number} {name}" for number, name in counts if number]
    plural = "" if sum(number for number, _ in counts) == 1 else "s"
    return [f"takes off {' and '.join(gone)} pawn{plural}"] if gone else []


def ending(state: Splinter) -> str:
    """Say how a game that is over ended."""
    assert state.outcome is not None  # noqa: S101 - asked only then
    winners = state.outcome.winners
    who = f"{COLORS[min(winners)]} wins" if len(winners) == 1 else "a tie"
    if not state.is_apart:
        return f"{who}: {state.outcome.reason}"
    low, high = sorted(state.scores)
    note = " with fewer lost pawns" if low == high and len(winners) == 1 else ""
    return f"cuts the kings apart: {who} {high}-{low}{note}"


def why(state: Splinter, line: Sequence[Push]) -> str:
    """Say what a move is for: what is cut off by it, by its answer or by what comes then.

    Where nothing is cut off so soon, it says what the move threatens, what it stops, or what is cut
    off later in the line; nothing where it does none of these.

    Examples
    --------
    >>> import polygames as pg
    >>> state = pg.new("splinter")
    >>> why(state, [state.parse("f7-e6")])
    'It cuts 1 pawn (e6) off from both kings.'
    >>> why(state, [state.parse("g12-f13")])
    ''
    """
    now = state
    starts = ["It", "The answer {move}", "If {answer} is the answer, {move}"]
    answer, later = "", ""
    for ply, move in enumerate(line):
        effect = Effect.of(now, move)
        name = _said(move, effect)
        name += "," if "," in name else ""
        if said := _event(now, effect):
            if ply < len(starts):
                return f"{starts[ply].format(move=name, answer=answer)} {said}."
            later = f"If both play on like this, {name} {said}, {ply} moves later."
            break
        now, answer = effect.after, name
        if now.outcome is not None:
            break
    return _threat(state, line[0]) or _stopped(state, line[0]) or later


WIN = 1000
"""What it is worth to a seat to win at once: more than all pawns."""


def _threat(state: Splinter, move: Push) -> str:
    """Say what the mover could do next after a move, if it is more than can be done at once."""
    after = state.play(move)
    if after.outcome is not None:
        return ""
    found = _more(replace(after, turn=state.turn), state)
    return f"It threatens {found}." if found else ""


def _stopped(state: Splinter, move: Push) -> str:
    """Say what the opponent could do if it were to move, if it cannot do as much after a move."""
    found = _more(replace(state, turn=1 - state.turn), state.play(move))
    return f"It stops {found}." if found else ""


def _more(here: Splinter, there: Splinter) -> str:
    """Say what takes the most here, if nothing takes as much there; empty where a game is over."""
    if here.outcome is not None or there.outcome is not None:
        return ""
    most, push = _most(here)
    if push is None or most <= max(0, _most(there)[0]):
        return ""
    effect = Effect.of(here, push)
    return f"{_said(push, effect)}, which {_event(here, effect)}"


@lru_cache(maxsize=1024)
def _most(state: Splinter) -> tuple[int, Push | None]:
    """Return the most that a push of the seat to move takes from the other, and that push."""
    taken = [(_taken(state, push), push) for push in state.pushes()]
    return max(taken, key=itemgetter(0), default=(0, None))


def _taken(state: Splinter, push: Push) -> int:
    """Return how many pawns the other seat loses by a push, less those of the mover's own."""
    me, after = state.turn, state.after(push)
    if after.lost == state.lost and not after.is_apart and 0 not in after.scores:
        return 0
    if after.outcome is not None:
        return WIN if after.outcome.winners == {me} else -WIN
    return after.lost[1 - me] - state.lost[1 - me] - (after.lost[me] - state.lost[me])


def _event(state: Splinter, effect: Effect) -> str:
    """Say which pieces a move takes from the board, or how it ends; empty if it does neither."""
    after = effect.after
    if after.outcome is not None:
        return _end(after)
    off = [kind for place, kind in effect.lost if not _is_on(state, place)]
    if off:
        return "pushes a pawn off the board"
    if not effect.lost:
        return ""
    names = sorted(_square(state, at) for at, _ in effect.lost)
    what = "1 pawn" if len(names) == 1 else f"{len(names)} pawns"
    where = "" if len(names) > NAMED else f" ({', '.join(names)})"
    return f"cuts {what}{where} off from both kings"


def _end(after: Splinter) -> str:
    """Say how a move ends the game."""
    outcome = after.outcome
    assert outcome is not None  # noqa: S101 - asked only then
    winners = outcome.winners
    who = f"{COLORS[min(winners)].capitalize()} wins" if len(winners) == 1 else "a tie"
    if not after.is_apart:
        return f"ends the game, {outcome.reason}: {who}"
    white, black = after.scores
    pieces = "1 piece" if white == 1 else f"{white} pieces"
    return f"cuts the kings apart, {pieces} with White's and {black} with Black's: {who}"


def _is_on(state: Splinter, place: Place) -> bool:
    rows, columns = state.shape
    return place[0] in range(rows) and place[1] in range(columns)


def _square(state: Splinter, place: Place) -> str:
    """Return the name of a square on the board."""
    return f"{ascii_lowercase[place[1]]}{state.shape[0] - place[0]}"


def slip(state: Splinter, found: Any) -> str:
    """Say what kind of mistake a move is.

    Examples
    --------
    >>> import polygames as pg
    >>> record = pg.Record(pg.new("splinter", board=["BwW.", "..b.", "..wb"]))
    >>> record.push("c3-d3")
    >>> slip(record.start, pg.review(record, seconds=0.05, progress=False).moves[0])
    'missed a win at once'
    """
    me, after, best = state.turn, state.play(found.move), state.play(found.best)
    if best.outcome is not None and me in best.outcome.winners:
        return "missed a win at once"
    if after.lost[me] - state.lost[me] > best.lost[me] - state.lost[me]:
        return "cut off pawns of one's own"
    if after.outcome is None and len(found.answer) > 1:
        then = after.play(found.answer[1])
        if then.outcome is not None and me not in then.outcome.winners:
            return "let the game be decided"
        if then.lost[me] > after.lost[me]:
            return "left pawns to be cut off"
    if best.lost[1 - me] > after.lost[1 - me]:
        return "missed pawns that could be cut off"
    return "pushed where less was to be had"
