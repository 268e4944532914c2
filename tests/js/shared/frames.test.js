// Frames whose items refer to items that the page has already.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createFrameReader } from "../../../polygames/view/js/shared/frames.js";
import { Model } from "../fake_page.js";

const item = (target) => ({ target });

test("a frame has the known items to which it refers, and new ones between them", () => {
  const model = new Model({ version: 2, items: [[0, 2], item("new"), [3, 4]], known_items: 7 });
  model.known_items = { number: 7, items: ["a", "b", "c", "d"].map(item) };
  const frame = createFrameReader(model)();
  assert.deepEqual(frame, { version: 2, items: ["a", "b", "new", "d"].map(item) });
});

test("a frame that refers to items which the page has missed cannot be read until they come", () => {
  const model = new Model({ items: [[0, 1]], known_items: 2 });
  const readFrame = createFrameReader(model);
  assert.equal(readFrame(), null);
  model.known_items = { number: 2, items: [item("a")] };
  assert.deepEqual(readFrame(), { items: [item("a")] });
});

test("a board without a position has a frame without items", () => {
  assert.deepEqual(createFrameReader(new Model({}))(), {});
});
