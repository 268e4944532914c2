// The signs for moves, and their legends.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  glyphLegend,
  glyphName,
  verdictLegend,
} from "../../../polygames/view/js/shared/verdicts.js";

test("a legend explains each sign that is there once, and nothing else; a sign has words for ears", () => {
  const rows = ["??", undefined, "", "!", "??"].map((glyph) => ({ glyph }));
  assert.equal(glyphLegend(rows), "! a good move · ?? a blunder");
  assert.deepEqual(["?!", ""].map(glyphName), ["an inaccuracy", ""]);
});

test("a legend of a curve names the verdicts that are on it", () => {
  assert.equal(verdictLegend(["blunder", "unclear", "blunder"]), "○ unclear  ✖ blunder");
  assert.equal(verdictLegend([]), "");
});
