// The panel with the moves of a game. The kernel sends all rows to a new page, and after that only
// changes; see polygames/widgets/panels/moves.py for the messages.

import { createElement, deferDuringPress } from "../shared/dom.js";
import { createKernelLink } from "../shared/kernel_link.js";
import { glyphLegend } from "../shared/verdicts.js";
import { createTools, RowElements, updateTools } from "./elements.js";
import { isInBranch, keyTarget, rangeAfter, Rows, StepQueue } from "./rows.js";

const WALK_KEYS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

function render({ model, el }) {
  const view = createView(el, createKernelLink(model));
  const waiting = []; // messages that arrived during a press
  const handleWaiting = deferDuringPress(el, () => {
    for (const message of waiting.splice(0)) onMessage(view, message);
  });
  const hear = (message) => {
    waiting.push(message);
    handleWaiting();
  };
  model.on("msg:custom", hear);
  // A panel that is opened scrolls to the current move.
  const seen = new ResizeObserver(() => showView(view));
  seen.observe(view.list);
  view.send({ kind: "request_rows" });
  return () => {
    seen.disconnect();
    model.off("msg:custom", hear);
  };
}

/** Create the state and the elements of one view of the panel. */
function createView(el, send) {
  const list = createElement("div", { className: "polygames-list", tabIndex: 0 });
  list.setAttribute("role", "tree");
  list.setAttribute("aria-label", "moves");
  const signs = createElement("div", { className: "polygames-muted" });
  const view = {
    send,
    list,
    signs,
    items: new RowElements(list),
    rows: new Rows(),
    currentId: null,
    version: 0,
    canRestore: false,
    last: new Map(),
    steps: new StepQueue((id) => send({ kind: "go_to_move", id })),
  };
  view.tools = createTools({
    step: (key) => walkByKey(view, key),
    sign: (sign) =>
      send({
        kind: "set_glyph",
        id: targetId(view),
        glyph: view.rows.row(targetId(view)).glyph === sign ? "" : sign,
      }),
    edit: (kind) => send({ kind, id: targetId(view) }),
    restore: () => send({ kind: "restore" }),
    write: () => writeComment(view),
  });
  el.classList.add("polygames-tree");
  el.append(view.tools.above, list, signs, view.tools.below);
  list.addEventListener("click", ({ target }) => {
    const item = target.closest("[data-id]");
    list.focus({ preventScroll: true });
    if (item) goToRow(view, Number(item.dataset.id));
  });
  list.addEventListener("dblclick", () => writeComment(view));
  list.addEventListener("keydown", (event) => onKey(view, event));
  return view;
}

/** Return the id of the current row. The kernel may still be on its way there. */
const targetId = ({ steps, currentId }) => steps.aim ?? currentId;

function onKey(view, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (WALK_KEYS.has(event.key)) walkByKey(view, event.key);
  else if (event.key === "Enter") writeComment(view);
  else if (event.key === "Delete") view.send({ kind: "delete", id: targetId(view) });
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function walkByKey(view, key) {
  const from = targetId(view);
  const to = keyTarget(view.rows, from, key, view.last);
  if (to === null || to === from) return;
  goToRow(view, to);
}

function goToRow(view, id) {
  const { rows, last } = view;
  for (let row = rows.row(targetId(view)); row && row.id !== id; row = rows.row(row.parent))
    last.set(row.parent, row.id);
  view.steps.go(id);
  showView(view);
}

/** Edit the comment of the current row. */
function writeComment(view) {
  const id = targetId(view);
  const row = view.rows.row(id);
  if (!row) return;
  view.items.edit(row, (text) => {
    if (text !== null && text !== view.rows.row(id)?.comment)
      view.send({ kind: "set_comment", id, text });
    view.list.focus({ preventScroll: true });
  });
}

/** Handle a message of the kernel. A page that has missed a change requests all rows. */
function onMessage(view, message) {
  const { kind, version, current_id, can_restore } = message;
  if (kind === "row_changes" && version !== view.version + 1)
    return view.send({ kind: "request_rows" });
  const change =
    kind === "all_rows"
      ? { start: 0, removed_count: view.rows.all.length, rows: message.rows }
      : message;
  view.rows = view.rows.patched(change);
  view.items.splice(change);
  Object.assign(view, { version, currentId: current_id, canRestore: can_restore });
  view.steps.arrived();
  showView(view);
}

function showView(view) {
  const { rows, last, tools, canRestore } = view;
  const id = targetId(view);
  const row = rows.row(id);
  if (!row) return;
  view.signs.textContent = glyphLegend(rows.all);
  view.items.mark(rows.index(id), rangeAfter(rows, id));
  const canStep = (key) => ![null, id].includes(keyTarget(rows, id, key, last));
  updateTools(tools, row, { step: canStep, promote: isInBranch(rows, id), restore: canRestore });
}

export default { render };
