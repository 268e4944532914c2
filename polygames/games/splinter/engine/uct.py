"""Monte Carlo tree search over the kernel, compiled: the agents `mcts` and `learned`.

Where the techniques come from:

- UCT: Kocsis and Szepesvári (2006), *Bandit based Monte-Carlo planning*, with the bound UCB1 of
  Auer, Cesa-Bianchi and Fischer (2002), *Finite-time analysis of the multiarmed bandit problem*;
- a static value that counts for some visits before there are any: Gelly and Silver (2007),
  *Combining online and offline knowledge in UCT*;
- proved wins and losses that go up the tree: Winands, Björnsson and Saito (2008), *Monte-Carlo
  tree search solver*.

The tree is in arrays of the same length, with an element for each node (see `Tree`); the children
of a node are adjacent. Values are those for seat 0, from -1 to +1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from polygames.core.options import check_flag, check_not_over, check_number
from polygames.games.splinter.engine.evaluation import blend_with_tie
from polygames.games.splinter.engine.features import DRAW_CONTEMPT
from polygames.games.splinter.engine.kernel import (
    decode,
    key,
    legal,
    move_buffer,
    play,
    result,
    rollout,
    turn,
)
from polygames.runtime.clock import UNLIMITED_STEPS, ClockWatcher, SearchAgent, require_limit
from polygames.runtime.jit import Array, compiled, np
from polygames.runtime.once import once
from polygames.runtime.random_numbers import make_stream
from polygames.search.kernel_adapter import copy_array, encode_position
from polygames.search.mcts import MctsAgent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from polygames.core.lazy_imports import Lazy
    from polygames.games.splinter.rules import Splinter
    from polygames.runtime.clock import Progress
    from polygames.runtime.random_numbers import Rng
    from polygames.search.kernel_adapter import KernelPosition

MAX_TREE_DEPTH = 512
UNPROVED = 2
"""The value in `proved` of a node without a proof."""


class Tree(NamedTuple):
    """The nodes of a search tree in arrays, indexed by the number of the node; 0 is the root."""

    visits: Array
    total: Array
    """The sum of the values."""
    prior: Array
    """The static value of a node, which counts before it is visited."""
    first_child: Array
    """The number of a node's first child."""
    child_count: Array
    """The number of children, 0 if the node is not expanded."""
    code: Array
    """The code of the move that leads to the node."""
    proved: Array
    """The proved value, or `UNPROVED`."""
    node_count: Array
    """The number of nodes."""


class Workspace(NamedTuple):
    """The arrays of a search except the tree."""

    board: Array
    """The current position."""
    next_board: Array
    """The position after a move during expansion."""
    codes: Array
    path: Array
    """The nodes on the path from the root."""
    seats: Array
    """The seat to move at each node of the path."""
    keys: Array
    """The keys of the positions before the root, then those on the path from the root on."""
    rng: Rng
    stop: Array
    """Not zero when the search is to end; another thread may set it."""


class Tuning(NamedTuple):
    """The parameters of the search."""

    exploration: float
    """The exploration constant of UCB1."""
    prior_visits: float
    """The weight of the static evaluation of a node, in visits."""
    expand_after: int
    """The number of visits at which a leaf is expanded."""
    static_share: float
    """The share of the static evaluation in a leaf's value; the rest is a rollout's."""
    tie: float
    """The value of a tie, and of a repeated position."""


def new_tree(nodes: int) -> Tree:
    """Return a tree with room for `nodes` nodes; it contains only the root."""
    visits, first, width, code = (np.empty(nodes, np.int32) for _ in range(4))
    total, prior = np.empty(nodes), np.empty(nodes, np.float32)
    proved, used = np.empty(nodes, np.int8), np.ones(1, np.int64)
    tree = Tree(visits, total, prior, first, width, code, proved, used)
    for array in tree[:-1]:
        array[0] = 0  # other nodes are set when added: clearing all takes milliseconds
    proved[0] = UNPROVED
    return tree


def new_workspace(array: Array, earlier_keys: Array, seed: int = 0) -> Workspace:
    """Return the arrays needed to search from a position."""
    keys = np.concatenate((earlier_keys, np.zeros(MAX_TREE_DEPTH, np.uint64)))
    path, seats, stop = (
        np.zeros(MAX_TREE_DEPTH, np.int64),
        np.zeros(MAX_TREE_DEPTH, np.int64),
        np.zeros(1, np.uint8),
    )
    return Workspace(
        array.copy(), array.copy(), move_buffer(), path, seats, keys, make_stream(seed), stop
    )


def child_range(tree: Tree, node: int) -> range:
    """Return the numbers of the children of a node."""
    return range(tree.first_child[node], tree.first_child[node] + tree.child_count[node])


children = compiled(child_range)


# --- One visit ------------------------------------------------------------------------------------


@compiled
def simulate(estimate: Any, root: Array, tree: Tree, ws: Workspace, tuning: Tuning) -> None:
    """Run one simulation: select a leaf, expand and evaluate it, and back up its value."""
    board, path = ws.board, ws.path
    copy_array(root, board)
    path[0] = 0
    node, depth = path[0], 0
    repeated = False
    while tree.child_count[node] and tree.proved[node] == UNPROVED and not repeated:
        ws.seats[depth] = turn(board)
        node = select_child(tree, node, ws.seats[depth], tuning)
        play(board, tree.code[node])
        depth += 1
        path[depth] = node
        repeated = depth + 1 == MAX_TREE_DEPTH or push_key(key(board), ws.keys, depth)
    if tree.proved[node] == UNPROVED and tree.visits[node] >= tuning.expand_after and not repeated:
        expand_node(estimate, node, tree, ws, tuning.tie)
    value = tuning.tie if repeated else evaluate_leaf(estimate, node, tree, ws, tuning)
    tree.visits[node] += 1
    tree.total[node] += value
    while depth:  # back up; a proof of the child may prove the node
        depth -= 1
        child, node = node, path[depth]
        tree.visits[node] += 1
        tree.total[node] += value
        if tree.proved[child] != UNPROVED and tree.proved[node] == UNPROVED:
            prove_node(tree, node, ws.seats[depth])


@compiled
def push_key(key: np.uint64, path: Array, depth: int) -> bool:
    """Return True if a position counts as a repetition; else append its key to the path.

    Once on the path, the root included, is enough: a player who comes back can come back again. A
    position of the game before the root counts from its third occurrence: the other player may now
    go on differently.
    """
    root, before = len(path) - MAX_TREE_DEPTH, 0
    for i in range(root + depth):
        if path[i] == key:
            before += 1 if i < root else 2
    if before >= 2:  # noqa: PLR2004 - this is the third time
        return True
    path[root + depth] = key
    return False


@compiled
def select_child(tree: Tree, node: int, seat: int, tuning: Tuning) -> int:
    """Return the child with the best UCB1 score; children that are proved lost are skipped."""
    sign = 1.0 if seat == 0 else -1.0
    bonus = tuning.exploration * np.sqrt(np.log(tree.visits[node] + 1.0))
    best, chosen = -np.inf, tree.first_child[node]
    for child in children(tree, node):
        if tree.proved[child] == -sign:
            continue  # lost: not visited while there is another child
        weight = tree.visits[child] + tuning.prior_visits
        mean = (tree.total[child] + tuning.prior_visits * tree.prior[child]) / weight
        if tree.proved[child] != UNPROVED:
            mean = reward_of(tree.proved[child], tuning)
        score = sign * mean + bonus / np.sqrt(weight)
        if score > best:
            best, chosen = score, child
    return int(chosen)


@compiled
def expand_node(estimate: Any, node: int, tree: Tree, ws: Workspace, tie: float) -> None:
    """Add the children of a node in random order, and prove the node if they decide it."""
    seat = turn(ws.board)
    n, first = legal(ws.board, ws.codes), tree.node_count[0]
    if first + n > len(tree.visits):
        return
    shuffle(ws.codes, n, ws.rng)  # UCB1 selects the first of equal scores
    for i in range(n):
        copy_array(ws.board, ws.next_board)
        play(ws.next_board, ws.codes[i])
        end = result(ws.next_board)
        child = first + i
        tree.visits[child], tree.total[child], tree.child_count[child] = 0, 0.0, 0
        tree.code[child] = ws.codes[i]
        tree.prior[child] = blend_with_tie(estimate(ws.next_board), ws.next_board, tie)
        tree.proved[child] = UNPROVED if np.isnan(end) else np.int8(end)
    tree.first_child[node], tree.child_count[node] = first, n
    tree.node_count[0] += n
    prove_node(tree, node, seat)


@compiled
def shuffle(codes: Array, n: int, rng: Rng) -> None:
    """Shuffle the first n codes in place."""
    for i in range(n - 1, 0, -1):
        rng[0] = rng[0] * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        j = int((rng[0] >> np.uint64(33)) % np.uint64(i + 1))
        codes[i], codes[j] = codes[j], codes[i]


@compiled
def prove_node(tree: Tree, node: int, seat: int) -> None:
    """Set the proved value of a node if a child wins for the mover, or all children are proved."""
    if tree.child_count[node] == 0:
        return
    sign = 1 if seat == 0 else -1
    best = -1
    for child in children(tree, node):
        if tree.proved[child] == sign:
            tree.proved[node] = sign
            return
        if tree.proved[child] == UNPROVED:
            best = UNPROVED
        elif best != UNPROVED:
            best = max(best, sign * tree.proved[child])
    if best != UNPROVED:
        tree.proved[node] = sign * best


@compiled
def evaluate_leaf(estimate: Any, node: int, tree: Tree, ws: Workspace, tuning: Tuning) -> float:
    """Return the value of a leaf: proved, or a blend of a rollout and the static evaluation."""
    if tree.proved[node] != UNPROVED:
        return reward_of(tree.proved[node], tuning)
    end = result(ws.board)
    if not np.isnan(end):
        tree.proved[node] = np.int8(end)
        return reward_of(end, tuning)
    if tuning.static_share == 1 and tree.visits[node] > 0:
        mean = tree.total[node] / tree.visits[node]
        if np.float32(mean) == tree.prior[node]:
            return float(mean)  # the static evaluation is deterministic: no need to repeat it
    value = blend_with_tie(estimate(ws.board), ws.board, tuning.tie)
    if tuning.static_share < 1:
        rollout(ws.board, ws.rng)
        game = reward_of(result(ws.board), tuning)
        value = tuning.static_share * value + (1 - tuning.static_share) * game
    return float(value)


@compiled
def reward_of(result: float, tuning: Tuning) -> float:
    """Return the reward for a result, where a tie counts `tuning.tie`."""
    return float(result) if result else tuning.tie


# --- Many visits ----------------------------------------------------------------------------------


@compiled
def run_simulations(
    estimate: Any, root: Array, tree: Tree, ws: Workspace, tuning: Tuning, max_visits: int
) -> int:
    """Run simulations up to `max_visits` root visits or a proof; return how many were run.

    The search also ends if the stop flag is set.
    """
    if tree.child_count[0] == 0 and tree.proved[0] == UNPROVED:
        copy_array(root, ws.board)
        expand_node(estimate, ws.path[0], tree, ws, tuning.tie)
    ws.keys[len(ws.keys) - MAX_TREE_DEPTH] = key(root)
    visits = 0
    while tree.visits[0] < max_visits and tree.proved[0] == UNPROVED and not ws.stop[0]:
        simulate(estimate, root, tree, ws, tuning)
        visits += 1
    return visits


@compiled
def copy_subtree(old: Tree, node: int, new: Tree) -> None:
    """Copy a node and its descendants into a new tree, in which the node is the root."""
    source = np.empty(len(new.visits), np.int64)
    source[0] = node
    used = 1
    for i in range(len(source)):
        if i == used:
            break
        s = source[i]
        new.visits[i], new.total[i], new.prior[i] = old.visits[s], old.total[s], old.prior[s]
        new.code[i], new.proved[i] = old.code[s], old.proved[s]
        new.first_child[i], new.child_count[i] = used, old.child_count[s]
        for k in range(old.child_count[s]):
            source[used + k] = old.first_child[s] + k
        used += old.child_count[s]
    new.node_count[0] = used


# --- The agent ------------------------------------------------------------------------------------


class SavedSearch(NamedTuple):
    """The result of a search that the next search can reuse."""

    array: Array
    tree: Tree
    chosen_child: int
    """The child that was played."""


class Uct(SearchAgent):
    """An agent by Monte Carlo tree search that plays the most visited move.

    If a position does not fit the kernel, or numba is missing, `MctsAgent` plays.

    Parameters
    ----------
    tuning
        The parameters of the search; the value of a tie is set by `contempt`.
    estimate
        A compiled static evaluation of a kernel's array: from -1 to +1 for seat 0.
    seconds, visits, on_progress
        See `MctsAgent`.
    contempt
        The cost of a tie for the seat that thinks, from 0 (half a win) to 1 (a loss).
    reuse
        Whether to reuse the part of the last tree that begins at the position.

    Attributes
    ----------
    last_search : Root or None
        The last search, for inspection.

    Examples
    --------
    >>> from random import Random
    >>> state = pg.new("splinter", board=["BwW.", "..b.", "..wb"])
    >>> str(pg.agent("mcts", game="splinter", seconds=None, visits=500).choose(state, Random(1)))
    'b3-a2'
    """

    VISITS_PER_CALL, MAX_NODES = 5000, 2_000_000
    """Visits between two reports, and the maximum number of nodes of a tree."""

    def __init__(
        self,
        tuning: Tuning,
        estimate: Lazy,
        *,
        seconds: float | None = 1.0,
        visits: int | None = None,
        contempt: float = DRAW_CONTEMPT,
        reuse: bool = True,
        on_progress: Progress | None = None,
    ) -> None:
        require_limit(seconds=seconds, visits=visits)
        super().__init__(seconds, on_progress, visits=visits)
        self.tuning, self.estimate = tuning, estimate
        self.contempt, self.reuse = (
            check_number("the option contempt", contempt, 0, 1),
            check_flag("the option reuse", reuse),
        )
        self.last_search: SavedSearch | None = None
        self.substitute: MctsAgent | None = None

    def statistics(self, state: Splinter) -> Iterator[tuple[Any, int, float]]:
        """Yield each move of the last searched state with its visits and its mean value.

        The value is that for the seat to move, from -1, lost, to +1, won.
        """
        if self.last_search is None:
            yield from () if self.substitute is None else self.substitute.statistics(state)
            return
        _, tree, _ = self.last_search
        sign = 1 if state.turn == 0 else -1
        for child in child_range(tree, 0):
            move = decode(tree.code[child], state)
            yield move, int(tree.visits[child]), 2 * _win_share(tree, child, sign) - 1

    def choose(self, state: Splinter, rng: Random, /) -> Any:
        """Return a proved win or, without one, the most visited move."""
        check_not_over(state)
        position = encode_position(state)
        if position is None:
            other = MctsAgent(
                seconds=self.seconds, visits=self.visits, on_progress=self.on_progress
            )
            other.stop, self.last_search, self.substitute = self.stop, None, other
            return other.choose(state, rng)
        run = compiled_runner(self.estimate.load())
        small = compile_all(run, position, self.tuning)  # compiling does not count as thinking
        copy_subtree(small, 0, new_tree(2048))
        _find_node(SavedSearch(position.array, small, best_child(small, 1)), position.array)
        clock = self.start_clock()
        tree = self._reuse_tree(position)
        earlier = np.repeat(position.earlier_keys, 2)  # one repetition counts as a tie
        work = new_workspace(position.array, earlier, rng.getrandbits(62))
        sign = 1 if state.turn == 0 else -1
        tuning = self.tuning._replace(tie=-sign * float(self.contempt))
        most = self.visits or UNLIMITED_STEPS
        run(position.array, tree, work, tuning, 0)  # expands the root at least
        with ClockWatcher.for_flag(clock, work.stop):
            while tree.proved[0] == UNPROVED and tree.visits[0] < most and not work.stop[0]:
                part = most if self.on_progress is None else tree.visits[0] + self.VISITS_PER_CALL
                run(position.array, tree, work, tuning, min(part, most))
                best = best_child(tree, sign)
                move = decode(tree.code[best], state)
                self.report_progress(int(tree.visits[0]), _win_share(tree, best, sign), move)
        best = best_child(tree, sign)
        self.last_search = SavedSearch(position.array, tree, best)
        return decode(tree.code[best], state)

    def _reuse_tree(self, position: KernelPosition) -> Tree:
        """Return the part of the last tree that begins at a position, or a new tree."""
        tree = new_tree(self.MAX_NODES)
        node = self.last_search and self.reuse and _find_node(self.last_search, position.array)
        if self.last_search and node:
            copy_subtree(self.last_search.tree, node, tree)
            if tree.child_count[0] == 0:  # not expanded, though it may be proved
                return new_tree(self.MAX_NODES)
        return tree


def best_child(tree: Tree, sign: int) -> int:
    """Return the root's child to play: a win, or else the most visited one that is not lost."""
    return max(
        child_range(tree, 0),
        key=lambda child: (
            tree.proved[child] == sign,
            tree.proved[child] != -sign,
            tree.visits[child],
            sign * tree.total[child],
        ),
    )


def _win_share(tree: Tree, child: int, sign: int) -> float:
    """Return the value of a child for the searching seat, from 0 (loss) to 1 (win)."""
    value = tree.total[child] / max(1, tree.visits[child])
    if tree.proved[child] != UNPROVED:
        value = tree.proved[child]
    return float(1 + sign * value) / 2


def _find_node(root: SavedSearch, array: Array) -> int:
    """Find a position in the last tree, one or two plies below its root; return 0 if absent."""
    wanted = key(array)
    chosen = root.array.copy()
    play(chosen, root.tree.code[root.chosen_child])
    for before, node in ((chosen, root.chosen_child), (root.array, 0)):
        for child in child_range(root.tree, node):
            after = before.copy()
            play(after, root.tree.code[child])
            if key(after) == wanted:
                return int(child)
    return 0


@once
def compiled_runner(estimate: Any) -> Callable[..., int]:
    """Return `run_simulations` compiled for a static evaluation; cached."""

    @compiled
    def run(root: Array, tree: Tree, work: Workspace, tuning: Tuning, most: int) -> int:
        return run_simulations(estimate, root, tree, work, tuning, most)

    return run


def compile_all(run: Callable[..., int], position: KernelPosition, tuning: Tuning) -> Tree:
    """Run one simulation, so that the whole search is compiled, and return its tree."""
    tree, work = new_tree(2048), new_workspace(position.array, position.earlier_keys[:0])
    run(position.array, tree, work, tuning, 1)
    return tree
