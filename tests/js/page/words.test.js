import assert from "node:assert/strict";
import test from "node:test";

import { isCut } from "../../../polygames/widgets/js/page/words.js";

test("words are cut where they are higher than their box, but for what rounding leaves", () => {
  assert.equal(isCut(80, 58), true);
  assert.equal(isCut(58, 58), false);
  assert.equal(isCut(61, 58), false);
});
