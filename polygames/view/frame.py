"""What the client needs to know of a state to play it without asking: plain JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.core.words import NUMBERED, Names, caption, move_words, seat_names
from polygames.scene.model import Disc, Polygon, Segment, Text, window_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeAlias

    from polygames.core.protocol import State
    from polygames.records.node import Node
    from polygames.scene.model import (
        Boundary,
        Motion,
        MoveLook,
        Point,
        Preview,
        Primitive,
        Scene,
        Window,
    )

    Spelling: TypeAlias = tuple[str, ...]
    _Preview: TypeAlias = Callable[[State[Any], Any], Preview]

COMMON_KEYS: Final = ("u", "r", "?")
"""The keys that every board answers itself; all others are the client's."""

_NO_PREVIEW: Final = {"label": "", "preview": ()}
"""What is said of a move that nobody has pointed at."""


def frame(
    state: State[Any],
    *,
    version: int,
    active: bool,
    window: Window | None = None,
    rest: Window | None = None,
    scene: Scene | None = None,
    last: tuple[State[Any], Any] | None = None,
    preview: _Preview | None = None,
    ways: Mapping[Spelling, Any] | None = None,
    is_asked: bool = False,
    keys: Sequence[str] = (),
    names: Names = NUMBERED,
) -> dict[str, Any]:
    """Describe a state for the pointer layer.

    Parameters
    ----------
    state
        What the board shows.
    version
        Grows with every change, so that a late message is known to be late.
    active
        Whether the person at the board is to move.
    window
        The part that is shown; all of it by default.
    rest
        The part that is shown while nobody has zoomed; all of it by default.
    scene
        The state's scene, if it is at hand; drawn by default.
    last
        The state before and the move, if one was just made: what it lost fades on the board.
    preview
        Says and draws what a move would do; the game's own way by default.
    ways
        The state's `spellings`, if they are at hand; found by default. They and their previews
        are not needed, and not looked at, while nobody at the board is to move.
    is_asked
        Whether the client asks for the previews of the moves that begin with what is pointed at,
        and gets none at first: where there are many, most are never looked at.
    keys
        What the game's own board answers besides `COMMON_KEYS`.
    names
        What the players are called.

    Returns
    -------
    dict
        ``window`` and ``home`` (what is shown, and the whole), ``rest`` (what is shown while nobody
        has zoomed, if that is not the whole), ``fixed`` (how wide the view is
        at which fixed sizes are those of the scene), ``items`` (what can be pointed at),
        ``moves`` (each with its spelling, label and preview), ``peeks`` (``"ahead"`` if these are
        to be asked for), ``anyOrder`` (whether targets may be
        clicked in any order), ``look`` (how moves look once they are made), ``fading`` (what the
        last move lost), ``regions`` and ``pen`` (where lines can be drawn, and how), ``handles``
        and ``convex`` (see `handles`; none by default), ``keys`` (which keys to send), ``title``,
        ``status``, ``active``, ``version``.
    """
    info = info_of(state)
    scene = info.scene(state) if scene is None else scene
    home = window_of(scene)
    preview = preview or info.board.preview
    active = active and state.outcome is None
    boundary = info.board.boundary(state) if info.board.boundary and active else None
    if not active:
        ways = {}
    elif ways is None:
        ways = spellings(state)
    return {
        "version": version,
        "active": active,
        "title": f"{info.title} board. Press ? for help.",
        "status": caption(state, names).status,
        "home": _corners(home),
        "window": _corners(window or home),
        "rest": rest and _corners(rest),
        "fixed": home.right - home.left,
        "items": _items(scene),
        "moves": [
            {
                "spelling": spelling,
                **(_NO_PREVIEW if is_asked else preview_to_json(preview, state, move)),
            }
            for spelling, move in ways.items()
        ],
        "peeks": "ahead" if is_asked else None,
        "anyOrder": info.board.ways is not None,
        "keys": [*COMMON_KEYS, *keys],
        "look": _look(info.board.look(state)) if info.board.look and active else {},
        "fading": _fading(preview, last),
        **_lines(boundary),
        **handles(()),
    }


def last_words(node: Node, names: Names = NUMBERED) -> str:
    """Say who made the last move, and which; empty at the start, and while it is a secret.

    Examples
    --------
    >>> record = pg.Record(pg.new("split"))
    >>> record.push("draw 0,5 - 10,5")
    >>> last_words(record.node, Names(you=0))
    'You: cuts 100 into 50 + 50, left to right.'
    """
    if (before := node.parent) is None:
        return ""
    state, seat = node.state, before.state.turn
    if state.turn >= 0 and state.view(state.turn) != state:
        return ""
    who = "The dice" if seat == CHANCE else seat_names(before.state, names).of(seat)
    return f"{who}: {move_words(before.state, node.move, names)}."


def handles(places: Iterable[tuple[str, Point]], *, convex: bool = False) -> dict[str, Any]:
    """Declare points that can be dragged: a part of a frame.

    Parameters
    ----------
    places
        The name of each point, and where it is.
    convex
        Whether they are the corners, in order, of a polygon that has to stay convex: the client
        draws it, and warns while it is not.

    Returns
    -------
    dict
        ``handles`` and ``convex``. What a handle ``sends`` when it is dropped is its name; the
        client adds where ``to``, the ``unit`` (how long a pixel is) and the frame's ``space``.

    Examples
    --------
    >>> handles([("A", (0.0, 1.5))])["handles"]
    [{'name': 'A', 'at': (0.0, 1.5), 'sends': {'kind': 'drag', 'handle': 'A'}}]
    """
    made = [
        {"name": name, "at": at, "sends": {"kind": "drag", "handle": name}} for name, at in places
    ]
    return {"handles": made, "convex": convex}


def spellings(state: State[Any]) -> dict[Spelling, Any]:
    """Return the moves that can be clicked, by their spelling."""
    info = info_of(state)
    if state.outcome is not None or state.turn == CHANCE:
        return {}
    if info.board.ways is not None:
        return dict(info.board.ways(state))
    moves, spell = (
        state.legal_moves if state.legal_moves.finite else _finite_moves(state),
        info.spell,
    )
    return {spelling: move for move in moves if (spelling := spell(move))}


class Choice(NamedTuple):
    """A choice that has no place on the board: a button."""

    spelling: Spelling
    label: str
    move: Any


def plays(spelling: Spelling) -> str:
    """Return the CSS class of a button that makes a move: pages know it by that, not by its words.

    Examples
    --------
    >>> plays(("red",))
    'polygames-plays-726564'
    """
    return f"polygames-plays-{'/'.join(spelling).encode().hex()}"


def buttons(
    state: State[Any],
    scene: Scene | None = None,
    ways: Mapping[Spelling, Any] | None = None,
    preview: _Preview | None = None,
) -> list[Choice]:
    """Return each choice that has no place on the board.

    Scene and `spellings` of the state are found anew unless they are given, and `preview` says
    what a move would do, the game's own way by default.
    """
    info = info_of(state)
    scene = info.scene(state) if scene is None else scene
    shown = {each.target for each in scene if isinstance(each, Polygon | Disc)}
    return [
        Choice(spelling, preview_to_json(preview or info.board.preview, state, move)["label"], move)
        for spelling, move in (spellings(state) if ways is None else ways).items()
        if len(spelling) == 1 and spelling[0] not in shown
    ]


def _finite_moves(state: State[Any]) -> Sequence[Any]:
    """Return the finite part of a continuum, which comes with its smallest set of candidates."""
    from random import Random

    return state.legal_moves.candidates(0, Random(0))


def preview_to_json(preview: _Preview | None, state: State[Any], move: Any) -> dict[str, Any]:
    """Return label and preview of a move, as the client gets them."""
    if preview is None:
        return {"label": str(move), "preview": []}
    shown = preview(state, move)
    return {"label": shown.label, "preview": primitives(shown.scene)}


def motions_to_json(motions: Iterable[Motion]) -> list[dict[str, Any]]:
    """Return how a move is seen to be made, as the client gets it."""
    return [
        {
            "shapes": primitives(motion.shapes),
            "cover": primitives(motion.cover),
            **{name: getattr(motion, name) for name in ("shift", "turn", "scale", "origin")},
        }
        for motion in motions
    ]


def _look(look: MoveLook) -> dict[str, Any]:
    """Return the rules by which the client paints a move that it has sent."""
    return {name: _part(part) for name, part in look.parts.items()}


def _part(part: Any) -> Any:
    """Return a part of a look as JSON has it; what is empty is left out."""
    match part:
        case Polygon() | Disc() | Segment() | Text():
            return _primitive(part)
        case tuple():
            return [_part(each) for each in part]
        case Mapping():
            return {name: _part(each) for name, each in part.items()}
    if is_dataclass(part):
        values = {each.name: getattr(part, each.name) for each in fields(part)}
        return {name: _part(each) for name, each in values.items() if each or each == 0}
    return part


def _fading(preview: _Preview | None, last: tuple[State[Any], Any] | None) -> list[dict[str, Any]]:
    if last is None or preview is None:
        return []
    return primitives(preview(*last).fading)


def primitives(scene: Scene) -> list[dict[str, Any]]:
    """Return a scene as the client gets it."""
    return [_primitive(each) for each in scene]


def _primitive(primitive: Primitive) -> dict[str, Any]:
    """Return a primitive without what the client takes for granted: None, False and no text."""
    given = {name: getattr(primitive, name) for name in type(primitive).__slots__}
    filled = {n: v for n, v in given.items() if not (v is None or v is False or v == "")}
    return {"kind": type(primitive).__name__.lower(), **filled}


def _items(scene: Scene) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    for each in scene:
        if not isinstance(each, Polygon | Disc) or not (each.target or each.label):
            continue
        shape = (
            {"points": each.points}
            if isinstance(each, Polygon)
            else {"center": each.center, "radius": each.radius, "fixed": each.fixed}
        )
        items.append({"target": each.target, "label": each.label, **shape})
    return items


def _lines(boundary: Boundary | None) -> dict[str, Any]:
    if boundary is None:
        return {"regions": [], "pen": None}
    pen = asdict(boundary)
    return {"regions": pen.pop("regions"), "pen": pen}


def _corners(window: Window) -> list[float]:
    return [window.left, window.top, window.right, window.bottom]
