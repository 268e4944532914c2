"""Files are written whole (the failures are tested with records), rows become tables."""

import sys

import pytest

from polygames.core.files import write_whole
from polygames.core.progress import progress
from polygames.core.table import table


def test_text_is_written_as_it_is(tmp_path):
    path = write_whole(tmp_path / "text", "Grüße\nzwei\r\n")
    assert path.read_bytes() == "Grüße\nzwei\r\n".encode()


def test_a_folder_in_the_place_of_the_file_is_left_alone(tmp_path):
    (tmp_path / "text").mkdir()
    with pytest.raises(OSError, match="text"):
        write_whole(tmp_path / "text", "new")
    assert [path.name for path in tmp_path.iterdir()] == ["text"]


def test_a_missing_folder_is_an_error_not_made(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "none" / "text", "new")
    assert list(tmp_path.iterdir()) == []


def test_rows_are_a_data_frame_where_pandas_is():
    pandas = pytest.importorskip("pandas")
    frame = table([{"a": 1, "b": 2}, {"a": 3, "b": 4}])
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["b"]) == [2, 4]


def test_a_data_frame_without_rows_has_its_columns():
    pytest.importorskip("pandas")
    assert list(table([], ["a", "b"])) == ["a", "b"]
    assert list(table([{"a": 1, "b": 2}], ["a", "b"])["b"]) == [2]


def test_rows_stay_rows_where_pandas_is_not(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert table([{"a": 1}]) == [{"a": 1}]


def test_progress_passes_everything_on_in_order(capsys):
    assert list(progress(range(5), "counting")) == [0, 1, 2, 3, 4]
    assert list(progress(iter(range(5)), "counting", total=5)) == [0, 1, 2, 3, 4]
    assert capsys.readouterr().err == ""  # nothing is shown before two seconds
