// The elements of the list of moves. Only the rows that change are rebuilt.

import { createButton, isComposing, createElement } from "../shared/dom.js";
import { glyphName, GLYPHS } from "./rows.js";

/** Create a row: number, player, move, sign, comment and the note of a review. */
function createRow({ id, number, depth, player, mark, color, text, glyph, comment, note = "" }) {
  const item = createElement("div", { className: "polygames-move", id: `polygames-move-${id}` });
  item.dataset.id = id;
  item.setAttribute("role", "treeitem");
  item.setAttribute("aria-level", String(depth + 1));
  item.style.setProperty("--pg-depth", Math.min(depth, 8));
  const sign = createElement("b", { className: "polygames-mark", textContent: mark });
  if (color) sign.style.color = color;
  const what = createElement(
    "span",
    { className: "polygames-move-name" },
    text,
    createElement("b", {
      className: "polygames-glyph",
      textContent: glyph,
      title: glyphName(glyph),
    }),
  );
  item.title = [player, text].filter(Boolean).join(": ");
  item.append(
    createElement("span", { className: "polygames-number", textContent: number || "" }),
    mark ? sign : createElement("span"),
    what,
  );
  if (player)
    item.setAttribute(
      "aria-label",
      [`${number}. ${player}: ${text}`, glyphName(glyph), comment, note].filter(Boolean).join(". "),
    );
  if (comment)
    item.append(createElement("span", { className: "polygames-comment", textContent: comment }));
  if (note) item.append(createElement("span", { className: "polygames-note", textContent: note }));
  return item;
}

const CHUNK_ROWS = 100;

/** The elements of all rows. They are grouped in chunks, because browsers skip invisible chunks. */
export class RowElements {
  #list;
  #all = [];
  #ahead = [0, 0];
  #selected = null;

  constructor(list) {
    this.#list = list;
  }

  /** Apply a change: `removed_count` rows from index `start` are replaced with others. */
  splice({ start, removed_count, rows }) {
    if (!removed_count && !rows.length) return;
    const next = this.#all[start + removed_count] ?? null;
    const fresh = rows.map(createRow);
    for (const gone of this.#all.splice(start, removed_count, ...fresh)) gone.remove();
    for (const item of fresh) this.#insert(item, next);
    for (const chunk of [...this.#list.children]) {
      if (chunk.childElementCount) chunk.style.setProperty("--pg-rows", chunk.childElementCount);
      else chunk.remove();
    }
    this.#ahead = [0, this.#all.length]; // any row may be marked now
  }

  #insert(item, next) {
    let chunk = next?.parentElement ?? this.#list.lastElementChild;
    if (!chunk || (!next && chunk.childElementCount >= CHUNK_ROWS)) {
      chunk = createElement("div", { className: "polygames-chunk" });
      this.#list.append(chunk);
    }
    chunk.insertBefore(item, next);
    if (chunk.childElementCount >= 2 * CHUNK_ROWS) {
      chunk.after(
        createElement(
          "div",
          { className: "polygames-chunk" },
          ...[...chunk.children].slice(CHUNK_ROWS),
        ),
      );
    }
  }

  /** Mark the row of the board's position and those that follow it (`ahead`), and scroll to it. */
  mark(index, ahead) {
    const item = this.#all[index];
    const list = this.#list;
    if (item !== this.#selected) this.#selected?.removeAttribute("aria-selected");
    this.#selected = item;
    item.setAttribute("aria-selected", "true");
    list.setAttribute("aria-activedescendant", item.id);
    const [from, to] = [Math.min(this.#ahead[0], ahead[0]), Math.max(this.#ahead[1], ahead[1])];
    for (let at = from; at < to; at += 1) {
      this.#all[at]?.classList.toggle("polygames-following", at >= ahead[0] && at < ahead[1]);
    }
    this.#ahead = ahead;
    const seen = list.getBoundingClientRect();
    const { top, bottom } = item.getBoundingClientRect();
    const above = top - seen.top - list.clientTop;
    const below = bottom - seen.top - list.clientTop - list.clientHeight;
    if (above < 0) list.scrollTop += above;
    else if (below > 0) list.scrollTop += below;
  }
}

// --- The buttons that walk through the game, and those that edit the record

const WALK_BUTTONS = [
  ["«", "Home", "to the start (Home)"],
  ["‹", "ArrowLeft", "one move back (left arrow)"],
  ["›", "ArrowRight", "one move on (right arrow)"],
  ["»", "End", "to the end of the line (End)"],
];

const createBar = (name, buttons) =>
  createElement("div", { className: `polygames-button-row ${name}` }, ...buttons);

/** Create the buttons. `act` has a function for each kind of button. */
export function createTools(act) {
  /** @type {[string, HTMLButtonElement][]} */
  const walk = WALK_BUTTONS.map(([text, key, title]) => [
    key,
    createButton(text, title, () => act.step(key)),
  ]);
  /** @type {[string, HTMLButtonElement][]} */
  const signs = GLYPHS.map(([sign, title]) => [
    sign,
    createButton(sign, title, () => act.sign(sign)),
  ]);
  const edits = {
    comment: createButton("Comment", "write a comment to this move (Enter)", () => act.write()),
    promote: createButton("Promote", "move this branch up to the line above it", () =>
      act.edit("promote"),
    ),
    delete: createButton("Delete", "delete this move and what follows (Delete)", () =>
      act.edit("delete"),
    ),
    restore: createButton("Put back", "restore the moves that you deleted last", () =>
      act.restore(),
    ),
    line: createButton("Copy moves", "copy the moves up to here as text", () =>
      act.edit("copy_line"),
    ),
    position: createButton("Copy position", "copy the position as text", () =>
      act.edit("copy_position"),
    ),
  };
  const above = createBar(
    "polygames-walk",
    [...walk, ...signs].map(([, each]) => each),
  );
  const below = createBar("polygames-edits", Object.values(edits));
  return { above, below, walk: new Map(walk), signs: new Map(signs), edits };
}

/** Enable the buttons that apply to a row. `can` tells which ones do. */
export function updateTools({ walk, signs, edits }, row, can) {
  for (const [key, each] of walk) each.disabled = !can.step(key);
  for (const [sign, each] of signs) {
    each.disabled = row.parent === null;
    each.setAttribute("aria-pressed", String(row.glyph === sign));
    each.classList.toggle("mod-active", row.glyph === sign);
  }
  edits.promote.disabled = !can.promote;
  edits.delete.disabled = row.parent === null;
  edits.restore.hidden = !can.restore;
}

// --- Editing a comment in its row

/** Let the user edit a comment. `done` is called with the text, or with null if it is cancelled.
 *
 *  @param {HTMLElement} item */
export function editComment(item, text, done) {
  if (item.querySelector("textarea")) return;
  const area = createElement("textarea", { value: text, rows: 2, className: "polygames-writing" });
  area.setAttribute("aria-label", "comment");
  area.placeholder = "Write a comment. Press Enter to save it, Escape to cancel.";
  let over = false;
  const end = (result) => {
    if (over) return;
    over = true;
    area.remove();
    done(result);
  };
  area.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (isComposing(event)) return; // Enter and Escape belong to the input method
    if (event.key === "Escape") end(null);
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      end(area.value);
    }
  });
  for (const kind of ["click", "dblclick"])
    area.addEventListener(kind, (event) => event.stopPropagation());
  area.addEventListener("blur", () => area.isHeld || end(area.value));
  item.append(area);
  area.focus({ preventScroll: true });
}

/** Change the list while a comment may be edited. The editor moves to the row that replaces its
 *  own. */
export function keepEditing(list, change) {
  const area = list.querySelector(".polygames-writing");
  const id = area?.closest("[data-id]").dataset.id;
  if (!area) return change();
  const { selectionStart, selectionEnd } = area;
  area.isHeld = true;
  change();
  const item = list.querySelector(`[data-id="${id}"]`);
  if (item && !item.contains(area)) {
    item.append(area);
    area.focus({ preventScroll: true });
    area.setSelectionRange(selectionStart, selectionEnd);
  }
  area.isHeld = false;
}
