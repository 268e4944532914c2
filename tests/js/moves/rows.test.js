// The list of moves as data, and walking faster than the kernel.

import assert from "node:assert/strict";
import { test } from "node:test";

import { inBranch, keyTarget, legend, meaning, patched, rowOf, Steps } from "../../../polygames/view/js/moves/rows.js";

// 0 start, 1 and 2 the main line, 3 and 4 a branch that stands beside 2.
const ROWS = [[0, null], [1, 0], [2, 1], [3, 1], [4, 3]].map(([id, parent]) => ({ id, parent }));

test("keys lead along lines, up and down the list, to its start and the end of a line, or nowhere", () => {
  const places = {
    ArrowLeft: { 4: 3, 3: 1, 0: null }, ArrowRight: { 1: 2, 4: null }, ArrowDown: { 2: 3 },
    ArrowUp: { 3: 2, 0: null }, Home: { 4: 0, 9: null }, End: { 0: 2, 3: 4 }, x: { 1: null },
  };
  for (const [key, ways] of Object.entries(places)) {
    for (const [from, to] of Object.entries(ways)) assert.equal(keyTarget(ROWS, Number(from), key), to, `${key} from ${from}`);
  }
});

test("who went back out of a branch goes forward into it again", () => {
  const last = new Map([[1, 3]]);
  assert.equal(keyTarget(ROWS, 1, "ArrowRight", last), 3);
  assert.equal(keyTarget(ROWS, 0, "End", last), 4);
  assert.equal(keyTarget(ROWS, 1, "ArrowRight", new Map([[1, 99]])), 2, "one that was deleted is forgotten");
});

test("a row is in a branch if any move that leads to it is an alternative", () => {
  assert.deepEqual([0, 1, 2, 3, 4].map((id) => inBranch(ROWS, id)), [false, false, false, true, true]);
});

test("a change takes the place of what it drops", () => {
  const rows = patched(ROWS, { start: 3, drop: 2, rows: [{ id: 7, parent: 2 }] });
  assert.deepEqual(rows.map(({ id }) => id), [0, 1, 2, 7]);
  assert.equal(rowOf(rows, 4), undefined);
  assert.equal(ROWS.length, 5);
});

test("the kernel is sent to one place at a time, and then only to the last", () => {
  const sent = [], steps = new Steps((id) => sent.push(id));
  for (const id of [1, 2, 3, 4]) steps.go(id);
  assert.deepEqual(sent, [1]);
  assert.equal(steps.aim, 4);
  steps.arrived();
  assert.deepEqual(sent, [1, 4]);
  steps.arrived();
  assert.equal(steps.aim, null);
});

test("a legend explains each sign that is there once, and nothing else; a sign has words for ears", () => {
  const rows = ["??", undefined, "", "!", "??"].map((glyph) => ({ glyph }));
  assert.equal(legend(rows), "! a good move · ?? a blunder");
  assert.deepEqual(["?!", ""].map(meaning), ["an inaccuracy", ""]);
});
