// The page with the review. All it shows is in the trait `content` (polygames/widgets/panels/review.py); it
// sends the name of a button that was pressed, or the ply of a place on the curve.

import { kernelLink } from "../shared/kernel_link.js";
import { drawChart, plyAt } from "./chart.js";

const part = (name, className) => Object.assign(document.createElement(name), { className });

// --- The buttons: each keeps its place, whether it can be pressed now or not

const PLACES = [["previous", "back"], ["next"], ["try", "hint"], ["answer"], ["longer"], ["keep"], ["start", "stop"]];
const NAMES = { previous: "◀ Mistake", next: "Next mistake ▶", try: "Try again", answer: "Show the best", longer: "Look longer", keep: "Keep in the record", start: "Review again" };

/** The buttons in their order: what each does, its words, and whether it can be pressed. Without a
 *  curve (a puzzle, a card, before a review) they are there as they were named, and no others. */
export function placed(buttons, hasChart) {
  if (!hasChart) return Object.entries(buttons).map(([what, label]) => ({ what, label, can: true }));
  const found = PLACES.map((names) => names.find((name) => name in buttons) ?? names[0]);
  return found.map((what) => ({ what, label: buttons[what] ?? NAMES[what], can: what in buttons }));
}

/** The place in a game that an arrow key leads to; null where the key means nothing. */
export function plyAfter(key, at, length) {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: length }[key];
  return to === undefined || length === undefined ? null : Math.min(length, Math.max(0, to));
}

function render({ model, el }) {
  const words = part("div", "polygames-review-words"), buttons = part("div", "polygames-review-buttons");
  const chart = document.createElementNS("http://www.w3.org/2000/svg", "svg"), counts = part("div", "polygames-muted");
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
    if (content.chart) go(plyAt(event.clientX, chart.getBoundingClientRect(), content.chart.length));
  });
  el.addEventListener("keydown", (event) => {
    const to = content.chart && plyAfter(event.key, content.at, content.chart.length);
    if (typeof to !== "number") return;
    event.preventDefault();
    event.stopPropagation();
    go(to);
  });
  const button = ({ what, label, can }) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: label, disabled: !can });
    made.className = "jupyter-button polygames-review-button";
    made.dataset.what = what;
    made.addEventListener("click", () => send({ kind: "do", what }));
    return made;
  };
  const show = () => {
    const held = buttons.contains(document.activeElement) ? document.activeElement.dataset.what : null;
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
    counts.replaceChildren(...content.summary.map((line) => Object.assign(part("div", ""), { textContent: line })));
  };
  model.on("change:content", show);
  show();
  return () => model.off("change:content", show);
}

export default { render };
