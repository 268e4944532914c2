// The buttons of the page: to walk, and to write in the record.

const WALK = [["«", "Home", "to the start (Home)"], ["‹", "ArrowLeft", "one move back (left arrow)"], ["›", "ArrowRight", "one move on (right arrow)"], ["»", "End", "to the end of the line (End)"]];
const SIGNS = [["!!", "very good"], ["!", "good"], ["!?", "interesting"], ["?!", "doubtful"], ["?", "a mistake"], ["??", "a blunder"]];

function button(text, title, act) {
  const made = Object.assign(document.createElement("button"), { textContent: text, title, type: "button", className: "jupyter-button" });
  made.setAttribute("aria-label", title);
  made.addEventListener("click", act);
  return made;
}

function bar(name, buttons) {
  const made = Object.assign(document.createElement("div"), { className: `polygames-bar-of ${name}` });
  made.append(...buttons);
  return made;
}

/** The buttons; `act` has a function for each kind of them. */
export function newTools(act) {
  const walk = WALK.map(([text, key, title]) => [key, button(text, title, () => act.step(key))]);
  const signs = SIGNS.map(([sign, title]) => [sign, button(sign, title, () => act.sign(sign))]);
  const edits = {
    comment: button("Comment", "write a comment to this move (Enter)", () => act.write()),
    promote: button("Promote", "make this branch the line above it", () => act.edit("promote")),
    delete: button("Delete", "delete this move and what follows (Delete)", () => act.edit("delete")),
    restore: button("Put back", "put back what was deleted last", () => act.restore()),
    line: button("Copy moves", "copy the moves up to here as text", () => act.edit("line")),
    position: button("Copy position", "copy the position as text", () => act.edit("position")),
  };
  const above = bar("polygames-walk", [...walk, ...signs].map(([, each]) => each));
  const below = bar("polygames-edits", Object.values(edits));
  return { above, below, walk: new Map(walk), signs: new Map(signs), edits };
}

/** Enable what can be done at a row: `can` says what. */
export function refresh({ walk, signs, edits }, row, can) {
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
