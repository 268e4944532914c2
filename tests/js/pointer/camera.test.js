import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { Camera } from "../../../polygames/view/js/pointer/camera.js";
import { close } from "../helpers.js";

const HOME = [-1, -1, 1, 1];
const RESTED = 250; // after this a gesture has ended, in ms

/** Create a camera on a board of 200 by 200 pixels that is two units wide, and a log of its
 *  requests. */
function framed(parts = {}) {
  const asked = [];
  const shifts = [];
  const camera = new Camera({
    box: () => ({ left: 0, top: 0, width: 200, height: 200 }),
    ask: (window) => asked.push(window),
    shift: (...moved) => shifts.push(moved),
  });
  camera.showFrame({ window: HOME, home: HOME, ...parts }, false);
  after(() => camera.stop());
  return { camera, asked, shifts };
}

const width = ([l, , r]) => r - l;

function zoomIn(camera, times) {
  for (let k = 0; k < times; k++) camera.zoom(1 / 2);
}

test("zooming out undoes zooming in, and ends at the whole board", () => {
  const { camera } = framed();
  zoomIn(camera, 2);
  assert.deepEqual(camera.view, [-0.25, -0.25, 0.25, 0.25]);
  assert.ok(camera.isZoomed());
  camera.zoom(2);
  assert.deepEqual(camera.view, [-0.5, -0.5, 0.5, 0.5]);
  for (let k = 0; k < 3; k++) camera.zoom(2);
  assert.deepEqual(camera.view, HOME);
  assert.ok(!camera.isZoomed());
});

test("a zoom leaves its place where it is, and a pan stays within the board", () => {
  const { camera } = framed();
  camera.zoom(1 / 2, [1, 1]);
  assert.deepEqual(camera.view, [0, 0, 1, 1]);
  camera.pan(5, -0.25);
  assert.deepEqual(camera.view, [0, -0.25, 1, 0.75]);
  camera.pan(-9, -9);
  assert.deepEqual(camera.view, [-1, -1, 0, 0]);
  assert.ok(camera.isVisible([-0.5, -0.5]) && !camera.isVisible([0.5, -0.5]));
});

test("after a gesture the kernel is asked once", async () => {
  const { camera, asked } = framed();
  zoomIn(camera, 2);
  assert.deepEqual(asked, []);
  await pause(RESTED);
  assert.deepEqual(asked, [[-0.25, -0.25, 0.25, 0.25]]);
});

test("meanwhile its picture is moved and enlarged, until it is drawn anew", () => {
  const { camera, shifts } = framed();
  camera.zoom(1 / 2, [1, 1]);
  close(shifts.at(-1), [-100, -100, 2]);
  camera.stop();
  camera.showFrame({ window: camera.view, home: HOME }, false);
  close(shifts.at(-1), [0, 0, 1]);
});

test("a deep zoom asks at once, and again at its end", async () => {
  const { camera, asked } = framed();
  zoomIn(camera, 100);
  assert.equal(asked.length, 1);
  close(width(asked[0]), 2 / 1024);
  await pause(RESTED);
  assert.equal(asked.length, 2);
  close(width(asked[1]), 1e-4);
});

test("a new picture is shown as it is when nothing is under way, and whole asks for all", async () => {
  const { camera, asked } = framed();
  camera.zoom(1 / 2);
  await pause(RESTED);
  camera.showFrame({ window: camera.view, home: HOME }, false);
  camera.showFrame({ window: [0, 0, 0.5, 0.5], home: HOME }, false);
  assert.deepEqual(camera.view, [0, 0, 0.5, 0.5]);
  camera.showHome();
  assert.equal(asked.at(-1), null);
  assert.deepEqual(camera.view, HOME);
});

test("a point that is not visible is brought to the middle", () => {
  const { camera } = framed();
  zoomIn(camera, 2);
  camera.reveal([0.1, 0.1]);
  close(camera.view, [-0.25, -0.25, 0.25, 0.25]);
  camera.reveal([0.5, 0.5]);
  close(camera.view, [0.25, 0.25, 0.75, 0.75]);
});

test("while a button is held the view stays, whatever the kernel sends", () => {
  const { camera } = framed();
  camera.view = [0, 0, 1, 1];
  camera.showFrame({ window: HOME, home: HOME }, true);
  assert.deepEqual(camera.view, [0, 0, 1, 1]);
});

test("a zoom ends before circles are too small for a browser", async () => {
  const { camera } = framed();
  zoomIn(camera, 100);
  const deep = camera.view;
  close(width(deep), 1e-4);
  camera.showFrame({ window: deep, home: HOME }, false);
  await pause(RESTED);
  camera.zoom(1 / 2);
  camera.stop();
  close(width(camera.view), 1e-4);
});

test("what keeps its size grows as the window shrinks", () => {
  const { camera } = framed();
  zoomIn(camera, 2);
  assert.equal(camera.growth(), 0.25);
  close(camera.unit(), 0.5 / 200);
  close(camera.toScreen([0.25, -0.25]), [200, 0]);
  close(camera.toScene({ clientX: 100, clientY: 0 }), [0, -0.25]);
  close(camera.toScene({ clientX: 200, clientY: 200 }), [0.25, 0.25]);
});

test("an answer to an earlier question does not take the view back", async () => {
  const { camera, asked } = framed();
  camera.zoom(1 / 2);
  await pause(RESTED);
  camera.zoom(1 / 2);
  await pause(RESTED);
  assert.equal(asked.length, 2);
  camera.showFrame({ window: asked[0], home: HOME }, false);
  close(camera.view, [-0.25, -0.25, 0.25, 0.25]);
  camera.showFrame({ window: asked[1], home: HOME }, false);
  close(camera.view, asked[1]);
  camera.showFrame({ window: HOME, home: HOME }, false);
  close(camera.view, HOME);
});

test("a board that is hidden has points of ordinary size", () => {
  const camera = new Camera({
    box: () => ({ left: 0, top: 0, width: 0, height: 0 }),
    ask: () => {},
    shift: () => {},
  });
  camera.showFrame({ window: HOME, home: HOME }, false);
  assert.ok(Number.isFinite(camera.unit()));
});

// --- A board that shows the area of its pieces at rest

const REST = [-0.5, -0.5, 0.5, 0.5];
const MORE = [-0.75, -0.5, 0.5, 0.75];
const LARGE = [-4, -4, 4, 4];

/** Create a camera that shows a part of a large board, and functions that change it. */
function fitted(around = {}) {
  const world = { isIdle: true, pace: 60, told: 0, ...around };
  const asked = [];
  const camera = new Camera({
    box: () => ({ left: 0, top: 0, width: 200, height: 200 }),
    ask: (window) => asked.push(window),
    shift: () => {},
    isIdle: () => world.isIdle,
    pace: () => world.pace,
    moved: () => {
      world.told++;
    },
  });
  const take = (rest, held = false) => camera.showFrame({ window: rest, rest, home: LARGE }, held);
  take(REST);
  return { camera, asked, take, world };
}

test("at rest a part is shown that is not zoomed; whole shows the whole board, and goes back", () => {
  const { camera, asked } = fitted();
  assert.deepEqual(camera.view, REST);
  assert.ok(!camera.isZoomed());
  camera.showHome();
  assert.deepEqual([camera.view, asked.at(-1)], [LARGE, LARGE]);
  camera.showHome();
  assert.deepEqual([camera.view, asked.at(-1)], [REST, null]);
  camera.zoom(1 / 2);
  assert.ok(camera.isZoomed());
  camera.showHome();
  assert.deepEqual([camera.view, asked.at(-1)], [REST, null]);
});

test("when more is shown the view drifts there evenly, and frames that come meanwhile stop nothing", async () => {
  const { camera, take, world } = fitted({ pace: 200 });
  take(MORE);
  assert.deepEqual(camera.view, REST);
  const seen = [];
  for (let k = 0; k < 4; k++) {
    await pause(30);
    take(MORE);
    seen.push(camera.view[0]);
  }
  assert.ok(
    seen.every((left, i) => left <= (seen[i - 1] ?? REST[0])) &&
      seen.at(-1) < REST[0] &&
      seen[0] > MORE[0],
    `${seen}`,
  );
  await pause(400);
  assert.deepEqual(camera.view, MORE);
  assert.ok(world.told > 3);
});

test("where the page was busy for a while the drift does not jump", async () => {
  const { camera, take } = fitted({ pace: 10_000 });
  const { now } = Date;
  take(MORE);
  await pause(30);
  Date.now = () => now() + 60_000;
  await pause(60);
  Date.now = now;
  assert.ok(camera.view[0] > MORE[0], `${camera.view}`);
  camera.stopDrift();
});

test("the key for the whole board shows it on the way to more of it, too", () => {
  const { camera, take, asked } = fitted({ pace: 10_000 });
  take(MORE);
  camera.showHome();
  assert.deepEqual([camera.view, asked.at(-1), camera.drift], [LARGE, LARGE, null]);
});

test("the view drifts to the whole board, too, where the pieces need it all", async () => {
  const { camera, world } = fitted();
  camera.showFrame({ window: LARGE, rest: null, home: LARGE }, false);
  assert.deepEqual(camera.view, REST);
  await pause(RESTED);
  assert.deepEqual(camera.view, LARGE);
  assert.ok(world.told > 1);
});

test("while somebody points nothing moves; it moves when he is calm, at once with less motion", async () => {
  const { camera, take, world } = fitted({ isIdle: false, pace: 0 });
  take(MORE);
  await pause(RESTED);
  assert.deepEqual([camera.view, world.told], [REST, 0]);
  world.isIdle = true;
  await pause(RESTED);
  assert.deepEqual([camera.view, world.told], [MORE, 1]);
});

test("a smaller part, and one that is elsewhere, are a new picture; a zoom ends a drift", async () => {
  const { camera, take, world } = fitted({ pace: 10_000 });
  take([-1, -1, 1, 1]);
  take(REST);
  assert.deepEqual(camera.view, REST);
  take([2, 2, 3, 3]);
  assert.deepEqual(camera.view, [2, 2, 3, 3]);
  take([1, 1, 4, 4]);
  camera.zoom(1 / 2);
  const { view } = camera;
  await pause(RESTED);
  assert.deepEqual([camera.view, world.told > 1], [view, false]);
});
