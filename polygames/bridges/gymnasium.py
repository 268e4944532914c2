"""Gymnasium environments for games of one player: Splitter, and Territory's solitaire.

Install the extra in a copy of the repository: ``pip install '.[pettingzoo]'``. Then, for example::

    from polygames.bridges import gymnasium
    env = gymnasium.SoloEnv(pg.new("splitter", pad="B"))
    seen, info = env.reset(seed=1)
    action = env.action_space.sample(mask=info["action_mask"])
    seen, reward, terminated, truncated, info = env.step(action)

After `register`, ``gymnasium.make("polygames/Splitter-v0")`` creates the same environment.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from polygames.bridges.common import FRAMES_PER_SECOND, RENDER_MODES, Environment
from polygames.core.errors import OptionError
from polygames.core.lazy_imports import require_library

require_library("gymnasium", "this bridge")

import gymnasium  # noqa: E402 - after the message on what to install
import numpy as np  # noqa: E402 - likewise
from gymnasium import spaces  # noqa: E402 - likewise

if TYPE_CHECKING:
    from collections.abc import Mapping

    from polygames.bridges.common import StartSource


class SoloEnv(Environment, gymnasium.Env):
    """A gymnasium environment of a game for one player. It rolls the dice itself.

    The reward of a move is the increase of the score, so the rewards of a game add up to its score.
    ``info["action_mask"]`` has a 1 for each legal move; `action_masks` returns the same for
    sb3-contrib. An illegal move changes nothing, costs `penalty` and is in ``info["illegal"]``.

    Parameters
    ----------
    game
        The name of a game, a state, a record or the file of one, from which games start, or a
        function of a random generator that draws the start of each game.
    render_mode
        The result of `render`: ``"ansi"`` for the position as text, ``"rgb_array"`` for its
        picture.
    penalty
        The cost of an illegal move.
    encoding
        Options of the game's encoding, such as ``{"points": 9}`` in Split.

    Raises
    ------
    OptionError
        If an option is unknown, or the game is not for one player.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": RENDER_MODES,
        "render_fps": FRAMES_PER_SECOND,
    }

    def __init__(
        self,
        game: StartSource = "splitter",
        *,
        render_mode: str | None = None,
        penalty: float = 1.0,
        encoding: Mapping[str, Any] | None = None,
    ) -> None:
        self.penalty = penalty
        self._set_up(game, render_mode, encoding)
        if self.start.seats != 1:
            has = f"{self.start.game} has {self.start.seats} here"
            msg = f"Gymnasium needs one seat, {has}: use bridges.pettingzoo"
            raise OptionError(msg)
        self.observation_space = spaces.Box(-1, 1, self.encoding.shape, np.float32)
        self.action_space = spaces.Discrete(self.encoding.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start a new game; return the observation and the info dictionary.

        The seed determines the dice and a random start. Each reset draws a new one for the name of
        Territory, or with a function that draws starts.
        """
        super().reset(seed=seed, options=options)
        self.rng = Random(int(self.np_random.integers(2**63)))
        self._draw_new_start(self.rng)
        self._set_position(self.start)
        return self._observe_seat(0), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play a move; return the observation, reward, termination, truncation and info."""
        move = self.moves.get(int(action))
        if move is None:
            illegal = self._info() | {"illegal": int(action)}
            over = self.position.outcome is not None
            return self._observe_seat(0), -self.penalty, over, False, illegal
        before = self.position.scores[0]
        self._set_position(self.position.play(move))
        gain = float(self.position.scores[0] - before)
        return self._observe_seat(0), gain, self.position.outcome is not None, False, self._info()

    def action_masks(self) -> Any:
        """Return a Boolean mask of legal moves, for sb3-contrib's MaskablePPO."""
        mask = np.zeros(self.encoding.actions, np.bool_)
        mask[list(self.moves)] = True
        return mask

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}


def register() -> str:
    """Register one-player Splitter with gymnasium if needed, and return the environment's id."""
    name = "polygames/Splitter-v0"
    if name not in gymnasium.registry:
        gymnasium.register(name, entry_point=f"{__name__}:SoloEnv")
    return name
