"""Who watches a record is told of every change, and of nothing else."""

import copy
import gc
import pickle

import pytest
from helpers import split

import polygames as pg
from polygames.core.errors import MoveError, RecordError

LINE = "draw 0,5 - 10,5"


class Watcher:
    def __init__(self, record):
        self.record, self.seen = record, []
        record.watch(self.look)

    def look(self):
        self.seen.append(len(self.record.moves))


@pytest.fixture
def record():
    return pg.Record(split())


def test_every_change_of_place_is_told_once_it_is_made(record):
    watcher = Watcher(record)
    record.push(LINE)
    record.push("color red")
    record.pop()
    record.redo()
    record.goto(0)
    record.comment = "a note"
    assert watcher.seen == [1, 2, 1, 2, 0, 0]


def test_what_is_refused_is_not_told(record):
    watcher = Watcher(record)
    with pytest.raises(MoveError):
        record.push("fill 9")
    with pytest.raises(RecordError):
        record.pop()
    assert watcher.seen == []


def test_who_no_longer_watches_or_is_gone_is_not_told(record):
    one, other = Watcher(record), Watcher(record)
    record.unwatch(one.look)
    record.push(LINE)
    assert (one.seen, other.seen) == ([], [1])
    del other
    gc.collect()
    record.pop()
    one.record.unwatch(one.look)  # no error
    assert not record.is_watched


def pickled(record):
    return pickle.loads(pickle.dumps(record))  # noqa: S301 - just written here


@pytest.mark.parametrize("twin_of", [copy.deepcopy, pickled])
def test_a_copy_is_a_record_of_its_own(record, twin_of):
    watcher = Watcher(record)
    twin = twin_of(record)
    twin.push(LINE)
    assert watcher.seen == []
    assert len(twin.moves) == 1
