// The review panel. Its content is the trait `content` (polygames/widgets/panels/review.py). It
// sends the name of a pressed button, or the ply of a point on the curve.

import { createElement, createPart } from "../shared/dom.js";
import { createKernelLink } from "../shared/kernel_link.js";

/** @import { Point } from "../types.js" */

// --- The buttons. Each has a fixed place, whether it is enabled or not

const BUTTON_SLOTS = [
  ["previous", "back"],
  ["next"],
  ["retry", "hint"],
  ["show_answer"],
  ["search_longer"],
  ["train"],
  ["save"],
  ["start", "stop"],
];
const BUTTON_LABELS = {
  previous: "◀ Mistake",
  next: "Next mistake ▶",
  retry: "Try again",
  show_answer: "Show the best",
  search_longer: "Think longer",
  train: "Train your mistakes",
  save: "Save in the record",
  start: "Review again",
};

/** Return the buttons in their order: action, label, and whether it is enabled.
 *
 *  Without a curve (a puzzle, a card, before a review) these are the given buttons and no
 *  others. */
export function arrangeButtons(buttons, hasChart) {
  if (!hasChart)
    return Object.entries(buttons).map(([name, label]) => ({ name, label, isEnabled: true }));
  const found = BUTTON_SLOTS.map((names) => names.find((each) => each in buttons) ?? names[0]);
  return found.map((name) => ({
    name,
    label: buttons[name] ?? BUTTON_LABELS[name],
    isEnabled: name in buttons,
  }));
}

/** Return the ply that an arrow key leads to; null for any other key. */
export function plyAfter(key, at, length) {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: length }[key];
  return to === undefined || length === undefined ? null : Math.min(length, Math.max(0, to));
}

// --- The panel

function render({ model, el }) {
  const words = createPart("div", "polygames-review-text");
  const buttons = createPart("div", "polygames-review-buttons");
  const chart = document.createElementNS(SVG_NAMESPACE, "svg");
  const counts = createPart("div", "polygames-muted");
  el.classList.add("polygames-review");
  words.setAttribute("aria-live", "polite");
  chart.classList.add("polygames-curve");
  chart.setAttribute("tabindex", "0");
  chart.setAttribute("role", "slider");
  chart.setAttribute("aria-label", "The game as a curve");
  el.append(chart, buttons, words);
  const send = createKernelLink(model);
  let content = {};
  const goToPly = (ply) => send({ kind: "go_to_ply", ply });
  chart.addEventListener("click", (event) => {
    if (content.chart)
      goToPly(plyAt(event.clientX, chart.getBoundingClientRect(), content.chart.length));
  });
  el.addEventListener("keydown", (event) => {
    const to = content.chart && plyAfter(event.key, content.ply, content.chart.length);
    if (typeof to !== "number") return;
    event.preventDefault();
    event.stopPropagation();
    goToPly(to);
  });
  const button = ({ name, label, isEnabled }) => {
    const shown = createElement("button", {
      type: "button",
      textContent: label,
      disabled: !isEnabled,
      className: "jupyter-button polygames-review-button",
    });
    shown.dataset.button = name;
    shown.addEventListener("click", () => send({ kind: "press_button", button: name }));
    return shown;
  };
  const update = () => {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const focusedName = buttons.contains(focused) ? focused.dataset.button : null;
    content = JSON.parse(model.get("content"));
    if (!content.buttons) return;
    chart.style.display = content.chart ? "" : "none";
    if (content.chart) drawChart(chart, content.chart, content.ply);
    if (content.chart) el.prepend(counts);
    else el.append(counts);
    words.textContent = content.text;
    // Visible above the board, and read aloud here.
    words.classList.toggle("polygames-above", Boolean(content.is_above_board));
    buttons.replaceChildren(...arrangeButtons(content.buttons, Boolean(content.chart)).map(button));
    buttons.querySelector(`[data-button="${focusedName}"]`)?.focus({ preventScroll: true });
    counts.replaceChildren(
      ...content.summary.map((line) => createElement("div", { textContent: line })),
    );
  };
  model.on("change:content", update);
  update();
  return () => model.off("change:content", update);
}

// --- The curve of a game as SVG. Positions in the data are from 0 to 1, to the right and up

const MAX_HEADING_CHARS = 66; // that fit above the curve
const CHART_WIDTH = 300;
const MARGIN_LEFT = 30;
const MARGIN_RIGHT = 8;
const MARGIN_TOP = 16;
const MARGIN_BOTTOM = 15;
const LUCK_HEIGHT = 20;

const MARK_SHAPES = {
  // they also differ in shape
  unclear: { d: "M3.5,0 A3.5,3.5 0 1 1 -3.5,0 A3.5,3.5 0 1 1 3.5,0 Z", color: "#ffffff" },
  inaccuracy: { d: "M-4,-3.5 L4,-3.5 L0,4 Z", color: "#777777" },
  mistake: { d: "M-4,-4 H4 V4 H-4 Z", color: "#e69f00" },
  blunder: {
    d: "M-4.5,-2 L-2,-4.5 L0,-2.2 L2,-4.5 L4.5,-2 L2.2,0 L4.5,2 L2,4.5 L0,2.2 L-2,4.5 L-4.5,2 L-2.2,0 Z",
    color: "#cc3311",
  },
};

const VERDICT_SIGNS = { unclear: "○", inaccuracy: "▼", mistake: "■", blunder: "✖" };

/** Return the meanings of the signs that are on the curve. */
function verdictLegend(marks) {
  const there = new Set(marks.map(({ verdict }) => verdict));
  return Object.entries(VERDICT_SIGNS)
    .filter(([verdict]) => there.has(verdict))
    .map(([verdict, sign]) => `${sign} ${verdict}`)
    .join("  ");
}

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/** Create an SVG element with attributes, and a tooltip. */
function createShape(name, attributes, title) {
  const shape = document.createElementNS(SVG_NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  if (title) {
    const tip = document.createElementNS(SVG_NAMESPACE, "title");
    tip.textContent = title;
    shape.append(tip);
  }
  return shape;
}

const toX = (share) => MARGIN_LEFT + share * (CHART_WIDTH - MARGIN_LEFT - MARGIN_RIGHT);

function plyAt(x, box, length) {
  const share =
    (((x - box.left) / box.width) * CHART_WIDTH - MARGIN_LEFT) /
    (CHART_WIDTH - MARGIN_LEFT - MARGIN_RIGHT);
  return Math.min(length, Math.max(0, Math.round(share * length)));
}

/** Draw the chart of a review, with a line at the ply of the board. */
function drawChart(root, chart, at) {
  const height = chart.luck.length ? 100 : 80;
  const floor = height - MARGIN_BOTTOM - (chart.luck.length ? LUCK_HEIGHT : 0);
  const frame = { height, floor, up: (share) => floor - share * (floor - MARGIN_TOP) };
  root.setAttribute("viewBox", `0 0 ${CHART_WIDTH} ${height}`);
  root.setAttribute("aria-valuemin", 0);
  root.setAttribute("aria-valuemax", chart.length);
  root.setAttribute("aria-valuenow", at);
  root.replaceChildren(
    createShape("rect", {
      x: 0,
      y: 0,
      width: CHART_WIDTH,
      height,
      class: "polygames-curve-ground",
    }),
    ...drawZeroLine(chart, frame),
    ...chart.luck.map((bar) => drawLuckBar(bar, frame)),
    ...chart.curves.map((curve) => drawCurve(curve, frame)),
    ...chart.proved.map((point) => drawProvedDot(point, frame)),
    ...chart.marks.map((mark) => drawVerdictMark(mark, frame)),
    ...drawTexts(chart, frame),
    createShape("path", {
      d: `M${MARGIN_LEFT},${MARGIN_TOP} V${floor} H${CHART_WIDTH - MARGIN_RIGHT}`,
      class: "polygames-curve-axes",
    }),
    drawPlyLine(chart, at, frame),
  );
}

/** Return the line at the value of an even game, if the chart has one. */
function drawZeroLine({ zero }, { up }) {
  if (zero === null) return [];
  const y = up(zero);
  return [
    createShape("line", {
      x1: MARGIN_LEFT,
      x2: CHART_WIDTH - MARGIN_RIGHT,
      y1: y,
      y2: y,
      class: "polygames-curve-zero",
    }),
  ];
}

/** Return the bar of a roll: up for good luck, down for bad luck. */
function drawLuckBar({ at, height: luck, title }, { height }) {
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
  return createShape("rect", attributes, title);
}

function drawCurve({ points, color }, { up }) {
  return createShape("polyline", {
    points: points.map(([x, y]) => `${toX(x)},${up(y)}`).join(" "),
    fill: "none",
    stroke: color,
    "stroke-width": 2,
    "stroke-linejoin": "round",
  });
}

/** Return the dot of a value that is proved.
 *
 *  @param {Point} point
 *  @param {{ up: (share: number) => number }} frame */
function drawProvedDot([x, y], { up }) {
  const attributes = { cx: toX(x), cy: up(y), r: 2.2, class: "polygames-curve-proved" };
  return createShape("circle", attributes, "proved");
}

function drawVerdictMark({ verdict, color, at: [x, y], ply, title }, { up }) {
  const shape = MARK_SHAPES[verdict];
  const attributes = {
    d: shape.d,
    fill: verdict === "unclear" ? shape.color : (color ?? shape.color),
    stroke: "#222222",
    "stroke-width": 0.6,
    transform: `translate(${toX(x)},${up(y)})`,
    class: "polygames-curve-mark",
    "data-ply": ply,
  };
  return createShape("path", attributes, title);
}

/** Return the texts around the chart. */
function drawTexts(chart, { height, up }) {
  const known = [verdictLegend(chart.marks), chart.proved.length ? `● ${chart.certain}` : ""];
  const measure = chart.measure ?? "";
  const [beside, below] =
    measure.length + known[0].length > MAX_HEADING_CHARS ? known.reverse() : known;
  const right = CHART_WIDTH - MARGIN_RIGHT;
  return [
    drawText(4, 10, measure, "start"),
    drawText(right, 10, beside, "end"),
    ...(chart.luck.length
      ? [drawText(MARGIN_LEFT - 4, height - MARGIN_BOTTOM - LUCK_HEIGHT / 2 + 3, "luck", "end")]
      : []),
    drawText(MARGIN_LEFT - 4, up(1) + 3, chart.top, "end"),
    drawText(MARGIN_LEFT - 4, up(0) + 3, chart.bottom, "end"),
    drawText(MARGIN_LEFT, height - 3, "start", "start"),
    drawText(toX(0.5), height - 3, below, "middle"),
    drawText(right, height - 3, chart.end, "end"),
  ];
}

function drawText(x, y, text, anchor) {
  const shape = createShape("text", {
    x,
    y,
    "text-anchor": anchor,
    class: "polygames-curve-text",
  });
  shape.textContent = text;
  return shape;
}

/** Return the line at the ply of the board. */
function drawPlyLine({ length }, at, { height }) {
  const x = toX(length ? at / length : 0);
  return createShape("line", {
    x1: x,
    x2: x,
    y1: MARGIN_TOP,
    y2: height - MARGIN_BOTTOM,
    class: "polygames-curve-now",
  });
}

export default { render };
