"""Pipes, devices, loops of links, folders and huge files, wherever a person names a path."""

import os

import pytest
from helpers import record_game

import polygames as pg
from polygames.classroom.room import Room
from polygames.games.polygon.proofs.proof import Proof
from polygames.records.append_log import LineFile
from polygames.search.puzzles.progress import Progress
from polygames.study.deck import Deck

HUGE = 3 * 2**30


def odd_file(kind, path):
    """Make what is no plain file at a path, and return the path to open."""
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "loop":
            path.symlink_to(path.name)
        case "folder":
            path.mkdir()
        case "huge":
            with path.open("wb") as file:
                file.truncate(HUGE)  # a hole: it takes no room on the disk
        case "inside a file":
            path.write_text("x")
            return path / "game"
        case "long name":
            return path.with_name("x" * 300 + path.suffix)
    return path


KINDS = ("pipe", "device", "loop", "folder", "huge", "inside a file", "long name")


def only_rows(path):
    """Read a collection, whose rows say what is wrong: raise the first such error."""
    games = pg.collection(path)
    raise pg.RecordError(games[0].error if len(games) else "no game")


READERS = {
    "load": (pg.load, ".txt"),
    "a position": (lambda path: pg.perft(path, 1), ".txt"),
    "a collection": (only_rows, ".txt"),
    "a collection of results": (only_rows, ".jsonl"),
    "progress": (Progress, ".json"),
    "a deck": (Deck, ".json"),
    "a proof": (Proof.load, ".proof"),
    "lines": (lambda path: LineFile(path).read() or missing(path), ".jsonl"),
    "a class": (lambda path: Room(None, path), ""),
    "results": (
        lambda path: pg.match("polygon", "random", "random", games=2, file=path, progress=False),
        ".jsonl",
    ),
}
WRITERS = {
    "save": (lambda path: record_game("polygon", "A-C").save(path), ".txt"),
    "save_html": (lambda path: record_game("polygon", "A-C").save_html(path), ".html"),
    "save_picture": (lambda path: record_game("polygon", "A-C").save_picture(path), ".svg"),
}


def missing(path):
    """There was no file to read, which is no fault of what reads lines."""
    raise pg.RecordError(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("reader", READERS)
def test_what_is_no_file_to_read_is_refused_at_once_by_an_own_error(reader, kind, tmp_path):
    read, suffix = READERS[reader]
    with pytest.raises(pg.PolygamesError):
        read(odd_file(kind, tmp_path / f"odd{suffix}"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
@pytest.mark.parametrize(
    ("writer", "kind"),
    [
        (writer, kind)
        for writer in WRITERS
        for kind in KINDS
        if kind != "huge"  # it can be written to
    ],
)
def test_what_is_no_file_to_write_is_refused_at_once_by_an_own_error(writer, kind, tmp_path):
    write, suffix = WRITERS[writer]
    path = odd_file(kind, tmp_path / f"odd{suffix}")
    with pytest.raises(pg.PolygamesError):
        write(path)
    assert os.path.lexists(path) == (kind not in {"inside a file", "long name"})


@pytest.mark.parametrize("kind", ["pipe", "device", "loop", "folder", "huge"])
def test_a_file_of_an_agent_that_cannot_be_read_says_so_when_it_is_to_play(kind, tmp_path):
    odd_file(kind, tmp_path / "odd.py")
    (tmp_path / "good.py").write_text("def choose(state, rng): ...")
    sources = {agent.name: agent.source for agent in pg.load_agents(tmp_path)}
    assert "cannot be read" in sources["odd"]


def test_an_error_of_the_system_stays_one_and_is_one_of_polygames(tmp_path):
    for fails in (
        lambda: pg.load(tmp_path / "missing"),
        lambda: record_game("polygon").save(tmp_path / "no" / "game.txt"),
    ):
        with pytest.raises(FileNotFoundError) as caught:
            fails()
        assert isinstance(caught.value, pg.RecordError)
