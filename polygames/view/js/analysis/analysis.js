// The analysis panel. Its content is the trait `content` (polygames/widgets/panels/analysis.py).
// The
// board draws the row that is pointed at: it gets an event on its root element.

import { createElement, createPart } from "../shared/dom.js";
import { startHeartbeat, createKernelLink } from "../shared/kernel_link.js";
import {
  fillRow,
  keepPlaces,
  addRowListeners,
  indexOfMove,
  createHoverReporter,
  createRow,
  showLine,
} from "./rows.js";

// --- The evaluation bar: the share of each player, and a text

/** Show the evaluation in its bar, or hide the bar if there is none. */
function showBar(el, bar) {
  el.hidden = !bar;
  if (!bar) return;
  const [first, second] = bar.seats;
  const share = `${100 * bar.share}%`;
  el.style.setProperty("--pg-share", share);
  el.style.setProperty("--pg-first", first.color);
  el.style.setProperty("--pg-second", second?.color ?? "transparent");
  const [one, words, other] = el.children;
  one.textContent = first.mark;
  words.textContent = bar.text;
  other.textContent = second?.mark ?? "";
  el.setAttribute("aria-label", bar.text);
}

function createBar() {
  const el = createElement("div", { className: "polygames-evaluation", hidden: true });
  el.setAttribute("role", "img");
  el.append(...["mark", "verdict", "mark"].map((name) => createPart("span", `polygames-${name}`)));
  return el;
}

// --- The choices: how many moves, and how long a position is analysed

/** Create the row of choices. `choose(name, value)` is called after each choice. */
function createChoices(choose) {
  const el = createElement("div", { className: "polygames-analysis-choices" });
  el.addEventListener("change", ({ target }) => choose(target.name, Number(target.value)));
  return el;
}

/** Show the choices and their values. A list that is open is not changed. */
function showChoices(el, choices = []) {
  if (!el.children.length) el.append(...choices.map(createChoice));
  for (const { name, value } of choices) {
    const select = el.querySelector(`[name="${name}"]`);
    if (select.value !== String(value)) select.value = String(value);
  }
}

function createChoice({ name, label, offered }) {
  const select = createElement(
    "select",
    { name },
    ...offered.map(([value, textContent]) => createElement("option", { value, textContent })),
  );
  return createElement("label", {}, `${label} `, select);
}

// --- The panel

function render({ model, el }) {
  const send = createKernelLink(model);
  const bar = createBar();
  const table = createPart("table", "polygames-values");
  const body = createPart("tbody", "");
  const line = createPart("div", "polygames-line");
  const note = createPart("div", "polygames-muted");
  const choices = createChoices((name, value) => send({ kind: "set_choice", name, value }));
  el.classList.add("polygames-analysis");
  table.append(body);
  el.append(bar, table, line, note, choices);
  let content = { rows: [] };
  let rows = []; // the last content of the kernel, and its rows as they are shown
  let isUpdating = false; // removing a focused row sends a focusout event
  let pointedIndex = null;
  let shownIndex = 0;
  // The row under the pointer, the row whose line is shown, and the message of the pressed row.
  let pressedMove = null;
  let isChosen = false; // whether the user has pointed at a row; until then the best one is shown
  const rowMessage = (row, index) => ({ version: content.version, row: index, move: row.move });
  const showSelectedLine = () => {
    const row = rows[shownIndex];
    showLine(line, row, (ply) => send({ kind: "play_line", ...rowMessage(row, shownIndex), ply }));
    [...body.children].forEach((each, index) =>
      each.classList.toggle("polygames-selected", index === shownIndex && rows.length > 1),
    );
  };
  const reportHover = createHoverReporter(send);
  const pointAt = (index) => {
    reportHover(index !== null);
    pointedIndex = index;
    shownIndex = index ?? shownIndex;
    isChosen ||= index !== null;
    const scene = rows[index]?.scene ?? null;
    el.closest(".polygames-board")?.dispatchEvent(
      new CustomEvent("polygames-look", { detail: scene }),
    );
    showSelectedLine();
  };
  const pressRow = (index) => (pressedMove = rows[index] ? rowMessage(rows[index], index) : null);
  const playRow = (index) => {
    if (pressedMove?.row !== index) pressRow(index); // no pointer was pressed: a screen reader or a key
    if (pressedMove) send({ kind: "play_row", ...pressedMove });
    pressedMove = null;
  };
  const updateRows = (newRows) => {
    const shownRow = rows[shownIndex];
    isUpdating = true;
    rows = newRows;
    // The line of a chosen move is shown wherever the move is now.
    shownIndex = isChosen ? Math.max(0, indexOfMove(rows, shownRow)) : 0;
    while (body.children.length > rows.length) body.lastElementChild.remove();
    while (body.children.length < rows.length) body.append(createRow(body.children.length));
    rows.forEach((row, index) => fillRow(body.children[index], row));
    isUpdating = false;
  };
  const updateRowsKeepingFocus = (newRows) => {
    const isFocused = body.contains(document.activeElement);
    updateRows(newRows);
    if (isFocused && !body.contains(document.activeElement))
      body.lastElementChild?.focus({ preventScroll: true });
  };
  const updateOrder = () => {
    if (isUpdating) return;
    updateRows(content.rows);
    showSelectedLine();
  };
  const listeners = addRowListeners(body, {
    look: pointAt,
    press: pressRow,
    play: playRow,
    settle: updateOrder,
  });
  const showState = () => {
    el.classList.toggle("polygames-stopped", Boolean(content.is_stopped));
    el.classList.toggle("polygames-thinking", Boolean(content.is_busy));
    showBar(bar, content.bar);
    showChoices(choices, content.choices);
    note.textContent = content.note;
    note.title = content.details ?? ""; // details for experts
  };
  const forgetRows = () => {
    listeners.rest();
    rows = [];
    isChosen = false;
  };
  const show = () => {
    const before = content;
    content = JSON.parse(model.get("content"));
    if (!content.rows) return;
    const isSame = content.position !== null && content.position === before.position;
    showState();
    if (!isSame) forgetRows();
    updateRowsKeepingFocus(
      isSame && listeners.isAimed() ? keepPlaces(rows, content.rows) : content.rows,
    );
    if (pointedIndex !== null) pointAt(isSame && rows[pointedIndex] ? pointedIndex : null);
    else showSelectedLine();
  };
  model.on("change:content", show);
  show();
  const end = startHeartbeat(el, send);
  return () => {
    model.off("change:content", show);
    end();
  };
}

export default { render };
