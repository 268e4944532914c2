// The curve of a game as SVG: on the review panel and on saved pages. Positions in the data are from
// 0 to 1, to the right and up.

import { createSvgElement, formatPoints } from "./drawing.js";
import { VERDICT_MARKS, verdictLegend } from "./verdicts.js";

/** @import { Box, Point } from "../types.js" */

const MAX_HEADING_CHARS = 66; // that fit above the curve
const CHART_WIDTH = 300;
const MARGIN_LEFT = 30;
const MARGIN_RIGHT = 8;
const MARGIN_TOP = 16;
const MARGIN_BOTTOM = 15;
const LUCK_HEIGHT = 20;

const toX = (share) => MARGIN_LEFT + share * (CHART_WIDTH - MARGIN_LEFT - MARGIN_RIGHT);

/** Return the ply at a place of the screen, for a chart in this box.
 *
 *  @param {number} x
 *  @param {Box} box
 *  @param {number} length */
export function plyAt(x, box, length) {
  const share =
    (((x - box.left) / box.width) * CHART_WIDTH - MARGIN_LEFT) /
    (CHART_WIDTH - MARGIN_LEFT - MARGIN_RIGHT);
  return Math.min(length, Math.max(0, Math.round(share * length)));
}

/** Create the chart of a review, with a line at the ply of the board.
 *
 *  @param {any} chart
 *  @param {number} at
 *  @param {Record<string, unknown>} attributes */
export function createChart(chart, at, attributes) {
  const height = chart.luck.length ? 100 : 80;
  const floor = height - MARGIN_BOTTOM - (chart.luck.length ? LUCK_HEIGHT : 0);
  const frame = { height, floor, up: (share) => floor - share * (floor - MARGIN_TOP) };
  return createSvgElement(
    "svg",
    {
      class: "polygames-curve",
      viewBox: `0 0 ${CHART_WIDTH} ${height}`,
      "aria-valuemin": 0,
      "aria-valuemax": chart.length,
      "aria-valuenow": at,
      ...attributes,
    },
    createSvgElement("rect", { width: CHART_WIDTH, height, class: "polygames-curve-ground" }),
    createZeroLine(chart, frame),
    ...chart.luck.map((bar) => createLuckBar(bar, frame)),
    ...chart.curves.map((curve) => createBand(curve, frame)),
    ...chart.curves.map((curve) => createCurve(curve, frame)),
    ...chart.proved.map((point) => createProvedDot(point, frame)),
    ...chart.marks.map((mark) => createVerdictMark(mark, frame)),
    ...createTexts(chart, frame),
    createSvgElement("path", {
      d: `M${MARGIN_LEFT},${MARGIN_TOP} V${floor} H${CHART_WIDTH - MARGIN_RIGHT}`,
      class: "polygames-curve-axes",
    }),
    createPlyLine(chart, at, frame),
  );
}

const createTooltip = (text) => createSvgElement("title", {}, text);

/** Create the line at the value of an even game, if the chart has one. */
function createZeroLine({ zero }, { up }) {
  if (zero === null) return null;
  const [x1, x2, y] = [MARGIN_LEFT, CHART_WIDTH - MARGIN_RIGHT, up(zero)];
  return createSvgElement("line", { x1, x2, y1: y, y2: y, class: "polygames-curve-zero" });
}

/** Create the bar of a roll: up for good luck, down for bad luck. */
function createLuckBar({ at, height: luck, title }, { height }) {
  const middle = height - MARGIN_BOTTOM - LUCK_HEIGHT / 2;
  const high = (Math.abs(luck) * LUCK_HEIGHT) / 2;
  const attributes = {
    x: toX(at) - 1.2,
    y: luck > 0 ? middle - high : middle,
    width: 2.4,
    height: Math.max(0.5, high),
    fill: luck > 0 ? "#009e73" : "#cc3311",
    opacity: 0.6,
  };
  return createSvgElement("rect", attributes, createTooltip(title));
}

/** Create the band behind a curve: the interval of each value; null if there is none. */
function createBand({ band = [], color }, { up }) {
  if (band.length < 2) return null;
  const lower = band.map(([x, low]) => [toX(x), up(low)]);
  const upper = band.map(([x, , high]) => [toX(x), up(high)]);
  return createSvgElement(
    "polygon",
    {
      points: formatPoints([...lower, ...upper.reverse()]),
      fill: color,
      class: "polygames-curve-band",
    },
    createTooltip("the likely range of the value"),
  );
}

function createCurve({ points, color }, { up }) {
  return createSvgElement("polyline", {
    points: formatPoints(points.map(([x, y]) => [toX(x), up(y)])),
    fill: "none",
    stroke: color,
    "stroke-width": 2,
    "stroke-linejoin": "round",
  });
}

/** Create the dot of a value that is proved.
 *
 *  @param {Point} point
 *  @param {{ up: (share: number) => number }} frame */
function createProvedDot([x, y], { up }) {
  const attributes = { cx: toX(x), cy: up(y), r: 2.2, class: "polygames-curve-proved" };
  return createSvgElement("circle", attributes, createTooltip("proved"));
}

function createVerdictMark({ verdict, color, at: [x, y], ply, title }, { up }) {
  const shape = VERDICT_MARKS[verdict];
  const attributes = {
    d: shape.path,
    fill: verdict === "unclear" ? shape.color : (color ?? shape.color),
    stroke: "#222222",
    "stroke-width": 0.6,
    transform: `translate(${toX(x)},${up(y)})`,
    class: "polygames-curve-mark",
    "data-ply": ply,
  };
  return createSvgElement("path", attributes, createTooltip(title));
}

/** Create the texts around the chart. */
function createTexts(chart, { height, up }) {
  const known = [
    verdictLegend(chart.marks.map(({ verdict }) => verdict)),
    chart.proved.length ? `● ${chart.certain}` : "",
  ];
  const measure = chart.measure ?? "";
  const [beside, below] =
    measure.length + known[0].length > MAX_HEADING_CHARS ? known.reverse() : known;
  const right = CHART_WIDTH - MARGIN_RIGHT;
  return [
    createText(4, 10, measure, "start"),
    createText(right, 10, beside, "end"),
    ...(chart.luck.length
      ? [createText(MARGIN_LEFT - 4, height - MARGIN_BOTTOM - LUCK_HEIGHT / 2 + 3, "luck", "end")]
      : []),
    createText(MARGIN_LEFT - 4, up(1) + 3, chart.top, "end"),
    createText(MARGIN_LEFT - 4, up(0) + 3, chart.bottom, "end"),
    createText(MARGIN_LEFT, height - 3, "start", "start"),
    createText(toX(0.5), height - 3, below, "middle"),
    createText(right, height - 3, chart.end, "end"),
  ];
}

const createText = (x, y, text, anchor) =>
  createSvgElement("text", { x, y, "text-anchor": anchor, class: "polygames-curve-text" }, text);

/** Create the line at the ply of the board. */
function createPlyLine({ length }, at, { height }) {
  const x = toX(length ? at / length : 0);
  return createSvgElement("line", {
    x1: x,
    x2: x,
    y1: MARGIN_TOP,
    y2: height - MARGIN_BOTTOM,
    class: "polygames-curve-now",
  });
}
