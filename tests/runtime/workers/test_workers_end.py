"""Worker processes end with the program that started them, even when it is killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from patience import until

PROGRAM = """
import os
import time
from polygames.runtime.executors import pool_of

def work(call):
    print(os.getpid(), flush=True)
    time.sleep(60)

list(pool_of(2).run(work, range(4)))
"""


def is_running(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    return state.rpartition(")")[2].split()[0] != "Z"  # a zombie has ended


@pytest.mark.slow
def test_workers_of_a_killed_program_end_soon(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(PROGRAM, encoding="utf-8")
    command = [sys.executable, str(script)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        workers = [int(program.stdout.readline()) for _ in range(2)]
        program.send_signal(signal.SIGKILL)
    until(lambda: not any(map(is_running, workers)))
