import assert from "node:assert/strict";
import { test } from "node:test";

import {
  cornersOf,
  findCutEnd,
  findExit,
  nearestPlace,
  nextStop,
  cutPieces,
  placeOnEdge,
  nearestFreePlace,
  walkBorder,
} from "../../../polygames/view/js/pointer/border.js";
import { area } from "../../../polygames/view/js/shared/geometry.js";
import { close, region, SQUARE } from "../helpers.js";

const withEnds = (...ends) => region(cornersOf(SQUARE), 100, { 0: ends.map((x) => [x, 0]) });

test("a point snaps to the nearest edge, and corners to their ends", () => {
  const at = nearestPlace(SQUARE, [4, -3]);
  assert.deepEqual([at.edge, at.share, at.distance, at.point], [0, 0.4, 3, [4, 0]]);
  assert.deepEqual(nearestPlace(SQUARE, [12, -1]).point, [10, 0]);
  assert.notEqual(nearestPlace(SQUARE, [4, 1], 0).edge, 0);
});

for (const [share, ends, expected] of [
  [0.3, [], 0.3],
  [0, [], 0.0001], // a gap of 0.001 from the corner of a side of length 10
  [1, [], 0.9999],
  [0.5, [5], 0.4999], // and from the end of another line
  [0.50001, [5], 0.5001],
  [0.5, [4.999, 5.0005], 0.50015], // between these two there is no room
]) {
  test(`a place at ${share} between ends at [${ends}] settles at ${expected}`, () => {
    close(nearestFreePlace(placeOnEdge(withEnds(...ends), 0, share)).share, expected);
  });
}

test("between ends all along the gap is too wide: the middle of the widest stretch is left", () => {
  const ends = Array.from({ length: 9999 }, (_, i) => (i + 1) / 1000);
  const at = nearestFreePlace(
    placeOnEdge(withEnds(...ends.filter((x) => Math.abs(x - 7) > 1e-9)), 0, 0.2),
  );
  close(at.share, 0.7);
});

test("the gap of a short edge is a hundredth of it, and one a hair long takes no end", () => {
  close(
    nearestFreePlace(
      placeOnEdge(
        region(
          [
            [0, 0],
            [0.01, 0],
            [0, 1],
          ],
          0,
        ),
        0,
        0,
      ),
    ).share,
    0.01,
  );
  const side = 3e-9;
  assert.equal(
    nearestFreePlace(
      placeOnEdge(
        region(
          [
            [0, 0],
            [side, 0],
            [side, side],
          ],
          0,
        ),
        0,
        0.5,
      ),
    ),
    null,
  );
});

test("a line leaves a region where its ray meets the border", () => {
  const from = placeOnEdge(SQUARE, 0, 0.5);
  assert.deepEqual(findExit(from, [5, 3]).point, [5, 10]);
  assert.deepEqual(findExit(from, [6, 1]).point, [10, 5]);
  assert.equal(findExit(from, [5, -3]), null);
});

test("the pieces of a line fill the region", () => {
  const [one, other] = cutPieces(placeOnEdge(SQUARE, 0, 0.4), placeOnEdge(SQUARE, 1, 0.3)).map(
    area,
  );
  close(one, 9);
  close(one + other, 100);
});

for (const value of [0.5, 12.5, 50, 99]) {
  test(`a line that is to cut off ${value} does so exactly`, () => {
    const a = placeOnEdge(SQUARE, 0, 0.4);
    const b = findCutEnd(a, value, [0, 10]);
    close(Math.min(...cutPieces(a, b).map((piece) => Math.abs(area(piece) - value))), 0);
  });
}

test("of the two lines that cut a value off, the one near the pointer is taken", () => {
  const a = placeOnEdge(SQUARE, 0, 0.5);
  assert.equal(findCutEnd(a, 20, [9, 5]).edge, 1);
  assert.equal(findCutEnd(a, 20, [1, 5]).edge, 3);
});

test("nothing cuts off more than there is, or nothing", () => {
  const a = placeOnEdge(SQUARE, 0, 0.5);
  for (const value of [0, -1, 100, 200, NaN]) assert.equal(findCutEnd(a, value, [5, 5]), null);
});

test("walking the border goes round corners both ways", () => {
  close(walkBorder(placeOnEdge(SQUARE, 0, 0.9), 3).point, [10, 2]);
  close(walkBorder(placeOnEdge(SQUARE, 0, 0.1), -3).point, [0, 2]);
  close(walkBorder(placeOnEdge(SQUARE, 0, 0.5), 40).point, [5, 0]);
});

test("the next stop is ahead, and the border is a round", () => {
  const stops = [
    placeOnEdge(SQUARE, 0, 0.5),
    placeOnEdge(SQUARE, 1, 0.5),
    placeOnEdge(SQUARE, 3, 0.5),
  ];
  assert.equal(nextStop(stops[0], stops, true), stops[1]);
  assert.equal(nextStop(stops[0], stops, false), stops[2]);
  assert.equal(nextStop(stops[2], stops, true), stops[0]);
});
