"""What a bridge is asked for: a game by name or a position, and options of two kinds."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from polygames.core import registry
from polygames.core.errors import OptionError
from polygames.core.lazy import Lazy

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import State

MOST_SEATS = 2


def started(
    game: str | State[Any], options: Mapping[str, Any]
) -> tuple[State[Any], dict[str, Any]]:
    """Return where games begin, and the options that are for the encoding.

    Raises
    ------
    OptionError
        If an option is unknown, or if more than two play.

    Examples
    --------
    >>> start, rest = started("split", {"preset": "2026", "points": 16})
    >>> start.options["min_area"], rest
    (1.0, {'points': 16})
    """
    info = registry.game(game) if isinstance(game, str) else registry.info_of(game)
    numbering = {name: options[name] for name in numbering_of(info) if name in options}
    own = {name: value for name, value in options.items() if name not in numbering}
    if not isinstance(game, str) and own:
        msg = f"a position has its options already: {', '.join(own)} cannot be given"
        raise OptionError(msg)
    start = info.new(**own) if isinstance(game, str) else game
    if start.seats > MOST_SEATS:
        msg = f"bridges take games of one or two players, not of {start.seats}"
        raise OptionError(msg)
    return start, numbering


def redrawn(game: str | State[Any], options: Mapping[str, Any], rng: Random) -> State[Any] | None:
    """Return a start that is drawn anew; None where every game has the same start.

    A start is drawn where the game takes a seed for it and the options give none: Territory's
    board. What begins at a position, or with a seed that was given, begins there in every game.

    Examples
    --------
    >>> from random import Random
    >>> board = redrawn("territory", {"size": 5}, Random(7))
    >>> board.to_text() == redrawn("territory", {"size": 5}, Random(8)).to_text()
    False
    >>> redrawn("territory", {"size": 5, "seed": 3}, Random(7)) is None  # settled by its own seed
    True
    >>> redrawn("split", {}, Random(7)) is redrawn(board, {}, Random(7)) is None
    True
    """
    if not isinstance(game, str):
        return None
    option = registry.game(game).seed_option
    if option is None or option in options:
        return None
    return started(game, {**options, option: rng.getrandbits(32)})[0]


def numbering_of(info: GameInfo) -> dict[str, Any]:
    """Return the options of a game's encoding with their defaults.

    Examples
    --------
    >>> numbering_of(registry.game("split")), numbering_of(registry.game("splinter"))
    ({'points': 12}, {})
    """
    plug = info.engine.encoding
    maker = plug.load() if isinstance(plug, Lazy) else plug
    if maker is None:
        return {}
    parameters = inspect.signature(maker).parameters.values()
    return {each.name: each.default for each in parameters if each.default is not each.empty}
