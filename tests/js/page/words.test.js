import assert from "node:assert/strict";
import test from "node:test";

import { overflowsBox, countLines } from "../../../polygames/view/js/page/words.js";

test("of a message only whole lines are shown, and one at least", () => {
  assert.equal(countLines(58, 17, 16), 2);
  assert.equal(countLines(58, 34, 16), 1);
  assert.equal(countLines(58, 60, 16), 1);
});

test("words are cut where they are higher than their box, but for what rounding leaves", () => {
  assert.equal(overflowsBox(80, 58), true);
  assert.equal(overflowsBox(58, 58), false);
  assert.equal(overflowsBox(61, 58), false);
});
