"""What a board says of itself: its header in words, and its picture in a saved notebook."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from polygames.core.registry import info_of
from polygames.core.shown import way
from polygames.core.words import caption as caption_of
from polygames.core.words import goal_words, move_words, seat_counts, seat_names
from polygames.scene.svg import svg
from polygames.widgets.session import ANALYSIS_PLAYER, HUMAN_SEAT

if TYPE_CHECKING:
    from polygames.core.protocol import State
    from polygames.scene.model import Caption
    from polygames.widgets.session import Session

FOR_PEOPLE = "All players are people here: New game sets the computer against you."
AT_END = "Review shows which moves mattered."
MAX_WIDE_SEATS = 4
"""More seats than this stand closer together."""
MAX_SHORT_NAME_CHARS = 12
"""A name of so many characters stays on one line: a longer one beside it makes room."""
MAX_ANNOUNCED_MOVES = 3
"""So many moves of others are told at most."""


def header(session: Session, message: str = "", heading: str = "") -> str:
    """Return the header as HTML: a chip for each seat, the status, a message if there is one.

    Where there is none, it says where the game is kept, if that is not where it was asked to be. A
    heading, as of a puzzle or a review, is what there is to do or to know now in the status' place.
    """
    state = session.state
    caption = caption_of(state, session.names)
    chips = "".join(_chip(session, seat, caption) for seat in range(state.seats))
    many = " polygames-many" if state.seats > MAX_WIDE_SEATS else ""
    status = _status(session, caption.status)
    over = AT_END if state.outcome is not None and session.record.root.children else ""
    aim = goal(session)
    said = message or (f"{aim} {session.note}" if session.note else over or news(session) or aim)
    note = escape((message or status if heading else said).strip()) or "&nbsp;"
    busy = _BUSY_HTML if session.thought is not None else ""
    return (
        f'<div class="polygames-seats{many}">{chips}</div>'
        f'<div class="polygames-words"><div class="polygames-all-words">'
        f'<div class="polygames-status">{escape(heading or status)}{busy}</div>'
        f'<div class="polygames-message">{note}</div>{_MORE_BUTTON_HTML}</div></div>'
    )


_BUSY_HTML = '<span class="polygames-busy" aria-hidden="true"><i></i><i></i><i></i></span>'
"""Moves while something is waited for."""

_MORE_BUTTON_HTML = (
    '<button type="button" class="polygames-more" aria-expanded="false" hidden>more</button>'
)
"""Shows all words where they are cut: see ``js/page/words.js``."""


def goal(session: Session) -> str:
    """Say what the game is about; until it begins, what the numbers beside the names count, too.

    Where only people play it says how to play against the computer. In a finished game it says
    nothing.
    """
    if session.is_over:
        return ""
    is_new = session.record.node.parent is None
    is_alone = set(session.players) == {HUMAN_SEAT} and session.state.seats > 1
    alone = f" {FOR_PEOPLE}" if is_new and is_alone else ""
    return f"{goal_words(session.state, is_new=is_new)}{alone}"


def news(session: Session) -> str:
    """Say what was played since a person here moved last; nothing that is a secret.

    Examples
    --------
    >>> session = pg.play("polygon", seats=("human", "human"), autosave=None).session
    >>> news(session)
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
            played = move_words(before.state, node.move, session.names)
            lines.append(f"{seat_names(before.state, session.names).of(seat)}: {played}")
        node = before
    return "".join(f"{line}. " for line in reversed(lines)).strip()


def words_at_end(session: Session) -> str:
    """Return what a board says once its kernel is gone."""
    again = "run the cell again"
    if session.file is None:
        return f"The kernel has stopped. To play on, {again}."
    return f"The kernel has stopped. Your game is kept: {again}, and press Continue."


def seat_name(session: Session, seat: int) -> str:
    """Return what a seat is called now."""
    return seat_names(session.state, session.names).of(seat)


def _status(session: Session, status: str) -> str:
    if (thought := session.thought) is not None:
        is_asked = thought.name == ANALYSIS_PLAYER and _is_yours(session)
        asked = "looking" if thought.name == ANALYSIS_PLAYER else "thinking"
        doing = "getting ready" if thought.compiling else asked
        return f"{'Your turn: ' if is_asked else ''}{status} · {doing} …"
    if session.paused and not session.state.outcome:
        return f"{status} · paused"
    return whose_turn(session, status)


def whose_turn(session: Session, status: str) -> str:
    """Return what is to be done, or how it ended, and what that is to the one person here."""
    if _is_yours(session):
        return f"Your turn: {status}"
    outcome, you = session.state.outcome, _you(session)
    if outcome is None or you is None or len(outcome.winners) != 1:
        return status
    return f"You {'win' if you in outcome.winners else 'lose'}. {status}"


def _is_yours(session: Session) -> bool:
    """Whether the one person at a board is to move, and the status does not say so itself."""
    return session.state.outcome is None and session.state.turn == _you(session)


def _you(session: Session) -> int | None:
    """Return the seat of the one person at a board; None where the status calls players "You"."""
    state, you = session.state, session.names.you
    if you is None or state.seats == 1 or caption_of(state).seats[you].is_player:
        return None
    return you


def _chip(session: Session, seat: int, caption: Caption) -> str:
    """Return one seat's name, mark, player and score; a frame shows whose turn it is."""
    state, label = session.state, caption.seats[seat]
    to_move = state.outcome is None and state.turn == seat
    won = state.outcome is not None and state.seats > 1 and seat in state.outcome.winners
    who, is_alone = session.names.own(seat), state.seats == 1
    parts = [label.name, "" if is_alone or label.is_player else who]  # no name: by the colour
    parts = [escape(part) for part in parts if part]
    name = " · ".join(parts)
    sign = "▶ " if to_move and state.seats > 1 else "★ " if won else ""
    count = seat_counts(state)[seat]
    score = f"<b>{count}</b>" if count else ""
    on = " polygames-on" if to_move or won else ""
    brief = " polygames-brief" if len(name) <= MAX_SHORT_NAME_CHARS else ""
    named = _claim_button_html if session.is_shared(seat) else _player_name_html
    return (
        f'<div class="polygames-seat{on}{brief}" style="--pg-seat:{label.color}">'
        f'<b class="polygames-mark" style="color:{label.color}">{label.mark}</b>'
        f"{named(session, seat, name, sign, parts)}{score}</div>"
    )


def _player_name_html(_: Session, __: int, name: str, sign: str, parts: list[str]) -> str:
    """Return who plays a seat."""
    return f'<span title="{name}">{_in_parts(sign, parts)}</span>'


def _claim_button_html(session: Session, seat: int, name: str, sign: str, parts: list[str]) -> str:
    """Return the name of a person as a button: it takes the seat for the page it is pressed on.

    Each page shows its own sign for a seat that was taken, and another one on all others: see
    ``js/page/presence.js``.
    """
    page = session.places.page_of(seat)
    if page is None:
        signs, title = "", f"{name}: press to play it on this page only"
    else:
        signs = '<i class="polygames-ours">⌂ </i><i class="polygames-theirs">↗ </i>'
        title = f"{name}: played on one page only (⌂ this one, ↗ another); press to change that"
    return (
        f'<button type="button" class="polygames-take" data-seat="{seat}" title="{title}" '
        f'data-page="{escape(page or "")}">{_in_parts(sign + signs, parts)}</button>'
    )


def _in_parts(sign: str, parts: list[str]) -> str:
    """Return a name that breaks between its colour and the player only; a brief one as it is.

    Examples
    --------
    >>> _in_parts("", ["Computer (level 2)"])
    '<span class="polygames-part">Computer (level 2)</span>'
    """
    first, *others = parts
    if not others and len(first) <= MAX_SHORT_NAME_CHARS:
        return sign + first
    shown = [f"{sign}{first}{' ·' if others else ''}", *others]
    return " ".join(f'<span class="polygames-part">{part}</span>' for part in shown)


def has_png() -> bool:
    """Whether there is what PNG is drawn with."""
    return find_spec("matplotlib") is not None


def static_image(state: State[Any], width: int) -> tuple[str, str]:
    """Return the picture of a state as a notebook keeps it: its kind and its text.

    PNG, which untrusted notebooks show too; SVG where there is no matplotlib. A page that saves the
    notebook puts what it shows in the picture's place.
    """
    if not has_png():
        return "image/svg+xml", svg(info_of(state).scene(state), width)
    return "image/png", b64encode(way("state", "png")(state, width=width)).decode()
