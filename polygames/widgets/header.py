"""The header of a board as HTML, and its picture for a saved notebook."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from polygames.core.descriptions import goal_text, move_text, seat_count_texts, seat_names
from polygames.core.descriptions import position_caption as caption_of
from polygames.core.display import find_renderer
from polygames.scene.model import Polygon, Text, Window, scene_window
from polygames.scene.palette import PAPER
from polygames.scene.svg import svg
from polygames.widgets.board_agents import ANALYSIS_PLAYER
from polygames.widgets.board_options import HUMAN_SEAT

if TYPE_CHECKING:
    from polygames.scene.model import Caption, Scene
    from polygames.widgets.session import Session

ADD_COMPUTER_TEXT = "No computer is playing. To play against it, open New game."
TRYING_PREFIX = "Trying moves: "
MAX_WIDE_SEATS = 4
"""With more seats the chips are closer together."""
MAX_SHORT_NAME_CHARS = 12
"""Names up to this length stay on one line; a longer name beside them is wrapped."""
MAX_ANNOUNCED_MOVES = 3
"""The largest number of moves of other players in the header."""


def header_html(
    session: Session,
    message: str = "",
    heading: str = "",
    guide_html: str = "",
    *,
    is_result: bool = False,
) -> str:
    """Return the header above a board as HTML: a label for each seat, the status and a message.

    Without a message it has the note of the session, the last moves or the goal of the game. A
    heading, for example of a puzzle or a review, replaces the status. The guide of a first game
    follows the message. The result of a game (`is_result`) is larger.
    """
    state = session.state
    caption = caption_of(state, session.names)
    chips = "".join(_chip_html(session, seat, caption) for seat in range(state.seats))
    names = [_seat_name_parts(session, seat, caption) for seat in range(state.seats)]
    kinds = (
        ("seat-grid", state.seats > 2),  # noqa: PLR2004 - more than two are not in one row
        ("many-seats", state.seats > MAX_WIDE_SEATS),
        ("with-short-name", any(map(_is_name_short, names))),
    )
    looks = "".join(f" polygames-{kind}" for kind, applies in kinds if applies)
    status = _status_text(session, caption.status)
    aim = goal_with_help(session)
    said = message or (
        f"{aim} {session.status_note}" if session.status_note else recent_moves_text(session) or aim
    )
    below_heading = message or (_computer_text(session) if guide_html else status)
    note = escape((below_heading if heading else said).strip())
    note = f"{note}{guide_html}" or "&nbsp;"
    hide = _HIDE_BUTTON_HTML if guide_html else ""
    guided = " polygames-guided" if guide_html else ""
    busy = _BUSY_HTML if session.running_job is not None else ""
    result = " polygames-result" if is_result else ""
    return (
        f'<div class="polygames-seats{looks}">{chips}</div>'
        f'<div class="polygames-texts{guided}{result}"><div class="polygames-texts-content">'
        f'<div class="polygames-status">{escape(heading or status)}{busy}</div>'
        f'<div class="polygames-message">{note}</div>{_MORE_BUTTON_HTML}{hide}</div></div>'
    )


_BUSY_HTML = '<span class="polygames-busy" aria-hidden="true"><i></i><i></i><i></i></span>'
"""The animation beside the status while an agent or an analysis runs."""

_MORE_BUTTON_HTML = (
    '<button type="button" class="polygames-more" aria-expanded="false" hidden>more</button>'
)
"""The button that expands text that is cut off: see ``js/page/words.js``."""

_HIDE_BUTTON_HTML = '<button type="button" class="polygames-hide-guide">Hide this</button>'
"""The button that hides the guide of a first game: see ``js/pointer/actions.js``."""


def goal_with_help(session: Session) -> str:
    """Return the goal of the game as text; before the first move, also explain the scores.

    Before the first move of a game between people, it adds how to play against the computer. In a
    finished game it is empty.
    """
    if session.is_over:
        return ""
    is_new = session.record.node.parent is None
    return f"{goal_text(session.state, is_new=is_new)} {_computer_text(session)}".strip()


def _computer_text(session: Session) -> str:
    """Return how to play against the computer, at the start of a game between people."""
    is_new = session.record.node.parent is None
    is_alone = set(session.players) == {HUMAN_SEAT} and session.state.seats > 1
    return ADD_COMPUTER_TEXT if is_new and is_alone else ""


def recent_moves_text(session: Session) -> str:
    """Return the moves since a person last moved, as text; empty if the position has hidden parts.

    Examples
    --------
    >>> session = pg.play("polygon", seats=("human", "human"), autosave=None).session
    >>> recent_moves_text(session)
    ''
    """
    now = session.state
    if now.turn >= 0 and now.view(now.turn) != now:
        return ""
    lines: list[str] = []
    node = session.record.node
    while (before := node.parent) is not None and len(lines) < MAX_ANNOUNCED_MOVES:
        seat = before.state.turn
        if seat >= 0:
            if session.players[seat] == HUMAN_SEAT:
                break
            played = move_text(before.state, node.move, session.names)
            lines.append(f"{seat_names(before.state, session.names).name(seat)}: {played}")
        node = before
    return "".join(f"{line}. " for line in reversed(lines)).strip()


def kernel_stopped_text(session: Session) -> str:
    """Return the message that a board shows after its kernel has stopped."""
    if session.file is None:
        return "The kernel has stopped. To play on, run the cell again."
    return "The kernel has stopped. Your game is saved. Run the cell again and press Continue."


def _status_text(session: Session, status: str) -> str:
    if (thought := session.running_job) is not None:
        is_analysis = thought.name == ANALYSIS_PLAYER
        asked = "looking" if is_analysis else "thinking"
        doing = "getting ready" if thought.is_compiling else asked
        return f"{_turn_prefix(session) if is_analysis else ''}{status} · {doing} …"
    if session.paused and not session.state.outcome:
        return f"{turn_text(session, status)} · paused"
    return turn_text(session, status)


def turn_text(session: Session, status: str) -> str:
    """Return the status text; for a single person, with "Your turn", "You win" or "You lose"."""
    if prefix := _turn_prefix(session):
        return f"{prefix}{status}"
    outcome, you = session.state.outcome, _seat_for_you_text(session)
    if outcome is None or you is None or len(outcome.winners) != 1:
        return status
    return f"You {'win' if you in outcome.winners else 'lose'}. {status}"


def _turn_prefix(session: Session) -> str:
    """Return "Your turn: " if the only person is to move and the status does not call them "You".

    In an earlier position of a finished game it is nobody's turn: the person tries moves.
    """
    if session.state.outcome is not None or session.state.turn != _seat_for_you_text(session):
        return ""
    return TRYING_PREFIX if session.is_over else "Your turn: "


def _seat_for_you_text(session: Session) -> int | None:
    """Return the only person's seat; None if there is none, or it is already called "You"."""
    state, you = session.state, session.names.you
    if you is None or state.seats == 1 or caption_of(state).seats[you].is_player:
        return None
    return you


def _chip_html(session: Session, seat: int, caption: Caption) -> str:
    """Return the label of a seat in the header as HTML: its mark, name, player and score."""
    state, label = session.state, caption.seats[seat]
    to_move = state.outcome is None and state.turn == seat
    won = state.outcome is not None and state.seats > 1 and seat in state.outcome.winners
    parts = _seat_name_parts(session, seat, caption)
    name = " · ".join(parts)
    sign = _TO_MOVE_HTML if to_move and state.seats > 1 else _WINNER_HTML if won else ""
    count = seat_count_texts(state)[seat]
    score = f"<b>{count}</b>" if count else ""
    on = " polygames-active" if to_move or won else ""
    brief = " polygames-short-name" if _is_name_short(parts) else ""
    return (
        f'<div class="polygames-seat{on}{brief}" style="--pg-seat:{label.color}">'
        f'<b class="polygames-mark" aria-hidden="true" style="color:{label.color}">{label.mark}</b>'
        f'<span title="{name}">{_wrapping_name_html(sign, parts)}</span>{score}</div>'
    )


_SIGN_HTML = '<i aria-hidden="true">{} </i><span class="polygames-for-ears">{}: </span>'
"""A sign before a name, and the words that screen readers read instead."""
_TO_MOVE_HTML = _SIGN_HTML.format("▶", "to move")
_WINNER_HTML = _SIGN_HTML.format("★", "winner")


def _seat_name_parts(session: Session, seat: int, caption: Caption) -> list[str]:
    """Return the names of a seat and of its player as HTML, without empty or redundant ones."""
    label, is_alone = caption.seats[seat], session.state.seats == 1
    who = "" if is_alone or label.is_player else session.names.player_name(seat)
    return [escape(part) for part in (label.name, who) if part]  # no name: by the colour


def _is_name_short(parts: list[str]) -> bool:
    """Return True if the name of a seat, with its player, fits on one line."""
    return len(" · ".join(parts)) <= MAX_SHORT_NAME_CHARS


def _wrapping_name_html(sign: str, parts: list[str]) -> str:
    """Return a name as HTML that breaks lines only between its parts; a short name is plain text.

    Examples
    --------
    >>> _wrapping_name_html("", ["Computer (level 2)"])
    '<span class="polygames-part">Computer (level 2)</span>'
    """
    first, *others = parts
    if not others and len(first) <= MAX_SHORT_NAME_CHARS:
        return sign + first
    shown = [f"{sign}{first}{' ·' if others else ''}", *others]
    return " ".join(f'<span class="polygames-part">{part}</span>' for part in shown)


def has_png() -> bool:
    """Return True if matplotlib is installed, so that PNG pictures can be drawn."""
    return find_spec("matplotlib") is not None


SAVED_PICTURE_TEXT: Final = "To play in Jupyter: click here, then press Shift + Enter (or ▶)"
"""The line in a saved picture of a board, which looks like a board and is none."""

STRIP_SHARE: Final = 0.07
"""The height of this line's strip, as a share of the picture's width: also in saved_picture.js."""

STRIP_COLOR: Final = "#1565c0"
"""The colour of the strip: that of the main button."""

STRIP_FONT_SHARE: Final = 0.028
"""The font size of this line, as a share of the picture's width."""


def with_strip(scene: Scene) -> Scene:
    """Return a scene with a strip above it that has the text of saved pictures.

    Examples
    --------
    >>> scene = pg.game("polygon").scene(pg.new("polygon"))
    >>> with_strip(scene)[-1].text == SAVED_PICTURE_TEXT, len(with_strip(scene)) - len(scene)
    (True, 2)
    """
    window = scene_window(scene)
    left, bottom, right = window.left, window.top, window.right
    width = right - left
    top = bottom - STRIP_SHARE * width
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    at = ((left + right) / 2, (top + bottom) / 2)
    return (
        Window(left, top, right, window.bottom),
        *(each for each in scene if not isinstance(each, Window)),
        Polygon(corners, fill=STRIP_COLOR),
        Text(at, SAVED_PICTURE_TEXT, STRIP_FONT_SHARE * width, PAPER, bold=True),
    )


def static_image(scene: Scene, width: int) -> tuple[str, str]:
    """Return a picture of a scene for a saved notebook: its MIME type and its data as text.

    It is PNG, which untrusted notebooks also show, or SVG without matplotlib. A page that saves the
    notebook replaces it by the current picture.
    """
    if not has_png():
        return "image/svg+xml", svg(scene, width)
    return "image/png", b64encode(find_renderer("state", "png")(scene, width=width)).decode()
