"""Texts for players: the words for moves and scores, the names of players, and error messages.

Records contain the exact text of a move (``str(move)``); all text for players comes from here.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final
from unicodedata import bidirectional

from polygames.core.errors import PolygamesError
from polygames.core.lazy_imports import Lazy
from polygames.core.recent_results import cache_recent
from polygames.core.registry import info_of
from polygames.scene.model import Preview

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from polygames.core.protocol import Seat, State
    from polygames.scene.model import Caption, Scene

_SECOND_PERSON_VERBS: Final = {"has": "have", "is": "are", "does": "do"}
"""Irregular verbs: their forms after "you", by the third person singular."""


def score_texts(scores: Sequence[float]) -> tuple[str, ...]:
    """Return the scores of all seats as texts, all with the same number of decimals: 0, 1 or 2.

    Examples
    --------
    >>> score_texts((172, -75.5)), score_texts((0.0, 2.664)), score_texts((172, 76))
    (('172.0', '−75.5'), ('0.00', '2.66'), ('172', '76'))
    """
    places = max([0 if isinstance(each, int) else 1 if 2 * each % 2 == 1 else 2 for each in scores])
    return tuple([f"{score:.{places}f}".replace("-", "−") for score in scores])


def seat_count_texts(state: State[Any]) -> tuple[str, ...]:
    """Return the text beside each seat's name: its score, or the count that the game defines.

    It is empty where the score only shows the winner.

    Examples
    --------
    >>> seat_count_texts(pg.new("territory")), seat_count_texts(pg.new("polygon"))
    (('0', '0'), ('', ''))
    >>> seat_count_texts(pg.new("splinter"))
    ('15 left', '15 left')
    """
    shown = position_caption(state)
    if not shown.scored:
        return ("",) * state.seats
    scores = score_texts(state.scores)
    return tuple(label.count or score for label, score in zip(shown.seats, scores, strict=True))


def seat_scores_text(
    state: State[Any], names: Names | None = None, seats: Iterable[Seat] | None = None
) -> str:
    """Return the names of some seats, by default all, with their scores or counts, in one line.

    It is empty where the score only shows the winner.

    Examples
    --------
    >>> seat_scores_text(pg.new("territory")), seat_scores_text(pg.new("polygon"))
    ('Blue 0, Red 0', '')
    """
    labels, counts = position_caption(state, names or NUMBERED_NAMES).seats, seat_count_texts(state)
    shown = range(state.seats) if seats is None else seats
    pairs = [f"{labels[seat].name} {counts[seat]}" for seat in shown if counts[seat]]
    return ("; " if any("," in count for count in counts) else ", ").join(pairs)


def count_text(count: int | str, singular: str, plural: str = "") -> str:
    """Return a count with its noun, singular or plural; the count may be text already.

    Examples
    --------
    >>> count_text(1, "game"), count_text(1200, "game"), count_text(2, "reply", "replies")
    ('1 game', '1,200 games', '2 replies')
    >>> count_text("−1", "point"), count_text("0.50", "point")
    ('−1 point', '0.50 points')
    """
    shown = count if isinstance(count, str) else f"{count:,}"
    return f"{shown} {singular if shown.lstrip('+−') == '1' else plural or f'{singular}s'}"


def isolate_direction(name: str) -> str:
    """Return a name, wrapped in Unicode isolate characters if it is written right to left."""
    runs_left = {"R", "AL"}.intersection(map(bidirectional, name))
    return f"\u2068{name}\u2069" if runs_left and not name.startswith("\u2068") else name


@dataclass(frozen=True, slots=True)
class Names:
    """The names of the players, with the forms that sentences need.

    A sentence is built with its names; they are never replaced afterwards.

    Examples
    --------
    >>> names = Names(("", "Ada"), you=0)
    >>> names.with_verb(0, "draws"), names.with_verb(1, "draws")
    ('You draw', 'Ada draws')
    >>> names.name(0, is_mid_sentence=True), names.possessive(0, is_mid_sentence=True)
    ('you', 'your')
    >>> NUMBERED_NAMES.with_verb(1, "wins"), names.possessive(1)
    ('Player 2 wins', "Ada's")
    >>> names.player_name(0), names.player_name(1), names.inflect(0, "has"), names.inflect(1, "has")
    ('You', 'Ada', 'have', 'has')
    """

    names: tuple[str, ...] = ()
    """The names by seat; a seat without a name is "Player" with its number, counted from 1."""

    you: Seat | None = None
    """The seat of the reader, who is called "you"."""

    def name(self, seat: Seat, *, is_mid_sentence: bool = False) -> str:
        """Return the name of a seat's player, or "You" (or "you") if that is the reader."""
        if seat == self.you:
            return "you" if is_mid_sentence else "You"
        return self.player_name(seat) or f"Player {seat + 1}"

    def player_name(self, seat: Seat) -> str:
        """Return the name of a seat's player: "You" for the reader, empty if there is none."""
        if seat == self.you:
            return "You"
        return isolate_direction(self.names[seat]) if 0 <= seat < len(self.names) else ""

    def with_verb(self, seat: Seat, verb: str, *, is_mid_sentence: bool = False) -> str:
        """Return the player's name with the right form of a verb: "Ada draws", "You draw"."""
        return f"{self.name(seat, is_mid_sentence=is_mid_sentence)} {self.inflect(seat, verb)}"

    def inflect(self, seat: Seat, verb: str) -> str:
        """Return the form of a verb for a seat's player: "draws" becomes "draw" for the reader."""
        return _SECOND_PERSON_VERBS.get(verb, verb.removesuffix("s")) if seat == self.you else verb

    def possessive(self, seat: Seat, *, is_mid_sentence: bool = False) -> str:
        """Return the possessive of a seat's player: ``"Your"``, ``"Ada's"``."""
        if seat == self.you:
            return "your" if is_mid_sentence else "Your"
        return f"{self.name(seat)}'s"


NUMBERED_NAMES: Final = Names()
"""No names: the players are Player 1, Player 2 and so on."""


def _call_with_names(function: Callable[..., Any], names: Names, *arguments: Any) -> Any:
    """Call a function of a game, with `names` if it has such a parameter; return the result."""
    if isinstance(function, Lazy):
        function = function.load()
    return (
        function(*arguments, names=names)
        if _has_names_parameter(function)
        else function(*arguments)
    )


@cache
def _has_names_parameter(function: Callable[..., Any]) -> bool:
    return "names" in inspect.signature(function).parameters


def position_caption(state: State[Any], names: Names = NUMBERED_NAMES) -> Caption:
    """Return the status line of a position and the labels of its seats.

    Examples
    --------
    >>> position_caption(pg.new("split"), Names(("Ada", "Bob"), you=1)).status
    'Ada draws the first line, in red'
    """
    return _recent_caption(state, names)


@cache_recent
def _recent_caption(state: State[Any], names: Names) -> Caption:
    shown: Caption = _call_with_names(info_of(state).board.caption, names, state)
    return shown


def seat_names(state: State[Any], names: Names = NUMBERED_NAMES) -> Names:
    """Return the names of the seats as shown by the game: the colours, if it has any.

    Examples
    --------
    >>> seat_names(pg.new("polygon"), Names(("Ada",), you=0)).with_verb(0, "wins")
    'Red wins'
    >>> seat_names(pg.new("split"), Names(("Ada",), you=0)).with_verb(0, "wins")
    'You win'
    """
    labels = position_caption(state, names).seats
    if len(labels) == 1:  # a single player's label is not a name, but the points
        return names
    own = tuple(
        names.player_name(at) if each.is_player else each.name for at, each in enumerate(labels)
    )
    is_you = names.you is not None and names.you < len(labels) and labels[names.you].is_player
    return Names(own, you=names.you if is_you else None)


def position_picture(state: State[Any], names: Names = NUMBERED_NAMES) -> Scene:
    """Return the picture of a position, with the players' names if the game shows any."""
    shown: Scene = _call_with_names(info_of(state).board.scene, names, state)
    return shown


def effect_text(state: State[Any], move: Any, names: Names = NUMBERED_NAMES) -> str:
    """Return the effect of a move in words or, if the game has no previews, the move itself."""
    board = info_of(state).board
    has_name = board.preview is None and board.describe_move is not None
    return move_text(state, move, names) if has_name else preview_move(state, move, names).label


def preview_move(state: State[Any], move: Any, names: Names = NUMBERED_NAMES) -> Preview:
    """Return the effect of a move, in words and as a picture."""
    part = info_of(state).board.preview
    shown: Preview = (
        Preview(str(move)) if part is None else _call_with_names(part, names, state, move)
    )
    return shown


def move_text(state: State[Any], move: Any, names: Names = NUMBERED_NAMES) -> str:
    """Return a human-readable description of a legal move.

    Examples
    --------
    >>> state = pg.new("split")
    >>> move_text(state, state.draw((0, 5), (10, 5)))
    'cuts 100 into 50 + 50, left to right'
    >>> move_text(pg.new("splinter"), pg.new("splinter").parse("f11-f12"))
    'pawn f11 to f12, pushes 1'
    """
    say = info_of(state).board.describe_move
    if say is None:
        return preview_move(state, move, names).label
    return str(_call_with_names(say, names, state, move))


def goal_text(state: State[Any], *, is_new: bool) -> str:
    """Return the goal of a game; for a new game, also the meaning of the displayed numbers."""
    info = info_of(state)
    if not is_new:
        return info.summary
    shown = position_caption(state)
    counted = f" The numbers are {shown.counted}." if shown.scored and shown.counted else ""
    return f"{info.summary}{counted}"


def effect_reason(state: State[Any], line: Sequence[Any], names: Names = NUMBERED_NAMES) -> str:
    """Return a sentence about the effect of a move and of the reply to it; empty if there is none.

    It states facts of the rules only: points, groups cut off, replies left. The line has the move,
    then the moves that follow it, as far as they are known.

    Examples
    --------
    >>> state = pg.new("polygon", n=4)
    >>> effect_reason(state, [state.parse("A-C")])
    'Blue cannot draw a segment. Red wins.'
    """
    why = info_of(state).board.explain_move
    return "" if why is None or not line else str(_call_with_names(why, names, state, line))


def move_merits(state: State[Any], line: Sequence[Any], names: Names = NUMBERED_NAMES) -> str:
    """Return one or two sentences with the advantages of a move; empty if none is known.

    It is for recommended moves. `effect_reason` also mentions arguments against a move.

    Examples
    --------
    >>> state = pg.new("territory", seed=3, penalty=0.5)
    >>> move_merits(state, [state.parse("r0c0")])
    'It costs Blue 18 points, but Red could claim it next for +36 points.'
    """
    speaks = info_of(state).board.reasons_for_move
    if speaks is None or not line:
        return effect_reason(state, line, names)
    return str(_call_with_names(speaks, names, state, line))


def hint_text(state: State[Any], move: Any, names: Names = NUMBERED_NAMES, note: str = "") -> str:
    """Return a hint as text: the move, the reasons for it, and a note.

    Examples
    --------
    >>> state = pg.new("polygon", n=4)
    >>> hint_text(state, state.parse("A-C"))
    'Hint: A to C. Blue cannot draw a segment. Red wins.'
    """
    parts = (f"Hint: {move_text(state, move, names)}.", move_merits(state, (move,), names), note)
    return " ".join(filter(None, parts))


def reply_text(
    state: State[Any],
    line: Sequence[Any],
    seat: Seat,
    names: Names = NUMBERED_NAMES,
    *,
    is_mid_sentence: bool = False,
) -> str:
    """Return the next move after a move of `seat` as a sentence with its merits.

    Parameters
    ----------
    state, line
        The position after the move, and the moves expected from there.
    seat
        The seat that moved.
    names
        The names of the players.
    is_mid_sentence
        Whether the sentence has a beginning already.

    Examples
    --------
    >>> state = pg.new("polygon", n=6)
    >>> after = state.play(state.parse("A-C"))
    >>> reply_text(after, [after.parse("C-E")], 0)
    'Player 2 can reply: C to E. Red has 2 segments to choose from.'
    """
    who = names.name(state.turn, is_mid_sentence=is_mid_sentence)
    does = "can continue" if state.turn == seat else "can reply"
    said, why = move_text(state, line[0], names), move_merits(state, line, names)
    return f"{who} {does}: {said}. {why}".strip()


def error_text(error: Exception) -> str:
    """Return an error message for display, including the player or file that failed."""
    known = isinstance(error, PolygamesError | OSError | UnicodeError)
    why = str(error) if known else f"{type(error).__name__}: {error}".removesuffix(": ")
    why = getattr(error, "short", "") or why
    notes = getattr(error, "__notes__", ())
    return f"{notes[-1]}: {why}" if notes else why
