"""The tree of a game: the moves played, the alternatives, and the current node."""

from __future__ import annotations

from contextlib import nullcontext
from functools import wraps
from numbers import Integral
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar
from weakref import WeakMethod

from polygames.core import options as checks
from polygames.core.errors import RecordError
from polygames.core.options import short_repr
from polygames.core.protocol import Move
from polygames.records.node import Node, branch_start, contains_node
from polygames.runtime.game_lock import GAME_LOCK

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from polygames.core.protocol import Outcome, State

Args = ParamSpec("Args")
Result = TypeVar("Result")
Tree = TypeVar("Tree", bound="GameTree[Any]")


def guard_watched_change(
    method: Callable[Concatenate[Tree, Args], Result],
) -> Callable[Concatenate[Tree, Args], Result]:
    """Wrap a method so that it holds `GAME_LOCK` while it changes a record with listeners."""

    @wraps(method)
    def run(self: Tree, /, *args: Args.args, **kwargs: Args.kwargs) -> Result:
        with GAME_LOCK if self.is_watched else nullcontext():
            return method(self, *args, **kwargs)

    return run


class GameTree(Generic[Move]):
    """The moves of a game as a tree, with a current node.

    Parameters
    ----------
    state
        The first state.
    """

    def __init__(self, state: State[Move]) -> None:
        self._watchers: list[WeakMethod[Callable[[], None]]] = []
        self.root = self._node = Node(state)
        """The root node, with the first state."""

    @property
    def node(self) -> Node:
        """The current node of the record.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon", n=6))
        >>> for move in ("A-C", "C-E", "E-A"):
        ...     record.push(move)
        >>> record.node = record.node.parent.parent
        >>> record.push("C-F")
        >>> [str(child.move) for child in record.node.parent.children]
        ['C-F', 'C-E']
        """
        return self._node

    @node.setter
    @guard_watched_change
    def node(self, node: Node) -> None:
        self._node = node
        self._notify()

    @property
    def game(self) -> str:
        """The name of the game.

        Examples
        --------
        >>> pg.Record(pg.new("polygon")).game
        'polygon'
        """
        return self.root.state.game

    @property
    def options(self) -> dict[str, Any]:
        """The options of the first state.

        Examples
        --------
        >>> pg.Record(pg.new("polygon", n=8)).options["n"]
        8
        """
        return dict(self.root.state.options)

    @property
    def start(self) -> State[Move]:
        """The state before the first move.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.push("A-C")
        >>> record.start.ply, record.state.ply
        (0, 1)
        """
        return self.root.state

    @property
    def state(self) -> State[Move]:
        """The state at the current node.

        Examples
        --------
        >>> pg.Record(pg.new("polygon")).state.turn
        0
        """
        return self._node.state

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game at the end of the main line; None if it has not ended.

        Examples
        --------
        >>> pg.Record(pg.new("polygon")).outcome is None
        True
        >>> print(pg.Record(pg.new("polygon", n=3)).outcome)
        seat 1 wins, 0 - 1 (no segment can be drawn)
        """
        return self.root.end.state.outcome

    @property
    def path(self) -> list[Node]:
        """The nodes from the start to the current node, inclusive.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.push("A-C")
        >>> [node.number for node in record.path]
        [0, 1]
        """
        nodes = [self.node]
        while (parent := nodes[-1].parent) is not None:
            nodes.append(parent)
        return nodes[::-1]

    @property
    def moves(self) -> list[Move]:
        """The moves from the start to the current node.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.moves
        []
        >>> record.push("A-C")
        >>> [str(move) for move in record.moves]
        ['A-C']
        """
        return [node.move for node in self.path[1:]]

    @property
    def states(self) -> list[State[Move]]:
        """The states from the start to the current node, inclusive.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.push("A-C")
        >>> [state.ply for state in record.states]
        [0, 1]
        """
        return [node.state for node in self.path]

    @property
    def branches(self) -> list[Move]:
        """The moves played from the current node, with the main line first.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> for text in ("A-C", "A-D"):
        ...     record.push(text)
        ...     _ = record.pop()
        >>> [str(move) for move in record.branches]
        ['A-D', 'A-C']
        """
        return [child.move for child in self.node.children]

    @guard_watched_change
    def push(self, move: Move | str, *, comment: str = "", aside: bool = False) -> None:
        """Play a move, given as an object or as text, keeping earlier continuations as branches.

        The move becomes the main line. With ``aside`` the main line does not change: a new move
        becomes the last branch.

        Raises
        ------
        InvalidMoveError, IllegalMoveError
            If the move is refused; the record does not change.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.push("A-C")
        >>> record.push("A-C")
        Traceback (most recent call last):
        ...
        polygames.core.errors.IllegalMoveError: illegal move 'A-C': ...
        """
        state = self.state
        move = state.parse(move) if isinstance(move, str) else move
        children = self.node.children
        known = next((child for child in children if child.move == move), None)
        comment = checks.check_text("a comment", comment)  # checked before anything changes
        child = known or self.node.new_child(move, comment)
        if aside and not known:
            children.append(child)
        elif not aside:
            if known:
                children.remove(known)
            children.insert(0, child)
        if known and comment:
            child.comment = comment
        self.node = child

    @guard_watched_change
    def pop(self) -> Move:
        """Undo the last move and return it; `redo` can play it again.

        Raises
        ------
        RecordError
            If the current node is the start.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.push("A-C")
        >>> str(record.pop())
        'A-C'
        >>> record.pop()
        Traceback (most recent call last):
        ...
        polygames.core.errors.RecordError: there is no move to take back: ...
        """
        if self.node.parent is None:
            msg = "there is no move to take back: this is the start of the record"
            raise RecordError(msg)
        move: Move = self.node.move
        self.node = self.node.parent
        return move

    @guard_watched_change
    def redo(self, branch: int = 0) -> Move:
        """Play a recorded next move, by default that of the main line, and return it.

        Raises
        ------
        RecordError
            If there is no such continuation.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.push("A-C")
        >>> record.pop() == record.redo()
        True
        """
        children = self.node.children
        if not _is_index(branch, children):
            msg = f"there is no continuation {short_repr(branch)} here, only {len(children)}"
            raise RecordError(msg)
        self.node = children[branch]
        move: Move = self.node.move
        return move

    @guard_watched_change
    def goto(self, ply: int) -> None:
        """Go to the state after `ply` moves on the line through the current node.

        Raises
        ------
        RecordError
            If the line has fewer moves.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.push("A-C")
        >>> record.goto(0)
        >>> record.state == record.start
        True
        """
        line = [*self.path, *self.node.line]
        if not _is_index(ply, line):
            most = len(line) - 1
            msg = f"the ply must be a whole number from 0 to {most}, not {short_repr(ply)}"
            raise RecordError(msg)
        self.node = line[ply]

    @guard_watched_change
    def promote(self, node: Node | None = None) -> None:
        """Make the branch that contains a node, by default the current node, the main line.

        Raises
        ------
        RecordError
            If the node is on the main line already, or belongs to another record.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> for text in ("A-C", "A-D"):
        ...     record.push(text)
        ...     _ = record.pop()
        >>> record.promote(record.node.children[1])
        >>> [str(move) for move in record.branches]
        ['A-C', 'A-D']
        """
        first = branch_start(self._resolve_node(node))
        if first is None or first.parent is None:
            msg = "there is no branch to promote: this is the main line"
            raise RecordError(msg)
        children = first.parent.children
        children.remove(first)
        children.insert(0, first)
        self._notify()

    @guard_watched_change
    def delete(self, node: Node | None = None) -> None:
        """Delete a node, by default the current node, and all moves that follow it.

        Raises
        ------
        RecordError
            If the node is the start, or belongs to another record.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.push("A-C")
        >>> record.delete()
        >>> record.branches
        []
        """
        node = self._resolve_node(node)
        if node.parent is None:
            msg = "the start of a record cannot be deleted"
            raise RecordError(msg)
        is_inside = node in self.path
        node.parent.children.remove(node)
        if is_inside:
            self._node = node.parent
        self._notify()

    @guard_watched_change
    def restore(self, node: Node, index: int) -> None:
        """Restore a deleted node, as branch number `index` of its parent.

        Raises
        ------
        RecordError
            If its move is there already, or its parent does not belong to this record.

        Examples
        --------
        >>> record = pg.Record(pg.new("polygon"))
        >>> record.push("A-C")
        >>> node = record.node
        >>> record.delete()
        >>> record.restore(node, 0)
        >>> [str(move) for move in record.branches]
        ['A-C']
        """
        if node.parent is None or any(each.move == node.move for each in node.parent.children):
            msg = "this move is in the record already"
            raise RecordError(msg)
        self._resolve_node(node.parent).children.insert(index, node)
        self._notify()

    def _resolve_node(self, node: Node | None) -> Node:
        """Return a node of this record, by default the current one.

        Raise RecordError for others.
        """
        if node is None:
            return self.node
        if not isinstance(node, Node) or not contains_node(self.root, node):
            msg = "this move is not in the record"
            raise RecordError(msg)
        return node

    def watch(self, listener: Callable[[], None]) -> None:
        """Register a method to call after each change to the current node, tree or annotations.

        The record has only a weak reference, so it does not keep the object of the method alive.

        Examples
        --------
        >>> class Bell:
        ...     def ring(self):
        ...         print("ding")
        >>> record, bell = pg.Record(pg.new("polygon")), Bell()
        >>> record.watch(bell.ring)
        >>> record.push("A-C")
        ding
        >>> record.is_watched
        True
        >>> record.unwatch(bell.ring)
        >>> record.push("C-E")
        """
        self.unwatch(listener)
        self._watchers.append(WeakMethod(listener))

    def unwatch(self, listener: Callable[[], None]) -> None:
        """Remove a method registered by `watch`."""
        self._watchers = [each for each in self._watchers if each() not in (None, listener)]

    @property
    def is_watched(self) -> bool:
        """True if a listener is registered.

        Then the record changes only while `GAME_LOCK` is held.
        """
        return bool(self._watchers)

    def _notify(self) -> None:
        for watcher in tuple(self._watchers):
            if (listener := watcher()) is not None:
                listener()

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes to copy or pickle, without the listeners."""
        return {**vars(self), "_watchers": []}


def _is_index(value: object, sequence: Sequence[Any]) -> bool:
    """Return True if a value is an index of a sequence, counted from 0."""
    return isinstance(value, Integral) and int(value) in range(len(sequence))
