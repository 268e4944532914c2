"""Lines that are written before they are told, and never changed."""

import errno
import os
import signal
import subprocess
import sys
import warnings
from contextlib import closing

import pytest

from polygames.core.errors import RecordError
from polygames.records.append_log import LineFile, Log
from polygames.records.atomic_files import Lock

NO_FORK = not hasattr(os, "fork")


def done(path):
    return [entry["do"] for entry in Log(path).entries]


def run(code, *arguments, **more):
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **more
    )


# --- Lines --------------------------------------------------------------------------------------


def test_a_log_is_read_again_as_it_was_written(tmp_path):
    log = Log(tmp_path / "a.jsonl")
    for number in range(5):
        log.add(f"position {number}", do="move", text="ä\nb \u2028 \u2029 \x85 \x1c \r")
    again = Log(tmp_path / "a.jsonl")
    assert again.entries == log.entries
    assert [again.line_hash("x", n) for n in range(1, 7)] == [
        log.line_hash("x", n) for n in range(1, 7)
    ]


def test_a_line_that_was_not_written_to_its_end_is_cut_off_and_written_again(tmp_path):
    path = tmp_path / "a.jsonl"
    log = Log(path)
    log.add("", do="first")
    start = path.stat().st_size
    log.add("", do="second", text="long enough to be cut anywhere at all")
    whole = path.read_bytes()
    for end in range(start + 1, len(whole)):
        path.write_bytes(whole[:end])
        with pytest.warns(UserWarning, match=rf"last {end - start} bytes are an incomplete line"):
            again = Log(path)
        assert [entry["do"] for entry in again.entries] == ["first"]
        again.add("", do="third")
        assert done(path) == ["first", "third"]
        path.write_bytes(whole[:end])
        lines = LineFile(path)
        lines.append(b"third")  # whoever knows nothing of a torn line cuts it off, too
        assert path.read_bytes() == whole[:start] + b"third\n"


@pytest.mark.parametrize("text", ["no json\n", "[1]\n", '{"n": 2}\n', "\n", "[" * 10**5 + "\n"])
def test_a_file_of_something_else_is_refused(tmp_path, text):
    path = tmp_path / "a.jsonl"
    path.write_text(text)
    with pytest.raises(RecordError, match="line 1 is not the expected line"):
        Log(path, is_locked=True)
    Lock(path).close()  # nobody holds what was refused


def test_only_its_owner_can_read_a_log(tmp_path):
    Log(tmp_path / "a.jsonl").add("", do="first")
    assert (tmp_path / "a.jsonl").stat().st_mode & 0o077 == 0


def test_a_hundred_thousand_damaged_lines_are_read_as_lines(tmp_path):
    path = tmp_path / "a.jsonl"
    kinds = [b"{", b"\xff\xfe", b"", b"\x1c\x85", '{"n": "\u2028"}'.encode()]
    path.write_bytes(b"".join(kinds[n % 5] + b"\n" for n in range(10**5)))
    assert LineFile(path).read() == [kinds[n % 5] for n in range(10**5)]
    with pytest.raises(RecordError, match="line 1 is not"):
        Log(path)


# --- The disk -----------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["write", "fsync"])
def test_what_cannot_be_written_is_not_said_to_be(tmp_path, monkeypatch, where):
    log = Log(tmp_path / "a.jsonl")
    log.add("", do="first")

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, where, full)
        with pytest.raises(OSError, match="the disk is full: this is not saved"):
            log.add("", do="second")
    assert [entry["do"] for entry in log.entries] == ["first"]
    assert Log(tmp_path / "a.jsonl").entries == log.entries
    log.add("", do="third")
    assert done(tmp_path / "a.jsonl") == ["first", "third"]


FILL = """
import resource, signal, sys
from pathlib import Path
from polygames.records.append_log import Log
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
log = Log(Path(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
try:
    while True:
        log.add("", do="line")
except OSError as error:
    print(len(log.entries), error.strerror)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, resource.RLIM_INFINITY))
log.add("", do="again")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a limit of the system")
def test_a_disk_that_is_really_full_keeps_whole_lines(tmp_path):
    path = tmp_path / "a.jsonl"
    with run(FILL, path) as filled:
        count, _, words = filled.communicate()[0].partition(" ")
    assert words.startswith("the disk is full")
    assert done(path) == ["line"] * int(count) + ["again"]


def test_the_name_of_a_new_file_is_on_the_disk_too(tmp_path, monkeypatch):
    seen = []
    monkeypatch.setattr(os, "fsync", seen.append)
    log = Log(tmp_path / "a.jsonl")
    log.add("", do="first")
    log.add("", do="second")
    assert len(seen) == 3  # two lines and a folder


# --- Two at once --------------------------------------------------------------------------------

HOLD = """
import sys
from pathlib import Path
from polygames.records.append_log import Log
log = Log(Path(sys.argv[1]), is_locked=True)
number = 0
for _ in sys.stdin:
    number += 1
    log.add("", do=f"line {number}", text="x" * 3000)
    print(number, flush=True)
"""


def test_who_opens_a_log_second_is_told_who_has_it_and_since_when(tmp_path):
    path = tmp_path / "a.jsonl"
    with run(HOLD, path) as first:
        first.stdin.write("\n")
        first.stdin.flush()
        assert first.stdout.readline() == "1\n"
        with pytest.raises(
            RecordError, match=rf"in use by process {first.pid} on .+, since 20\d\d"
        ):
            Log(path, is_locked=True)
        first.kill()
    with closing(Log(path, is_locked=True)) as log:  # the lock has died with its process
        assert len(log.entries) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["a.jsonl"]


def test_a_line_waits_until_another_program_has_written(tmp_path, monkeypatch):
    monkeypatch.setattr("polygames.records.append_log.LINE_TIMEOUT_SECONDS", 0.0)
    file = LineFile(tmp_path / "a")
    with Lock(file.path), pytest.raises(RecordError, match="in use by process"):
        file.lock()
    file.lock().close()


def test_a_lock_is_free_when_it_is_closed_or_forgotten(tmp_path):
    log = Log(tmp_path / "a.jsonl", is_locked=True)
    with pytest.raises(RecordError, match=f"process {os.getpid()} on"):
        Log(tmp_path / "a.jsonl", is_locked=True)
    log.close()
    log.close()
    Log(tmp_path / "a.jsonl", is_locked=True)
    Log(tmp_path / "a.jsonl", is_locked=True).close()


@pytest.mark.skipif(NO_FORK, reason="this system does not fork")
def test_a_forked_process_does_not_keep_the_lock(tmp_path):
    lock = Lock(tmp_path / "a")
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # threads of other tests
        child = os.fork()
    if not child:
        os.close(writer)
        os.read(reader, 1)
        os._exit(0)
    lock.close()
    Lock(tmp_path / "a").close()
    os.close(reader)
    os.close(writer)
    assert os.waitpid(child, 0)[1] == 0


def test_nobody_writes_over_what_another_program_wrote(tmp_path):
    path = tmp_path / "a.jsonl"
    one, two = Log(path), Log(path)  # without a lock: on a disk that knows none
    two.add("", do="two")
    for _ in range(2):
        with pytest.raises(RecordError, match="another program has changed the file"):
            one.add("", do="one")
    path.unlink()
    with pytest.raises(RecordError, match="another program"):
        two.add("", do="more")


WRITE = """
import sys
from pathlib import Path
from polygames.records.append_log import LineFile
file = LineFile(Path(sys.argv[1]))
sys.stdin.read(1)
for number in range(100):
    with file.lock():
        file.append(f"{sys.argv[2]} {number}".encode())
"""


def test_two_processes_that_write_at_once_lose_nothing(tmp_path):
    with run(WRITE, tmp_path / "a", 1) as one, run(WRITE, tmp_path / "a", 2) as two:
        for each in (one, two):
            each.stdin.write("\n")
            each.stdin.flush()
        assert (one.wait(), two.wait()) == (0, 0)
    lines = LineFile(tmp_path / "a").read()
    for who in (b"1", b"2"):
        assert [x for x in lines if x[:1] == who] == [who + b" %d" % n for n in range(100)]


# --- Kills --------------------------------------------------------------------------------------

STEPS = ["open", "write", "ftruncate", "fsync"]

KILLED = """
import os, signal, sys
from pathlib import Path
from polygames.records.append_log import Log
name, left = sys.argv[2], int(sys.argv[3])
real = getattr(os, name)
def once(*args):
    global left
    left -= 1
    if left == 0:
        if name == "write":
            real(args[0], bytes(args[1])[:7])
        os.kill(os.getpid(), signal.SIGKILL)
    return real(*args)
setattr(os, name, once)
log = Log(Path(sys.argv[1]), is_locked=True)
for number in range(4):
    log.add("", do=str(number))
    print(number, flush=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a signal that Windows does not have")
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.filterwarnings("ignore:.*incomplete line")
def test_a_process_that_is_killed_anywhere_leaves_every_line_that_it_told(tmp_path, step):
    for left in range(1, 20):
        path = tmp_path / f"{left}.jsonl"
        with run(KILLED, path, step, left) as process:
            told = process.communicate()[0].split()
        found = done(path)
        assert found[: len(told)] == told
        assert len(found) <= len(told) + 1
        with closing(Log(path, is_locked=True)) as log:
            log.add("", do="more")
        assert done(path) == [*found, "more"]
        if process.returncode != -signal.SIGKILL:
            return
    pytest.fail("it was killed each time")
