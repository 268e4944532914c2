// The analysis panel. Its content is the trait `content` (polygames/widgets/panels/analysis.py). The
// board draws the row that is pointed at: it gets an event on its root element.

import { createElement, createPart, deferDuringPress, patchChildren } from "../shared/dom.js";
import { startHeartbeat, createKernelLink } from "../shared/kernel_link.js";
import {
  keepPlaces,
  addRowListeners,
  indexOfMove,
  createHoverReporter,
  createRow,
  showLine,
} from "./rows.js";

/** Create the evaluation bar: the share of each player, and a text; null if there is none. Where
 *  the value is uncertain, the bar has stripes of both colours. */
function createBar(bar) {
  if (!bar) return null;
  const [first, second] = bar.seats;
  return createElement(
    "div",
    {
      className: "polygames-evaluation",
      role: "img",
      ariaLabel: bar.text,
      style: {
        "--pg-low": `${100 * bar.low}%`,
        "--pg-share": `${100 * bar.share}%`,
        "--pg-high": `${100 * bar.high}%`,
        "--pg-first": first.color,
        "--pg-second": second?.color ?? "transparent",
      },
    },
    createElement("span", { className: "polygames-mark" }, first.mark),
    createElement("span", { className: "polygames-verdict" }, bar.text),
    createElement("span", { className: "polygames-mark" }, second?.mark),
  );
}

/** Create a choice: how many moves are shown, or how long a position is analysed. */
const createChoice = ({ name, label, offered, value }, choose) =>
  createElement(
    "label",
    { key: name },
    `${label} `,
    createElement(
      "select",
      { name, onchange: ({ target }) => choose(name, Number(target.value)) },
      ...offered.map(([option, words]) =>
        createElement("option", { value: option, selected: option === value }, words),
      ),
    ),
  );

// --- The panel

function render({ model, el }) {
  const send = createKernelLink(model);
  const table = createPart("table", "polygames-values");
  const body = createPart("tbody", "");
  const line = createPart("div", "polygames-line");
  const note = createPart("div", "polygames-muted");
  const choices = createPart("div", "polygames-analysis-choices");
  const choose = (name, value) => send({ kind: "set_choice", name, value });
  el.classList.add("polygames-analysis");
  table.append(body);
  let content = { rows: [] };
  let rows = []; // the last content of the kernel, and its rows as they are shown
  let isUpdating = false; // removing a focused row sends a focusout event
  let pointedIndex = null;
  let shownIndex = 0;
  // The row under the pointer, the row whose line is shown, and the message of the pressed row.
  let pressedMove = null;
  let isChosen = false; // whether the user has pointed at a row; until then the best one is shown
  const rowMessage = (row, index) => ({ version: content.version, row: index, move: row.move });
  const showRows = () => {
    if (isUpdating) return;
    const isFocused = body.contains(document.activeElement);
    isUpdating = true;
    const isSelected = (index) => index === shownIndex && rows.length > 1;
    patchChildren(body, ...rows.map((row, index) => createRow(row, index, isSelected(index))));
    isUpdating = false;
    if (isFocused && !body.contains(document.activeElement))
      body.lastElementChild?.focus({ preventScroll: true });
    const row = rows[shownIndex];
    showLine(line, row, (ply) => send({ kind: "play_line", ...rowMessage(row, shownIndex), ply }));
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
    showRows();
  };
  const pressRow = (index) => (pressedMove = rows[index] ? rowMessage(rows[index], index) : null);
  const playRow = (index) => {
    if (pressedMove?.row !== index) pressRow(index); // no pointer was pressed: a screen reader or a key
    if (pressedMove) send({ kind: "play_row", ...pressedMove });
    pressedMove = null;
  };
  const setRows = (newRows) => {
    const shownRow = rows[shownIndex];
    rows = newRows;
    // The line of a chosen move is shown wherever the move is now.
    shownIndex = isChosen ? Math.max(0, indexOfMove(rows, shownRow)) : 0;
  };
  const updateOrder = () => {
    if (isUpdating) return;
    setRows(content.rows);
    showRows();
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
    patchChildren(el, createBar(content.bar), table, line, note, choices);
    patchChildren(choices, ...(content.choices ?? []).map((each) => createChoice(each, choose)));
    note.textContent = content.note;
    note.title = content.details ?? ""; // details for experts
  };
  const forgetRows = () => {
    listeners.rest();
    rows = [];
    isChosen = false;
  };
  const show = deferDuringPress(el, () => {
    const before = content;
    content = JSON.parse(model.get("content"));
    if (!content.rows) return;
    const isSame = content.position !== null && content.position === before.position;
    showState();
    if (!isSame) forgetRows();
    setRows(isSame && listeners.isAimed() ? keepPlaces(rows, content.rows) : content.rows);
    if (pointedIndex !== null) pointAt(isSame && rows[pointedIndex] ? pointedIndex : null);
    else showRows();
  });
  model.on("change:content", show);
  show();
  const end = startHeartbeat(el, send);
  return () => {
    model.off("change:content", show);
    end();
  };
}

export default { render };
