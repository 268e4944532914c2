// The list of moves as data, and walking faster than the kernel.

import assert from "node:assert/strict";
import { test } from "node:test";

import { inBranch, keyTarget, patched, rowOf, Steps } from "../../../polygames/view/js/moves/rows.js";

// 0 start, 1 and 2 the main line, 3 and 4 a branch that stands beside 2.
const ROWS = [[0, null], [1, 0], [2, 1], [3, 1], [4, 3]].map(([id, parent]) => ({ id, parent }));

test("keys lead along lines, up and down the list, to its start and the end of a line", () => {
  assert.equal(keyTarget(ROWS, 4, "ArrowLeft"), 3);
  assert.equal(keyTarget(ROWS, 3, "ArrowLeft"), 1);
  assert.equal(keyTarget(ROWS, 1, "ArrowRight"), 2);
  assert.equal(keyTarget(ROWS, 2, "ArrowDown"), 3);
  assert.equal(keyTarget(ROWS, 3, "ArrowUp"), 2);
  assert.equal(keyTarget(ROWS, 4, "Home"), 0);
  assert.equal(keyTarget(ROWS, 0, "End"), 2);
  assert.equal(keyTarget(ROWS, 3, "End"), 4);
});

test("where nothing comes before or after, keys lead nowhere", () => {
  assert.equal(keyTarget(ROWS, 0, "ArrowLeft"), null);
  assert.equal(keyTarget(ROWS, 0, "ArrowUp"), null);
  assert.equal(keyTarget(ROWS, 4, "ArrowRight"), null);
  assert.equal(keyTarget(ROWS, 9, "Home"), null);
  assert.equal(keyTarget(ROWS, 1, "x"), null);
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
