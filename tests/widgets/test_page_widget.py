"""The first click on a board, made while a cell runs: in a real kernel, as JupyterLab sends it."""

import json
import time

import pytest
from ipykernel import version_info
from jupyter_client.manager import start_new_kernel

OPEN = """
import json, threading
import polygames as pg
from polygames.view.frame import clickable_moves
board, is_played = pg.play("polygon", n=7, autosave=None), threading.Event()
board.session.play = lambda move, play=board.session.play: (play(move), is_played.set())
way = list(next(iter(clickable_moves(board.state))))
version = board.pointer.frame["version"]
print(json.dumps({"comm": board.pointer.model_id, "version": version, "spelling": way}))
"""

CELL = "print(is_played.wait(300))"


class Page:
    """A page at a kernel: what it sends, and what cells print."""

    def __init__(self, client):
        self.client = client

    def subshell(self):
        """Ask for a thread of its own, as a page does with its first widget."""
        request = self.client.session.msg("create_subshell_request", {})
        self.client.control_channel.send(request)
        while True:
            reply = self.client.get_control_msg(timeout=60)
            if reply["parent_header"].get("msg_id") == request["header"]["msg_id"]:
                return reply["content"]["subshell_id"]

    def printed(self, cell):
        """Return the first line that a cell prints; the kernel may send it in parts."""
        text = ""
        while "\n" not in text:
            message = self.client.get_iopub_msg(timeout=60)
            assert message["msg_type"] != "error", message["content"]["traceback"]
            is_its = message["parent_header"].get("msg_id") == cell
            if is_its and message["msg_type"] == "stream":
                text += message["content"]["text"]
        return text.splitlines()[0]

    def wait_until_it_runs(self, cell):
        while True:
            message = self.client.get_iopub_msg(timeout=60)
            is_its = message["parent_header"].get("msg_id") == cell
            if is_its and message["msg_type"] == "execute_input":
                return

    def tell(self, comm, subshell, **content):
        """Send the kernel a message of a widget."""
        data = {"method": "custom", "content": content}
        message = self.client.session.msg("comm_msg", {"comm_id": comm, "data": data})
        message["header"]["subshell_id"] = subshell
        self.client.shell_channel.send(message)


@pytest.fixture
def page():
    manager, client = start_new_kernel(startup_timeout=120)
    yield Page(client)
    client.stop_channels()
    manager.shutdown_kernel(now=True)


@pytest.mark.slow
@pytest.mark.skipif(version_info[0] < 7, reason="before ipykernel 7 a cell is waited for")
def test_the_first_click_on_a_board_does_not_wait_for_a_cell_that_runs(page):
    told = json.loads(page.printed(page.client.execute(OPEN)))
    subshell = page.subshell()
    cell = page.client.execute(CELL)
    page.wait_until_it_runs(cell)
    move = {"kind": "move", "version": told["version"], "spelling": told["spelling"]}
    began = time.monotonic()
    page.tell(told["comm"], subshell, **move)
    assert page.printed(cell) == "True", "the cell waited for the click, and it came"
    assert time.monotonic() - began < 100
