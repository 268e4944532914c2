"""The result of a game in words: who won, by how much, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from polygames.core.descriptions import (
    Names,
    count_text,
    position_caption,
    score_texts,
    seat_names,
)
from polygames.core.protocol import CHANCE

if TYPE_CHECKING:
    from polygames.core.protocol import Outcome, Seat, State


def result_text(state: State[Any], names: Names) -> str:
    """Return the winner and the margin of a finished game as text.

    The result of a game for one player is its status.

    Examples
    --------
    >>> state = pg.new("polygon", n=5)
    >>> while state.outcome is None:
    ...     state = state.play(next(iter(state.legal_moves)))
    >>> result_text(state, Names()), result_text(state, Names(("level 2", ""), you=1))
    ('Red won', 'You lost')
    """
    assert state.outcome is not None  # noqa: S101 - the caller checks this
    if state.seats == 1:
        return position_caption(state, names).status
    margin = _margin_text(state, state.outcome)
    return f"{winner_text(state, names)}{margin and f' by {margin}'}"


def winner_text(state: State[Any], names: Names) -> str:
    """Return the winner of a finished game as a sentence without a full stop.

    For the reader in a game of two players it is "You won" or "You lost".
    """
    assert state.outcome is not None  # noqa: S101 - the caller checks this
    winners = sorted(state.outcome.winners)
    if not winners:
        return "Nobody won"
    if len(winners) > 1:
        shared = " and ".join(_player_text(state, seat, names) for seat in winners)
        return "A tie" if state.seats == len(winners) else f"{shared} share the win"
    if names.you is not None and state.seats == 2 and names.you not in winners:  # noqa: PLR2004 - two opponents
        return "You lost"
    return f"{_player_text(state, winners[0], names)} won"


def reason_text(state: State[Any], names: Names, *, has_scores: bool = True) -> str:
    """Return the scores of a finished game and the reason for its end as sentences.

    In a game without scores it is the status. Empty for one player, whose result has both. Screen
    readers have heard the scores with the last move (`has_scores` is False).

    Examples
    --------
    >>> state = pg.new("splinter", max_plies=2)
    >>> while state.outcome is None:
    ...     state = state.play(next(iter(state.legal_moves)))
    >>> reason_text(state, Names())
    'White 28, Black 28. 2 moves were played.'
    """
    assert state.outcome is not None  # noqa: S101 - the caller checks this
    if state.seats == 1:
        return ""
    caption = position_caption(state, names)
    parts = [caption.status]
    if caption.scored:
        scores = zip(caption.seats, score_texts(state.scores), strict=True)
        shown = ", ".join(f"{label.name} {score}" for label, score in scores)
        parts = [shown, state.outcome.reason] if has_scores else [state.outcome.reason]
    return " ".join(f"{text[:1].upper()}{text[1:]}." for text in parts)


def opponents_text(state: State[Any], names: Names) -> str:
    """Return the result of a finished game, with the opponent if one has a name.

    The result of a game for one player is its status.

    Examples
    --------
    >>> state = pg.new("polygon", n=5)
    >>> while state.outcome is None:
    ...     state = state.play(next(iter(state.legal_moves)))
    >>> opponents_text(state, Names(("", "level 2"), you=0))
    'You won against level 2'
    """
    assert state.outcome is not None  # noqa: S101 - the caller checks this
    if state.seats == 1:
        return result_text(state, names)
    text = winner_text(state, names)
    if state.seats != 2 or not any(names.names):  # noqa: PLR2004 - an opponent
        return text
    winners = state.outcome.winners
    us = names.you if names.you is not None else min(winners, default=0)
    joint = "with" if len(winners) > 1 else "against"
    other = names.names[1 - us]
    return f"{text} {joint} {other}" if other else text


def next_player_text(state: State[Any], names: Names) -> str:
    """Return the player to move in an unfinished game: "Your turn", "Red's turn".

    Examples
    --------
    >>> next_player_text(pg.new("polygon"), Names())
    "Red's turn"
    >>> next_player_text(pg.new("polygon"), Names(("level 2", ""), you=1))
    "The computer's turn"
    """
    if state.turn == CHANCE:
        return "The dice are next"
    if state.turn == names.you or state.seats == 1:
        return "Your turn"
    if names.player_name(state.turn):
        return "The computer's turn"
    return f"{seat_names(state, names).possessive(state.turn)} turn"


def _player_text(state: State[Any], seat: Seat, names: Names) -> str:
    """Return the name of a player at the begin of a sentence.

    It is the name of the seat, such as a colour, if several seats have the same player.
    """
    name = names.player_name(seat)
    if seat != names.you and names.names.count(name) != 1:
        name = ""
    name = name or seat_names(state, names).name(seat)
    return f"{name[:1].upper()}{name[1:]}"


def _margin_text(state: State[Any], outcome: Outcome) -> str:
    """Return the lead of the only winner as text; empty if the scores do not show it."""
    caption = position_caption(state)
    if len(outcome.winners) != 1 or not caption.scored:
        return ""
    [winner] = outcome.winners
    margin = state.scores[winner] - max(
        score for seat, score in enumerate(state.scores) if seat != winner
    )
    if margin <= 0:
        return ""
    digits = 1 if margin >= 0.05 else 2  # noqa: PLR2004 - else it would be 0.0
    return count_text(f"{margin:.{digits}f}".removesuffix(".0"), caption.unit)
