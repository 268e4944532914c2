"""Every verb takes whatever names a position, and refuses all else by an error of our own."""

from operator import attrgetter
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers import record_game

import polygames as pg
from polygames.search import deepen, playouts

QUIET = {"progress": False}


def match(what, **more):
    return pg.match(what, "random", 1, games=2, **QUIET, **more)


VERBS = {
    "analyse": lambda what, **more: pg.analyse(what, seconds=0.01, **more).state,
    "deepen": lambda what, **more: next(deepen(what, **more)).state,
    "solve": lambda what, **more: pg.solve(what, seconds=5, **more),
    "perft": lambda what, **more: pg.perft(what, 2, **more),
    "playouts": lambda what, **more: playouts(what, games=3, **more),
    "svg": pg.svg,
    "match": match,
    "tournament": lambda what, **more: pg.tournament(what, ["random", 1], games=2, **QUIET, **more),
    "measure": lambda what, **more: pg.measure(what, games=2, **QUIET, **more),
    "batch": lambda what, **more: pg.batch(what, 2, **more).masks.tolist(),
    "play": lambda what, **more: closed(pg.play(what, autosave=None, **more)),
    "classroom": lambda what, **more: taught(pg.classroom(what, folder=None, **CLASS, **more)),
}
CLASS = {"open_door": False, "seed": 1}


def closed(board):
    board.close()
    return board.record.state


def taught(class_):
    return class_.room.ledger.setting.start.state


@pytest.fixture
def record(tmp_path):
    found = record_game("polygon", "A-C", n=5)
    (tmp_path / "position.txt").write_text(found.state.to_text())
    (tmp_path / "position.json").write_text(found.state.to_json())
    found.save(tmp_path / "record.txt")
    return found


KINDS = {
    "a state": lambda record, _: record.state,
    "a record": lambda record, _: record,
    "a file of a record": lambda _, folder: str(folder / "record.txt"),
    "a path": lambda _, folder: folder / "record.txt",
    "a file of a position": lambda _, folder: folder / "position.txt",
    "a file in JSON": lambda _, folder: folder / "position.json",
    "the text of a position": lambda record, _: record.state.to_text(),
    "the text in JSON": lambda record, _: record.state.to_json(),
    "the text of a record": lambda record, _: record.to_text(),
    "what stands at a position": lambda record, _: SimpleNamespace(state=record.state),
    "a game of a collection": lambda record, _: pg.collection(record)[0],
}


def plain(found):
    """Return what tells results apart, without times."""
    return getattr(found, "to_text", lambda: str(found))()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_begins_where_each_kind_of_argument_says(verb, kind, record, tmp_path):
    found = VERBS[verb](KINDS[kind](record, tmp_path))
    assert (
        plain(found).partition("<title>")[0]
        == plain(VERBS[verb](record.state)).partition("<title>")[0]
    )


@pytest.mark.parametrize("verb", ["play", "classroom"])
def test_what_makes_a_start_takes_the_options_of_the_game(verb):
    assert plain(VERBS[verb]("polygon", n=5)) == plain(VERBS[verb](pg.new("polygon", n=5)))


@pytest.mark.parametrize(
    ("what", "error", "said"),
    [
        ("chess", pg.OptionError, "unknown game 'chess': choose from polygon, .*, or name a file"),
        ("", pg.OptionError, "unknown game ''"),
        (Path("chess.txt"), pg.RecordError, "^no such file: 'chess.txt'$"),
        (Path("chess"), pg.RecordError, "^no such file: 'chess'$"),
        ("games/chess.txt", pg.RecordError, "^no such file: 'games/chess.txt'$"),
        ("splitt", pg.OptionError, "unknown game 'splitt': did you mean 'split'"),
        (
            3,
            pg.OptionError,
            "must be the name of a game, a state, a record, or a file of .*, not 3",
        ),
        (["polygon"], pg.OptionError, "must be the name of a game"),
        (pg.Record, pg.OptionError, "must be the name of a game"),
        (".", pg.RecordError, "^[.]: "),
        ("polygon\nn 2", pg.PositionError, "n of polygon"),
        ("polygames record 1\n", pg.RecordError, "expected a line 'game"),
        ('{"position":\n3}', pg.PositionError, "must be a list of lines"),
        ('{"position": 3}', pg.PositionError, "must be a list of lines"),
    ],
    ids=str,
)
@pytest.mark.parametrize("verb", VERBS)
def test_what_names_no_position_is_refused_by_our_own_error(verb, what, error, said):
    with pytest.raises(error, match=said):
        VERBS[verb](what)


@pytest.mark.parametrize("verb", ["play", "classroom"])
def test_a_position_has_its_own_options(verb, record):
    with pytest.raises(pg.OptionError, match="options need the name of a game, not a position"):
        VERBS[verb](record, n=6)


def test_a_review_takes_records_and_their_files_and_says_so(record, tmp_path):
    found = pg.review(record, **QUIET)
    assert pg.review(tmp_path / "record.txt", **QUIET) == found
    for what in ("polygon", record.state):
        with pytest.raises(pg.OptionError, match="needs the moves of a game: a record, or a file"):
            pg.review(what)


def test_a_board_keeps_the_seed_of_the_position_that_it_is_given():
    start = pg.new("territory", size=4, seed=5)
    board = pg.play(start, seed=1, autosave=None)
    board.close()
    assert board.record.start.board == start.board


def test_a_match_begins_at_a_position_and_its_file_tells_it_from_others(record, tmp_path):
    file = tmp_path / "results.jsonl"
    start = match(record, file=file)
    assert start == match(record.state) != match(pg.new("polygon", n=5))
    assert match(pg.new("polygon", n=5), file=file) == match(pg.new("polygon", n=5))
    assert len(file.read_text().splitlines()) == 2
    assert match(record, file=file) == start
    assert len(file.read_text().splitlines()) == 2
    with pytest.raises(pg.OptionError, match="a match cannot start from a finished game"):
        match(pg.new("polygon", n=3))


def test_a_level_is_a_number_or_its_name():
    info = pg.game("polygon")
    made = [attrgetter("__dict__")(info.agent(name)) for name in (2, "level 2")]
    assert {*made[0]} == {*made[1]}
    assert pg.match("polygon", 2, 1, games=0).names == ("level 2", "level 1")
    boards = [
        pg.play("polygon", autosave=None, **how)
        for how in ({"level": 2}, {"level": "level 2"}, {"seats": ("human", 2)})
    ]
    assert {tuple(board.record.players.values()) for board in boards} == {("human", "level 2")}
    for board in boards:
        board.close()
    with pytest.raises(pg.OptionError, match="level must be a whole number from 1 to 5, not 6"):
        pg.play("polygon", level=6, autosave=None)


def test_a_state_plays_the_text_of_a_move(record):
    start = record.start
    assert start.play("A-C") == start.play(start.parse("A-C")) == record.state
    for text, said in (("hello", "expected 'A-C'"), ("A-B", "illegal move 'A-B'")):
        with pytest.raises(pg.IllegalMoveError, match=said):
            start.play(text)


@pytest.mark.parametrize("what", ["polygon", 3, None, pg.Record])
def test_a_record_begins_at_a_state_and_says_how_to_read_a_file(what):
    with pytest.raises(pg.OptionError, match=r"begin at a state.*read a file with polygames\.load"):
        pg.Record(what)
