"""Checks of the options of a board: players, agent options, dice and seed.

The options are checked before any part of the board is created.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING, Any, Final

from polygames.arena.players import check_player
from polygames.arena.players import distinct_names as names_of_players
from polygames.core.descriptions import count_text
from polygames.core.errors import IllegalMoveError, OptionError, PolygamesError
from polygames.core.keywords import unknown_name_text
from polygames.core.options import raise_option_error, short_repr, whole
from polygames.core.registry import game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from polygames.arena.players import Player
    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import State
    from polygames.records.record import Record

HUMAN_SEAT = "human"
"""The name of a person as a player."""

REMOTE_PLAYER: Final = "remote"
"""The name of a player at another place in a class."""


def seat_players(
    state: State[Any], players: object, custom_names: Iterable[str] = ()
) -> tuple[str, ...]:
    """Return the player name of each seat; seats without a given player are played by people.

    Parameters
    ----------
    state
        A state of the game that is played.
    players
        The names.
    custom_names
        Names of players that the game does not have: see `name_custom_players`.

    Raises
    ------
    OptionError
        If `players` is not a list of names, a name is unknown, or there are too many.
    """
    info = game(state.game)
    known = (*player_names(info), *custom_names)
    seats = tuple(map(info.player_name, check_players(players)))
    for name in seats:
        if not isinstance(name, str) or name not in known:
            raise OptionError(unknown_name_text("player", name, known))
    if len(seats) > state.seats:
        most = count_text(state.seats, "player")
        msg = f"the option seats must have at most {most}, not {len(seats)}"
        raise OptionError(msg)
    return (*seats, *(HUMAN_SEAT,) * (state.seats - len(seats)))


def player_names(info: GameInfo) -> tuple[str, ...]:
    """Return the player names that a game accepts: ``"human"``, its levels and its agents."""
    return (HUMAN_SEAT, *info.level_names, *info.agents)


def name_custom_players(
    info: GameInfo, players: object
) -> tuple[tuple[Any, ...], dict[str, Player]]:
    """Return a name for each player, and a dictionary of the players that the game does not define.

    Parameters
    ----------
    info
        The game.
    players
        Names of players, or other players that `polygames.match` accepts: functions, agents, files
        and names with options. A player on two seats gets one name.

    Raises
    ------
    OptionError
        If one of them is not a player.

    Examples
    --------
    >>> def lazy(state, rng):
    ...     return next(iter(state.legal_moves))
    >>> names, own = name_custom_players(pg.game("polygon"), ("human", lazy))
    >>> names, list(own)
    (('human', 'lazy'), ['lazy'])
    """
    row, known = check_players(players), player_names(info)
    found: dict[int, Player] = {
        id(each): check_player(each, info.name) for each in row if not isinstance(each, str | int)
    }
    others = [each for each in found.values() if not isinstance(each, str)]
    names = [f"own {name}" if name in known else name for name in names_of_players(others)]
    own: dict[str, Player] = dict(zip(names, others, strict=True))
    name_by_id = {id(player): name for name, player in own.items()}
    named = [found.get(id(each), each) for each in row]
    return tuple(name_by_id.get(id(each), each) for each in named), own


def record_players(record: Record) -> tuple[str, ...]:
    """Return the player name of each seat of a record; ``"human"`` if the name is unknown."""
    known = player_names(game(record.game))
    seats = (record.players.get(seat, HUMAN_SEAT) for seat in range(record.start.seats))
    return tuple(name if name in known else HUMAN_SEAT for name in seats)


def check_players(players: object) -> tuple[Any, ...]:
    """Return the players as a tuple. Raise OptionError if they are not a list."""
    if isinstance(players, str | bytes | Mapping) or not hasattr(players, "__iter__"):
        raise_option_error(
            "the option seats", "must be a list of players such as ('human', 'random')", players
        )
    return tuple(players)


def check_dice(state: State[Any], dice: object) -> list[str] | None:
    """Return the option `dice` as a list of rolls; empty for ``"hand"``, None for ``"auto"``.

    Raises
    ------
    OptionError
        If `dice` is neither "auto", "hand" nor a list of rolls that can be parsed as moves.
    """
    if dice is None or (isinstance(dice, str) and dice == "auto"):
        return None
    if isinstance(dice, str) and dice == "hand":
        return []
    if isinstance(dice, str | bytes | Mapping) or not hasattr(dice, "__iter__"):
        raise_option_error("the option dice", "must be 'auto', 'hand' or a list of rolls", dice)
    return [_check_roll(state, each) for each in dice]


def check_agent_options(options: object) -> dict[str, Any]:
    """Return a copy of the agent options. Raise OptionError if they are not a dictionary."""
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise_option_error(
            "the option agent_options", "must be a dictionary such as {'seconds': 2.0}", options
        )
    return dict(options)


def check_seed(seed: object) -> int:
    """Return the seed. Raise OptionError if it is not an integer."""
    return whole("the option seed", seed, -inf)


def _check_roll(state: State[Any], roll: object) -> str:
    """Return a dice roll as text.

    Raise OptionError if the text cannot be parsed; a roll that is illegal in the current state is
    accepted.
    """
    text = str(roll)
    try:
        state.parse(text)
    except IllegalMoveError:
        pass
    except PolygamesError as error:
        msg = f"the option dice must be a list of rolls, not with {short_repr(roll)}: {error}"
        raise OptionError(msg) from None
    return text
