"""Monte Carlo tree search over the kernel, compiled: the agents `mcts` and `learned`.

Where the techniques come from:

- UCT: Kocsis and Szepesvári (2006), *Bandit based Monte-Carlo planning*, with the bound UCB1 of
  Auer, Cesa-Bianchi and Fischer (2002), *Finite-time analysis of the multiarmed bandit problem*;
- a static value that counts for some visits before there are any: Gelly and Silver (2007),
  *Combining online and offline knowledge in UCT*;
- proved bounds that go up the tree: Winands, Björnsson and Saito (2008), *Monte-Carlo tree search
  solver*, for wins and losses; Cazenave and Saffidine (2010), *Score bounded Monte-Carlo tree
  search*, for ties, too.

A tie has to be a bound. If the other player can force one by a third repetition, a mean hides this:
it includes all the replies that were only tried.

The tree is in arrays of the same length, with an element for each node (see `Tree`); the children
of a node are adjacent. Values are those for seat 0, from -1 to +1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from polygames.core.options import check_flag, check_not_over, check_number
from polygames.games.splinter.engine.evaluation import blend_with_tie
from polygames.games.splinter.engine.features import DRAW_CONTEMPT
from polygames.games.splinter.engine.kernel import (
    PIECE_COUNTS,
    decode,
    key,
    legal,
    move_buffer,
    play,
    result,
    rollout,
    turn,
)
from polygames.games.splinter.rules import REPETITIONS_FOR_TIE
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
PIECE_RANGE = slice(PIECE_COUNTS, PIECE_COUNTS + 2)
"""The numbers of pieces of both seats in a kernel's array."""


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
    low: Array
    """The proved lower bound of a node: -1, 0 or +1."""
    high: Array
    """The proved upper bound; the value is proved if both are equal."""
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
    tie_occurrence: int = 3
    """The occurrence at which a position of the game before the search counts as a tie: the third
    by the rules [8], the second for an agent that does not want to return."""
    skips_proved: bool = False
    """Whether a proved move of the root gets no more visits, which are then for the other moves:
    for an analysis. An agent compares visits."""


def new_tree(nodes: int) -> Tree:
    """Return a tree with room for `nodes` nodes; it contains only the root."""
    visits, first, width, code = (np.empty(nodes, np.int32) for _ in range(4))
    total, prior = np.empty(nodes), np.empty(nodes, np.float32)
    low, high, used = np.empty(nodes, np.int8), np.empty(nodes, np.int8), np.ones(1, np.int64)
    tree = Tree(visits, total, prior, first, width, code, low, high, used)
    for array in tree[:-1]:
        array[0] = 0  # other nodes are set when added: clearing all takes milliseconds
    low[0], high[0] = -1, 1
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


def bounds_for(tree: Tree, node: int, sign: float) -> tuple[int, int]:
    """Return the proved bounds of a node for seat 0 if `sign` is 1, for seat 1 if it is -1."""
    low, high = int(tree.low[node]), int(tree.high[node])
    return (low, high) if sign > 0 else (-high, -low)


seat_bounds = compiled(bounds_for)


# --- One visit ------------------------------------------------------------------------------------


@compiled
def simulate(estimate: Any, root: Array, tree: Tree, ws: Workspace, tuning: Tuning) -> None:
    """Run one simulation: select a leaf, expand and evaluate it, and back up its value."""
    board, path = ws.board, ws.path
    copy_array(root, board)
    path[0] = 0
    node, depth = path[0], 0
    repeated = False
    while tree.child_count[node] and not is_proved(tree, node) and not repeated:
        ws.seats[depth] = turn(board)
        node = select_child(tree, node, ws.seats[depth], tuning)
        play(board, tree.code[node])
        depth += 1
        path[depth] = node
        repeated = depth + 1 == MAX_TREE_DEPTH or push_key(key(board), ws.keys, depth, tuning)
    low, high = tree.low[node], tree.high[node]
    if not is_proved(tree, node) and tree.visits[node] >= tuning.expand_after and not repeated:
        expand_node(estimate, node, depth, tree, ws, tuning.tie)
    value = tuning.tie if repeated else evaluate_leaf(estimate, node, tree, ws, tuning)
    is_new = tree.low[node] != low or tree.high[node] != high
    tree.visits[node] += 1
    tree.total[node] += value
    while depth:  # back up; new bounds of the child may narrow those of the node
        depth -= 1
        node = path[depth]
        tree.visits[node] += 1
        tree.total[node] += value
        is_new = is_new and update_bounds(tree, node, ws.seats[depth])


@compiled
def is_proved(tree: Tree, node: int) -> bool:
    """Return True if the value of a node is proved."""
    return bool(tree.low[node] == tree.high[node])


@compiled
def push_key(key: np.uint64, keys: Array, depth: int, tuning: Tuning) -> bool:
    """Return True if a position counts as a repetition; else append its key to the path.

    Once on the path, the root included, is enough: a player who comes back can come back again. A
    position of the game before the root counts from `Tuning.tie_occurrence`: the other player may
    now go on differently.
    """
    root = len(keys) - MAX_TREE_DEPTH
    is_on_path = count_key(key, keys, root, root + depth) > 0
    if is_on_path or count_key(key, keys, 0, root) >= tuning.tie_occurrence - 1:
        return True
    keys[root + depth] = key
    return False


@compiled
def count_key(key: np.uint64, keys: Array, start: int, end: int) -> int:
    """Return how often a key occurs in part of an array."""
    count = 0
    for i in range(start, end):
        if keys[i] == key:
            count += 1
    return count


@compiled
def ends_by_repetition(board: Array, keys: Array, depth: int) -> bool:
    """Return True if a position after a path of `depth` moves occurs for the third time [8].

    A path alone has no position twice, so that one of the other two is of the game before the root.
    """
    root = len(keys) - MAX_TREE_DEPTH
    if root == 0:
        return False
    return count_key(key(board), keys, 0, root + depth + 1) >= REPETITIONS_FOR_TIE - 1


@compiled
def select_child(tree: Tree, node: int, seat: int, tuning: Tuning) -> int:
    """Return the child with the best UCB1 score; children that are proved lost are skipped.

    A mean counts only within the proved bounds.
    """
    sign = 1.0 if seat == 0 else -1.0
    bonus = tuning.exploration * np.sqrt(np.log(tree.visits[node] + 1.0))
    best, chosen = -np.inf, tree.first_child[node]
    for child in children(tree, node):
        if seat_bounds(tree, child, sign)[1] < 0:
            continue  # lost: not visited while there is another child
        if node == 0 and tuning.skips_proved and is_proved(tree, child):
            continue
        weight = tree.visits[child] + tuning.prior_visits
        mean = (tree.total[child] + tuning.prior_visits * tree.prior[child]) / weight
        mean = max(mean, reward_of(tree.low[child], tuning))
        mean = min(mean, reward_of(tree.high[child], tuning))
        score = sign * mean + bonus / np.sqrt(weight)
        if score > best:
            best, chosen = score, child
    return int(chosen)


@compiled
def expand_node(
    estimate: Any, node: int, depth: int, tree: Tree, ws: Workspace, tie: float
) -> None:
    """Add the children of a node in random order, and narrow its bounds if they decide it."""
    seat = turn(ws.board)
    n, first = legal(ws.board, ws.codes), tree.node_count[0]
    if first + n > len(tree.visits):
        return
    shuffle(ws.codes, n, ws.rng)  # UCB1 selects the first of equal scores
    for i in range(n):
        copy_array(ws.board, ws.next_board)
        play(ws.next_board, ws.codes[i])
        end = result(ws.next_board)
        if np.isnan(end) and ends_by_repetition(ws.next_board, ws.keys, depth):
            end = 0.0
        child = first + i
        tree.visits[child], tree.total[child], tree.child_count[child] = 0, 0.0, 0
        tree.code[child] = ws.codes[i]
        tree.prior[child] = blend_with_tie(estimate(ws.next_board), ws.next_board, tie)
        tree.low[child] = -1 if np.isnan(end) else np.int8(end)
        tree.high[child] = 1 if np.isnan(end) else np.int8(end)
    tree.first_child[node], tree.child_count[node] = first, n
    tree.node_count[0] += n
    update_bounds(tree, node, seat)


@compiled
def shuffle(codes: Array, n: int, rng: Rng) -> None:
    """Shuffle the first n codes in place."""
    for i in range(n - 1, 0, -1):
        rng[0] = rng[0] * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        j = int((rng[0] >> np.uint64(33)) % np.uint64(i + 1))
        codes[i], codes[j] = codes[j], codes[i]


@compiled
def update_bounds(tree: Tree, node: int, seat: int) -> bool:
    """Set the bounds of a node to the best ones of its children; return True if they changed."""
    if tree.child_count[node] == 0:
        return False
    sign = 1 if seat == 0 else -1
    before = tree.low[node], tree.high[node]
    low = high = -1
    for child in children(tree, node):
        child_low, child_high = seat_bounds(tree, child, sign)
        low, high = max(low, child_low), max(high, child_high)
    tree.low[node], tree.high[node] = (low, high) if seat == 0 else (-high, -low)
    return bool(before != (tree.low[node], tree.high[node]))


@compiled
def evaluate_leaf(estimate: Any, node: int, tree: Tree, ws: Workspace, tuning: Tuning) -> float:
    """Return the value of a leaf: proved, or a blend of a rollout and the static evaluation."""
    if is_proved(tree, node):
        return reward_of(tree.low[node], tuning)
    end = result(ws.board)
    if not np.isnan(end):
        tree.low[node] = tree.high[node] = np.int8(end)
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
    ws.keys[len(ws.keys) - MAX_TREE_DEPTH] = key(root)
    if tree.child_count[0] == 0 and not is_proved(tree, 0):
        copy_array(root, ws.board)
        expand_node(estimate, ws.path[0], 0, tree, ws, tuning.tie)
    visits = 0
    while tree.visits[0] < max_visits and not is_proved(tree, 0) and not ws.stop[0]:
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
        new.code[i], new.low[i], new.high[i] = old.code[s], old.low[s], old.high[s]
        new.first_child[i], new.child_count[i] = used, old.child_count[s]
        for k in range(old.child_count[s]):
            source[used + k] = old.first_child[s] + k
        used += old.child_count[s]
    new.node_count[0] = used


# --- The agent ------------------------------------------------------------------------------------


class SavedSearch(NamedTuple):
    """The result of a search that the next search can reuse."""

    position: KernelPosition
    tree: Tree
    chosen_child: int
    """The child that was played."""
    tie: float
    """The value of a tie in this search."""


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
        tree = self.last_search.tree
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
        _find_node(SavedSearch(position, small, best_child(small, 1), 0.0), position)
        clock = self.start_clock()
        sign = 1 if state.turn == 0 else -1
        tuning = self.tuning._replace(tie=-sign * float(self.contempt), tie_occurrence=2)
        tree = self._reuse_tree(position, tuning.tie)
        work = new_workspace(position.array, position.earlier_keys, rng.getrandbits(62))
        most = self.visits or UNLIMITED_STEPS
        run(position.array, tree, work, tuning, 0)  # expands the root at least
        with ClockWatcher.for_flag(clock, work.stop):
            while not is_proved(tree, 0) and tree.visits[0] < most and not work.stop[0]:
                part = most if self.on_progress is None else tree.visits[0] + self.VISITS_PER_CALL
                run(position.array, tree, work, tuning, min(part, most))
                best = best_child(tree, sign)
                move = decode(tree.code[best], state)
                self.report_progress(int(tree.visits[0]), _win_share(tree, best, sign), move)
        best = best_child(tree, sign)
        self.last_search = SavedSearch(position, tree, best, tuning.tie)
        return decode(tree.code[best], state)

    def _reuse_tree(self, position: KernelPosition, tie: float) -> Tree:
        """Return the part of the last tree that begins at a position, or a new tree.

        A tree that was grown for the other seat has another value of a tie.
        """
        tree, last = new_tree(self.MAX_NODES), self.last_search
        node = _find_node(last, position) if last and self.reuse and last.tie == tie else 0
        if last and node:
            copy_subtree(last.tree, node, tree)
            if tree.child_count[0] == 0:  # not expanded, though it may be proved
                return new_tree(self.MAX_NODES)
        return tree


def best_child(tree: Tree, sign: int) -> int:
    """Return the root's child to play: a win, or else the most visited one that is not lost."""
    return max(
        child_range(tree, 0),
        key=lambda child: (
            bounds_for(tree, child, sign)[0] == 1,
            bounds_for(tree, child, sign)[1] != -1,
            tree.visits[child],
            sign * tree.total[child],
        ),
    )


def _win_share(tree: Tree, child: int, sign: int) -> float:
    """Return the value of a child for the searching seat, from 0 (loss) to 1 (win)."""
    low, high = bounds_for(tree, child, sign)
    value = sign * tree.total[child] / max(1, tree.visits[child])
    return float(1 + min(max(value, low), high)) / 2


def _find_node(search: SavedSearch, position: KernelPosition) -> int:
    """Find a position in the last tree, one or two plies below its root; return 0 if absent.

    The game before it has to be the same, too, because proofs of repetitions depend on it until a
    capture.
    """
    (_, root, earlier), tree = search.position, search.tree
    chosen = root.copy()
    play(chosen, tree.code[search.chosen_child])
    history = np.append(earlier, key(root))
    for before, node, keys in (
        (chosen, search.chosen_child, np.append(history, key(chosen))),
        (root, 0, history),
    ):
        for child in child_range(tree, node):
            after = before.copy()
            play(after, tree.code[child])
            if key(after) == key(position.array):
                has_capture = not np.array_equal(after[PIECE_RANGE], root[PIECE_RANGE])
                is_same_game = has_capture or np.array_equal(keys, position.earlier_keys)
                return int(child) if is_same_game else 0
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
