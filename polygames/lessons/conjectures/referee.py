"""Lesson 18: proofs that Red wins, and forged ones, for a referee to tell apart."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import polygames as pg
from polygames.lessons.conjectures.hunt import Case, search

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

UNEVEN: Final = ((0, 0), (6, -1), (9, 4), (7, 9), (2, 10), (-2, 5))


class Claimed(NamedTuple):
    """A list of Red's moves that is said to win.

    Attributes
    ----------
    words
        What was done to it; "genuine" where nothing was.
    state
        The position in which it begins.
    plan
        Red's move for each position, which is written as the moves so far.
    fault
        Where it fails; nothing if it is a proof.
    """

    words: str
    state: Any
    plan: dict[str, str]
    fault: str


def try_to_break(referee: Any) -> None:
    """Show a referee genuine and forged proofs, and say which one it judges wrongly.

    Examples
    --------
    >>> try_to_break(lambda state, plan: bool(plan))
    ... # doctest: +ELLIPSIS
    Broken by the proof with ...: you accept it, and ...
    """
    search(referee, cases())


def cases() -> Iterator[Case]:
    """Yield what a referee is asked, and whether it judges right."""
    for each in claimed():
        words = f"the proof with {each.words}"
        yield Case((each.state, dict(each.plan)), words, partial(_fault, each))


def _fault(each: Claimed, said: Any) -> str:
    if not isinstance(said, bool):
        return f"{said!r} is neither True nor False"
    if said and each.fault:
        return f"you accept it, and {each.fault}"
    if not said and not each.fault:
        return "you refuse it, and it is a proof"
    return ""


@cache
def claimed() -> tuple[Claimed, ...]:
    """Return genuine and forged proofs, a genuine one first."""
    hexagon, uneven = pg.new("polygon", n=6), pg.new("polygon", vertices=UNEVEN)
    made = list[Claimed]()
    for name, state in (("the hexagon", hexagon), ("an uneven hexagon", uneven)):
        plan = plan_of(state)
        changes = {
            "nothing changed": plan,
            "its last answer gone": _without(plan, deepest(plan)),
            "the answer to Blue's second way gone": _without(plan, _side_line(plan)),
            "a move that is not allowed": plan | {deepest(plan): "A-A"},
            "a losing answer": plan | _losing(state, plan),
            "a losing first move": plan_of(state, first="A-C"),
            "no answers at all": {},
            "the first answer only": {"": plan[""]},
        }
        for words, changed in changes.items():
            made.append(Claimed(f"{words}, on {name}", state, changed, hole(state, changed)))
    for n in (4, 5):
        board = pg.new("polygon", n=n)
        made.append(Claimed(f"nothing changed, for n = {n}", board, plan_of(board), ""))
    later = hexagon.play(hexagon.parse("A-D"))
    made.append(Claimed("nothing changed, and Blue to move", later, plan_of(later), ""))
    lost = hexagon.play(hexagon.parse("A-C"))
    plan = plan_of(lost)
    made.append(Claimed("a start that Blue wins", lost, plan, hole(lost, plan)))
    return tuple(made)


def so_far(state: Any) -> str:
    """Return the moves that led to a position.

    Examples
    --------
    >>> so_far(pg.new("polygon", n=6))
    ''
    """
    return " ".join(map(str, state.moves))


@cache
def mover_wins(state: Any) -> bool:
    """Say whether the player to move wins, by looking at all games.

    Examples
    --------
    >>> mover_wins(pg.new("polygon", n=3)), mover_wins(pg.new("polygon", n=4))
    (False, True)
    """
    return any(not mover_wins(state.play(move)) for move in state.legal_moves)


def plan_of(state: Any, first: str = "") -> dict[str, str]:
    """Return a move of Red's for each position that can come up; a winning one if there is one.

    Examples
    --------
    >>> plan_of(pg.new("polygon", n=4))
    {'': 'A-C'}
    """
    if state.outcome is not None:
        return {}
    if state.turn == 0:
        moves = [*state.legal_moves]
        winning = (move for move in moves if not mover_wins(state.play(move)))
        move = state.parse(first) if first else next(winning, moves[0])
        return {so_far(state): str(move)} | plan_of(state.play(move))
    plan = dict[str, str]()
    for move in state.legal_moves:
        plan |= plan_of(state.play(move))
    return plan


def hole(state: Any, plan: Mapping[str, str]) -> str:
    """Return where a plan fails; nothing if Red always wins by it.

    Examples
    --------
    >>> hole(pg.new("polygon", n=4), {})
    'at the start it has no move'
    """
    where = f"after {so_far(state)}" if state.moves else "at the start"
    if state.outcome is not None:
        return "" if 0 in state.outcome.winners else f"{where} Blue has won"
    if state.turn == 0:
        move = plan.get(so_far(state), "")
        if move not in map(str, state.legal_moves):
            return f"{where} " + (f"{move} is no legal move" if move else "it has no move")
        return hole(state.play(state.parse(move)), plan)
    return next((told for m in state.legal_moves if (told := hole(state.play(m), plan))), "")


def deepest(plan: Mapping[str, str]) -> str:
    """Return the longest position of a plan; of several the last one.

    Examples
    --------
    >>> deepest({"": "A-D", "A-D D-B": "B-E"})
    'A-D D-B'
    """
    return max(plan, key=lambda moves: (len(moves.split()), moves))


def _without(plan: Mapping[str, str], gone: str) -> dict[str, str]:
    return {moves: move for moves, move in plan.items() if moves != gone}


def _side_line(plan: Mapping[str, str]) -> str:
    """Return a position in which Blue has left the first of its ways, as early as possible."""
    early = sorted(plan, key=lambda moves: len(moves.split()))
    two = [moves for moves in early if len(moves.split()) == 4]
    return two[-1]


def _losing(state: Any, plan: Mapping[str, str]) -> dict[str, str]:
    """Return the earliest answer of a plan after the first one that can be made a losing one."""
    for moves in sorted(plan, key=lambda each: len(each.split())):
        here = state
        for text in moves.split():
            here = here.play(here.parse(text))
        losing = [m for m in here.legal_moves if mover_wins(here.play(m))]
        if moves and losing:
            worse = here.play(losing[0])
            return {moves: str(losing[0])} | plan_of(worse)
    return {}
