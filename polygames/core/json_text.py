"""A position as JSON, for programs: what the text of the position says, and what follows from it.

The text is all that is needed to read it back; seats, turn, ply, scores and outcome stand beside it
so that a program in any language need not know the rules.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn

from polygames.core import registry
from polygames.core.errors import PositionError
from polygames.core.options import shown
from polygames.core.text_limits import sized

if TYPE_CHECKING:
    from polygames.core.protocol import State

WHAT = "a position in JSON"


def to_json(state: State[Any]) -> str:
    """Return a position as one line of JSON; see `polygames.core.state.GameState.to_json`."""
    lines = registry.info_of(state).to_text(state).rstrip("\n").split("\n")
    return json.dumps({"game": state.game, "position": lines} | _facts(state))


def from_json(text: str) -> Any:
    """Read a position that `to_json` has written.

    Parameters
    ----------
    text
        An object with ``position``, the lines of the position's text. What else `to_json` writes
        (``game``, ``seats``, ``turn``, ``ply``, ``scores``, ``outcome``) may be left out; where it
        is there, it must be true.

    Raises
    ------
    PositionError
        If it is not such an object, or not a position; the message says what is wrong and where.

    Examples
    --------
    >>> import polygames as pg
    >>> state = pg.new("polygon", n=5)
    >>> pg.from_json(state.to_json()) == state
    True
    >>> pg.from_json('{"position": ["chess"]}')
    Traceback (most recent call last):
    polygames.core.errors.PositionError: not a position: it begins with 'chess', not with one of \
polygon, splinter, split, splitter, territory
    """
    given = _read(sized(text, WHAT, PositionError))
    lines = given.pop("position")
    state = registry.from_text("\n".join(lines))
    facts = {"game": state.game} | _facts(state)
    for name, value in given.items():
        if name not in facts:
            _refuse(f"no part is named {shown(name)}; there are position, {', '.join(facts)}")
        if value != facts[name] or isinstance(value, bool):
            _refuse(f"{name} is {shown(value)}, but of this position {shown(facts[name])}")
    return state


def _facts(state: State[Any]) -> dict[str, Any]:
    outcome = state.outcome
    return {
        "seats": state.seats,
        "turn": state.turn,
        "ply": state.ply,
        "scores": [float(score) for score in state.scores],
        "outcome": None
        if outcome is None
        else {
            "winners": sorted(outcome.winners),
            "scores": [float(score) for score in outcome.scores],
            "reason": outcome.reason,
        },
    }


def _read(text: str) -> dict[str, Any]:
    """Return the object, whose position is a list of lines."""
    try:
        given = json.loads(text)
    except json.JSONDecodeError as error:
        _refuse(f"{error.msg} (line {error.lineno}, column {error.colno})")
    except (ValueError, RecursionError) as error:
        _refuse(f"it cannot be read: {shown(str(error))}")
    if not isinstance(given, dict):
        _refuse(f"expected an object, not {shown(given)}")
    lines = given.get("position")
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        _refuse(f"position must be a list of lines of text, not {shown(lines)}")
    return given


def _refuse(problem: str) -> NoReturn:
    msg = f"{WHAT}: {problem}"
    raise PositionError(msg)
