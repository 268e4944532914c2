import assert from "node:assert/strict";
import test from "node:test";

import { isCut, linesIn } from "../../../polygames/view/js/page/words.js";

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
