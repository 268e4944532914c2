import assert from "node:assert/strict";
import test from "node:test";

import { overflowsBox, countLines, tabForKey } from "../../../polygames/view/js/page/words.js";

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

test("arrow keys go along the tabs and round, Home and End to the ends, other keys nowhere", () => {
  const found = [
    "ArrowRight",
    "ArrowDown",
    "ArrowLeft",
    "ArrowUp",
    "Home",
    "End",
    "Enter",
    "d",
  ].map((key) => tabForKey(key, 0, 4));
  assert.deepEqual(found, [1, 1, 3, 3, 0, 3, null, null]);
  assert.equal(tabForKey("ArrowRight", 3, 4), 0);
  assert.equal(tabForKey("ArrowRight", -1, 4), null);
});
