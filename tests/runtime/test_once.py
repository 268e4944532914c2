"""Work that is done once, whichever thread asks first."""

import threading

import pytest

from polygames.runtime.once import once


def test_threads_that_call_meanwhile_wait_for_the_one_result():
    calls, begun, may_end = [], threading.Event(), threading.Event()

    @once
    def open_file(name):
        calls.append(name)
        begun.set()
        may_end.wait()
        return object()

    results = []
    threads = [threading.Thread(target=lambda: results.append(open_file("a"))) for _ in range(16)]
    threads[0].start()
    begun.wait()
    for thread in threads[1:]:
        thread.start()
    may_end.set()
    for thread in threads:
        thread.join()
    assert calls == ["a"]
    assert len(set(results)) == 1
    assert len(results) == 16


def test_an_error_is_raised_to_the_caller_and_the_next_call_tries_again():
    calls = []

    @once
    def load():
        calls.append(1)
        if len(calls) == 1:
            msg = "the disk was full"
            raise ImportError(msg)
        return len(calls)

    with pytest.raises(ImportError, match="the disk was full"):
        load()
    assert [load(), load()] == [2, 2]
