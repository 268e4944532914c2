"""Pages of a class over the network, for tests of its server and of its extension."""

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.request import Request, urlopen

import pytest
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from polygames.classroom.pages.handlers import TOKEN_SUBPROTOCOL


def fetch(url, **headers):
    request = Request(url, headers=headers)  # noqa: S310 - the address of our own server
    with urlopen(request, timeout=10) as reply:  # noqa: S310 - as above
        return reply.headers, reply.read()


OPEN_LINKS = []


def run(work):
    """Run a coroutine of pages in another thread, and close all links that they have opened.

    With a browser, this thread already has a running event loop.
    """

    async def run_and_close():
        try:
            return await work
        finally:
            while OPEN_LINKS:
                await close_link(OPEN_LINKS.pop())
            await asyncio.sleep(0.02)  # tornado closes the sockets

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(run_and_close())).result()


async def close_link(link):
    link.close()
    await wait_until_closed(link)


async def wait_until_closed(link):
    """Wait until the server has closed a link, and forget the link."""
    if link in OPEN_LINKS:
        OPEN_LINKS.remove(link)
    while await asyncio.wait_for(link.read_message(), 10) is not None:
        pass
    link.close()


async def open_link(url, place=None, token="", **headers):
    """Connect to the server, maybe from another address (`place`) or with a token."""
    address = url.replace("http", "ws", 1) + "link"
    request = HTTPRequest(address, headers=headers, connect_timeout=10, network_interface=place)
    protocols = [TOKEN_SUBPROTOCOL, token] if token else None
    OPEN_LINKS.append(await websocket_connect(request, subprotocols=protocols))
    return OPEN_LINKS[-1]


async def send(link, **content):
    await link.write_message(json.dumps(content))


async def receive(link, kind, layer=None):
    """Return the next message of a kind."""
    while True:
        text = await asyncio.wait_for(link.read_message(), 10)
        assert text is not None, "the server has closed the link"
        message = json.loads(text)
        if message["kind"] == kind and layer in (None, message.get("layer")):
            return message


async def join_class(url, code, name):
    link = await open_link(url)
    await send(link, do="join", code=code, name=name)
    return link, (await receive(link, "logged_in"))["token"]


async def frame_of(link):
    return json.loads((await receive(link, "traits", "pointer"))["values"]["frame"])


async def check_one_move(url, code):
    """Play one move with two pupils, and check that it is then the turn of the second."""
    ana, _ = await join_class(url, code, "Ana")
    ben, _ = await join_class(url, code, "Ben")
    await frame_of(ana)
    frame = await frame_of(ana)
    move = {"kind": "move", "version": frame["version"], "id": 1, **frame["moves"][0]}
    await send(ana, do="handle_board_message", content=move)
    await frame_of(ben)
    assert (await frame_of(ben))["active"]


async def check_origins(url, own):
    """Check that the server refuses a page of another site, and accepts one of this site."""
    with pytest.raises(Exception, match="403"):
        await open_link(url, Origin="http://example.org")
    await open_link(url, Origin=own)


async def guess_codes(url, **device):
    """Guess 42 codes with seven pages of a device, and check that each of them is refused."""
    for _ in range(7):  # a page that has not joined may send six messages
        eve = await open_link(url, **device)
        for _ in range(6):
            await send(eve, do="join", code="NOCODE", name="Eve")
            words = (await receive(eve, "error"))["text"]
        assert "Too many wrong codes" in words


def call_api(method, url, token, content=None):
    """Return the reply of the API of a Jupyter server or a hub."""
    body = None if content is None else json.dumps(content).encode()
    headers = {"Authorization": f"token {token}"}
    request = Request(url, data=body, method=method, headers=headers)  # noqa: S310 - our own server
    with urlopen(request, timeout=60) as reply:  # noqa: S310 - as above
        return json.loads(reply.read() or b"null")


async def run_cell(url, token, code, file):
    """Run a cell in a new kernel of a server, and wait until it has written a file."""
    kernel = call_api("POST", f"{url}api/kernels", token)["id"]
    address = f"{url}api/kernels/{kernel}/channels".replace("http", "ws", 1)
    link = await websocket_connect(
        HTTPRequest(address, headers={"Authorization": f"token {token}"})
    )
    header = {"msg_id": "1", "msg_type": "execute_request", "session": "s", "username": ""}
    content = {"code": code, "silent": False}
    message = {"channel": "shell", "header": header | {"version": "5.3"}, "content": content}
    await link.write_message(json.dumps(message | {"parent_header": {}, "metadata": {}}))
    end = time.monotonic() + 60
    while not file.exists() or not file.read_text():
        assert time.monotonic() < end, "the cell did not end"
        await asyncio.sleep(0.1)
    await close_link(link)
