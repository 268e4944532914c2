"""Scripted pupils of a class, who play over real connections in a separate thread."""

import argparse
import asyncio
from threading import Event, Thread

from benchmarks.speed.classroom import Figures, Pupil


class Crowd:
    """Scripted pupils, who play until the end of a ``with`` block."""

    def __init__(self, class_, count, think=0.4):
        self.serving, self.figures, self.port = class_, Figures(), class_.server.port
        self.given = argparse.Namespace(think=think, reloads=0.02)
        self.is_over, self._end = False, Event()
        self.names = [f"Scripted {number}" for number in range(count)]
        self.thread = Thread(target=asyncio.run, args=(self._run(),))

    async def _run(self):
        pupils = [Pupil(self, name) for name in self.names]
        tasks = [asyncio.create_task(pupil.run()) for pupil in pupils]
        await asyncio.to_thread(self._end.wait)
        links = [pupil.link for pupil in pupils if pupil.link is not None]
        for link in links:
            link.close(1000)
        await asyncio.wait(tasks, timeout=10)
        for _ in range(60):  # tornado closes a socket when the server agrees, or after 5 seconds
            if all(link.close_code for link in links):
                break
            await asyncio.sleep(0.1)
        await asyncio.sleep(0.1)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over = True
        self._end.set()
        self.thread.join()
