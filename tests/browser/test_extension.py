"""A class behind a real Jupyter server: under its port, without its token, and nothing else."""

import asyncio
import os
import subprocess
import sys
import time
from contextlib import closing
from urllib.error import HTTPError

import pytest
from classlinks import (
    call_api,
    check_one_move,
    check_origins,
    fetch,
    guess_codes,
    join_class,
    open_link,
    receive,
    run,
    run_cell,
    send,
    wait_until_closed,
)

import polygames as pg
from benchmarks.lib.front_end import free_port
from polygames.classroom.proxy_registry import find_endpoint

TOKEN = "a-token-of-jupyter"  # noqa: S105 - of a server that ends with the test
BASE = "/user/teacher/"


@pytest.fixture(scope="module")
def jupyter(tmp_path_factory):
    """Start a Jupyter server with the extension, as behind the proxy of a hub."""
    home = tmp_path_factory.mktemp("jupyter")
    port = free_port()
    env = os.environ | {"HOME": str(home), "JUPYTER_RUNTIME_DIR": str(home / "runtime")}
    settings = {
        "ip": "127.0.0.1",
        "port": port,
        "base_url": BASE,
        "root_dir": home,
        "open_browser": False,
        "trust_xheaders": True,
        "jpserver_extensions": "{'polygames.classroom.extension': True}",
    }
    options = [f"--ServerApp.{name}={value}" for name, value in settings.items()]
    options += [f"--IdentityProvider.token={TOKEN}", "--allow-root"]
    command = [sys.executable, "-m", "jupyter_server", *options]
    with (home / "log").open("w") as log:
        process = subprocess.Popen(command, env=env, cwd=home, stdout=log, stderr=log)
    url = f"http://127.0.0.1:{port}{BASE}"
    try:
        end = time.monotonic() + 120
        while not answers(f"{url}api"):
            assert process.poll() is None, (home / "log").read_text()
            assert time.monotonic() < end
            time.sleep(0.1)
        yield url, process.pid, home / "runtime"
    finally:
        process.terminate()
        process.wait(30)
    wrong = [line for line in (home / "log").read_text().splitlines() if "polygames" in line]
    assert not [line for line in wrong if "Error" in line or "Warning" in line], wrong


def answers(url):
    try:
        return bool(fetch(url))
    except OSError:
        return False


@pytest.fixture
def class_(jupyter, monkeypatch):
    """Open a class as in a kernel of this server."""
    _, pid, runtime = jupyter
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(runtime))
    monkeypatch.setenv("JPY_PARENT_PID", str(pid))
    with pg.classroom("polygon", folder=None, port=0, jupyter=True) as opened:
        yield opened


def test_pupils_come_under_the_port_of_jupyter_with_the_code_alone(jupyter, class_):
    url, _, _ = jupyter
    assert class_.url == f"{url}polygames-class/{class_.server.port}/"
    assert class_.wall_url.startswith(f"{class_.url}wall#")
    headers, body = fetch(class_.url)
    assert b"class.js" in body
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "Server" not in headers
    assert fetch(f"{class_.url}class.js")[0]["Content-Type"].startswith("text/javascript")
    run(check_one_move(class_.url, class_.code))
    assert len(class_.tables[1].moves) == 1


def test_nothing_else_of_jupyter_or_of_this_computer_is_reached(jupyter, class_):
    url, _, _ = jupyter
    for path in ("room.jsonl", "../../api/contents", "%2e%2e/api", "js/class.js", "link/x"):
        with pytest.raises(HTTPError, match=r"40[34]"):
            fetch(class_.url + path)
    for port in (1, 22, class_.server.port + 1, 99999):
        with pytest.raises(HTTPError, match="404"):
            fetch(f"{url}polygames-class/{port}/")
    with pytest.raises(HTTPError, match="403"):
        fetch(f"{url}api/contents")


def test_a_page_of_another_site_is_not_passed_on(class_):
    run(check_origins(class_.url, class_.url.partition("/user")[0]))


def test_wrong_codes_of_one_device_do_not_shut_out_another(class_):
    async def guess():
        await guess_codes(class_.url, **{"X-Real-IP": "10.0.0.66"})
        ana = await open_link(class_.url, **{"X-Real-IP": "10.0.0.7"})
        await send(ana, do="join", code=class_.code, name="Ana")
        assert (await receive(ana, "logged_in"))["name"] == "Ana"

    run(guess())


def test_floods_and_megabytes_end_their_own_page_only(class_):
    async def attack():
        ana, _ = await join_class(class_.url, class_.code, "Ana")
        eve = await open_link(class_.url)
        try:
            await send(eve, do="join", code="x" * 10_000_000, name="Eve")
            await wait_until_closed(eve)
        except Exception as error:  # noqa: BLE001 - it is closed while it speaks
            assert "Closed" in type(error).__name__  # noqa: PT017 - as above
        await send(ana, do="resign")
        assert await receive(ana, "error")

    run(attack())


def test_a_class_that_has_closed_is_gone_and_its_pages_are_told(class_):
    async def close():
        ana, _ = await join_class(class_.url, class_.code, "Ana")
        await asyncio.get_running_loop().run_in_executor(None, class_.close)
        await wait_until_closed(ana)

    run(close())
    assert find_endpoint(str(class_.server.port)) is None
    with pytest.raises(HTTPError, match="404"):
        fetch(class_.url)


def test_a_kernel_that_was_killed_goes_on_under_the_same_address(jupyter, tmp_path, monkeypatch):
    async def comes_back(url, code, token):
        ana = await open_link(url)
        await send(ana, do="rejoin", code=code, token=token)
        return (await receive(ana, "logged_in"))["name"]

    async def plays(url, code):
        return (await join_class(url, code, "Ana"))[1]

    url, pid, runtime = jupyter
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(runtime))
    script = (
        "import sys, time, polygames as pg\n"
        "room = pg.classroom(*sys.argv[3:], folder=sys.argv[1], port=int(sys.argv[2]))\n"
        "print(room.url, room.code, room.server.port, flush=True)\n"
        "time.sleep(600)\n"
    )
    env = os.environ | {"JUPYTERHUB_SERVICE_PREFIX": BASE, "JPY_PARENT_PID": str(pid)}

    def served(port, *what):
        command = [sys.executable, "-c", script, str(tmp_path), str(port), *what]
        process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
        return process, process.stdout.readline().split()

    process, (path, code, port) = served(0, "polygon")
    with closing(process.stdout):
        whole = f"{url.partition('/user')[0]}{path}"
        assert path == f"{BASE}polygames-class/{port}/"  # the hub's address it does not know
        token = run(plays(whole, code))
        process.kill()
        process.wait()
    with pytest.raises(HTTPError, match="502"):
        fetch(whole)
    process, again = served(port)
    with closing(process.stdout):
        assert again == [path, code, port]
        assert run(comes_back(whole, code, token)) == "Ana"
        process.kill()
        process.wait()


def test_a_kernel_of_this_server_finds_it(jupyter):
    url, _, runtime = jupyter
    code = (
        "import polygames as pg\n"
        "room = pg.classroom('polygon', folder=None, port=0, jupyter=True)\n"
        f"open({str(runtime / 'told')!r}, 'w').write(room.url)"
    )
    run(run_cell(url, TOKEN, code, runtime / "told"))
    told = (runtime / "told").read_text()
    assert told.startswith(f"{url}polygames-class/")
    assert b"class.js" in fetch(told)[1]
    for kernel in call_api("GET", f"{url}api/kernels", TOKEN):
        call_api("DELETE", f"{url}api/kernels/{kernel['id']}", TOKEN)
