"""A TCP proxy that delays a local server by half the round trip in each direction.

    python -m benchmarks.lib.delay_proxy 8889 8888 --round-trip 0.2

Bytes arrive late and in order, at any rate: the proxy limits the delay, not the bandwidth.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import socket
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from asyncio import StreamReader, StreamWriter
    from collections.abc import Iterator

PROXY_HOST = "127.0.0.1"


async def serve(port: int, to: int, delay: float, place: str) -> None:
    """Forward all bytes from one port to another after `delay` seconds, from address `place`."""

    async def connect(reader: StreamReader, writer: StreamWriter) -> None:
        try:
            there_reader, there_writer = await asyncio.open_connection(
                PROXY_HOST, to, local_addr=(place, 0)
            )
        except OSError:  # the server does not run at the moment
            writer.close()
            return
        for each in (writer, there_writer):
            each.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await asyncio.gather(
            _carry(reader, there_writer, delay), _carry(there_reader, writer, delay)
        )

    async with await asyncio.start_server(connect, PROXY_HOST, port) as server:
        await server.serve_forever()


async def _carry(reader: StreamReader, writer: StreamWriter, delay: float) -> None:
    """Pass bytes on one way until the sender closes."""
    late: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
    clock = asyncio.get_running_loop().time

    async def deliver() -> None:
        while (item := await late.get())[1]:
            await asyncio.sleep(max(0.0, item[0] - clock()))
            writer.write(item[1])
        await asyncio.sleep(max(0.0, item[0] - clock()))

    delivery = asyncio.create_task(deliver())
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(1 << 16):
            late.put_nowait((clock() + delay, data))
    late.put_nowait((clock() + delay, b""))
    with contextlib.suppress(ConnectionError):
        await delivery
    writer.close()


@contextmanager
def run_proxy(port: int, to: int, round_trip: float, place: str = PROXY_HOST) -> Iterator[None]:
    """Run the proxy in a separate process during a ``with`` block."""
    command = [sys.executable, __file__, str(port), str(to), "--round-trip", str(round_trip)]
    process = subprocess.Popen([*command, "--place", place])  # noqa: S603 - our own command
    try:
        yield
    finally:
        process.terminate()
        process.wait(5)


def main() -> None:
    """Read the arguments and run until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("port", type=int, help="the port to listen on")
    parser.add_argument("to", type=int, help="the port of the server")
    parser.add_argument("--round-trip", type=float, default=0.1, help="in seconds")
    parser.add_argument("--place", default=PROXY_HOST, help="the address that the server sees")
    chosen = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(chosen.port, chosen.to, chosen.round_trip / 2, chosen.place))


if __name__ == "__main__":
    main()
