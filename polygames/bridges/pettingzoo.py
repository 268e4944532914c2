"""PettingZoo AEC environments of the games, with masks of legal moves.

Install the extra in a copy of the repository: ``pip install '.[pettingzoo]'``. Then, for example::

    from polygames.bridges import pettingzoo
    env = pettingzoo.env(pg.new("polygon", n=7, max_plies=40))
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, reward, termination, truncation, info = env.last()
        done = termination or truncation
        env.step(None if done else env.action_space(agent).sample(seen["action_mask"]))

Split is played on a grid of points (see `polygames.games.split.encoding`).
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from polygames.bridges.common import FRAMES_PER_SECOND, RENDER_MODES, Environment
from polygames.core.keywords import checked_keywords
from polygames.core.lazy_imports import require_library

require_library("pettingzoo", "this bridge")

import numpy as np  # noqa: E402 - after the message on what to install
from gymnasium import spaces  # noqa: E402 - likewise
from pettingzoo import AECEnv  # noqa: E402 - likewise
from pettingzoo.utils import wrappers  # noqa: E402 - likewise

if TYPE_CHECKING:
    from collections.abc import Mapping

    from polygames.bridges.common import StartSource
    from polygames.core.protocol import State


@checked_keywords
def env(
    game: StartSource, *, render_mode: str | None = None, encoding: Mapping[str, Any] | None = None
) -> AECEnv:
    """Return a PettingZoo environment with the usual wrappers; an illegal move loses the game.

    Parameters
    ----------
    game
        The name of a game, a state, a record or the file of one, from which games start, or a
        function of a random generator that draws the start of each game.
    render_mode
        The result of `render`: ``"ansi"`` for the position as text, ``"rgb_array"`` for its
        picture.
    encoding
        Options of the game's encoding, such as ``{"points": 9}`` in Split.

    Raises
    ------
    OptionError
        If an option is unknown, or the game has more than two players.
    """
    plain = GameEnv(game, render_mode=render_mode, encoding=encoding)
    guarded = wrappers.TerminateIllegalWrapper(plain, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class GameEnv(Environment, AECEnv):
    """An environment of a game for one or two players: `env` without the wrappers.

    Observations are dictionaries: ``observation``, in the shape of the game's encoding, and
    ``action_mask``, all zeros for an agent that is not to move. The environment rolls the dice.
    Rewards are given at the end: 1, 0 or -1; for a single player, the score.
    """

    agent_selection: str
    """The name of the agent to move."""

    def __init__(
        self,
        game: StartSource,
        *,
        render_mode: str | None = None,
        encoding: Mapping[str, Any] | None = None,
    ) -> None:
        AECEnv.__init__(self)
        self._set_up(game, render_mode, encoding)
        self.metadata = {
            "render_modes": RENDER_MODES,
            "render_fps": FRAMES_PER_SECOND,
            "name": f"polygames_{self.start.game}_v0",
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.start.seats)]
        self.agents = self.possible_agents[:]
        seen = spaces.Dict(
            {
                "observation": spaces.Box(-1, 1, self.encoding.shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self.encoding.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.agents, seen)
        self.action_spaces = {a: spaces.Discrete(self.encoding.actions) for a in self.agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's move numbers."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - the interface of PettingZoo
        """Start a new game.

        The seed determines the dice and a random start. Each reset draws a new one for the name of
        Territory, or with a function that draws starts.
        """
        if seed is not None:
            self.rng = Random(seed)
        self._draw_new_start(self.rng)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._set_position(self.start)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation and its mask of legal moves, all 0 if it is not to move."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.encoding.actions, np.int8)
        if agent == self.agent_selection and self.moves:
            mask[list(self.moves)] = 1
        return {"observation": self._observe_seat(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the move with a given number, on behalf of the agent to move."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        mover = self.agent_selection
        self._set_position(self.position.play(self.moves[int(action)]))  # type: ignore[arg-type]  # None is for the dead
        outcome = self.position.outcome
        returns = self.encoding.returns(self.position)
        self.rewards = dict(zip(self.possible_agents, returns, strict=True))
        if outcome is not None:
            unfinished = not outcome.winners
            self.terminations = dict.fromkeys(self.agents, not unfinished)
            self.truncations = dict.fromkeys(self.agents, unfinished)
            self.agent_selection = self.agents[(self.agents.index(mover) + 1) % len(self.agents)]
        self._accumulate_rewards()

    def close(self) -> None:
        """Do nothing, since there is no window."""

    def _set_position(self, position: State[Any]) -> None:
        """Set the position, rolling any dice that come next, and the agent to move."""
        super()._set_position(position)
        if self.position.outcome is None:
            self.agent_selection = self.possible_agents[self.position.turn]
