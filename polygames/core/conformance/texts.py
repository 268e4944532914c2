"""The part of the contract about the texts of positions: what is damaged is refused or harmless."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from polygames.core.conformance.assertions import require, works
from polygames.core.errors import PositionError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from polygames.core.game_info import GameInfo
    from polygames.core.protocol import State

FAR_OFF = "98765"
"""A number that no square, heap or turn has."""

TRIES = 12
"""How many damaged texts of a position are read."""

NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")


def check_damaged_texts(info: GameInfo, state: State[Any], rng: Random) -> None:
    """Read damaged texts of a position: each is refused, or is a position that can be written.

    A number far off may stand for an option, or for how much was played; anywhere else it would be
    another position that the game does not have.
    """
    for text in damaged(state.to_text(), rng):
        try:
            twin = info.from_text(text)
        except PositionError:
            continue
        except Exception as error:  # noqa: BLE001 - a reader must not raise another one
            require(False, state, f"from_text refuses with PositionError, not {error!r}:\n{text}")  # noqa: FBT003 - it is broken
        written = works(twin.to_text, state, f"what from_text accepts can be written:\n{text}")
        promise = f"what from_text accepts reads back to the same:\n{text}"
        require(works(lambda: info.from_text(written), state, promise) == twin, state, promise)  # noqa: B023 - called at once
        if FAR_OFF in text and twin != state and twin.options == state.options:
            require(False, state, f"from_text refuses a number far off:\n{text}")  # noqa: FBT003 - it is broken


def damaged(text: str, rng: Random) -> Iterator[str]:
    r"""Yield texts that differ from one in a line or a number.

    Examples
    --------
    >>> from random import Random
    >>> texts = list(damaged("nim\\nturn 0\\n", Random(1)))
    >>> "nim\\nturn 98765\\n" in texts
    True
    """
    numbers = list(NUMBER.finditer(text))
    for found in rng.sample(numbers, min(TRIES, len(numbers))):
        yield text[: found.start()] + FAR_OFF + text[found.end() :]
    lines = text.split("\n")
    for _ in range(TRIES // 3):
        at = rng.randrange(len(lines))
        yield "\n".join(lines[:at] + lines[at + 1 :])
        yield "\n".join(lines[:at] + [lines[at]] * 2 + lines[at + 1 :])
        yield text[: rng.randrange(len(text))]
