// The elements of the list of moves. A row that changes is updated in place.

import { createButton, createElement, createPart, isComposing, updateNode } from "../shared/dom.js";
import { glyphName, GLYPHS } from "../shared/verdicts.js";

/** Create a row: number, player, move, sign, comment, the note of a review, and the editor of the
 *  comment. */
function createRow(row, editor = null) {
  const { id, number, depth, player, mark, color, text, glyph, comment, note = "" } = row;
  const words = [`${number}. ${player}: ${text}`, glyphName(glyph), comment, note];
  const createNote = (name, content) =>
    content ? createElement("span", { key: name, className: `polygames-${name}` }, content) : null;
  return createElement(
    "div",
    {
      id: `polygames-move-${id}`,
      className: "polygames-move",
      title: [player, text].filter(Boolean).join(": "),
      data: { id },
      style: { "--pg-depth": Math.min(depth, 8) },
      attributes: {
        role: "treeitem",
        "aria-level": depth + 1,
        "aria-label": player ? words.filter(Boolean).join(". ") : null,
      },
    },
    createElement("span", { className: "polygames-number" }, number || ""),
    mark
      ? createElement(
          "b",
          { className: "polygames-mark", ariaHidden: "true", style: { color } },
          mark,
        )
      : createElement("span", { key: "no mark" }),
    createElement(
      "span",
      { className: "polygames-move-name" },
      text,
      createElement("b", { className: "polygames-glyph", title: glyphName(glyph) }, glyph),
    ),
    createNote("comment", comment),
    createNote("note", note),
    editor,
  );
}

const CHUNK_ROWS = 100;

/** The elements of all rows. They are grouped in chunks, because browsers skip invisible chunks. */
export class RowElements {
  #list;
  #all = [];
  #ahead = [0, 0];
  #selected = null;
  #editing = null; // the row whose comment is edited, and the function that gets its text

  constructor(list) {
    this.#list = list;
  }

  /** Apply a change: `removed_count` rows from index `start` are replaced with others. */
  splice({ start, removed_count, rows }) {
    if (!removed_count && !rows.length) return;
    const old = this.#all.slice(start, start + removed_count);
    const known = new Map(old.map((item) => [item.id, item]));
    const items = rows.map((row) => this.#updateItem(row, known.get(`polygames-move-${row.id}`)));
    this.#all.splice(start, removed_count, ...items);
    const there = new Set(items);
    for (const item of old) if (!there.has(item)) this.#removeItem(item);
    this.#placeItems(items, this.#all[start + items.length] ?? null);
    this.#ahead = [0, this.#all.length]; // any row may be marked now
  }

  /** Put items above the given next one. Those that are there already are not moved. */
  #placeItems(items, below) {
    let next = below;
    for (const item of items.toReversed()) {
      if (!item.parentElement || findNext(item) !== next) this.#insert(item, next);
      next = item;
    }
    for (const chunk of [...this.#list.children]) {
      if (chunk.childElementCount) chunk.style.setProperty("--pg-rows", chunk.childElementCount);
      else chunk.remove();
    }
  }

  /** Return the item of a row: the given one, updated, or else a new one. */
  #updateItem(row, item) {
    const editing = this.#editing?.row.id === row.id ? this.#editing : null;
    if (editing) editing.row = row;
    const made = createRow(row, editing && createEditor(editing.text, this.#endEditing));
    return item ? updateNode(item, made) : made;
  }

  #removeItem(item) {
    if (item.id === `polygames-move-${this.#editing?.row.id}`) this.#editing = null;
    item.remove();
  }

  #insert(item, next) {
    let chunk = next?.parentElement ?? this.#list.lastElementChild;
    if (!chunk || (!next && chunk.childElementCount >= CHUNK_ROWS)) {
      chunk = createPart("div", "polygames-chunk");
      this.#list.append(chunk);
    }
    chunk.insertBefore(item, next);
    if (chunk.childElementCount >= 2 * CHUNK_ROWS) {
      const rest = createPart("div", "polygames-chunk");
      rest.append(...[...chunk.children].slice(CHUNK_ROWS));
      chunk.after(rest);
    }
  }

  /** Let the user edit the comment of a row. `done` is called with the text, or with null if it
   *  is cancelled. */
  edit(row, done) {
    const item = this.#all.find(({ id }) => id === `polygames-move-${row.id}`);
    if (!item || this.#editing?.row.id === row.id) return;
    this.#editing = { row, text: row.comment, done };
    this.#updateItem(row, item);
    item.querySelector("textarea").focus({ preventScroll: true });
  }

  #endEditing = (text) => {
    const editing = this.#editing;
    if (!editing) return; // its element has just been removed
    this.#editing = null;
    this.#updateItem(
      editing.row,
      this.#all.find(({ id }) => id === `polygames-move-${editing.row.id}`),
    );
    editing.done(text);
  };

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

/** Return the row below a row, also if it is in the next chunk; null for the last one. */
const findNext = (item) =>
  item.nextElementSibling ?? item.parentElement.nextElementSibling?.firstElementChild ?? null;

/** Create the editor of a comment. `end` is called with the text, or with null if it is
 *  cancelled. */
const createEditor = (text, end) =>
  createElement("textarea", {
    key: "editor",
    className: "polygames-writing",
    value: text,
    rows: 2,
    ariaLabel: "comment",
    placeholder: "Write a comment. Press Enter to save it, Escape to cancel.",
    onkeydown: (event) => {
      event.stopPropagation();
      if (isComposing(event)) return; // Enter and Escape belong to the input method
      if (event.key === "Escape") end(null);
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        end(event.target.value);
      }
    },
    onclick: (event) => event.stopPropagation(),
    ondblclick: (event) => event.stopPropagation(),
    onblur: ({ target }) => end(target.value),
  });

// --- The buttons that walk through the game, and those that edit the record

const WALK_BUTTONS = [
  ["«", "Home", "to the start (Home)"],
  ["‹", "ArrowLeft", "one move back (left arrow)"],
  ["›", "ArrowRight", "one move on (right arrow)"],
  ["»", "End", "to the end of the line (End)"],
];

const createBar = (name, buttons) =>
  createElement("div", { className: `polygames-button-row ${name}` }, ...buttons);

const createTool = (words, title, press) => createButton(words, press, { title, ariaLabel: title });

/** Create the buttons. `act` has a function for each kind of button. */
export function createTools(act) {
  /** @type {[string, HTMLButtonElement][]} */
  const walk = WALK_BUTTONS.map(([text, key, title]) => [
    key,
    createTool(text, title, () => act.step(key)),
  ]);
  /** @type {[string, HTMLButtonElement][]} */
  const signs = GLYPHS.map(([sign, title]) => [
    sign,
    createTool(sign, title, () => act.sign(sign)),
  ]);
  const edits = {
    comment: createTool("Comment", "write a comment to this move (Enter)", () => act.write()),
    promote: createTool("Promote", "move this branch up to the line above it", () =>
      act.edit("promote"),
    ),
    delete: createTool("Delete", "delete this move and what follows (Delete)", () =>
      act.edit("delete"),
    ),
    restore: createTool("Put back", "restore the moves that you deleted last", () => act.restore()),
    line: createTool("Copy moves", "copy the moves up to here as text", () =>
      act.edit("copy_line"),
    ),
    position: createTool("Copy position", "copy the position as text", () =>
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
