"""The tree of a record under any sequence of edits: it stays one, and its text says all of it."""

import copy
import gc
from random import Random

import pytest
from helpers import pickle_copy, record_game

import polygames as pg
from polygames.core.errors import MoveError, OptionError, RecordError
from polygames.records.node import MOVE_GLYPHS, branch_start, contains_node, iter_nodes
from polygames.records.position_marks import MAX_MARK_NUMBER
from polygames.scene.user_marks import (
    MARK_COLORS,
    MARK_POINT_COUNTS,
    DrawnMark,
    place_text,
    shapes_by_target,
)

EDITS = (
    *("push", "push", "push", "aside", "pop", "redo", "go", "comment", "glyph", "promote"),
    *("delete", "back", "marks", "chapter"),
)


def nodes_of(record):
    return [record.root, *(node for node, _ in iter_nodes(record.root))]


def random_marks(node, rng):
    """Draw anything on a node, at names and at points."""
    names = [
        name
        for name in shapes_by_target(pg.game(node.state.game).scene(node.state))
        if " " not in name
    ]

    def place():
        if names and rng.random() < 0.6:
            return rng.choice(names)
        return (round(rng.uniform(-9, 20), rng.randint(0, 4)), round(rng.uniform(-9, 20), 2))

    found = []
    for _ in range(rng.randint(1, 4)):
        kind = rng.choice(list(MARK_POINT_COUNTS))
        places = tuple(place() for _ in range(MARK_POINT_COUNTS[kind]))
        if len(set(map(place_text, places))) == len(places):
            number = rng.randint(0, MAX_MARK_NUMBER) if kind == "number" else None
            found.append(DrawnMark(kind, places, rng.choice(list(MARK_COLORS)), number))
    return found


def edit(record, deleted, rng):  # noqa: C901 - one case for each thing to do
    """Do one thing to a record, as far as it can be done."""
    nodes = nodes_of(record)
    node = rng.choice(nodes)
    match what := rng.choice(EDITS):
        case "push" | "aside" if record.state.outcome is None:
            record.push(record.state.legal_moves.sample(rng), aside=what == "aside")
        case "pop" if record.moves:
            record.pop()
        case "redo" if record.branches:
            record.redo(rng.randrange(len(record.branches)))
        case "go":
            record.node = node
        case "comment":
            record.annotate(node, comment=rng.choice(["", "~ ; #", "no. 7;\n back\\slash !?"]))
        case "glyph" if node is not record.root:
            record.annotate(node, glyph=rng.choice(["", *MOVE_GLYPHS]))
        case "marks":
            record.annotate(node, marks=random_marks(node, rng))
        case "chapter" if node is not record.root:
            heading = rng.choice(["", "Opening", "# 2. end ~ \\n", "1. A-C"])
            record.annotate(node, chapter=heading)
        case "promote" if branch_start(node):
            record.promote(node)
        case "delete" if node is not record.root:
            deleted.append((node, node.parent.children.index(node)))
            record.delete(node)
        case "back" if deleted:
            node, place = deleted.pop()
            if contains_node(record.root, node.parent) and not any(
                each.move == node.move for each in node.parent.children
            ):
                record.restore(node, place)


def shape(record):
    """Return everything that a record says, node by node, and where it stands."""
    nodes = nodes_of(record)
    said = [(n.number, str(n.move), n.comment, n.glyph, n.marks, n.chapter, n.state) for n in nodes]
    depths = [depth for _, depth in iter_nodes(record.root)]
    return said, depths, nodes.index(record.node), record.players, record.seed, record.options


@pytest.mark.parametrize(
    "count",
    [
        100,
        pytest.param(1_000, marks=pytest.mark.slow),
        pytest.param(10_000, marks=[pytest.mark.slow, pytest.mark.long]),
    ],
)
def test_any_edits_leave_a_valid_tree_whose_text_and_copies_say_the_same(count):
    for number in range(count):
        rng, deleted = Random(f"{count} {number}"), []
        start = pg.new(pg.games()[number % len(pg.games())])
        record = pg.Record(start, players=["a; b"], seed=number)
        for _ in range(rng.randrange(40)):
            edit(record, deleted, rng)
        nodes = nodes_of(record)
        assert contains_node(record.root, record.node)
        for node in nodes[1:]:
            assert node.parent.children.count(node) == 1
            assert node.number == node.parent.number + 1
            assert node.parent.state.play(node.move) == node.state
        for node in nodes:
            moves = [child.move for child in node.children]
            assert len(set(moves)) == len(moves)
        text = record.to_text()
        for twin in (pg.Record.from_text(text), copy.deepcopy(record), pickle_copy(record)):
            assert shape(twin) == shape(record)
            assert twin.to_text() == text


@pytest.fixture
def record():
    """Return a record with a branch: A-C, then C-E, or C-F aside."""
    record = record_game("polygon", "A-C", "C-E", n=8)
    record.pop()
    record.push("C-F", aside=True)
    return record


def test_what_is_played_aside_leaves_the_main_line_as_it_is(record):
    assert [str(node.move) for node in record.root.line] == ["A-C", "C-E"]
    assert record.to_text().splitlines()[-3:] == ["1. A-C", "2. C-E", "  2. C-F"]
    record.pop()
    record.push("C-E", aside=True)
    assert [str(move) for move in record.moves] == ["A-C", "C-E"]


def test_a_promoted_branch_is_the_main_line_until_the_other_is_promoted(record):
    record.promote()
    assert [str(node.move) for node in record.root.line] == ["A-C", "C-F"]
    with pytest.raises(RecordError, match="this is the main line"):
        record.promote()
    record.promote(record.root.children[0].children[1])
    assert [str(node.move) for node in record.root.line] == ["A-C", "C-E"]


def test_deleting_what_leads_here_goes_back_to_where_it_began(record):
    gone = record.root.children[0]
    record.delete(gone)
    assert record.node is record.root
    assert record.root.children == []
    with pytest.raises(RecordError, match="not in the record"):
        record.promote(gone)
    record.restore(gone, 0)
    assert len(nodes_of(record)) == 4
    with pytest.raises(RecordError, match="already"):
        record.restore(gone, 0)


def test_a_sign_is_one_of_six_and_none_is_for_the_start(record):
    with pytest.raises(OptionError, match="sign of a move"):
        record.glyph = "!!!"
    record.node = record.root
    with pytest.raises(RecordError, match="the start of a record has no sign"):
        record.glyph = "!"
    with pytest.raises(RecordError, match="cannot be deleted"):
        record.delete()


LINE = "draw 0,5 - 10,5"


class Watcher:
    def __init__(self, record):
        self.record, self.seen = record, []
        record.watch(self.look)

    def look(self):
        self.seen.append(len(self.record.moves))


def test_every_change_of_place_tree_and_words_is_told_once_it_is_made():
    record = record_game("split")
    watcher = Watcher(record)
    record.push(LINE)
    record.push("color red")
    record.pop()
    record.redo()
    record.goto(0)
    record.comment = "a note"
    assert watcher.seen == [1, 2, 1, 2, 0, 0]
    record.push("draw 5,0 - 5,10", aside=True)
    record.glyph = "!"
    record.promote()
    record.delete()
    assert watcher.seen[6:] == [1, 1, 1, 0]


def test_what_is_refused_is_not_told():
    record = record_game("split")
    watcher = Watcher(record)
    with pytest.raises(MoveError):
        record.push("fill 9")
    with pytest.raises(RecordError):
        record.pop()
    assert watcher.seen == []


def test_who_no_longer_watches_or_is_gone_is_not_told():
    record = record_game("split")
    one, other = Watcher(record), Watcher(record)
    record.unwatch(one.look)
    record.push(LINE)
    assert (one.seen, other.seen) == ([], [1])
    del other
    gc.collect()
    record.pop()
    one.record.unwatch(one.look)  # no error
    assert not record.is_watched


@pytest.mark.parametrize("twin_of", [copy.deepcopy, pickle_copy])
def test_a_copy_is_a_record_of_its_own(twin_of):
    record = record_game("split")
    watcher = Watcher(record)
    twin = twin_of(record)
    twin.push(LINE)
    assert watcher.seen == []
    assert len(twin.moves) == 1
