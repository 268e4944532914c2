"""Files are written whole (the failures are tested with records), rows become tables."""

import errno
import os
import signal
import stat
import subprocess
import sys
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from helpers import record_game

import polygames as pg
from polygames.core.errors import OptionError
from polygames.records.append_log import LineFile
from polygames.records.atomic_files import (
    Lock,
    replace_known_text,
    resolve_path,
    write_atomically,
    write_new,
)
from polygames.widgets.autosave import Autosave


def test_text_is_written_as_it_is(tmp_path):
    path = write_atomically(tmp_path / "text", "Grüße\nzwei\r\n")
    assert path.read_bytes() == "Grüße\nzwei\r\n".encode()


def test_a_folder_in_the_place_of_the_file_is_left_alone(tmp_path):
    (tmp_path / "text").mkdir()
    with pytest.raises(OSError, match="text"):
        write_atomically(tmp_path / "text", "new")
    assert [path.name for path in tmp_path.iterdir()] == ["text"]


@pytest.mark.parametrize(
    "write",
    [
        lambda path: pg.Record(pg.new("polygon")).save(path),
        lambda path: pg.Record(pg.new("polygon")).save_html(path),
        lambda path: pg.match("polygon", "random", "random", games=2, file=path, progress=False),
        lambda path: write_new(path, "text"),
    ],
    ids=["save", "save_html", "file=", "write_new"],
)
def test_an_error_about_a_missing_folder_names_the_file_that_was_asked_for(write, tmp_path):
    path = tmp_path / "missing" / "game.txt"
    with pytest.raises(FileNotFoundError, match="its folder does not exist") as refused:
        write(path)
    assert refused.value.filename == str(path)


def test_a_missing_folder_is_an_error_not_made(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "none" / "text", "new")
    assert list(tmp_path.iterdir()) == []


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_a_file_that_is_replaced_keeps_its_permissions(tmp_path, mode):
    path = tmp_path / "text"
    path.write_text("old")
    path.chmod(mode)
    write_atomically(path, "new")
    assert (path.read_text(), mode_of(path)) == ("new", mode)
    replace_known_text(path, "newer", "new")
    assert (path.read_text(), mode_of(path)) == ("newer", mode)


def test_the_draft_of_a_private_file_is_private_from_the_beginning(tmp_path, monkeypatch):
    path = tmp_path / "text"
    path.write_text("old")
    path.chmod(0o600)
    seen = []
    monkeypatch.setattr(os, "fsync", lambda file: seen.append(os.fstat(file).st_mode))
    write_atomically(path, "new")
    assert [stat.S_IMODE(mode) for mode in seen if stat.S_ISREG(mode)] == [0o600]
    assert [stat.S_ISDIR(mode) for mode in seen] == [False, True]  # and its name is on the disk


def test_a_new_file_is_as_readable_as_any_other(tmp_path):
    (tmp_path / "plain").write_text("")
    write_new(tmp_path / "new", "text")
    assert mode_of(tmp_path / "new") == mode_of(tmp_path / "plain")


def test_a_file_that_may_not_be_written_to_is_not_replaced(tmp_path, monkeypatch):
    path = tmp_path / "text"
    path.write_text("old")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may always
    with pytest.raises(PermissionError, match="text"):
        write_atomically(path, "new")
    assert (path.read_text(), names_in(tmp_path)) == ("old", ["text"])


def test_a_link_that_the_caller_names_stays_and_what_it_leads_to_is_replaced(tmp_path):
    (tmp_path / "deep").mkdir()
    file, link = tmp_path / "deep" / "file", tmp_path / "link"
    file.write_text("old")
    link.symlink_to(file)
    assert write_atomically(link, "new") == link
    assert link.is_symlink()
    assert file.read_text() == "new"
    assert names_in(tmp_path / "deep") == ["file"]


def test_what_is_no_plain_file_is_never_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a plain file"):
        write_atomically(tmp_path / "pipe", "new")
    assert names_in(tmp_path) == ["pipe"]


@pytest.mark.parametrize("links", [True, False])
def test_a_new_file_takes_no_name_that_is_taken(tmp_path, monkeypatch, links):
    if not links:
        monkeypatch.setattr(os, "link", no_links)
    path = write_new(tmp_path / "text", "one")
    dangling = tmp_path / "dangling"
    dangling.symlink_to(tmp_path / "nowhere")
    for taken in (path, dangling, tmp_path):
        with pytest.raises(FileExistsError):
            write_new(taken, "two")
    assert path.read_text() == "one"
    assert names_in(tmp_path) == ["dangling", "text"]


def no_links(*_):
    raise PermissionError(errno.EPERM, "no links here")


def test_a_file_is_written_over_only_while_it_holds_what_is_known(tmp_path):
    path = write_new(tmp_path / "text", "one\n")
    replace_known_text(path, "two\n", "one\n")
    with pytest.raises(FileExistsError, match="another program has changed the file"):
        replace_known_text(path, "three\n", "one\n")
    assert (path.read_text(), names_in(tmp_path)) == ("two\n", ["text"])
    path.unlink()
    with pytest.raises(FileNotFoundError):
        replace_known_text(path, "three\n", "two\n")
    assert names_in(tmp_path) == []


def test_a_link_is_not_written_over_even_if_its_file_holds_what_is_known(tmp_path):
    (tmp_path / "file").write_text("one")
    (tmp_path / "link").symlink_to("file")
    with pytest.raises(FileExistsError):
        replace_known_text(tmp_path / "link", "two", "one")
    assert (tmp_path / "file").read_text() == "one"


@pytest.mark.parametrize(
    ("write", "where", "said"),
    [
        (write_atomically, "os.fsync", "the disk is full: this is not saved"),
        (write_new, "os.fsync", "the disk is full: this is not saved"),
        (write_atomically, "os.open", "the disk is full: this is not saved"),
        (write_atomically, "pathlib.Path.replace", "No space left"),
        *((write_atomically, size, "the disk is full") for size in (0, 2)),
        (write_new, 2, "the disk is full"),
    ],
)
def test_a_full_disk_leaves_nothing_half_written(tmp_path, write, where, said):
    if write is write_atomically:
        (tmp_path / "text").write_text("old")
    before = [(path, path.read_text()) for path in tmp_path.iterdir()]
    fault = short_files(where) if isinstance(where, int) else patch(where, full_disk)
    with fault, pytest.raises(OSError, match=said):
        write(tmp_path / "text", "new")
    assert [(path, path.read_text()) for path in tmp_path.iterdir()] == before
    write(tmp_path / "text", "new")
    assert (tmp_path / "text").read_text() == "new"


def full_disk(*_, **_more):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@contextmanager
def short_files(size):
    """Let no file become longer than so many bytes, as the system does it."""
    resource = pytest.importorskip("resource", reason="a limit of the system")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


KILLED = """
import builtins, io, os, signal, sys
from pathlib import Path
from polygames.records import atomic_files as files
path, step, left = Path(sys.argv[1]), sys.argv[3], int(sys.argv[4])
def last(real):
    def once(*args, **more):
        global left
        left -= 1
        done = real(*args, **more)
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return done
    return once
for module in (builtins, io, os):
    if hasattr(module, step):
        setattr(module, step, last(getattr(module, step)))
getattr(files, sys.argv[2])(path, "new", *sys.argv[5:])
print("told", flush=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a signal that Windows does not have")
@pytest.mark.parametrize("step", ["open", "fsync", "replace", "link", "unlink"])
@pytest.mark.parametrize(
    ("write", "old"),
    [("write_atomically", "old"), ("replace_known_text", "old"), ("write_new", None)],
)
def test_a_program_that_is_killed_anywhere_leaves_the_old_text_or_the_new(
    tmp_path, write, old, step
):
    path, known = tmp_path / "text", ["old"] if write == "replace_known_text" else []
    for left in range(1, 9):
        path.unlink(missing_ok=True)
        if old:
            path.write_text(old)
        command = [sys.executable, "-c", KILLED, path, write, step, str(left), *known]
        done = subprocess.run(command, capture_output=True, check=False)
        found = path.read_text() if path.exists() else None
        assert found in ({"new"} if done.stdout else {old, "new"})
        if done.returncode != -signal.SIGKILL:
            assert done.stdout, done.stderr
            return
    pytest.fail("it was killed each time")


def test_of_two_who_save_one_file_at_once_one_waits(tmp_path, monkeypatch):
    path = write_new(tmp_path / "text", "one")
    monkeypatch.setattr("polygames.records.atomic_files.LOCK_TIMEOUT_SECONDS", 0.0)
    with Lock(path), pytest.raises(pg.RecordError, match="in use by process"):
        replace_known_text(path, "two", "one")
    assert names_in(tmp_path) == ["text"]
    assert replace_known_text(path, "two", "one").read_text() == "two"


def test_what_a_killed_save_has_left_is_cleared(tmp_path):
    kept = [".text.notdraft", ".other.0123abcd", ".text.0123abce"]
    for name in (*kept, ".text.0123abcd"):
        (tmp_path / name).write_text("")
    for name in (*kept[:2], ".text.0123abcd"):
        os.utime(tmp_path / name, (0, 0))
    write_atomically(tmp_path / "text", "new")
    assert names_in(tmp_path) == sorted([*kept, "text"])  # one that is new may be in use


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path):
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    record = record_game("polygon", "A-C")
    with pytest.raises(OSError, match="not a plain file"):
        pg.load(pipe)
    keeper = Autosave(record, pipe)
    keeper.save()
    assert keeper.file.name == "pipe-2.txt"
    for call in (lambda: replace_known_text(pipe, "a", "b"), lambda: LineFile(pipe).append(b"a")):
        with pytest.raises(OSError, match="not a plain file"):
            call()


def test_a_tilde_is_the_home_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert write_atomically("~/text", "here") == tmp_path / "text"
    assert (tmp_path / "text").read_text() == "here"


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (5, "a path must be the name of a file or folder, as a text or a pathlib.Path, not 5"),
        (None, "not None"),
        (b"text", "not b'text'"),
        ("", "not ''"),
        ("a\0b", "not 'a"),
        ("\ud800", "not "),
        ("~nobody-of-this-name/text", "name of a user, not '~nobody"),
    ],
)
def test_what_is_no_path_is_an_option_error(path, words):
    with pytest.raises(OptionError, match=words):
        resolve_path(path)


def test_a_new_file_is_written_where_python_knows_no_links(tmp_path, monkeypatch):
    monkeypatch.delattr("os.link")  # as in the browser
    assert write_new(tmp_path / "game.txt", "text").read_text() == "text"
    assert [file.name for file in tmp_path.iterdir()] == ["game.txt"]
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "game.txt", "other")
