import sys

import pytest
from helpers import WORKED_EXAMPLE, recorded


@pytest.fixture
def record():
    record = recorded("split", *WORKED_EXAMPLE, "area 5", by=("Ann", "greedy"))
    record.comment = "the smaller one"
    return record


def test_columns_are_the_same_for_every_game(record, nim):
    columns = ["ply", "seat", "name", "player", "kind", "move", "score 0", "score 1", "comment"]
    other = recorded(nim.name, "heads", coin=True)
    assert list(record.table()) == list(other.table()) == columns


def test_row_tells_who_did_what_and_what_it_brought(record):
    last = record.table().iloc[-1]
    assert (last["ply"], last["seat"], last["name"]) == (7, 1, "Blue")
    assert (last["player"], last["kind"], last["move"]) == ("greedy", "ChooseArea", "area 5")
    assert (last["score 0"], last["score 1"]) == record.state.scores
    assert last["comment"] == "the smaller one"


def test_a_seat_has_its_color_from_the_ply_after_the_choice(record):
    names = ["Player 1", "Player 2", "Blue", "Red"]
    assert list(record.table()["name"][:4]) == names


def test_chance_has_a_name_and_no_player(nim):
    record = recorded(nim.name, "heads", "2", by=("Ann", "Bob"), coin=True)
    rows = record.table()[["seat", "name", "player"]].to_numpy().tolist()
    assert rows == [[-1, "chance", ""], [0, "A", "Ann"]]


def test_table_ends_where_the_record_stands(record):
    record.pop()
    assert len(record.table()) == 6


def test_numbers_are_numbers(record):
    table = record.table()
    assert table[["ply", "seat"]].dtypes.eq("int64").all()
    assert table[["score 0", "score 1"]].dtypes.eq("float64").all()


def test_without_pandas_the_rows_are_dictionaries(record, monkeypatch):
    rows = record.table().to_dict("records")
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert record.table() == rows
