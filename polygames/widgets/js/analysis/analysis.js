// The page with the analysis. All it shows is in the trait `content` (polygames/widgets/panels/analysis.py);
// what is pointed at is drawn by the board, which hears of it as an event on its root.

import { heartbeat, kernelLink } from "../shared/kernel_link.js";
import { listen, pointing, rowElement, showLine } from "./rows.js";

// --- The evaluation bar: how much of it is whose, and the words

/** Show a bar in its element, or none. */
function showBar(el, bar) {
  el.hidden = !bar;
  if (!bar) return;
  const [first, second] = bar.seats, share = `${100 * bar.share}%`;
  el.style.setProperty("--pg-share", share);
  el.style.setProperty("--pg-first", first.color);
  el.style.setProperty("--pg-second", second?.color ?? "transparent");
  const [one, words, other] = el.children;
  one.textContent = first.mark;
  words.textContent = bar.text;
  other.textContent = second?.mark ?? "";
  el.setAttribute("aria-label", bar.text);
}

function newBar() {
  const el = Object.assign(document.createElement("div"), { className: "polygames-evaluation", hidden: true });
  el.setAttribute("role", "img");
  for (const name of ["mark", "verdict", "mark"]) {
    el.append(Object.assign(document.createElement("span"), { className: `polygames-${name}` }));
  }
  return el;
}

// --- What can be chosen: how many lines, and how long a position is looked at

/** A row of choices; `choose(name, value)` hears what is chosen. */
function newChoices(choose) {
  const el = Object.assign(document.createElement("div"), { className: "polygames-analysis-choices" });
  el.addEventListener("change", ({ target }) => choose(target.name, Number(target.value)));
  return el;
}

/** Show what is offered and chosen; a list that is open stays as it is. */
function showChoices(el, choices = []) {
  if (!el.children.length) el.append(...choices.map(labelled));
  for (const { name, value } of choices) {
    const select = el.querySelector(`[name="${name}"]`);
    if (select.value !== String(value)) select.value = String(value);
  }
}

function labelled({ name, label, offered }) {
  const el = Object.assign(document.createElement("label"), { textContent: `${label} ` });
  const select = Object.assign(document.createElement("select"), { name });
  for (const [value, textContent] of offered) select.append(Object.assign(document.createElement("option"), { value, textContent }));
  el.append(select);
  return el;
}

// --- The page

const part = (name, className) => Object.assign(document.createElement(name), { className });

function render({ model, el }) {
  const send = kernelLink(model);
  const bar = newBar(), table = part("table", "polygames-values"), body = part("tbody", "");
  const line = part("div", "polygames-line"), note = part("div", "polygames-muted");
  const choices = newChoices((name, value) => send({ kind: "choose", name, value }));
  el.classList.add("polygames-analysis");
  table.append(body);
  el.append(bar, table, line, note, choices);
  let content = { rows: [] }, looked = null, said = 0; // the row that is pointed at, and the last one that was
  const say = () => {
    const { rows, version } = content;
    showLine(line, rows[said], (ply) => send({ kind: "walk", version, row: said, ply }));
    [...body.children].forEach((row, index) => row.classList.toggle("polygames-told", index === said && rows.length > 1));
  };
  const point = pointing(send);
  const look = (index) => {
    point(index !== null);
    looked = index;
    said = index ?? said;
    const scene = content.rows[index]?.scene ?? null;
    el.closest(".polygames-board")?.dispatchEvent(new CustomEvent("polygames-look", { detail: scene }));
    say();
  };
  const play = (index) => {
    if (content.rows[index]) send({ kind: "play", version: content.version, row: index });
  };
  listen(body, { look, play });
  const show = () => {
    const before = content, held = [...body.children].indexOf(document.activeElement);
    content = JSON.parse(model.get("content"));
    if (!content.rows) return;
    el.classList.toggle("polygames-over", Boolean(content.over));
    el.classList.toggle("polygames-looks", Boolean(content.busy));
    if (content.position !== before.position || !content.rows[said]) said = 0;
    showBar(bar, content.bar);
    showChoices(choices, content.choices);
    body.replaceChildren(...content.rows.map(rowElement));
    if (held >= 0) body.children[Math.min(held, content.rows.length - 1)]?.focus({ preventScroll: true });
    note.textContent = content.note;
    note.title = content.details ?? ""; // how it was found out: for who asks
    if (looked !== null) look(content.position === before.position && content.rows[looked] ? looked : null);
    else say();
  };
  model.on("change:content", show);
  show();
  const end = heartbeat(el, send);
  return () => {
    model.off("change:content", show);
    end();
  };
}

export default { render };
