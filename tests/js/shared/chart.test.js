// The curve of a game.

import assert from "node:assert/strict";
import { test } from "node:test";

import "../fake_page.js";
import { createChart, plyAt } from "../../../polygames/view/js/shared/chart.js";

const CHART = {
  curves: [
    {
      points: [
        [0, 0.5],
        [1, 1],
      ],
      color: "red",
    },
  ],
  marks: [{ verdict: "blunder", color: "red", at: [0.5, 0], ply: 2, title: "2. <b>: blunder" }],
  ...{ proved: [[1, 1]], certain: "proved", zero: 0.5, luck: [] },
  ...{ measure: "points", top: "9", bottom: "-9", length: 4, end: "move 4" },
};

test("a chart has its curves, marks, dots and texts, and a line at the ply of the board", () => {
  const svg = createChart(CHART, 2, { role: "slider" });
  assert.deepEqual(
    [svg.attributes.role, svg.attributes["aria-valuemax"], svg.attributes["aria-valuenow"]],
    ["slider", "4", "2"],
  );
  assert.equal(svg.all("polyline").length, 1);
  assert.equal(svg.querySelector(".polygames-curve-mark").textContent, "2. <b>: blunder");
  assert.equal(svg.querySelector(".polygames-curve-now").attributes.x1, "161");
  const texts = svg.all("text").map(({ textContent }) => textContent);
  assert.ok(["points", "✖ blunder", "● proved", "move 4"].every((each) => texts.includes(each)));
});

test("bars of luck have a place below the curve", () => {
  const luck = [
    { at: 0.5, height: 1, title: "a six" },
    { at: 1, height: -1, title: "a one" },
  ];
  const svg = createChart({ ...CHART, luck }, 0, {});
  assert.equal(svg.attributes.viewBox, "0 0 300 100");
  const [, good, bad] = svg.all("rect");
  assert.deepEqual([good.textContent, bad.textContent], ["a six", "a one"]);
  assert.ok(Number(good.attributes.y) < Number(bad.attributes.y));
});

test("a place on the chart means the nearest ply, inside the game", () => {
  const box = { left: 10, top: 0, width: 600, height: 160 };
  assert.deepEqual(
    [0, 70, 332, 594, 900].map((x) => plyAt(x, box, 4)),
    [0, 0, 2, 4, 4],
  );
});

test("the interval of each value is a band behind the curve, if it is known", () => {
  const band = [
    [0, 0.2, 0.8],
    [1, 1, 1],
  ];
  const [curve] = CHART.curves;
  const svg = createChart({ ...CHART, curves: [{ ...curve, band }] }, 0, {});
  const [shape] = svg.all("polygon");
  assert.equal(shape.attributes.points.split(" ").length, 4);
  assert.equal(shape.attributes.fill, "red");
  assert.equal(createChart(CHART, 0, {}).all("polygon").length, 0);
});
