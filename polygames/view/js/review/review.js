// The panel of a review, a puzzle or a card. Its content is the trait `content`
// (polygames/widgets/panels/review.py). It sends the name of a pressed button, or the ply of a
// point on the curve.

import { createChart, plyAt } from "../shared/chart.js";
import { createButton, createElement, deferDuringPress, patchChildren } from "../shared/dom.js";
import { createKernelLink } from "../shared/kernel_link.js";
import { VERDICT_MARKS } from "../shared/verdicts.js";

// --- The buttons. Each has a fixed place, whether it is enabled or not

const BUTTON_SLOTS = [
  ["previous", "back"],
  ["next"],
  ["retry", "hint"],
  ["train", "show_answer"],
  ["moves"],
];
const MORE_BUTTON_SLOTS = [["show_line"], ["search_longer"], ["save"], ["start"]]; // below *More*
const BUTTON_LABELS = {
  previous: "◀ Back",
  next: "Next moment ▶",
  retry: "Try it yourself",
  train: "Practise your mistakes",
  moves: "All moves",
  show_line: "Show the best line",
  search_longer: "Think longer",
  save: "Save in the record",
  start: "Review again",
};

/** Return the buttons of some places: action, label, and whether it is enabled. */
export const arrangeButtons = (buttons, slots = BUTTON_SLOTS) =>
  slots
    .map((names) => names.find((each) => each in buttons) ?? names[0])
    .map((name) => ({
      name,
      label: buttons[name] ?? BUTTON_LABELS[name],
      isEnabled: name in buttons,
    }));

/** Return the buttons of a panel without a curve (a puzzle, a card, before a review). */
export const listButtons = (buttons) =>
  Object.entries(buttons).map(([name, label]) => ({ name, label, isEnabled: true }));

/** Return the ply that an arrow key leads to; null for any other key. */
export function plyAfter(key, at, length) {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: length }[key];
  return to === undefined || length === undefined ? null : Math.min(length, Math.max(0, to));
}

// --- The parts of a review

const CHART_ATTRIBUTES = { tabindex: 0, role: "slider", "aria-label": "The game as a curve" };

const createDiv = (name, options, ...children) =>
  createElement("div", { className: `polygames-${name}`, ...options }, ...children);

/** Create the table with the sums, one row for each player, and a sentence about their meaning. */
function createSums(sums) {
  if (!sums) return null;
  const createRow = (kind, [head, ...cells]) =>
    createElement(
      "tr",
      {},
      createElement("th", { attributes: { scope: "row" } }, head),
      ...cells.map((cell) => createElement(kind, {}, cell)),
    );
  const rows = sums.rows.map((row) => createRow("td", row));
  return createDiv(
    "sums",
    { key: "sums" },
    createElement(
      "table",
      {},
      createElement("tbody", {}, createRow("th", ["", ...sums.columns]), ...rows),
    ),
    createDiv("muted", {}, sums.meaning),
  );
}

/** Create the badge of a verdict: its sign, its name and its cost. */
function createBadge({ verdict, badge }) {
  const sign = VERDICT_MARKS[verdict]?.sign ?? "";
  const className = `polygames-badge polygames-verdict-${verdict}`;
  return createElement("span", { className }, sign ? `${sign} ${badge}` : badge);
}

/** Create a line about a move, with the mark that the move has on the board. */
const createMoveLine = (kind, words) =>
  words
    ? createDiv(
        `moment-line polygames-${kind}-move`,
        {},
        createElement("i", {
          className: "polygames-swatch",
          attributes: { "aria-hidden": "true" },
        }),
        words,
      )
    : null;

/** Create the texts about a move: which moment it is, the verdict, what was played and better. */
const createMoment = (moment) => [
  createDiv(
    "moment-title",
    {},
    createElement("b", {}, moment.title),
    moment.place ? createElement("span", { className: "polygames-muted" }, moment.place) : null,
    createBadge(moment),
  ),
  createMoveLine(moment.is_last ? "last" : "played", moment.played),
  createMoveLine("better", moment.better),
  moment.cost ? createDiv("moment-cost", {}, moment.cost) : null,
];

/** Create the bar of a running review, with a button that stops it. */
function createProgress(progress, stopButton) {
  if (!progress) return null;
  const { done, all, text } = progress;
  return createDiv(
    "progress",
    { key: "progress" },
    createElement("progress", { max: Math.max(1, all), value: done, ariaLabel: text }),
    createElement("span", {}, `${text} ${done} of ${all}`),
    stopButton,
  );
}

/** Create the list of details, closed at first: the reasons, and the sums in full. */
function createDetails({ moment, summary }) {
  const lines = [moment?.why, ...summary].filter(Boolean);
  return createElement(
    "details",
    { key: "details", className: "polygames-review-details" },
    createElement("summary", {}, "Details"),
    ...lines.map((line) => createDiv("muted", {}, line)),
  );
}

// --- The panel

function render({ model, el }) {
  const send = createKernelLink(model);
  /** @type {any} */
  let content = {};
  const goToPly = (ply) => send({ kind: "go_to_ply", ply });
  el.classList.add("polygames-review");
  el.addEventListener("click", ({ target, clientX }) => {
    const chart = target.closest(".polygames-curve");
    if (chart) goToPly(plyAt(clientX, chart.getBoundingClientRect(), content.chart.length));
  });
  el.addEventListener("keydown", (event) => {
    if (!event.target.closest(".polygames-curve")) return;
    const to = content.chart && plyAfter(event.key, content.ply, content.chart.length);
    if (typeof to !== "number") return;
    event.preventDefault();
    event.stopPropagation();
    goToPly(to);
  });
  // While a puzzle waits for an answer, the button to the next one is not the main one.
  const isMain = (name) => name === "next" && !("show_answer" in content.buttons);
  const createPanelButton = ({ name, label, isEnabled }) =>
    createButton(label, () => send({ kind: "press_button", button: name }), {
      key: name,
      disabled: !isEnabled,
      className: `polygames-review-button${isMain(name) ? " mod-primary" : ""}`,
      data: { button: name },
    });
  const createRow = (key, buttons) =>
    createDiv(`review-${key}`, { key }, ...buttons.map(createPanelButton));
  const createStopButton = ({ stop }) =>
    stop ? createPanelButton({ name: "stop", label: stop, isEnabled: true }) : null;
  const createText = (options, ...children) =>
    createDiv("review-text", { key: "text", ariaLive: "polite", ...options }, ...children);
  const createReview = ({ buttons, chart, moment, ply, progress, sums, text }) => [
    createChart(chart, ply, CHART_ATTRIBUTES),
    createProgress(progress, createStopButton(buttons)),
    createText({}, ...(moment ? createMoment(moment) : [text])),
    createRow("buttons", arrangeButtons(buttons)),
    createRow("more-buttons", arrangeButtons(buttons, MORE_BUTTON_SLOTS)),
    createSums(sums),
    createDetails(content),
  ];
  const createTask = ({ buttons, is_above_board, progress, summary, text }) => {
    const { stop, ...others } = buttons;
    return [
      createProgress(progress, createStopButton({ stop })),
      createRow("buttons", listButtons(progress ? others : buttons)),
      // The text may be visible above the board. It is read aloud here.
      createText(
        { className: `polygames-review-text${is_above_board ? " polygames-above" : ""}` },
        text,
      ),
      createDiv("muted", { key: "counts" }, ...summary.map((line) => createDiv("line", {}, line))),
    ];
  };
  const update = deferDuringPress(el, () => {
    content = JSON.parse(model.get("content"));
    if (!content.buttons) return;
    el.classList.toggle("polygames-has-curve", Boolean(content.chart));
    el.classList.toggle("polygames-has-review", Boolean(content.chart ?? content.progress));
    patchChildren(el, ...(content.chart ? createReview(content) : createTask(content)));
  });
  model.on("change:content", update);
  update();
  return () => model.off("change:content", update);
}

export default { render };
