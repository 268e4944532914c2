// How much of the page a board may fill.

import assert from "node:assert/strict";
import { test } from "node:test";

import { roomOf } from "../../polygames/widgets/js/room.js";

test("near the top of a notebook all that stands above a board is left in sight", () => {
  assert.equal(roomOf({ visible: 647, above: 120, code: 80 }), 519);
});

test("further down it is the code of the board's own cell, but at most a quarter of the window", () => {
  assert.equal(roomOf({ visible: 600, above: 2000, code: 80 }), 512);
  assert.equal(roomOf({ visible: 600, above: 2000, code: 900 }), 442);
});
