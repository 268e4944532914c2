"""The frame of a state: all that the client needs to play it, as plain JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from polygames.core.descriptions import (
    NUMBERED_NAMES,
    Names,
    move_text,
    position_caption,
    seat_names,
)
from polygames.core.lazy_imports import load_plug
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.scene.model import Disc, Polygon, Segment, Text, scene_window

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeAlias

    from polygames.core.game_info import FirstSteps, GameInfo
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
    _Label: TypeAlias = Callable[[State[Any], Any], str]

COMMON_KEYS: Final = ("u", "r", "?")
"""The keys that every board handles itself; all others are the client's."""


def frame(
    state: State[Any],
    *,
    version: int,
    active: bool,
    window: Window | None = None,
    rest: Window | None = None,
    scene: Scene | None = None,
    fading: Scene = (),
    preview: _Preview | None = None,
    ways: Mapping[Spelling, Any] | None = None,
    buttons: Sequence[Spelling] | None = None,
    keys: Sequence[str] = (),
    names: Names = NUMBERED_NAMES,
) -> dict[str, Any]:
    """Return the data of a state for the client's pointer layer, which handles mouse and keys.

    Parameters
    ----------
    state
        The state of the board.
    version
        The number of the frame, which grows with every change, so that late messages are detected.
    active
        Whether a player at the board is to move.
    window
        The visible part; by default the whole picture.
    rest
        The visible part without zoom; by default the whole picture.
    scene
        The scene of the state; drawn by default.
    fading
        The shapes that the last move removed, which fade out.
    preview
        The function that draws the effect of a move; by default that of the game.
    ways
        The `clickable_moves` of the state; found by default. They are not used unless a player at
        the board is to move.
    buttons
        The spellings of the moves with a button, in the order of their keys; found by default.
    keys
        The keys that the game's own board handles, besides `COMMON_KEYS`.
    names
        The names of the players.

    Returns
    -------
    dict
        ``window`` and ``home`` (the visible part and the whole picture), ``rest`` (the visible part
        without zoom, if it is not the whole), ``fixed`` (the width of the view at which fixed sizes
        are those of the scene), ``items`` (the shapes that can be pointed at), ``moves`` (each with
        its spelling and a label; the client requests the preview of a move that is pointed at),
        ``buttons`` (the spellings of the moves with a button below the board, in the order of
        their keys), ``any_order`` (whether
        targets may be clicked in any order), ``look`` (how the client draws a move that it has
        sent), ``fading`` (the shapes that fade out), ``regions`` and ``pen`` (where
        and how lines can be drawn), ``handles`` and ``convex`` (see `drag_handle_data`; none by
        default), ``keys`` (which keys to send), ``title``, ``status``, ``active``, ``version``.
    """
    info = info_of(state)
    scene = info.scene(state) if scene is None else scene
    home = scene_window(scene)
    preview = preview or info.board.preview
    active = active and state.outcome is None
    boundary = info.board.boundary(state) if info.board.boundary and active else None
    if not active:
        ways = {}
    elif ways is None:
        ways = clickable_moves(state)
    label = _label_function(preview, info, names)
    return {
        "version": version,
        "active": active,
        "title": f"{info.title} board. Press ? for help.",
        "status": position_caption(state, names).status,
        "home": _window_to_json(home),
        "window": _window_to_json(window or home),
        "rest": rest and _window_to_json(rest),
        "fixed": home.right - home.left,
        "items": _items_to_json(scene),
        "moves": [
            {"spelling": spelling, "label": label(state, move)} for spelling, move in ways.items()
        ],
        "buttons": find_button_spellings(scene, ways) if buttons is None else buttons,
        "any_order": info.board.moves_by_clicks is not None,
        "keys": [*COMMON_KEYS, *keys],
        "look": _look_to_json(info.board.move_style(state))
        if info.board.move_style and active
        else {},
        "fading": scene_to_json(fading),
        **_boundary_to_json(boundary),
        **drag_handle_data(()),
    }


def last_move_text(node: Node, names: Names = NUMBERED_NAMES) -> str:
    """Return the last move and its player as text; empty at the start or if the move is hidden.

    Examples
    --------
    >>> record = pg.Record(pg.new("split"))
    >>> record.push("draw 0,5 - 10,5")
    >>> last_move_text(record.node, Names(you=0))
    'You: cuts 100 into 50 + 50, left to right.'
    """
    state = node.state
    if node.parent is None or (state.turn >= 0 and state.view(state.turn) != state):
        return ""
    return played_move_text(node, names)


def played_move_text(node: Node, names: Names = NUMBERED_NAMES) -> str:
    """Return the move that led to a node and its player as text, even if it is hidden.

    Examples
    --------
    >>> record = pg.Record(pg.new("territory", seed=3))
    >>> record.push("r0c0")
    >>> played_move_text(record.node)
    'Blue: claims 6 red cells (row 1, column 1).'
    """
    assert node.parent is not None  # noqa: S101 - a node after a move
    before = node.parent.state
    who = "The dice" if before.turn == CHANCE else seat_names(before, names).name(before.turn)
    return f"{who}: {move_text(before, node.move, names)}."


def drag_handle_data(
    points: Iterable[tuple[str, Point]], *, convex: bool = False
) -> dict[str, Any]:
    """Return the part of a frame that describes the draggable points.

    Parameters
    ----------
    points
        The name and the position of each point.
    convex
        Whether the points are the corners, in order, of a polygon that must stay convex. The client
        draws it and shows a warning while it is not convex.

    Returns
    -------
    dict
        ``handles`` and ``convex``. A handle ``sends`` its name when it is dropped; the client adds
        the ``point`` and the ``pixel_size`` (the length of a pixel).

    Examples
    --------
    >>> drag_handle_data([("A", (0.0, 1.5))])["handles"]
    [{'name': 'A', 'at': (0.0, 1.5), 'sends': {'kind': 'drop_handle', 'handle': 'A'}}]
    """
    made = [
        {"name": name, "at": at, "sends": {"kind": "drop_handle", "handle": name}}
        for name, at in points
    ]
    return {"handles": made, "convex": convex}


def ghost_data(steps: FirstSteps | None) -> dict[str, Any]:
    """Return the part of a frame that describes the ghost of a gesture.

    Parameters
    ----------
    steps
        The guide of a first game; None if no ghost is shown.

    Returns
    -------
    dict
        ``ghost``: the message with which a page plays the move of the gesture. The dictionary is
        empty without a guide, and if the move is a button.

    Examples
    --------
    >>> state = pg.new("polygon", n=6)
    >>> ghost_data(pg.game("polygon").guide.first_steps(state))
    {'ghost': {'kind': 'move', 'spelling': ('A', 'D')}}
    """
    if steps is not None and steps.clicks:
        return {"ghost": {"kind": "move", "spelling": steps.clicks}}
    if steps is not None and steps.line:
        start, end = steps.line
        return {"ghost": {"kind": "line", "start": start, "end": end}}
    return {}


def first_steps(state: State[Any]) -> FirstSteps | None:
    """Return the guide for a person's first move in a state; None if the game has none."""
    make = info_of(state).guide.first_steps
    if make is None or state.outcome is not None or state.turn == CHANCE:
        return None
    return make(state)


def clickable_moves(state: State[Any]) -> dict[Spelling, Any]:
    """Return the moves that can be clicked, by their spelling (the sequence of clicked targets)."""
    info = info_of(state)
    if state.outcome is not None or state.turn == CHANCE:
        return {}
    if info.board.moves_by_clicks is not None:
        return dict(info.board.moves_by_clicks(state))
    moves, spell = (
        state.legal_moves if state.legal_moves.finite else _finite_moves(state),
        info.spell,
    )
    return {spelling: move for move in moves if (spelling := spell(move))}


class Choice(NamedTuple):
    """A move without a target on the board, offered as a button."""

    spelling: Spelling
    label: str
    move: Any


def move_button_class(spelling: Spelling) -> str:
    """Return the CSS class by which pages find the button for a move.

    Examples
    --------
    >>> move_button_class(("red",))
    'polygames-plays-726564'
    """
    return f"polygames-plays-{'/'.join(spelling).encode().hex()}"


def find_choices(
    state: State[Any],
    scene: Scene | None = None,
    moves_by_clicks: Mapping[Spelling, Any] | None = None,
    preview: _Preview | None = None,
) -> list[Choice]:
    """Return the moves that have no target on the board and are offered as buttons.

    The scene and the `clickable_moves` of the state are computed if they are not given. `preview`
    describes the effect of a move, by default in the game's own way.
    """
    info = info_of(state)
    scene = info.scene(state) if scene is None else scene
    moves = clickable_moves(state) if moves_by_clicks is None else moves_by_clicks
    preview = preview or info.board.preview
    return [
        Choice(spelling, preview_to_json(preview, state, moves[spelling])["label"], moves[spelling])
        for spelling in find_button_spellings(scene, moves)
    ]


def find_button_spellings(scene: Scene, spellings: Iterable[Spelling]) -> list[Spelling]:
    """Return the spellings of the moves without a target on the board, which need buttons."""
    shown = {each.target for each in scene if isinstance(each, Polygon | Disc)}
    return [each for each in spellings if len(each) == 1 and each[0] not in shown]


def _finite_moves(state: State[Any]) -> Sequence[Any]:
    """Return the finite part of an infinite set of moves: its smallest set of candidates."""
    from random import Random

    return state.legal_moves.candidates(0, Random(0))


def preview_to_json(preview: _Preview | None, state: State[Any], move: Any) -> dict[str, Any]:
    """Return the label and the preview of a move as JSON."""
    if preview is None:
        return {"label": str(move), "preview": []}
    shown = preview(state, move)
    return {"label": shown.label, "preview": scene_to_json(shown.scene)}


def _label_function(preview: _Preview | None, info: GameInfo, names: Names) -> _Label:
    """Return the function of the label that a page has of a move before it gets the preview."""
    if (short_label := info.board.short_label) is not None:
        label: _Label = load_plug(short_label)
        return label
    if preview is None:
        return lambda state, move: move_text(state, move, names)
    return lambda state, move: preview(state, move).label


def motions_to_json(motions: Iterable[Motion]) -> list[dict[str, Any]]:
    """Return the animation of a move as JSON."""
    return [
        {
            "shapes": scene_to_json(motion.shapes),
            "cover": scene_to_json(motion.cover),
            **{name: getattr(motion, name) for name in ("shift", "turn", "scale", "origin")},
        }
        for motion in motions
    ]


def _look_to_json(look: MoveLook) -> dict[str, Any]:
    """Return as JSON the rules by which a client draws a move that it has sent."""
    return {name: _look_part_to_json(part) for name, part in look.parts.items()}


def _look_part_to_json(part: Any) -> Any:
    """Return a part of a move's appearance as JSON, without empty fields."""
    match part:
        case Polygon() | Disc() | Segment() | Text():
            return _primitive_to_json(part)
        case tuple():
            return [_look_part_to_json(each) for each in part]
        case Mapping():
            return {name: _look_part_to_json(each) for name, each in part.items()}
    if is_dataclass(part):
        values = {each.name: getattr(part, each.name) for each in fields(part)}
        return {
            name: _look_part_to_json(each) for name, each in values.items() if each or each == 0
        }
    return part


def scene_to_json(scene: Scene) -> list[dict[str, Any]]:
    """Return a scene as JSON data: a list with a dictionary for each primitive."""
    return [_primitive_to_json(each) for each in scene]


def _primitive_to_json(primitive: Primitive) -> dict[str, Any]:
    """Return a primitive as JSON without the defaults: None, False and the empty string."""
    given = {name: getattr(primitive, name) for name in type(primitive).__slots__}
    filled = {n: v for n, v in given.items() if not (v is None or v is False or v == "")}
    return {"kind": type(primitive).__name__.lower(), **filled}


def _items_to_json(scene: Scene) -> list[dict[str, Any]]:
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


def _boundary_to_json(boundary: Boundary | None) -> dict[str, Any]:
    if boundary is None:
        return {"regions": [], "pen": None}
    pen = asdict(boundary)
    return {"regions": pen.pop("regions"), "pen": pen}


def _window_to_json(window: Window) -> list[float]:
    return [window.left, window.top, window.right, window.bottom]
