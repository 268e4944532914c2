// The page with the review. All it shows is in the trait `content` (polygames/widgets/panels/review.py); it
// sends the name of a button that was pressed, or the ply of a place on the curve.

import { made, part } from "../shared/dom.js";
import { kernelLink } from "../shared/kernel_link.js";

// --- The buttons: each keeps its place, whether it can be pressed now or not

const PLACES = [
  ["previous", "back"],
  ["next"],
  ["try", "hint"],
  ["answer"],
  ["longer"],
  ["keep"],
  ["start", "stop"],
];
const NAMES = {
  previous: "◀ Mistake",
  next: "Next mistake ▶",
  try: "Try again",
  answer: "Show the best",
  longer: "Look longer",
  keep: "Keep in the record",
  start: "Review again",
};

/** The buttons in their order: what each does, its words, and whether it can be pressed. Without a
 *  curve (a puzzle, a card, before a review) they are there as they were named, and no others. */
export function placed(buttons, hasChart) {
  if (!hasChart)
    return Object.entries(buttons).map(([what, label]) => ({ what, label, can: true }));
  const found = PLACES.map((names) => names.find((name) => name in buttons) ?? names[0]);
  return found.map((what) => ({ what, label: buttons[what] ?? NAMES[what], can: what in buttons }));
}

/** The place in a game that an arrow key leads to; null where the key means nothing. */
export function plyAfter(key, at, length) {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: length }[key];
  return to === undefined || length === undefined ? null : Math.min(length, Math.max(0, to));
}

// --- The page

function render({ model, el }) {
  const words = part("div", "polygames-review-words");
  const buttons = part("div", "polygames-review-buttons");
  const chart = document.createElementNS(SVG, "svg");
  const counts = part("div", "polygames-muted");
  el.classList.add("polygames-review");
  words.setAttribute("aria-live", "polite");
  chart.classList.add("polygames-curve");
  chart.setAttribute("tabindex", "0");
  chart.setAttribute("role", "slider");
  chart.setAttribute("aria-label", "The course of the game");
  el.append(chart, buttons, words, counts); // what grows is below: no button moves
  const send = kernelLink(model);
  let content = {};
  const go = (ply) => send({ kind: "ply", ply });
  chart.addEventListener("click", (event) => {
    if (content.chart)
      go(plyAt(event.clientX, chart.getBoundingClientRect(), content.chart.length));
  });
  el.addEventListener("keydown", (event) => {
    const to = content.chart && plyAfter(event.key, content.at, content.chart.length);
    if (typeof to !== "number") return;
    event.preventDefault();
    event.stopPropagation();
    go(to);
  });
  const button = ({ what, label, can }) => {
    const shown = made("button", {
      type: "button",
      textContent: label,
      disabled: !can,
      className: "jupyter-button polygames-review-button",
    });
    shown.dataset.what = what;
    shown.addEventListener("click", () => send({ kind: "do", what }));
    return shown;
  };
  const show = () => {
    const held = buttons.contains(document.activeElement)
      ? document.activeElement.dataset.what
      : null;
    content = JSON.parse(model.get("content"));
    if (!content.buttons) return;
    chart.style.display = content.chart ? "" : "none";
    if (content.chart) drawChart(chart, content.chart, content.at);
    const last = content.chart ? words : counts; // below a curve the sums come first: the words stand above the board, too
    if (el.lastElementChild !== last) el.append(last);
    words.textContent = content.words;
    words.classList.toggle("polygames-above", Boolean(content.above)); // said above the board, in sight; here it is read out
    buttons.replaceChildren(...placed(content.buttons, Boolean(content.chart)).map(button));
    buttons.querySelector(`[data-what="${held}"]`)?.focus({ preventScroll: true });
    counts.replaceChildren(...content.summary.map((line) => made("div", { textContent: line })));
  };
  model.on("change:content", show);
  show();
  return () => model.off("change:content", show);
}

// --- The curve of a game as SVG. Places come from 0 to 1, right and up

const ABREAST = 66; // so many letters have room above the curve
const WIDTH = 300;
const LEFT = 30;
const RIGHT = 8;
const TOP = 16;
const BOTTOM = 15;
const BARS = 20;

const SHAPES = {
  // told apart by shape, too
  unclear: { d: "M3.5,0 A3.5,3.5 0 1 1 -3.5,0 A3.5,3.5 0 1 1 3.5,0 Z", color: "#ffffff" },
  inaccuracy: { d: "M-4,-3.5 L4,-3.5 L0,4 Z", color: "#777777" },
  mistake: { d: "M-4,-4 H4 V4 H-4 Z", color: "#e69f00" },
  blunder: {
    d: "M-4.5,-2 L-2,-4.5 L0,-2.2 L2,-4.5 L4.5,-2 L2.2,0 L4.5,2 L2,4.5 L0,2.2 L-2,4.5 L-4.5,2 L-2.2,0 Z",
    color: "#cc3311",
  },
};

const SIGNS = { unclear: "○", inaccuracy: "▼", mistake: "■", blunder: "✖" };

/** What the signs on a curve mean, those that are there. */
function signsOf(marks) {
  const there = new Set(marks.map(({ verdict }) => verdict));
  return Object.entries(SIGNS)
    .filter(([verdict]) => there.has(verdict))
    .map(([verdict, sign]) => `${sign} ${verdict}`)
    .join("  ");
}

const SVG = "http://www.w3.org/2000/svg";

/** Return an SVG element with attributes, and a title for a pointer that rests on it. */
function svg(name, attributes, title) {
  const shape = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  if (title) {
    const tip = document.createElementNS(SVG, "title");
    tip.textContent = title;
    shape.append(tip);
  }
  return shape;
}

const across = (share) => LEFT + share * (WIDTH - LEFT - RIGHT);

function plyAt(x, box, length) {
  const share = (((x - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
  return Math.min(length, Math.max(0, Math.round(share * length)));
}

/** Draw the chart of a review, with a line at the ply that the board shows. */
function drawChart(root, chart, at) {
  const height = chart.luck.length ? 100 : 80;
  const floor = height - BOTTOM - (chart.luck.length ? BARS : 0);
  const frame = { height, floor, up: (share) => floor - share * (floor - TOP) };
  root.setAttribute("viewBox", `0 0 ${WIDTH} ${height}`);
  root.setAttribute("aria-valuemin", 0);
  root.setAttribute("aria-valuemax", chart.length);
  root.setAttribute("aria-valuenow", at);
  root.replaceChildren(
    svg("rect", { x: 0, y: 0, width: WIDTH, height, class: "polygames-curve-ground" }),
    ...zeroLine(chart, frame),
    ...chart.luck.map((bar) => luckBar(bar, frame)),
    ...chart.curves.map((curve) => curveLine(curve, frame)),
    ...chart.proved.map((point) => provedDot(point, frame)),
    ...chart.marks.map((mark) => verdictMark(mark, frame)),
    ...chartTexts(chart, frame),
    svg("path", {
      d: `M${LEFT},${TOP} V${floor} H${WIDTH - RIGHT}`,
      class: "polygames-curve-axes",
    }),
    plyLine(chart, at, frame),
  );
}

/** Return the line at the value of an even game, if the chart has one. */
function zeroLine({ zero }, { up }) {
  if (zero === null) return [];
  const y = up(zero);
  return [
    svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y, class: "polygames-curve-zero" }),
  ];
}

/** Return the bar of a roll: up for good luck, down for bad luck. */
function luckBar({ at, height: luck, title }, { height }) {
  const middle = height - BOTTOM - BARS / 2;
  const high = (Math.abs(luck) * BARS) / 2;
  const attributes = {
    x: across(at) - 1.2,
    y: luck > 0 ? middle - high : middle,
    width: 2.4,
    height: Math.max(0.5, high),
    fill: luck > 0 ? "#009e73" : "#cc3311",
    opacity: 0.6,
  };
  return svg("rect", attributes, title);
}

function curveLine({ points, color }, { up }) {
  return svg("polyline", {
    points: points.map(([x, y]) => `${across(x)},${up(y)}`).join(" "),
    fill: "none",
    stroke: color,
    "stroke-width": 2,
    "stroke-linejoin": "round",
  });
}

function provedDot([x, y], { up }) {
  const attributes = { cx: across(x), cy: up(y), r: 2.2, class: "polygames-curve-proved" };
  return svg("circle", attributes, "proved");
}

function verdictMark({ verdict, color, at: [x, y], ply, title }, { up }) {
  const shape = SHAPES[verdict];
  const attributes = {
    d: shape.d,
    fill: verdict === "unclear" ? shape.color : (color ?? shape.color),
    stroke: "#222222",
    "stroke-width": 0.6,
    transform: `translate(${across(x)},${up(y)})`,
    class: "polygames-curve-mark",
    "data-ply": ply,
  };
  return svg("path", attributes, title);
}

/** Return the texts around the chart. */
function chartTexts(chart, { height, up }) {
  const known = [signsOf(chart.marks), chart.proved.length ? `● ${chart.certain}` : ""];
  const measure = chart.measure ?? "";
  const [beside, below] = measure.length + known[0].length > ABREAST ? known.reverse() : known;
  const right = WIDTH - RIGHT;
  return [
    chartText(4, 10, measure, "start"),
    chartText(right, 10, beside, "end"),
    ...(chart.luck.length
      ? [chartText(LEFT - 4, height - BOTTOM - BARS / 2 + 3, "luck", "end")]
      : []),
    chartText(LEFT - 4, up(1) + 3, chart.top, "end"),
    chartText(LEFT - 4, up(0) + 3, chart.bottom, "end"),
    chartText(LEFT, height - 3, "start", "start"),
    chartText(across(0.5), height - 3, below, "middle"),
    chartText(right, height - 3, chart.end, "end"),
  ];
}

function chartText(x, y, text, anchor) {
  const shape = svg("text", { x, y, "text-anchor": anchor, class: "polygames-curve-words" });
  shape.textContent = text;
  return shape;
}

/** Return the line at the ply that the board shows. */
function plyLine({ length }, at, { height }) {
  const x = across(length ? at / length : 0);
  return svg("line", { x1: x, x2: x, y1: TOP, y2: height - BOTTOM, class: "polygames-curve-now" });
}

export default { render };
