"""What people call a move of Splinter, and what they are told that it does."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from operator import itemgetter
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, NamedTuple

from polygames.games.splinter.board.effect import Effect
from polygames.games.splinter.boards import COLORS, KINGS, PAWNS, WALL, Push
from polygames.games.splinter.rules import BITS, group, row_ahead

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from polygames.core.protocol import Seat
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
    gone = [f"{n} {name} pawn{'' if n == 1 else 's'}" for n, name in counts if n]
    return [f"takes off {' and '.join(gone)}"] if gone else []


def ending(state: Splinter) -> str:
    """Say how a game that is over ended."""
    assert state.outcome is not None  # noqa: S101 - asked only then
    winners = state.outcome.winners
    who = f"{COLORS[min(winners)].capitalize()} wins" if len(winners) == 1 else "a tie"
    if not state.is_apart:
        return f"{who}: {state.outcome.reason}"
    low, high = sorted(state.scores)
    note = " with fewer lost pawns" if low == high and len(winners) == 1 else ""
    return f"cuts the kings apart: {who} {high}-{low}{note}"


def why(state: Splinter, line: Sequence[Push]) -> str:
    """Say what a move does: what is cut off by it, by its answer or by what comes then.

    Where nothing is cut off so soon, it says what the move threatens, what it stops, or what is cut
    off later in the line; nothing where it does none of these. `merits` says what speaks for it.

    Examples
    --------
    >>> import polygames as pg
    >>> state = pg.new("splinter")
    >>> why(state, [state.parse("f7-e6")])
    'It cuts 1 white pawn (e6) off from both kings.'
    >>> why(state, [state.parse("g12-f13")])
    ''
    """
    first = next(events(state, line), None)
    if first is not None and first.ply < SOON:
        return first.said
    later = "" if first is None else first.said
    return threat(state, line[0]) or stopped(state, line[0]) or later


SOON = 3
"""What happens in so many plies is told first."""


class Event(NamedTuple):
    """What is cut off in a line, or how the game ends."""

    ply: int
    said: str
    """A sentence of it."""
    before: Splinter
    """The position before the move that does it."""
    effect: Effect


def events(state: Splinter, line: Sequence[Push]) -> Iterator[Event]:
    """Yield what is cut off in a line and how the game ends, each with its sentence."""
    now, answer = state, ""
    starts = [
        "It {said}.",
        "The answer {move} {said}.",
        "If {answer} is the answer, {move} {said}.",
    ]
    later = "If both play on like this, {move} {said}, {ply} moves later."
    for ply, move in enumerate(line):
        effect = Effect.of(now, move)
        name = _said(move, effect)
        name += "," if "," in name else ""
        if said := _event(now, effect):
            form = starts[ply] if ply < SOON else later
            told = form.format(said=said, move=name, answer=answer, ply=ply)
            yield Event(ply, told, now, effect)
        now, answer = effect.after, name
        if now.outcome is not None:
            return


WIN = 1000
"""What it is worth to a seat to win at once: more than all pawns."""


def threat(state: Splinter, move: Push) -> str:
    """Say what the mover could do next after a move, if it is more than can be done at once."""
    after = state.play(move)
    if after.outcome is not None:
        return ""
    found = _more(replace(after, turn=state.turn), state)
    return f"It threatens {found}." if found else ""


def stopped(state: Splinter, move: Push) -> str:
    """Say what the opponent could do if it were to move, if it cannot do as much after a move."""
    found = _more(replace(state, turn=1 - state.turn), state.play(move))
    return f"It stops {found}." if found else ""


def _more(here: Splinter, there: Splinter) -> str:
    """Say what takes the most here, if nothing takes as much there; empty where a game is over."""
    if here.outcome is not None or there.outcome is not None:
        return ""
    here_most, push = most(here)
    if push is None or here_most <= max(0, most(there)[0]):
        return ""
    effect = Effect.of(here, push)
    return f"{_said(push, effect)}, which {_event(here, effect)}"


@lru_cache(maxsize=1024)
def most(state: Splinter) -> tuple[int, Push | None]:
    """Return the most that a push of the seat to move takes from the other, and that push."""
    found: list[tuple[int, Push | None]] = [(0, None)]
    found += [
        (taken(state, state.after(push), state.turn), push)
        for push in state.pushes()
        if not _stays_whole(state, push)
    ]
    return max(found, key=itemgetter(0))


def _stays_whole(state: Splinter, push: Push) -> bool:
    """Say whether all pieces are in one group after a push, so that nothing is cut off.

    Whichever pieces move, only one square becomes empty, and one is taken.
    """
    start, step = state.grid.ways[push]
    end = row_ahead(state.cells, start, step)[-1]
    if state.cells[end] == WALL:
        return False
    pieces = int(state.cells.translate(BITS)[::-1], 2) & ~(1 << start) | 1 << end
    return group(pieces, pieces & -pieces, state.grid.down) == pieces


def taken(state: Splinter, after: Splinter, me: Seat) -> int:
    """Return how many pawns the other seat loses by a push, less those of a seat's own."""
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
        return f"pushes a {_color(off[0])} pawn off the board"
    if not effect.lost:
        return ""
    places = [
        (color, sorted(_square(state, at) for at, kind in effect.lost if _color(kind) == color))
        for color in COLORS
    ]
    return f"cuts {' and '.join(_pawns(*each) for each in places if each[1])} off from both kings"


def _color(kind: str) -> str:
    """Return the colour of a pawn."""
    return COLORS[PAWNS.index(kind)]


def _pawns(color: str, names: Sequence[str]) -> str:
    """Say how many pawns of a colour, and where they stand.

    Examples
    --------
    >>> _pawns("black", ["e6"]), _pawns("white", ["a1", "a2", "a3", "b1", "b2"])
    ('1 black pawn (e6)', '5 white pawns')
    """
    what = f"1 {color} pawn" if len(names) == 1 else f"{len(names)} {color} pawns"
    return what if len(names) > NAMED else f"{what} ({', '.join(names)})"


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
