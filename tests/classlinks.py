"""Pages of a class over the network: what tests of its server and of its extension say."""

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.request import Request, urlopen

import pytest
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from polygames.classroom.pages.handlers import TOKEN_SUBPROTOCOL


def got(url, **headers):
    request = Request(url, headers=headers)  # noqa: S310 - the address of our own server
    with urlopen(request, timeout=10) as reply:  # noqa: S310 - as above
        return reply.headers, reply.read()


LINKS = []


def run(work):
    """Run what pages do, and close all that they have opened.

    It has a thread of its own: where a browser is driven, this one has a loop that runs.
    """

    async def whole():
        try:
            return await work
        finally:
            while LINKS:
                await closed(LINKS.pop())
            await asyncio.sleep(0.02)  # tornado lets go of the sockets

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(whole())).result()


async def closed(link):
    link.close()
    await ended(link)


async def ended(link):
    """Wait until the server has closed a link; nobody else waits for that then."""
    if link in LINKS:
        LINKS.remove(link)
    while await asyncio.wait_for(link.read_message(), 10) is not None:
        pass
    link.close()


async def linked(url, place=None, token="", **headers):
    """Connect, as a device of another address if a place is named, or with a token."""
    address = url.replace("http", "ws", 1) + "link"
    request = HTTPRequest(address, headers=headers, connect_timeout=10, network_interface=place)
    protocols = [TOKEN_SUBPROTOCOL, token] if token else None
    LINKS.append(await websocket_connect(request, subprotocols=protocols))
    return LINKS[-1]


async def said(link, **content):
    await link.write_message(json.dumps(content))


async def heard(link, kind, layer=None):
    """Return the next message of a kind."""
    while True:
        text = await asyncio.wait_for(link.read_message(), 10)
        assert text is not None, "the server has closed the link"
        message = json.loads(text)
        if message["kind"] == kind and layer in (None, message.get("layer")):
            return message


async def seated(url, code, name):
    link = await linked(url)
    await said(link, do="join", code=code, name=name)
    return link, (await heard(link, "logged_in"))["token"]


async def frame_of(link):
    return json.loads((await heard(link, "traits", "pointer"))["values"]["frame"])


async def one_move(url, code):
    """Seat two pupils, let the first one move, and see that it is the other one's turn."""
    ana, _ = await seated(url, code, "Ana")
    ben, _ = await seated(url, code, "Ben")
    await frame_of(ana)
    frame = await frame_of(ana)
    move = {"kind": "move", "version": frame["version"], "id": 1, **frame["moves"][0]}
    await said(ana, do="handle_board_message", content=move)
    await frame_of(ben)
    assert (await frame_of(ben))["active"]


async def from_other_sites(url, own):
    """See that a page of another site is not connected, and one of this site is."""
    with pytest.raises(Exception, match="403"):
        await linked(url, Origin="http://example.org")
    await linked(url, Origin=own)


async def wrong_codes(url, **device):
    """Guess 42 codes, with several pages of a device; each is told that these were too many."""
    for _ in range(7):  # a stranger says six things, and has to come again
        eve = await linked(url, **device)
        for _ in range(6):
            await said(eve, do="join", code="NOCODE", name="Eve")
            words = (await heard(eve, "error"))["text"]
        assert "Too many wrong codes" in words


def asked(method, url, token, content=None):
    """Ask the API of a Jupyter server or of a hub."""
    body = None if content is None else json.dumps(content).encode()
    headers = {"Authorization": f"token {token}"}
    request = Request(url, data=body, method=method, headers=headers)  # noqa: S310 - our own server
    with urlopen(request, timeout=60) as reply:  # noqa: S310 - as above
        return json.loads(reply.read() or b"null")


async def executed(url, token, code, file):
    """Run a cell in a new kernel of a server, and wait until it has written a file."""
    kernel = asked("POST", f"{url}api/kernels", token)["id"]
    address = f"{url}api/kernels/{kernel}/channels".replace("http", "ws", 1)
    link = await websocket_connect(
        HTTPRequest(address, headers={"Authorization": f"token {token}"})
    )
    header = {"msg_id": "1", "msg_type": "execute_request", "session": "s", "username": ""}
    content = {"code": code, "silent": False}
    whole = {"channel": "shell", "header": header | {"version": "5.3"}, "content": content}
    await link.write_message(json.dumps(whole | {"parent_header": {}, "metadata": {}}))
    end = time.monotonic() + 60
    while not file.exists() or not file.read_text():
        assert time.monotonic() < end, "the cell did not end"
        await asyncio.sleep(0.1)
    await closed(link)
