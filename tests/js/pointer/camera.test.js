import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { Camera } from "../../../polygames/widgets/js/pointer/camera.js";

const HOME = [-1, -1, 1, 1];
const RESTED = 250; // milliseconds after which a gesture is surely over

/** A camera on a board of 200 by 200 pixels that is two units wide, and what it asked for. */
function camera(parts = {}) {
  const asked = [], shifts = [];
  const eye = new Camera({
    box: () => ({ left: 0, top: 0, width: 200, height: 200 }),
    ask: (window) => asked.push(window),
    shift: (...moved) => shifts.push(moved),
  });
  eye.take({ window: HOME, home: HOME, ...parts }, false);
  return { eye, asked, shifts };
}

const width = ([l, , r]) => r - l;
const close = (found, expected, within = 1e-9) =>
  [found].flat().forEach((value, i) => assert.ok(Math.abs(value - [expected].flat()[i]) <= within, `${found} is not ${expected}`));

function zoomIn(eye, times) {
  for (let k = 0; k < times; k++) eye.zoom(1 / 2);
}

test("zooming out undoes zooming in, and ends at the whole board", (t) => {
  const { eye } = camera();
  t.after(() => eye.stop());
  zoomIn(eye, 2);
  assert.deepEqual(eye.view, [-0.25, -0.25, 0.25, 0.25]);
  assert.ok(eye.zoomed());
  eye.zoom(2);
  assert.deepEqual(eye.view, [-0.5, -0.5, 0.5, 0.5]);
  for (let k = 0; k < 3; k++) eye.zoom(2);
  assert.deepEqual(eye.view, HOME);
  assert.ok(!eye.zoomed());
});

test("a zoom leaves its place where it is, and a pan stays within the board", (t) => {
  const { eye } = camera();
  t.after(() => eye.stop());
  eye.zoom(1 / 2, [1, 1]);
  assert.deepEqual(eye.view, [0, 0, 1, 1]);
  eye.pan(5, -0.25);
  assert.deepEqual(eye.view, [0, -0.25, 1, 0.75]);
  eye.pan(-9, -9);
  assert.deepEqual(eye.view, [-1, -1, 0, 0]);
  assert.ok(eye.shows([-0.5, -0.5]) && !eye.shows([0.5, -0.5]));
});

test("after a gesture the kernel is asked once", async () => {
  const { eye, asked } = camera({ space: 3 });
  zoomIn(eye, 2);
  assert.deepEqual(asked, []);
  await pause(RESTED);
  assert.deepEqual(asked, [[-0.25, -0.25, 0.25, 0.25]]);
});

test("meanwhile its picture is moved and enlarged, until it is drawn anew", (t) => {
  const { eye, shifts } = camera();
  t.after(() => eye.stop());
  eye.zoom(1 / 2, [1, 1]);
  close(shifts.at(-1), [-100, -100, 2]);
  eye.stop();
  eye.take({ window: eye.view, home: HOME }, false);
  close(shifts.at(-1), [0, 0, 1]);
});

test("a deep zoom asks at once and goes on in new numbers", (t) => {
  const { eye, asked } = camera({ space: 0 });
  t.after(() => eye.stop());
  zoomIn(eye, 100);
  close(width(eye.view), 2e-6); // a picture is enlarged a million times at most
  assert.equal(asked.length, 1);
  close(width(asked[0]), 2 / 1024);
  const home = HOME.map((x) => 1024 * x), moved = { from: 0, x: 0, y: 0, scale: 1024 };
  eye.take({ window: HOME, home, space: 1, moved }, false);
  close(width(eye.view), 2e-6 * 1024);
  eye.zoom(1 / 2);
  close(width(eye.view), 1e-6 * 1024);
});

test("a gesture on a picture that is too old gives way to the new one", (t) => {
  const { eye } = camera({ space: 0 });
  t.after(() => eye.stop());
  eye.zoom(1 / 2);
  eye.take({ window: HOME, home: HOME, space: 5, moved: { from: 4, x: 0, y: 0, scale: 8 } }, false);
  assert.deepEqual(eye.view, HOME);
});

test("a new picture is shown as it is when nothing is under way, and whole asks for all", async () => {
  const { eye, asked } = camera({ space: 0 });
  eye.zoom(1 / 2);
  await pause(RESTED);
  eye.take({ window: HOME, home: [-2, -2, 2, 2], space: 1, moved: { from: 0, x: 0, y: 0, scale: 2 } }, false);
  assert.deepEqual(eye.view, HOME);
  eye.whole();
  assert.equal(asked.at(-1), null);
  assert.deepEqual(eye.view, [-2, -2, 2, 2]);
});

test("while a button is held the view stays, whatever the kernel sends", () => {
  const { eye } = camera();
  eye.view = [0, 0, 1, 1];
  eye.take({ window: HOME, home: HOME }, true);
  assert.deepEqual(eye.view, [0, 0, 1, 1]);
});

test("a board with a deepest zoom goes no deeper than its numbers", async () => {
  const { eye } = camera();
  zoomIn(eye, 100);
  const deep = eye.view;
  close(width(deep), 2e-6);
  eye.take({ window: deep, home: HOME }, false);
  await pause(RESTED);
  eye.zoom(1 / 2);
  eye.stop();
  close(width(eye.view), 2e-6);
});

test("what keeps its size grows as the window shrinks", (t) => {
  const { eye } = camera();
  t.after(() => eye.stop());
  zoomIn(eye, 2);
  assert.equal(eye.growth(), 0.25);
  close(eye.unit(), 0.5 / 200);
  close(eye.toScreen([0.25, -0.25]), [200, 0]);
  close(eye.toScene({ clientX: 100, clientY: 0 }), [0, -0.25]);
  close(eye.toScene({ clientX: 200, clientY: 200 }), [0.25, 0.25]);
});

test("an answer to an earlier question does not take the view back", async (t) => {
  for (const deep of [true, false]) {
    const { eye, asked } = camera(deep ? { space: 0 } : {});
    t.after(() => eye.stop());
    eye.zoom(1 / 2);
    await pause(RESTED);
    eye.zoom(1 / 2);
    await pause(RESTED);
    assert.equal(asked.length, 2);
    const first = deep ? { window: HOME, home: [-2, -2, 2, 2], space: 1, moved: { from: 0, x: 0, y: 0, scale: 2 } } : { window: asked[0], home: HOME };
    eye.take(first, false);
    close(eye.view, deep ? [-0.5, -0.5, 0.5, 0.5] : [-0.25, -0.25, 0.25, 0.25]);
    const second = deep ? { window: HOME, home: [-4, -4, 4, 4], space: 2, moved: { from: 1, x: 0, y: 0, scale: 2 } } : { window: asked[1], home: HOME };
    eye.take(second, false);
    close(eye.view, second.window);
    eye.take({ ...second, window: second.home }, false);
    close(eye.view, second.home);
  }
});

test("a board that is hidden has points of ordinary size", () => {
  const eye = new Camera({ box: () => ({ left: 0, top: 0, width: 0, height: 0 }), ask: () => {}, shift: () => {} });
  eye.take({ window: HOME, home: HOME }, false);
  assert.ok(Number.isFinite(eye.unit()));
});
