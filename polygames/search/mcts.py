"""Monte Carlo tree search on the protocol: UCT with progressive widening.

It supports any number of seats, dice, and finite or continuous moves. UCT is from Kocsis and
Szepesvári (2006), *Bandit based Monte-Carlo planning*. Progressive widening, by which a state
tries more moves the more often it is visited, is from Coulom (2007), *Computing "Elo ratings" of
move patterns in the game of Go*.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, log, sqrt
from typing import TYPE_CHECKING, Any, TypeAlias

from polygames.core.options import check_not_over, check_number
from polygames.core.protocol import CHANCE
from polygames.core.registry import info_of
from polygames.runtime.clock import SearchAgent, check_width, require_limit
from polygames.search.minimax import spread_moves
from polygames.search.playouts import WINNERS_BY_RESULT, play_random_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from random import Random

    from polygames.core.protocol import Outcome, State
    from polygames.runtime.clock import Clock, Progress
    from polygames.search.minimax import Candidates

Rewards: TypeAlias = tuple[float, ...]
"""The reward of each seat, from 0 (lost) to 1 (won)."""


def outcome_rewards(outcome: Outcome, seats: int) -> Rewards:
    """Return each seat's reward: 1 for the winner, shared in a tie or an unfinished game."""
    return reward_shares(outcome.winners, seats)


def reward_shares(winners: frozenset[int], seats: int) -> Rewards:
    """Return the reward of each seat: 1 shared by the winners, or by all seats if nobody won."""
    among = winners or frozenset(range(seats))
    return tuple((seat in among) / len(among) for seat in range(seats))


def play_out(state: State[Any], rng: Random) -> Rewards:
    """Play a random game from a state and return the rewards, in compiled code if possible."""
    winners = None
    if info_of(state).engine.kernel is not None:  # avoids loading the compiler otherwise
        from polygames.runtime.random_numbers import make_stream
        from polygames.search.kernel_adapter import encode_state

        if (found := encode_state(state)) is not None:
            kernel, board = found
            kernel.rollout(board, make_stream(rng.getrandbits(62)))
            winners = WINNERS_BY_RESULT.get(kernel.result(board))
    if winners is None:
        _, winners = play_random_game(state, rng)
    return reward_shares(winners, state.seats)


@dataclass(eq=False)
class MctsNode:
    """A state in the tree, with the statistics of the games played through it."""

    state: State[Any]
    move: Any = None
    """The move that led here."""
    visits: int = 0
    totals: list[float] = field(default_factory=list)
    """The sum of the rewards, for each seat."""
    children: list[MctsNode] = field(default_factory=list)
    untried: list[Any] | None = None
    """The candidates not tried yet, the most promising last; None before the first expansion."""

    def mean(self, seat: int) -> float:
        """Return the mean reward of a seat."""
        return self.totals[seat] / self.visits if self.visits else 0.5


class MctsAgent(SearchAgent):
    """An agent that grows a search tree, whose leaves are evaluated by random games.

    Parameters
    ----------
    seconds
        The thinking time for a move; None for no limit other than `visits`.
    visits
        The maximum number of games played through the tree.
    width
        The number of candidates of a state if the moves form a continuum.
    growth
        The constant of progressive widening: a state with n visits tries about
        ``growth * sqrt(n)`` moves.
    explore
        The exploration constant of UCB1.
    candidates
        A function that returns the moves to try, the most promising first.
    estimate
        A function that returns the expected rewards of a state; by default one random game.
    on_progress
        A function called every `REPORT_VISITS` visits with (visits, mean reward, best move).

    Attributes
    ----------
    root : MctsNode
        The tree of the last search.

    Examples
    --------
    >>> from random import Random
    >>> agent, state = MctsAgent(seconds=None, visits=200), pg.new("polygon", n=6)
    >>> str(agent.choose(state, Random(1)))
    'B-E'
    >>> most = max(agent.statistics(state), key=lambda row: row[1])
    >>> str(most[0]), most[1]
    ('B-E', 43)
    """

    REPORT_VISITS = 256
    """The number of visits between two progress reports."""

    def __init__(
        self,
        *,
        seconds: float | None = 1.0,
        visits: int | None = None,
        width: int = 60,
        growth: float = 2.0,
        explore: float = 0.7,
        candidates: Candidates = spread_moves,
        estimate: Callable[[Any, Random], Sequence[float]] = play_out,
        on_progress: Progress | None = None,
    ) -> None:
        require_limit(seconds=seconds, visits=visits)
        super().__init__(seconds, on_progress, visits=visits)
        self.width = check_width(width)
        self.growth, self.explore = (
            check_number("the option growth", growth, 0),
            check_number("the option explore", explore, 0),
        )
        self.candidates, self.estimate = candidates, estimate
        self.root: MctsNode | None = None

    def choose(self, state: State[Any], rng: Random, /) -> Any:
        """Return the most visited move, or a random roll at a chance node."""
        check_not_over(state)
        if state.turn == CHANCE:
            return state.legal_moves.sample(rng)
        self.start_search(state)
        return self._most_visited_child(self.grow(self.visits, self.start_clock(), rng)).move

    def start_search(self, state: State[Any]) -> None:
        """Create a search tree with a state at its root; `grow` then expands it."""
        self.root = self._create_node(state, None)

    def grow(self, visits: int | None, clock: Clock, rng: Random) -> MctsNode:
        """Run up to `visits` iterations of the search while time is left, and return the root.

        At least one visit is made. If there is only one move, it stops after that.

        Examples
        --------
        >>> from random import Random
        >>> agent = MctsAgent(seconds=None, visits=50)
        >>> agent.start_search(pg.new("polygon", n=6))
        >>> for _ in range(3):
        ...     print(agent.grow(50, agent.start_clock(), Random(1)).visits)
        50
        100
        150
        """
        assert self.root is not None  # noqa: S101 - `start_search` was called before
        root, seat = self.root, self.root.state.turn
        most = inf if visits is None else root.visits + visits
        while root.visits == 0 or (clock and root.visits < most):
            self._run_iteration(root, rng)
            if self.on_progress is not None and root.visits % self.REPORT_VISITS == 0:
                best = self._most_visited_child(root)
                self.on_progress(root.visits, best.mean(seat), best.move)
            if len(root.children) == 1 and not root.untried:
                break  # only one move is legal
        return root

    def statistics(self, state: State[Any]) -> Iterator[tuple[Any, int, float]]:
        """Yield the moves of the state searched last, with their visits and mean values.

        The value is for the seat to move, from -1 (lost) to +1 (won).
        """
        for child in self.root.children if self.root else ():
            yield child.move, child.visits, 2 * child.mean(state.turn) - 1

    @staticmethod
    def _most_visited_child(root: MctsNode) -> MctsNode:
        return max(root.children, key=lambda child: (child.visits, child.mean(root.state.turn)))

    @staticmethod
    def _create_node(state: State[Any], move: Any) -> MctsNode:
        return MctsNode(state, move, totals=[0.0] * state.seats)

    def _run_iteration(self, root: MctsNode, rng: Random) -> None:
        """Select a path, expand one node, evaluate it, and back up its rewards along the path."""
        path = [root]
        while path[-1].state.outcome is None and (path[-1].visits or path[-1] is root):
            path.append(self._select_child(path[-1], rng))
        leaf = path[-1].state
        gains = (
            self.estimate(leaf, rng)
            if leaf.outcome is None
            else outcome_rewards(leaf.outcome, leaf.seats)
        )
        for node in path:
            node.visits += 1
            for seat, gain in enumerate(gains):
                node.totals[seat] += gain

    def _select_child(self, node: MctsNode, rng: Random) -> MctsNode:
        """Return the child to visit: a new one if widening allows it, else the best by UCB."""
        if node.state.turn == CHANCE:
            move = node.state.legal_moves.sample(rng)
            met = next((child for child in node.children if child.move == move), None)
            return met or self._add_child(node, move)
        if node.untried is None:
            moves = self.candidates(node.state, self.width, rng)
            node.untried = list(reversed(moves))
        allowed = 1 + int(self.growth * sqrt(node.visits))
        if node.untried and len(node.children) < allowed:
            return self._add_child(node, node.untried.pop())
        seat, bonus = node.state.turn, self.explore * sqrt(log(node.visits + 1))
        return max(
            node.children, key=lambda child: child.mean(seat) + bonus / sqrt(child.visits or 0.5)
        )

    def _add_child(self, node: MctsNode, move: Any) -> MctsNode:
        child = self._create_node(node.state.play(move), move)
        node.children.append(child)
        return child
