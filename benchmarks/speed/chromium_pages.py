"""Real pages of a class in Chromium, which are clicked as pupils do."""

from __future__ import annotations

import asyncio
import json
import random
from time import perf_counter
from typing import TYPE_CHECKING, Any

from shapely import Polygon

from benchmarks.lib.front_end import FLAGS

if TYPE_CHECKING:
    from benchmarks.speed.classroom import Load

SIZES = (
    {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True},
    {"viewport": {"width": 1366, "height": 768}},
)

WATCH = """() => {
  window.drawn = [];
  new MutationObserver(() => requestAnimationFrame(() => window.drawn.push(Date.now())))
    .observe(document.querySelector('.polygames-svg-layer'),
      {childList: true, subtree: true, attributes: true});
}"""
"""Notes when the picture of a board has changed, and is painted."""

PLACE = """() => {
  const svg = document.querySelector('.polygames-pointer svg');
  const {x, y, width, height} = svg.getBoundingClientRect();
  return [x, y, width, height];
}"""

LOADED = """() => ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, {transferSize}) => sum + transferSize, 0)"""
"""The bytes of the page and its files, as they came."""

SECONDS = 3.0
"""If nothing was drawn for so long, another move is clicked."""

MOST_MISSED = 20
"""After so many clicks without anything drawn the pages have failed."""


class Seat:
    """A page at a table."""

    def __init__(self, page: Any) -> None:
        self.page, self.frame, self.errors, self.heard = page, {}, [], 0
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("websocket", lambda link: link.on("framereceived", self._hear))

    def _hear(self, text: str | bytes) -> None:
        self.heard += len(text)
        message = json.loads(text)
        if message["kind"] == "traits" and message["of"] == "pointer":
            self.frame = json.loads(message["values"]["frame"])

    @property
    def can_move(self) -> bool:
        """Whether it is this page's turn."""
        return bool(self.frame.get("active") and self.frame["moves"])

    async def join(self, load: Load, name: str) -> None:
        """Type code and name; notes what that took, without the typing."""
        begun = perf_counter()
        await self.page.goto(f"http://127.0.0.1:{load.port}/")
        opened = perf_counter() - begun
        await self.page.fill("#code", load.serving.code)
        await self.page.fill("#name", name)
        begun = perf_counter()
        await self.page.get_by_role("button", name="Sit down").click()
        await self.page.wait_for_selector(".polygames-pointer svg")
        loaded = await self.page.evaluate(LOADED)
        took = round(opened + perf_counter() - begun, 2)
        load.figures.joined.append((took, round((loaded + self.heard) / 1024)))

    async def click(self, rng: random.Random) -> None:
        """Make a move with the mouse."""
        frame = self.frame
        left, top, right, bottom = frame["window"]
        x, y, wide, high = await self.page.evaluate(PLACE)
        for target in rng.choice(frame["moves"])["spelling"]:
            at = _middle(next(each for each in frame["items"] if each["target"] == target))
            await self.page.mouse.click(
                x + (at[0] - left) / (right - left) * wide,
                y + (at[1] - top) / (bottom - top) * high,
            )


def _middle(item: dict[str, Any]) -> tuple[float, float]:
    """Return a point within an item: the middle of a bent tile is beside it."""
    if "center" in item:
        return item["center"][0], item["center"][1]
    point = Polygon(item["points"]).representative_point()
    return point.x, point.y


async def play(load: Load, count: int) -> None:
    """Let real pages play in pairs until the class is over."""
    from playwright.async_api import async_playwright

    async with async_playwright() as player:
        browser = await player.chromium.launch(executable_path="/usr/bin/chromium", args=[*FLAGS])
        try:
            seats = []
            for number in range(count):
                context = await browser.new_context(**SIZES[number % 2])
                seats.append(Seat(await context.new_page()))
                await seats[-1].join(load, f"Chromium {number}")
            pairs = zip(seats[::2], seats[1::2], strict=True)
            await asyncio.gather(*(_play(load, *pair) for pair in pairs))
        finally:
            load.figures.faults += [error for seat in seats for error in seat.errors]
            await browser.close()


async def _play(load: Load, *pair: Seat) -> None:
    rng, missed = random.Random(1), 0
    for seat in pair:
        await seat.page.evaluate(WATCH)
    while not load.is_over:
        mover = next(
            (seat for seat in pair if seat.frame.get("active") and seat.frame["moves"]), None
        )
        if mover is None:
            await asyncio.sleep(0.05)
            continue
        other = pair[0] if mover is pair[1] else pair[1]
        version = mover.frame["version"]
        await other.page.evaluate("() => { window.drawn = []; window.begun = Date.now(); }")
        await mover.click(rng)
        begun = await mover.page.evaluate("() => Date.now()")
        drawn = await _drawn(load, other, version)
        if drawn:
            load.figures.drawn.append(max(0, drawn - begun) / 1000)
            missed = 0
        else:
            missed += 1
        if missed >= MOST_MISSED:
            load.figures.faults.append(f"nothing was drawn after version {version}")
            return
        await asyncio.sleep(rng.uniform(0, 2 * load.given.think))


async def _drawn(load: Load, seat: Seat, version: int) -> float:
    """Return when a page has drawn a newer version, in ms; 0 if it has not."""
    for _ in range(int(SECONDS / 0.05)):
        drawn = await seat.page.evaluate("() => window.drawn")
        if drawn and seat.frame["version"] > version:
            return float(drawn[0])
        if load.is_over:
            break
        await asyncio.sleep(0.05)
    return 0.0
