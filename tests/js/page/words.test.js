import assert from "node:assert/strict";
import test from "node:test";

import { isCut, linesIn, tabAfter } from "../../../polygames/view/js/page/words.js";

test("of a message only whole lines are shown, and one at least", () => {
  assert.equal(linesIn(58, 17, 16), 2);
  assert.equal(linesIn(58, 34, 16), 1);
  assert.equal(linesIn(58, 60, 16), 1);
});

test("words are cut where they are higher than their box, but for what rounding leaves", () => {
  assert.equal(isCut(80, 58), true);
  assert.equal(isCut(58, 58), false);
  assert.equal(isCut(61, 58), false);
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
  ].map((key) => tabAfter(key, 0, 4));
  assert.deepEqual(found, [1, 1, 3, 3, 0, 3, null, null]);
  assert.equal(tabAfter("ArrowRight", 3, 4), 0);
  assert.equal(tabAfter("ArrowRight", -1, 4), null);
});
