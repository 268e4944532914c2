// Where a line would begin, and what is requested from the kernel about it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { lineStartPoint, createEndsPreview } from "../../../polygames/view/js/pointer/preview.js";
import { board, PEN, SQUARE } from "../helpers.js";

function looking(parts = {}) {
  const { ui, sent } = board({ regions: [SQUARE], pen: PEN, has_line_values: true, ...parts });
  const timers = [];
  const scenes = [];
  const ends = createEndsPreview(ui, (scene) => scenes.push(scene), {
    later: (act) => timers.push(act),
    never: () => timers.pop(),
  });
  return { ui, sent, timers, scenes, ends };
}

test("a line begins at the border that is pointed at, or where it has begun", () => {
  const { ui } = looking();
  ui.pointer = [4, 0.2];
  assert.deepEqual(lineStartPoint(ui), [4, 0]);
  ui.anchors = [{ point: [0, 7] }];
  assert.deepEqual(lineStartPoint(ui), [0, 7]);
  ui.anchors = [];
  ui.pointer = [5, 5];
  assert.equal(lineStartPoint(ui), null);
});

test("without an analysis nothing is asked", () => {
  const { ui } = looking({ has_line_values: false });
  ui.pointer = [4, 0.2];
  assert.equal(lineStartPoint(ui), null);
});

test("the kernel is asked once the pointer rests, and its answer is drawn if it is still there", () => {
  const { ui, sent, timers, scenes, ends } = looking();
  ui.pointer = [4, 0.1];
  ends.look();
  ends.look();
  assert.equal(timers.length, 1);
  timers.pop()();
  assert.deepEqual(sent.at(-1), { kind: "request_line_values", version: 1, start: [4, 0] });
  ends.take({ start: [4, 0], scene: ["heat"] });
  ui.pointer = [5, 5];
  ends.look();
  ends.take({ start: [4, 0], scene: ["late"] });
  assert.deepEqual(scenes, [["heat"], []]);
});
