// The page with the review. All it shows is in the trait `content` (polygames/widgets/panels/review.py); it
// sends the name of a button that was pressed, or the ply of a place on the curve.

import { kernelLink } from "../shared/kernel_link.js";
import { drawChart, plyAt } from "./chart.js";

const part = (name, className) => Object.assign(document.createElement(name), { className });

function render({ model, el }) {
  const words = part("div", "polygames-review-words"), buttons = part("div", "polygames-review-buttons");
  const chart = document.createElementNS("http://www.w3.org/2000/svg", "svg"), counts = part("div", "polygames-muted");
  el.classList.add("polygames-review");
  words.setAttribute("aria-live", "polite");
  chart.classList.add("polygames-curve");
  chart.setAttribute("tabindex", "0");
  chart.setAttribute("role", "slider");
  chart.setAttribute("aria-label", "The course of the game");
  el.append(chart, words, buttons, counts);
  const send = kernelLink(model);
  let content = {};
  const go = (ply) => send({ kind: "ply", ply });
  chart.addEventListener("click", (event) => {
    if (content.chart) go(plyAt(event.clientX, chart.getBoundingClientRect(), content.chart.length));
  });
  chart.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const end = { Home: 0, End: content.chart?.length }[event.key];
    if (!content.chart || (step === undefined && end === undefined)) return;
    event.preventDefault();
    event.stopPropagation();
    go(end ?? Math.min(content.chart.length, Math.max(0, content.at + step)));
  });
  const button = ([what, label]) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: label });
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
    words.textContent = content.words;
    buttons.replaceChildren(...Object.entries(content.buttons).map(button));
    buttons.querySelector(`[data-what="${held}"]`)?.focus({ preventScroll: true });
    counts.replaceChildren(...content.summary.map((line) => Object.assign(part("div", ""), { textContent: line })));
  };
  model.on("change:content", show);
  show();
  return () => model.off("change:content", show);
}

export default { render };
