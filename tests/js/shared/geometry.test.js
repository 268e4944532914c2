import assert from "node:assert/strict";
import { test } from "node:test";

import {
  area,
  isConvex,
  findItemAt,
  containsPoint,
  centerOf,
  pointInside,
} from "../../../polygames/view/js/shared/geometry.js";

const SQUARE = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
];

test("a polygon has its area either way around, and holds its points", () => {
  assert.equal(area(SQUARE), 16);
  assert.equal(area(SQUARE.toReversed?.() ?? [...SQUARE].reverse()), 16);
  assert.equal(
    area([
      [0, 0],
      [1, 1],
    ]),
    0,
  );
  assert.ok(containsPoint(SQUARE, [1, 3]));
  assert.ok(!containsPoint(SQUARE, [5, 3]));
});

test("the topmost item is hit, and discs have a reach", () => {
  const items = [
    { target: "square", points: SQUARE },
    { target: "disc", center: [1, 1], radius: 0.1 },
  ];
  assert.equal(findItemAt(items, [1, 1]).target, "disc");
  assert.equal(findItemAt(items, [1.3, 1]).target, "square");
  assert.equal(findItemAt(items, [1.3, 1], 0.5).target, "disc");
  assert.equal(findItemAt(items, [9, 9]), null);
});

test("of several discs within reach the nearest is hit", () => {
  const discs = [
    ["a", 0],
    ["b", 1],
  ].map(([target, x]) => ({ target, center: [x, 0], radius: 0.1 }));
  assert.equal(findItemAt(discs, [0.4, 0], 2).target, "a");
  assert.equal(findItemAt(discs, [0.6, 0], 2).target, "b");
});

test("strictly convex paths are known", () => {
  assert.ok(isConvex(SQUARE));
  assert.ok(isConvex([...SQUARE].reverse()));
  assert.ok(!isConvex([...SQUARE.slice(0, 2), [2, 1], SQUARE[3]]), "a dent");
  assert.ok(
    !isConvex([
      [0, 0],
      [2, 0],
      [4, 0],
      [4, 4],
    ]),
    "three on a line",
  );
  assert.ok(
    !isConvex([
      [0, -5],
      [3, 4],
      [-5, -1],
      [5, -1],
      [-3, 4],
    ]),
    "it goes around twice",
  );
});

test("a cursor goes to the middle of an item", () => {
  assert.deepEqual(centerOf({ points: SQUARE }), [2, 2]);
  assert.deepEqual(centerOf({ center: [1, 7] }), [1, 7]);
  assert.deepEqual(
    centerOf({
      points: [
        [3, 3],
        [3, 3],
        [3, 3],
      ],
    }),
    [3, 3],
  );
});

test("a point inside a tile is its centre, or near it where the centre is outside", () => {
  const square = [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
  ];
  assert.deepEqual(pointInside({ points: square }), [1, 1]);
  assert.deepEqual(pointInside({ center: [3, 4], radius: 1 }), [3, 4]);
  const hook = [
    [0, 0],
    [6, 0],
    [6, 1],
    [1, 1],
    [1, 6],
    [0, 6],
  ];
  assert.equal(containsPoint(hook, centerOf({ points: hook })), false);
  for (const turned of [hook, [...hook].reverse(), hook.map(([x, y]) => [6 - x, 6 - y])])
    assert.ok(containsPoint(turned, pointInside({ points: turned })));
});
