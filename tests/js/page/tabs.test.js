import assert from "node:assert/strict";
import { test } from "node:test";

import { tabAfter } from "../../../polygames/view/js/page/tabs.js";

test("arrow keys go along the tabs and round, Home and End to the ends, other keys nowhere", () => {
  const found = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Home", "End", "Enter", "d"].map((key) => tabAfter(key, 0, 4));
  assert.deepEqual(found, [1, 1, 3, 3, 0, 3, null, null]);
  assert.equal(tabAfter("ArrowRight", 3, 4), 0);
  assert.equal(tabAfter("ArrowRight", -1, 4), null);
});
