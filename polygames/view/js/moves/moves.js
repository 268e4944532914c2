// The page with the moves of a game. The kernel sends all rows to a page that has just come, and
// then what changes; see polygames/widgets/panels/moves.py for the messages.

import { made } from "../shared/dom.js";
import { kernelLink } from "../shared/kernel_link.js";
import { Items, newTools, refresh, whileWriting, write } from "./elements.js";
import { ahead, inBranch, keyTarget, legend, Rows, Steps } from "./rows.js";

const KEYS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

function render({ model, el }) {
  const view = newView(el, kernelLink(model));
  const hear = (message) => take(view, message);
  model.on("msg:custom", hear);
  const seen = new ResizeObserver(() => show(view)); // a page that is opened has its place in sight
  seen.observe(view.list);
  view.send({ kind: "ready" });
  return () => {
    seen.disconnect();
    model.off("msg:custom", hear);
  };
}

/** What one place on a page knows and shows. */
function newView(el, send) {
  const list = made("div", { className: "polygames-list", tabIndex: 0 });
  list.setAttribute("role", "tree");
  list.setAttribute("aria-label", "moves");
  const signs = made("div", { className: "polygames-muted" });
  const view = {
    send,
    list,
    signs,
    items: new Items(list),
    rows: new Rows(),
    at: null,
    version: 0,
    deleted: false,
    last: new Map(),
    steps: new Steps((id) => send({ kind: "go", id })),
  };
  view.tools = newTools({
    step: (key) => step(view, key),
    sign: (sign) =>
      send({
        kind: "glyph",
        id: here(view),
        glyph: view.rows.row(here(view)).glyph === sign ? "" : sign,
      }),
    edit: (kind) => send({ kind, id: here(view) }),
    restore: () => send({ kind: "restore" }),
    write: () => comment(view),
  });
  el.classList.add("polygames-tree");
  el.append(view.tools.above, list, signs, view.tools.below);
  list.addEventListener("click", ({ target }) => {
    const item = target.closest("[data-id]");
    list.focus({ preventScroll: true });
    if (item) go(view, Number(item.dataset.id));
  });
  list.addEventListener("dblclick", () => comment(view));
  list.addEventListener("keydown", (event) => onKey(view, event));
  return view;
}

/** Where the person looks: the kernel may still be on its way there. */
const here = ({ steps, at }) => steps.aim ?? at;

function onKey(view, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (KEYS.has(event.key)) step(view, event.key);
  else if (event.key === "Enter") comment(view);
  else if (event.key === "Delete") view.send({ kind: "delete", id: here(view) });
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function step(view, key) {
  const from = here(view);
  const to = keyTarget(view.rows, from, key, view.last);
  if (to === null || to === from) return;
  go(view, to);
}

function go(view, id) {
  const { rows, last } = view;
  for (let row = rows.row(here(view)); row && row.id !== id; row = rows.row(row.parent))
    last.set(row.parent, row.id);
  view.steps.go(id);
  show(view);
}

/** Write a comment where the board stands. */
function comment(view) {
  const id = here(view);
  const item = view.list.querySelector(`[data-id="${id}"]`);
  if (!item) return;
  write(item, view.rows.row(id).comment, (text) => {
    if (text !== null && text !== view.rows.row(id)?.comment)
      view.send({ kind: "comment", id, text });
    view.list.focus({ preventScroll: true });
  });
}

/** Take what the kernel says; a page that has missed something asks for all of it. */
function take(view, message) {
  const { kind, version, at, deleted } = message;
  if (kind === "change" && version !== view.version + 1) return view.send({ kind: "ready" });
  const change =
    kind === "all" ? { start: 0, drop: view.rows.all.length, rows: message.rows } : message;
  view.rows = view.rows.patched(change);
  whileWriting(view.list, () => view.items.splice(change));
  Object.assign(view, { version, at, deleted });
  view.steps.arrived();
  show(view);
}

function show(view) {
  const { rows, last, tools, deleted } = view;
  const id = here(view);
  const row = rows.row(id);
  if (!row) return;
  view.signs.textContent = legend(rows.all);
  view.items.mark(rows.index(id), ahead(rows, id));
  const canStep = (key) => ![null, id].includes(keyTarget(rows, id, key, last));
  refresh(tools, row, { step: canStep, promote: inBranch(rows, id), restore: deleted });
}

export default { render };
