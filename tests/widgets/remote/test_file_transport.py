import threading

import pytest

import polygames as pg
from polygames.core.errors import IllegalMoveError, RecordError
from polygames.records.atomic_files import Lock
from polygames.widgets.remote.file_transport import FileTransport


def opened(path, game="polygon", seed=3, **options):
    return FileTransport(path, pg.Record(pg.new(game, **options)), seed)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "g"


@pytest.fixture
def both(path):
    """Two who have one file."""
    return opened(path), opened(path)


def test_a_move_is_in_the_file_before_the_other_one_hears_of_it(path, both):
    one, other = both
    heard = []
    other.open(heard.append, heard.append)
    one.send_move(0, "A-C")
    assert "A-C" in path.read_text()
    assert other.read_new()
    assert [each.moves for each in heard] == [("A-C",)]
    assert not other.read_new()


def test_of_two_who_move_at_once_one_counts_and_the_other_is_told(path, both, monkeypatch):
    one, other = both
    monkeypatch.setattr(one, "read_new", lambda: False, raising=True)  # it has not seen it yet
    other.send_move(0, "A-D")
    monkeypatch.undo()
    with pytest.raises(IllegalMoveError, match="moved first"):
        one._write_entry(do="move", text="A-C")
    assert one.shared_game.moves == other.shared_game.moves == ("A-D",)
    assert opened(path).shared_game.moves == ("A-D",)


def test_writers_in_many_threads_make_one_game(path):
    starts = [opened(path, "territory", size=5, seed=1) for _ in range(4)]

    def play(file):
        while file.game.outcome is None:
            try:
                file.send_move(len(file.game.moves), str(next(iter(file.game.state.legal_moves))))
            except IllegalMoveError:
                file.read_new()

    threads = [threading.Thread(target=play, args=(each,)) for each in starts]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    for each in starts:
        each.read_new()
    assert len({each.shared_game.moves for each in starts}) == 1
    assert starts[0].game.outcome is not None


@pytest.mark.parametrize(
    "junk",
    [
        "{",
        "[1]\n",
        '{"n":2,"before":"0","do":"move","text":"A-D"}\n',
        '{"n":2,"before":"%s","do":"move","text":"A-B"}\n',  # against the rules
    ],
)
def test_what_does_not_follow_is_passed_over_and_play_goes_on(path, junk):
    one = opened(path)
    with path.open("a") as file:
        file.write(junk.replace("%s", one.line_hash))
    one.read_new()
    assert one.shared_game.moves == ()
    one.send_move(0, "A-C")
    assert opened(path).shared_game.moves == ("A-C",)


def test_a_move_is_taken_back_when_the_other_one_agrees(path, both):
    one, other = both
    with pytest.raises(IllegalMoveError, match="no move of yours"):
        one.request_takeback(0)
    one.send_move(0, "A-C")
    one.request_takeback(0)
    other.read_new()
    other.answer_takeback(is_granted=False)
    one.read_new()
    assert (one.shared_game.takeback_requested_by, one.shared_game.moves) == (None, ("A-C",))
    one.request_takeback(0)
    other.read_new()
    other.answer_takeback(is_granted=True)
    one.read_new()
    assert one.shared_game.moves == other.shared_game.moves == ()
    one.send_move(0, "A-D")
    assert opened(path).shared_game.moves == ("A-D",)


def test_the_dice_are_the_same_for_both_and_rolled_once(path):
    one = opened(path, "splitter", players=2)
    other = opened(path, "splitter", players=2)
    assert one.shared_game.moves == other.shared_game.moves
    assert len(one.shared_game.moves) == 1
    one.send_move(1, str(next(iter(one.game.state.legal_moves))))
    other.read_new()
    other.send_move(2, str(next(iter(other.game.state.legal_moves))))
    one.read_new()
    assert one.shared_game.moves == other.shared_game.moves
    assert [text[:4] for text in one.shared_game.moves].count("roll") == 2


@pytest.mark.parametrize("text", ["a letter\n", "{}\n", '{"n":1,"before":"","do":"start"}\n'])
def test_a_file_of_something_else_is_refused_and_stays(path, text):
    path.write_text(text)
    with pytest.raises(RecordError, match="not a game of two notebooks"):
        opened(path)
    assert path.read_text() == text


def test_a_file_that_shrinks_or_swells_is_refused(path):
    one = opened(path)
    path.write_text("")
    with pytest.raises(RecordError, match="shorter"):
        one.read_new()
    path.write_text("x" * 4_000_001)
    with pytest.raises(RecordError, match=r"it has .* bytes"):
        one.read_new()


def test_only_a_line_feed_parts_lines(path):
    record = pg.Record(pg.new("polygon"))
    record.root.comment = "one \u2028 two \u2029 three \x85 four"
    one = FileTransport(path, record)
    one.send_move(0, "A-C")
    other = opened(path)
    assert other.shared_game == one.shared_game
    assert "one" in other.shared_game.start


def test_a_line_waits_until_the_other_one_has_written(path, monkeypatch):
    one = opened(path)
    monkeypatch.setattr("polygames.records.append_log.LINE_TIMEOUT_SECONDS", 0.0)
    with Lock(path):
        with pytest.raises(RecordError, match="in use by process"):
            one.send_move(0, "A-C")
        assert one.shared_game.moves == ()
    one.send_move(0, "A-C")
    assert one.shared_game.moves == ("A-C",)
