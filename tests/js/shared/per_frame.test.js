// What is read and handled once a frame.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { createBoxReader, createEventBatch } from "../../../polygames/view/js/shared/per_frame.js";

let waiting = [];
const drawFrame = () => waiting.splice(0).forEach((act) => act());

beforeEach(() => {
  waiting = [];
  globalThis.requestAnimationFrame = (act) => waiting.push(act);
});
afterEach(() => delete globalThis.requestAnimationFrame);

test("a box is read once a frame, and again after a change of size", () => {
  let count = 0;
  const box = createBoxReader({ getBoundingClientRect: () => ({ left: ++count }) });
  assert.deepEqual([box().left, box().left], [1, 1]);
  drawFrame();
  assert.deepEqual([box().left, box().left], [2, 2]);
  box.forget();
  assert.equal(box().left, 3);
});

test("of the events of a pointer in a frame the newest is handled, before any other event", () => {
  const handled = [];
  const moves = createEventBatch((event) => handled.push(event.x));
  const add = (pointerId, x) => moves.add({ pointerId, x });
  [1, 2, 3].forEach((x) => add(0, x));
  add(7, 4);
  assert.deepEqual(handled, []);
  drawFrame();
  assert.deepEqual(handled, [3, 4]);
  add(0, 5);
  moves.flush();
  assert.deepEqual(handled, [3, 4, 5]);
  drawFrame();
  assert.deepEqual(handled, [3, 4, 5], "only once");
});
