"""What the client needs to know of a state to play it without asking: plain JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.scene.model import Disc, Polygon, window_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from polygames.core.protocol import State
    from polygames.scene.model import Boundary, Primitive, Scene, Window

__all__ = ["buttons", "frame", "spellings"]


def frame(
    state: State[Any],
    *,
    version: int,
    active: bool,
    window: Window | None = None,
    scene: Scene | None = None,
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
    scene
        The state's scene, if it is at hand; drawn by default.

    Returns
    -------
    dict
        ``window`` and ``home`` (what is shown, and the whole), ``items`` (what can be pointed
        at), ``moves`` (each with its spelling, label and preview), ``regions`` and ``pen``
        (where lines can be drawn, and how), ``title``, ``status``, ``active``, ``version``.
    """
    info = info_of(state)
    scene = info.scene(state) if scene is None else scene
    home = window_of(scene)
    boundary = info.boundary(state) if info.boundary else None
    return {
        "version": version,
        "active": active and state.outcome is None,
        "title": f"{info.title} board. Press ? for help.",
        "status": info.caption(state).status,
        "home": _corners(home),
        "window": _corners(window or home),
        "items": _items(scene),
        "moves": [_move(state, spelling, move) for spelling, move in spellings(state).items()],
        **_lines(boundary),
    }


def spellings(state: State[Any]) -> dict[tuple[str, ...], Any]:
    """Return the moves that can be clicked, by their spelling."""
    info = info_of(state)
    if state.outcome is not None or state.turn == CHANCE:
        return {}
    moves = state.legal_moves if state.legal_moves.finite else _listed(state)
    return {spelling: move for move in moves if (spelling := info.spell(move))}


def buttons(state: State[Any], scene: Scene | None = None) -> list[tuple[str, Any]]:
    """Return label and move of each choice that has no place on the board, or in its scene."""
    scene = info_of(state).scene(state) if scene is None else scene
    shown = {item["target"] for item in _items(scene)}
    return [
        (_preview(state, move)["label"], move)
        for spelling, move in spellings(state).items()
        if len(spelling) == 1 and spelling[0] not in shown
    ]


def _listed(state: State[Any]) -> Sequence[Any]:
    """Return the finite part of a continuum, which comes with its smallest set of candidates."""
    from random import Random

    return state.legal_moves.candidates(0, Random(0))


def _move(state: State[Any], spelling: tuple[str, ...], move: Any) -> dict[str, Any]:
    return {"spelling": spelling, **_preview(state, move)}


def _preview(state: State[Any], move: Any) -> dict[str, Any]:
    preview = info_of(state).preview
    if preview is None:
        return {"label": str(move), "preview": []}
    shown = preview(state, move)
    return {"label": shown.label, "preview": [_primitive(each) for each in shown.scene]}


def _primitive(primitive: Primitive) -> dict[str, Any]:
    return {"kind": type(primitive).__name__.lower(), **asdict(primitive)}


def _items(scene: Scene) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    for each in scene:
        if not isinstance(each, Polygon | Disc) or not (each.target or each.label):
            continue
        shape = (
            {"points": each.points}
            if isinstance(each, Polygon)
            else {"center": each.center, "radius": each.radius}
        )
        items.append({"target": each.target, "label": each.label, **shape})
    return items


def _lines(boundary: Boundary | None) -> dict[str, Any]:
    if boundary is None:
        return {"regions": [], "pen": None}
    pen = {"color": boundary.color, "owner": boundary.owner, "minimum": boundary.minimum}
    return {"regions": [asdict(region) for region in boundary.regions], "pen": pen}


def _corners(window: Window) -> list[float]:
    return [window.left, window.top, window.right, window.bottom]
