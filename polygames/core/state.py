"""The base class of all states, with text, pictures and error messages."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, Self, TypeGuard, TypeVar, cast

from polygames.core import registry
from polygames.core.display import find_renderer
from polygames.core.errors import (
    IllegalMoveError,
    InvalidMoveError,
    MissingExtraError,
    PositionError,
)
from polygames.core.links import POSITION_LINK, Link
from polygames.core.options import MAX_MOVE_TEXT_CHARS, check_size, quoted_text, short_repr
from polygames.core.protocol import Move
from polygames.scene.svg import svg

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from fractions import Fraction

    from polygames.core.protocol import MoveSet, Outcome, Seat, State

M = TypeVar("M")


def move_name_key(state: State[Any]) -> Hashable:
    """Return a key that tells apart equal states whose moves have different texts.

    If two equal states have equal wordings, each text of a legal move means the same move in both.
    Only Polygon needs it, because it numbers its segments: see `PolygonGame.wording`.
    """
    return getattr(state, "wording", ())


def is_state(value: object) -> TypeGuard[State[Any]]:
    """Return True if an object is a state of a game."""
    if isinstance(value, GameState):
        return True
    return hasattr(value, "legal_moves") and not isinstance(value, type)


class GameState(Generic[Move]):
    """The base class of all states; it finds the parsers and drawing functions in the registry.

    The frozen dataclass of a game inherits from it, so its rules need neither. It adds its own
    ``legal_moves``, ``outcome``, `why_forbidden` and `after`.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> from polygames.authoring import FiniteMoves
    >>> @dataclass(frozen=True)
    ... class Matches(GameState):
    ...     left: int = 5
    ...     game, turn, ply, outcome = "matches", 0, 0, None
    ...     legal_moves = property(lambda self: FiniteMoves([n for n in (1, 2) if n <= self.left]))
    ...     def after(self, move):
    ...         return Matches(self.left - move)
    ...     def why_forbidden(self, move):
    ...         return None if move in self.legal_moves else "take one match or two"
    >>> repr(Matches().play(2))
    'Matches(left=3)'
    >>> Matches(1).play(2)
    Traceback (most recent call last):
    ...
    polygames.core.errors.IllegalMoveError: illegal move '2': take one match or two (position: ...)
    """

    game: ClassVar[str]

    if TYPE_CHECKING:  # attributes that a game defines, as fields or properties

        @property
        def turn(self) -> Seat:
            """The seat to move."""

        @property
        def ply(self) -> int:
            """The number of moves played."""

        @property
        def legal_moves(self) -> MoveSet[Move]:
            """The legal moves."""

        @property
        def outcome(self) -> Outcome | None:
            """The result of the game, or None while it runs."""

    def play(self, move: Move | str, /) -> Self:
        """Return the position after a move, given as a move or as its text.

        Raises
        ------
        IllegalMoveError
            If the move is illegal, or no move has the text; the message contains the reason.
        """
        if not isinstance(move, str):
            return self.after(self.legal(move))
        try:
            return self.after(self.parse(move))
        except InvalidMoveError as error:
            raise IllegalMoveError(str(error)) from None

    def why_not(self, move: object) -> str | None:
        """Return the reason why a move is illegal here, or None if it is legal.

        Examples
        --------
        >>> state = pg.new("polygon", n=5)
        >>> move = state.parse("A-C")
        >>> state.why_not(move), state.play(move).why_not(move)
        (None, 'the segment must start at C, where the last one ended')
        """
        if self.outcome is not None:
            return f"the game is over: {self.outcome}"
        return self.why_forbidden(move)

    def why_forbidden(self, move: object) -> str | None:
        """Return the reason why the rules forbid a move, or None if they allow it.

        It is called only while the game is not over.

        A game overrides it for its own reasons.
        """
        return None if move in self.legal_moves else "it is not one of the legal moves"

    def after(self, move: Move) -> Self:
        """Return the position after a move that is known to be legal; each game overrides it."""
        raise NotImplementedError

    def legal(self, move: M, text: str | None = None) -> M:
        """Return a move unchanged if it is legal; otherwise raise IllegalMoveError.

        If `text` is given, the message names it in place of the move.

        Examples
        --------
        >>> state = pg.new("polygon", n=5)
        >>> move = state.parse("A-C")
        >>> state.play(move).legal(move, "A to C")
        Traceback (most recent call last):
        ...
        polygames.core.errors.IllegalMoveError: illegal move 'A to C': the segment must start at ...
        """
        if (reason := self.why_not(move)) is not None:
            raise self.illegal_move_error(move if text is None else text, reason)
        return move

    def parse(self, text: str, /) -> Move:
        """Parse the text of a legal move in this position.

        Raises
        ------
        InvalidMoveError
            If the text cannot be read.
        IllegalMoveError
            If the move is not allowed here.

        Examples
        --------
        >>> pg.new("polygon").parse("A-C")
        Draw(start='A', end='C')
        """
        if not isinstance(text, str) or len(text) > MAX_MOVE_TEXT_CHARS:
            limit = f"{MAX_MOVE_TEXT_CHARS} characters at most"
            msg = f"invalid move {short_repr(text)}: expected a text of {limit}"
            raise InvalidMoveError(msg)
        move: Move = registry.game(self.game).parse(cast("State[Any]", self), text)
        return move

    def to_text(self) -> str:
        """Return the position as text that `polygames.from_text` can read.

        Examples
        --------
        >>> pg.new("polygon").to_text().splitlines()[0]
        'polygon'
        """
        return registry.game(self.game).to_text(cast("State[Any]", self))

    def to_json(self) -> str:
        """Return the position as JSON that `polygames.from_json` can read.

        It contains the lines of the position's text, and seats, turn, ply, scores and outcome,
        which follow from them. As in the text, earlier moves are included only where the rules
        need them (a repetition in Splinter). For a whole game save its `polygames.Record`.

        Examples
        --------
        >>> pg.new("polygon", n=5).to_json()[:48]
        '{"game": "polygon", "position": ["polygon", "n 5'
        """
        return to_json(cast("State[Any]", self))

    def link(self, page: str | None = None) -> str:
        """Return a link that opens the position on the play page.

        Parameters
        ----------
        page
            The address of that page, by default the environment variable
            ``POLYGAMES_PLAY_ADDRESS``.

        Raises
        ------
        OptionError
            If there is no address.

        Examples
        --------
        >>> pg.new("polygon").link("https://example.org/play/").partition("/position/")[0]
        'https://example.org/play/#polygon'
        """
        return Link(self.game, POSITION_LINK, self.to_text()).address(page)

    def chance_outcomes(self) -> Sequence[tuple[Move, Fraction]]:
        """Return each possible dice roll with its probability; empty in a game without dice.

        Examples
        --------
        >>> pg.new("polygon").chance_outcomes()
        ()
        >>> len(pg.new("splitter").chance_outcomes())
        21
        """
        return ()

    def view(self, seat: Seat, /) -> Self:  # noqa: ARG002 - games with secrets use it
        """Return the state without information that is hidden from a seat.

        If nothing is hidden, it is the same state.

        Examples
        --------
        >>> state = pg.new("polygon")
        >>> state.view(1) is state
        True
        """
        return self

    def turn_text(self) -> str:
        """Return the ply and the seat to move in words, for messages.

        Examples
        --------
        >>> pg.new("polygon").turn_text(), pg.new("splinter").turn_text()
        ('ply 0, seat 0 to move', 'ply 0, white to move')
        """
        return f"ply {self.ply}, seat {self.turn} to move"

    def illegal_move_error(self, move: object, reason: str) -> IllegalMoveError:
        """Return the error for a move that the rules forbid here.

        Examples
        --------
        >>> raise pg.new("polygon").illegal_move_error("A-B", "the corners are neighbours")
        Traceback (most recent call last):
        ...
        polygames.core.errors.IllegalMoveError: illegal move 'A-B': the corners are neighbours ...
        """
        error = IllegalMoveError(
            self._with_turn_text(f"illegal move {quoted_text(move)}: {reason}")
        )
        why = reason if self.outcome is None else "the game is over"
        error.short = f"illegal move {quoted_text(move)}: {why}"
        return error

    def unreadable(self, text: object, expected: str) -> InvalidMoveError:
        """Return the error for a text that cannot be read as a move.

        Examples
        --------
        >>> raise pg.new("polygon").unreadable("A", "corners such as A-C")
        Traceback (most recent call last):
        ...
        polygames.core.errors.InvalidMoveError: invalid move 'A': expected corners such as A-C (...
        """
        said = f"invalid move {short_repr(text)}: expected {expected}"
        error = InvalidMoveError(self._with_turn_text(said))
        error.short = said
        return error

    def _with_turn_text(self, message: str) -> str:
        return f"{message} (position: {self.turn_text()})"

    def __str__(self) -> str:
        """Return the position as text."""
        return self.to_text()

    def __repr__(self) -> str:
        """Return one line with the name of the game, and the seat to move or the outcome."""
        outcome = self.outcome
        at = self.turn_text() if outcome is None else f"ply {self.ply}, {outcome}"
        return f"<{self.game}: {at}>"

    def __dir__(self) -> list[str]:
        """Return the names of the public attributes, for tab completion."""
        return [name for name in super().__dir__() if not name.startswith("_")]

    def _repr_mimebundle_(self, **_: object) -> tuple[dict[str, str], dict[str, object]]:
        """Return the text and a picture of the position for a notebook, with metadata.

        The picture is PNG if possible, else SVG.
        """
        data = {"text/plain": self.to_text()}
        try:
            picture = b64encode(find_renderer("state", "png")(self)).decode()
        except MissingExtraError:  # a page without a server has no matplotlib
            picture = svg(registry.game(self.game).scene(self))
            return data | {"image/svg+xml": picture}, {}
        return data | {"image/png": picture}, {"image/png": {"width": 480}}  # twice as fine


JSON_DESCRIPTION = "a position in JSON"


def to_json(state: State[Any]) -> str:
    """Return a position as one line of JSON; see `polygames.core.state.GameState.to_json`."""
    lines = registry.info_of(state).to_text(state).rstrip("\n").split("\n")
    return json.dumps({"game": state.game, "position": lines} | _json_facts(state))


def from_json(text: str) -> Any:
    """Parse a position that `to_json` has written.

    Parameters
    ----------
    text
        An object with ``position``, the lines of the position's text. The other keys of `to_json`
        (``game``, ``seats``, ``turn``, ``ply``, ``scores``, ``outcome``) are optional, but must be
        correct if present.

    Raises
    ------
    PositionError
        If it is not such an object, or not a position; the message names the fault.

    Examples
    --------
    >>> state = pg.new("polygon", n=5)
    >>> pg.from_json(state.to_json()) == state
    True
    >>> pg.from_json('{"position": ["chess"]}')
    Traceback (most recent call last):
    polygames.core.errors.PositionError: not a position: the first word must be one of polygon, \
splinter, split, splitter, territory, not 'chess'
    """
    given = _parse_json(check_size(text, JSON_DESCRIPTION, PositionError))
    lines = given.pop("position")
    state = registry.from_text("\n".join(lines))
    facts = {"game": state.game} | _json_facts(state)
    for name, value in given.items():
        if name not in facts:
            _raise_position_error(
                f"unknown part {short_repr(name)}: choose from position, {', '.join(facts)}"
            )
        if value != facts[name] or isinstance(value, bool):
            _raise_position_error(
                f"{name} must be {short_repr(facts[name])} here, not {short_repr(value)}"
            )
    return state


def _json_facts(state: State[Any]) -> dict[str, Any]:
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


def _parse_json(text: str) -> dict[str, Any]:
    """Parse the JSON of a position; raise PositionError unless it contains a list of lines."""
    try:
        given = json.loads(text)
    except json.JSONDecodeError as error:
        _raise_position_error(f"{error.msg} (line {error.lineno}, column {error.colno})")
    except (ValueError, RecursionError) as error:
        _raise_position_error(f"it cannot be read: {short_repr(str(error))}")
    if not isinstance(given, dict):
        _raise_position_error(f"expected an object, not {short_repr(given)}")
    lines = given.get("position")
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        _raise_position_error(f"position must be a list of lines of text, not {short_repr(lines)}")
    return given


def _raise_position_error(problem: str) -> NoReturn:
    msg = f"{JSON_DESCRIPTION}: {problem}"
    raise PositionError(msg)
