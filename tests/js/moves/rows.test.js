// The list of moves as data, and walking faster than the kernel.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  rangeAfter,
  isInBranch,
  keyTarget,
  Rows,
  StepQueue,
} from "../../../polygames/view/js/moves/rows.js";

// 0 is the start, 1 and 2 are the main line, 3 and 4 a branch beside 2.
const ROWS = new Rows(
  [
    [0, null, 0],
    [1, 0, 0],
    [2, 1, 0],
    [3, 1, 1],
    [4, 3, 1],
  ].map(([id, parent, depth]) => ({ id, parent, depth })),
);

test("keys lead along lines, up and down the list, to its start and the end of a line, or nowhere", () => {
  const places = {
    ArrowLeft: { 4: 3, 3: 1, 0: null },
    ArrowRight: { 1: 2, 4: null },
    ArrowDown: { 2: 3 },
    ArrowUp: { 3: 2, 0: null },
    Home: { 4: 0, 9: null },
    End: { 0: 2, 3: 4 },
    x: { 1: null },
  };
  for (const [key, ways] of Object.entries(places)) {
    for (const [from, to] of Object.entries(ways))
      assert.equal(keyTarget(ROWS, Number(from), key), to, `${key} from ${from}`);
  }
});

test("who went back out of a branch goes forward into it again", () => {
  const last = new Map([[1, 3]]);
  assert.equal(keyTarget(ROWS, 1, "ArrowRight", last), 3);
  assert.equal(keyTarget(ROWS, 0, "End", last), 4);
  assert.equal(
    keyTarget(ROWS, 1, "ArrowRight", new Map([[1, 99]])),
    2,
    "one that was deleted is forgotten",
  );
});

test("a row is in a branch if any move that leads to it is an alternative", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((id) => isInBranch(ROWS, id)),
    [false, false, false, true, true],
  );
});

test("a change takes the place of what it drops", () => {
  const rows = ROWS.patched({ start: 3, removed_count: 2, rows: [{ id: 7, parent: 2 }] });
  assert.deepEqual(
    rows.all.map(({ id }) => id),
    [0, 1, 2, 7],
  );
  assert.equal(rows.row(4), undefined);
  assert.equal(rows.row(7), rows.all[3]);
  assert.equal(ROWS.all.length, 5);
  assert.equal(
    ROWS.patched({ start: 0, removed_count: 0, rows: [] }),
    ROWS,
    "no change, nothing new",
  );
});

test("what comes after a row is its line with the branches, but of a branch no row of another line", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((id) => rangeAfter(ROWS, id)),
    [
      [1, 5],
      [2, 5],
      [3, 5],
      [4, 5],
      [5, 5],
    ],
  );
  const rows = ROWS.patched({ start: 5, removed_count: 0, rows: [{ id: 5, parent: 2, depth: 0 }] });
  assert.deepEqual(
    [2, 3, 4].map((id) => rangeAfter(rows, id)),
    [
      [3, 6],
      [4, 5],
      [5, 5],
    ],
  );
});

test("in a long game no row is searched for: each is read a few times", () => {
  let reads = 0;
  const row = (id) => ({
    id,
    depth: 0,
    get parent() {
      reads += 1;
      return id ? id - 1 : null;
    },
  });
  const rows = new Rows(Array.from({ length: 4000 }, (_, id) => row(id)));
  assert.equal(isInBranch(rows, 3999), false);
  assert.equal(keyTarget(rows, 0, "End"), 3999);
  assert.ok(reads < 10 * 4000, `${reads} reads`);
});

test("the kernel is sent to one place at a time, and then only to the last", () => {
  const sent = [];
  const steps = new StepQueue((id) => sent.push(id));
  for (const id of [1, 2, 3, 4]) steps.go(id);
  assert.deepEqual(sent, [1]);
  assert.equal(steps.aim, 4);
  steps.arrived();
  assert.deepEqual(sent, [1, 4]);
  steps.arrived();
  assert.equal(steps.aim, null);
});
