"""A class on a real JupyterHub: pupils without an account come under the hub's own port.

It needs what a hub needs, which nothing else here does: the extra ``hub`` and
``npm install -g configurable-http-proxy`` (or its folder in ``PATH``).
"""

import json
import os
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from urllib.error import HTTPError, URLError

import pytest
from classlinks import (
    call_api,
    check_one_move,
    check_origins,
    fetch,
    guess_codes,
    join_class,
    run,
    run_cell,
)

from benchmarks.lib.front_end import free_port

PROXY = shutil.which("configurable-http-proxy")

pytestmark = [
    pytest.mark.hub,
    pytest.mark.skipif(find_spec("jupyterhub") is None, reason="JupyterHub is not installed"),
    pytest.mark.skipif(PROXY is None, reason="a hub needs configurable-http-proxy"),
]

TOKEN = "0123456789-of-a-service"  # noqa: S105 - of a hub that ends with the test

CONFIG = """
c = get_config()
c.JupyterHub.bind_url = "http://127.0.0.1:{port}/"
c.JupyterHub.public_url = "http://127.0.0.1:{port}/"
c.JupyterHub.hub_port = {hub}
c.JupyterHub.db_url = "sqlite:///{home}/hub.sqlite"
c.JupyterHub.cookie_secret_file = "{home}/cookie"
c.ConfigurableHTTPProxy.command = [{proxy!r}]
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{api}"
c.ConfigurableHTTPProxy.pid_file = "{home}/proxy.pid"
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = "{home}/{{username}}"
c.Spawner.cmd = [{python!r}, "-m", "jupyterhub.singleuser", "--allow-root"]
c.Spawner.env_keep = ["PATH", "PYTHONPATH", "NUMBA_CACHE_DIR", "JUPYTER_CONFIG_PATH"]
c.JupyterHub.services = [{{"name": "test", "api_token": "{token}"}}]
scopes = ["admin:users", "admin:servers", "access:servers"]
c.JupyterHub.load_roles = [{{"name": "test", "scopes": scopes, "services": ["test"]}}]
"""

CELL = """
import json, polygames as pg
room = pg.classroom("polygon", folder=None, port=0)
told = {{"url": room.url, "code": room.code, "wall": room.wall_url}}
open({file!r}, "w").write(json.dumps(told))
"""


@pytest.fixture(scope="module")
def hub(tmp_path_factory):
    """Start a hub with a server for a teacher; return its address, and the folder of all files."""
    home = tmp_path_factory.mktemp("hub")
    port = free_port()
    values = {"port": port, "hub": free_port(), "api": free_port(), "home": home, "proxy": PROXY}
    config = CONFIG.format(**values, python=sys.executable, token=TOKEN)
    (home / "jupyterhub_config.py").write_text(config)
    prefix = Path(sys.prefix) / "etc" / "jupyter"
    env = os.environ | {"JUPYTER_CONFIG_PATH": str(prefix)}
    command = [sys.executable, "-m", "jupyterhub", "-f", str(home / "jupyterhub_config.py")]
    url = f"http://127.0.0.1:{port}"
    with (home / "log").open("w") as log:
        process = subprocess.Popen(command, env=env, cwd=home, stdout=log, stderr=log)
    try:
        until(lambda: fetch(f"{url}/hub/api/"), process, home)
        call_api("POST", f"{url}/hub/api/users/teacher", TOKEN)
        call_api("POST", f"{url}/hub/api/users/teacher/server", TOKEN, {})
        until(lambda: call_api("GET", f"{url}/user/teacher/api/status", TOKEN), process, home)
        yield url, home
    finally:
        process.terminate()
        process.wait(60)


def until(act, process, home):
    """Wait until something is answered."""
    end = time.monotonic() + 120
    while True:
        assert process.poll() is None, (home / "log").read_text()
        try:
            return act()
        except (HTTPError, URLError, ConnectionError):
            assert time.monotonic() < end, (home / "log").read_text()
            time.sleep(0.2)


@pytest.fixture(scope="module")
def room(hub):
    """Open a class in a notebook of the teacher, as the lesson says."""
    url, home = hub
    file = home / "told"
    run(run_cell(f"{url}/user/teacher/", TOKEN, CELL.format(file=str(file)), file))
    return json.loads(file.read_text())


def test_pupils_without_an_account_play_under_the_port_of_the_hub(hub, room):
    url, _ = hub
    address = room["url"]
    assert address.startswith(f"{url}/user/teacher/polygames-class/")
    assert room["wall"].startswith(f"{address}wall#")
    headers, body = fetch(address)
    assert b"class.js" in body
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert b"connect" in fetch(f"{address}class.js")[1]
    run(check_one_move(address, room["code"]))


def test_the_hub_lets_no_stranger_further_than_the_class(hub, room):
    url, _ = hub
    with pytest.raises(HTTPError, match="403"):
        fetch(f"{url}/user/teacher/api/contents")
    with pytest.raises(HTTPError, match="404"):
        fetch(f"{url}/user/teacher/polygames-class/1/")
    with pytest.raises(HTTPError, match=r"40[34]"):
        fetch(f"{room['url']}room.jsonl")


def test_a_page_of_another_site_is_not_connected_through_the_hub(hub, room):
    run(check_origins(room["url"], hub[0]))


def test_wrong_codes_of_one_device_do_not_shut_out_another_behind_the_hub(room):
    run(guess_codes(room["url"], place="127.0.0.66"))
    run(join_class(room["url"], room["code"], "Cem"))
