"""The rules of Territory. Numbers in brackets refer to RULES.md."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from numbers import Integral
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from polygames.core.errors import OptionError
from polygames.core.game_options import GameOptions, option, with_options
from polygames.core.moveset import LazyMoves
from polygames.core.options import option_label
from polygames.core.protocol import Outcome, Seat
from polygames.core.state import GameState
from polygames.games.territory.boards import (
    BLUE,
    RED,
    TILE_COLORS,
    YELLOW,
    Board,
    Claim,
    Mask,
    Recipe,
    Tile,
    custom_board,
    tiles_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["Claim", "Stop", "TakeOver", "Territory", "new"]


@dataclass(frozen=True, slots=True)
class TakeOver:
    """A takeover: the reply to Blue's first move that exchanges the colours [7]."""

    def __str__(self) -> str:
        """Return the notation ``takeover``."""
        return "takeover"


@dataclass(frozen=True, slots=True)
class Stop:
    """A stop: the player's decision to end a solitaire game [9]."""

    def __str__(self) -> str:
        """Return the notation ``stop``."""
        return "stop"


Move: TypeAlias = Claim | TakeOver | Stop


MAX_PENALTY_DENOMINATOR = 10**6
"""The largest denominator of a penalty [8]."""


@dataclass(frozen=True)
class Options(GameOptions, game="territory"):
    """The options of a game, except those of the board."""

    value: str = option(
        "square",
        "A tile counts",
        value_names={"square": "the square of its cells", "linear": "its cells"},
    )
    penalty: float = option(
        1.0,
        "Penalty",
        "How much of its value a tile of the other colour costs you.",
        low=-1,
        high=1,
    )
    ending: str = option(
        "all",
        "The game ends",
        value_names={"all": "when every tile is claimed", "stuck": "when a player is stuck"},
    )
    swap: bool = option(
        default=False,
        label="The first move may be taken over",
        help="After a take-over, the second player plays Blue and owns the first tile.",
        value_names={
            True: "The first move may be taken over",
            False: "No take-over after the first move",
        },
    )
    solitaire: bool = option(
        default=False,
        label="One player alone",
        value_names={True: "One player alone", False: "Two players take turns"},
    )

    def check(self) -> None:
        """Raise OptionError if an option does not fit a game of one player."""
        if self.solitaire and (self.swap or self.ending != "all"):
            other = "swap" if self.swap else "ending"
            msg = (
                f"{option_label('territory', other)} is for two players: leave it out in solitaire"
            )
            raise OptionError(msg)

    @property
    def cost(self) -> Fraction:
        """The penalty as the nearest fraction with a denominator up to a million [8].

        Examples
        --------
        >>> Options(penalty=1 / 3).cost, Options(penalty=0.1).cost
        (Fraction(1, 3), Fraction(1, 10))
        """
        return _nearest_fraction(self.penalty)


@lru_cache
def _nearest_fraction(penalty: float) -> Fraction:
    return Fraction(penalty).limit_denominator(MAX_PENALTY_DENOMINATOR)


@dataclass(frozen=True)
class StartOptions(Options, Recipe):
    """All options of `new`."""

    tiles: str | Sequence[str] | None = option(
        None,
        doc="A custom board: rows of text with the character of a tile for each cell, 3600 cells "
        "at most. The other options of random boards are then ignored.",
    )
    colors: Mapping[str, str] | None = option(
        None, doc="The colour of each character in tiles: blue, red or yellow."
    )

    @property
    def is_random(self) -> bool:
        """Whether the board is a random one."""
        return self.tiles is None and self.colors is None

    def check(self) -> None:
        """Raise OptionError if the options do not fit together."""
        Options.check(self)
        if self.is_random:
            Recipe.check(self)
        elif self.balanced:
            name = option_label("territory", "balanced")
            msg = f"{name} is for random boards: leave it out with tiles"
            raise OptionError(msg)


@with_options(StartOptions)
def new(options: StartOptions) -> Territory:
    """Return the start of a game on a random board [1], or on a custom one [10].

    Raises
    ------
    OptionError
        If a value is invalid, or tiles and colours are not a valid board.

    Examples
    --------
    >>> state = new(tiles=["AAB", "CCB"], colors={"A": "blue", "B": "red", "C": "yellow"})
    >>> state = state.play(Claim(0, 0)).play(Claim(0, 2))
    >>> state.scores, state.fixed_difference
    ((4, 4), 0)
    """
    rules = options.select(Options)
    if options.is_random:
        recipe = options.select(Recipe)
        return position(rules, recipe.board(), recipe=recipe)
    tiles = () if options.tiles is None else options.tiles
    return position(rules, custom_board(tiles, options.colors))


def position(
    rules: Options,
    board: Board,
    owned: tuple[Mask, ...] | None = None,
    *,
    turn: Seat = 0,
    blue: Seat = 0,
    last: Tile | None = None,
    stopped: bool = False,
    recipe: Recipe | None = None,
) -> Territory:
    """Return the position with the given parts. No tile may have two owners."""
    if owned is None:
        owned = (0,) if rules.solitaire else (0, 0)
    reach = tuple(map(board.neighbours_of, owned))
    ply = sum(own.bit_count() for own in owned) + blue + stopped
    return Territory(rules, board, turn, owned, blue, stopped, reach, last, ply, recipe)


def to_number(points: Fraction) -> float:
    """Return points as an int if they are whole, else as a float.

    The conversion preserves equality and inequality: points have at most 8 digits before the
    decimal point, and are multiples of a fraction of at least one millionth.

    Examples
    --------
    >>> to_number(Fraction(4)), to_number(Fraction(9, 2))
    (4, 4.5)
    """
    return int(points) if points.denominator == 1 else float(points)


@dataclass(frozen=True, repr=False)
class Territory(GameState[Move]):
    """A position of Territory: the board, the seat to move, and the owners of the tiles."""

    game: ClassVar[str] = "territory"

    rules: Options
    board: Board
    turn: Seat
    owned: tuple[Mask, ...]
    """The tiles of each seat."""
    blue: Seat = 0
    """The seat that plays Blue: seat 1 after a takeover [7]."""
    stopped: bool = False
    """Whether the solitaire player has stopped [9]."""
    reach: tuple[Mask, ...] = field(default=(), compare=False, repr=False)
    """The neighbours of each seat's tiles, free or owned."""
    last: Tile | None = field(default=None, compare=False)
    """The last claimed tile, or None."""
    ply: int = field(default=0, compare=False)
    """The number of moves so far, including a takeover or stop."""
    recipe: Recipe | None = field(default=None, compare=False, repr=False)
    """The recipe of a random board; None for a custom one."""

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.owned)

    @property
    def options(self) -> dict[str, object]:
        """The options of the game, as keyword arguments of `new`.

        Records of earlier versions have no option `symmetric`, so it is left out if it is False.
        """
        if self.recipe is None:
            made = {"tiles": self.board.rows, "colors": self.board.color_names}
            return {**vars(self.rules), **made}
        options = {**vars(self.recipe), **vars(self.rules)}
        if not self.recipe.symmetric:
            del options["symmetric"]
        return options

    # --- What is where --------------------------------------------------------------------------

    @property
    def claimed(self) -> Mask:
        """The set of tiles that have an owner, as a bit mask."""
        return self.owned[0] | self.owned[-1]

    @property
    def free(self) -> Mask:
        """The set of tiles without an owner, as a bit mask."""
        return self.board.all_tiles & ~self.claimed

    @property
    def adjacent(self) -> Mask:
        """The free tiles next to those of the seat to move, as a bit mask."""
        return self.reach[self.turn] & self.free

    @cached_property
    def claimable(self) -> Mask:
        """The tiles that the seat to move may claim, ignoring the end of the game [2, 3, 9]."""
        if self.rules.solitaire:
            return self._tiles_that_fit(self.adjacent if self.owned[0] else self.free)
        return self.adjacent or self.free

    @property
    def is_surrounded(self) -> bool:
        """True if the seat to move owns tiles but has no adjacent free tile [3]."""
        return bool(self.owned[self.turn]) and not self.adjacent

    def owner(self, tile: Tile) -> Seat | None:
        """Return the seat that owns a tile, or None.

        Examples
        --------
        >>> state = new(tiles=["AB", "AB"], colors={"A": "blue", "B": "red"})
        >>> after = state.play(state.claim(0, 0))
        >>> after.owner(0), after.owner(1) is None
        (0, True)
        """
        return next((seat for seat, own in enumerate(self.owned) if own >> tile & 1), None)

    def area(self, seat: Seat) -> int:
        """Return the number of cells that a seat owns."""
        return self.board.total_area(self.owned[seat])

    @property
    def remaining(self) -> dict[str, int]:
        """The number of free cells of each colour."""
        return {
            name: self.board.total_area(self.free, color) for color, name in enumerate(TILE_COLORS)
        }

    # --- What it is worth -----------------------------------------------------------------------

    def color(self, seat: Seat) -> str:
        """Return the colour that a seat plays: ``"blue"`` or ``"red"``.

        Examples
        --------
        >>> new().color(0), new().color(1)
        ('blue', 'red')
        """
        return TILE_COLORS[BLUE if seat == self.blue else RED]

    def value(self, tile: Tile, seat: Seat) -> float:
        """Return the change in a seat's score from claiming a tile [4, 8]."""
        if not (points := self.points(tile)):
            return 0
        is_own = TILE_COLORS[self.board.colors[tile]] == self.color(seat)
        return points if is_own else to_number(-self.rules.cost * points)

    def points(self, tile: Tile) -> int:
        """Return the points of a tile for the player of its colour; 0 if it is yellow [4]."""
        area = self.board.areas[tile]
        if self.board.colors[tile] == YELLOW:
            return 0
        return area * area if self.rules.value == "square" else area

    @cached_property
    def scores(self) -> tuple[float, ...]:
        """The score of each seat: the value of its tiles [4, 8].

        Examples
        --------
        >>> new(size=4).scores
        (0, 0)
        """
        return tuple(to_number(self.exact_score(seat)) for seat in range(self.seats))

    def exact_score(self, seat: Seat) -> Fraction:
        """Return the score of a seat as an exact fraction."""
        own, other = (BLUE, RED) if seat == self.blue else (RED, BLUE)
        mask = self.owned[seat]
        return self._tile_points(mask, own) - self.rules.cost * self._tile_points(mask, other)

    @property
    def fixed_difference(self) -> int | None:
        """The final difference, Blue less Red, if the board alone decides it; else None [5]."""
        if self.rules.solitaire or self.rules.ending != "all" or self.rules.penalty != 1:
            return None
        return self._tile_points(self.board.all_tiles, BLUE) - self._tile_points(
            self.board.all_tiles, RED
        )

    # --- Moves and end --------------------------------------------------------------------------

    @property
    def legal_moves(self) -> Moves:
        """The legal moves: claims in the order of tiles, then a takeover or stop.

        Examples
        --------
        >>> state = new(tiles=["AB", "AB"], colors={"A": "blue", "B": "red"})
        >>> [str(move) for move in state.legal_moves]
        ['r0c0', 'r0c1']
        """
        return Moves(self)

    @property
    def is_before_swap(self) -> bool:
        """True if the next move is Blue's first, which the other seat may then take over [7].

        Examples
        --------
        >>> new(size=4, swap=True).is_before_swap, new(size=4).is_before_swap
        (True, False)
        >>> new(tiles=["AA"], colors={"A": "blue"}, swap=True).is_before_swap
        False
        """
        return self.rules.swap and self.ply == 0 and len(self.board.areas) > 1

    @property
    def may_take_over(self) -> bool:
        """True if the seat to move may take over Blue's first move [7]."""
        return self.rules.swap and self.ply == 1 and self.outcome is None

    @property
    def may_stop(self) -> bool:
        """True if the solitaire player may stop [9]."""
        return self.rules.solitaire and self.ply > 0 and self.outcome is None

    @cached_property
    def outcome(self) -> Outcome | None:
        """The result if the game is over, else None [6, 8, 9].

        Examples
        --------
        >>> new().outcome is None
        True
        """
        reason = self._end_reason()
        return None if reason is None else Outcome.highest(self.scores, reason)

    def claim(self, row: int, column: int) -> Claim:
        """Return the move that claims the tile on a cell, without playing it.

        Raises
        ------
        IllegalMoveError
            If the cell is not on the board.

        Examples
        --------
        >>> state = new(tiles=["AB", "AB"], colors={"A": "blue", "B": "red"})
        >>> str(state.claim(1, 1))
        'r0c1'
        """
        given: Any = (row, column)
        if not all(isinstance(each, Integral) for each in given) or not self.board.has_cell(
            row, column
        ):
            raise self.illegal_move_error(Claim(row, column), self._off_board_text)
        return self.board.claims[self.board.tile_at(row, column)]

    def why_forbidden(self, move: object) -> str | None:
        """Return the reason why a move is illegal, or None if it is legal [2, 3, 7, 9]."""
        match move:
            case Claim():
                return self._claim_fault(move)
            case TakeOver():
                allowed = "only Blue's first move can be taken over, and only with swap=True"
                return None if self.may_take_over else allowed
            case Stop():
                allowed = "only solitaire can be stopped, once a tile is claimed"
                return None if self.may_stop else allowed
        return "a move must claim a tile"

    def after(self, move: Move) -> Self:
        """Return the position after a legal move [2, 7, 9]."""
        match move:
            case TakeOver():
                return self._with_changes(self.owned[::-1], self.reach[::-1], self.last, blue=1)
            case Stop():
                return self._with_changes(self.owned, self.reach, self.last, stopped=True)
        tile = self.board.named[move]
        owned, reach = list(self.owned), list(self.reach)
        owned[self.turn] |= 1 << tile
        reach[self.turn] |= self.board.near[tile]
        return self._with_changes(tuple(owned), tuple(reach), tile, blue=self.blue)

    def turn_text(self) -> str:
        """Return a description of the position for error messages."""
        return f"ply {self.ply}, {self.color(self.turn)} to move"

    def _with_changes(
        self,
        owned: tuple[Mask, ...],
        reach: tuple[Mask, ...],
        last: Tile | None,
        *,
        blue: Seat = 0,
        stopped: bool = False,
    ) -> Self:
        turn, ply = (self.turn + 1) % len(owned), self.ply + 1
        return type(self)(
            self.rules, self.board, turn, owned, blue, stopped, reach, last, ply, self.recipe
        )

    def _end_reason(self) -> str | None:
        """Return the reason why the game is over, or None if it is not [6, 8, 9]."""
        if self.rules.solitaire:
            alone = None if self.claimable else "no further tile fits"
            return "the player stopped" if self.stopped else alone
        if not self.free:
            return "every tile is claimed"
        if self.rules.ending == "stuck" and self.is_surrounded:
            return f"{self.color(self.turn)} has no free tile next to its own"
        return None

    def _claim_fault(self, move: Claim) -> str | None:
        tile = self.board.named.get(move)
        if not self.board.has_cell(move.row, move.column):
            return self._off_board_text
        if tile is None:
            first = self.claim(move.row, move.column)
            return f"a tile is named by its first cell: this one is {first}"
        if self.claimable >> tile & 1:
            return None
        if self.claimed >> tile & 1:
            return f"{self.color(self.owner(tile) or 0)} owns the tile"
        if not self.adjacent >> tile & 1 and self.owned[self.turn]:
            return f"the tile is not next to any of {self.color(self.turn)}'s"
        area, cells = (
            self.area(0) + self.board.areas[tile],
            self.board.total_area(self.board.all_tiles),
        )
        return f"the area would be {area}, more than half of the {cells} cells"

    @property
    def _off_board_text(self) -> str:
        rows, columns = self.board.shape
        return f"the board ends at r{rows - 1}c{columns - 1}"

    def _tiles_that_fit(self, mask: Mask) -> Mask:
        """Return the tiles of a set that can be claimed without exceeding half of the board [9]."""
        room = self.board.total_area(self.board.all_tiles) // 2 - self.area(0)
        for (area, _), tiles in self.board.tile_classes.items():
            if area > room:
                mask &= ~tiles
        return mask

    def _tile_points(self, mask: Mask, color: int) -> int:
        return self.board.total_area(mask, color, power=2 if self.rules.value == "square" else 1)


class Moves(LazyMoves[Move]):
    """The legal moves of a position: claims in the order of tiles, then a takeover or stop."""

    state: Territory
    __slots__ = ()

    def __len__(self) -> int:
        return self.state.claimable.bit_count() + len(self._word_moves) if self else 0

    def iter_moves(self) -> Iterator[Move]:
        """Yield the claims, then the takeover or stop."""
        yield from map(self.state.board.claims.__getitem__, tiles_of(self.state.claimable))
        yield from self._word_moves

    @property
    def _word_moves(self) -> tuple[Move, ...]:
        if self.state.may_take_over:
            return (TakeOver(),)
        return (Stop(),) if self.state.may_stop else ()
