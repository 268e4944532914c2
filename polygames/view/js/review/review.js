// The review panel. Its content is the trait `content` (polygames/widgets/panels/review.py). It
// sends the name of a pressed button, or the ply of a point on the curve.

import { createChart, plyAt } from "../shared/chart.js";
import { createButton, createElement, patchChildren } from "../shared/dom.js";
import { createKernelLink } from "../shared/kernel_link.js";

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

const CHART_ATTRIBUTES = { tabindex: 0, role: "slider", "aria-label": "The game as a curve" };

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
    const to = content.chart && plyAfter(event.key, content.ply, content.chart.length);
    if (typeof to !== "number") return;
    event.preventDefault();
    event.stopPropagation();
    goToPly(to);
  });
  const createPanelButton = ({ name, label, isEnabled }) =>
    createButton(label, () => send({ kind: "press_button", button: name }), {
      key: name,
      disabled: !isEnabled,
      className: "polygames-review-button",
      data: { button: name },
    });
  const createButtons = ({ buttons, chart }) =>
    createElement(
      "div",
      { key: "buttons", className: "polygames-review-buttons" },
      ...arrangeButtons(buttons, Boolean(chart)).map(createPanelButton),
    );
  const update = () => {
    content = JSON.parse(model.get("content"));
    const { buttons, chart, is_above_board, ply, summary, text } = content;
    if (!buttons) return;
    // The text may be visible above the board. It is read aloud here.
    const className = `polygames-review-text${is_above_board ? " polygames-above" : ""}`;
    const counts = createElement(
      "div",
      { key: "counts", className: "polygames-muted" },
      ...summary.map((line) => createElement("div", {}, line)),
    );
    patchChildren(
      el,
      chart ? counts : null,
      chart ? createChart(chart, ply, CHART_ATTRIBUTES) : null,
      createButtons(content),
      createElement("div", { key: "text", className, ariaLive: "polite", textContent: text }),
      chart ? null : counts,
    );
  };
  model.on("change:content", update);
  update();
  return () => model.off("change:content", update);
}

export default { render };
