// The list on the page: one element for each row; only those that change are made anew.

const made = (name, parts = {}, ...children) => {
  const element = Object.assign(document.createElement(name), parts);
  element.append(...children);
  return element;
};

/** A row: number, who, what was played, the sign and the comment. */
export function rowElement({ id, number, depth, who, mark, color, words, glyph, comment }) {
  const item = made("div", { className: "polygames-move", id: `polygames-move-${id}` });
  item.dataset.id = id;
  item.setAttribute("role", "treeitem");
  item.setAttribute("aria-level", depth + 1);
  item.style.setProperty("--pg-depth", Math.min(depth, 8));
  const sign = made("b", { className: "polygames-mark", textContent: mark });
  if (color) sign.style.color = color;
  const what = made("span", { className: "polygames-what", textContent: words });
  what.append(made("b", { className: "polygames-glyph", textContent: glyph }));
  item.title = [who, words].filter(Boolean).join(": ");
  item.append(made("span", { className: "polygames-number", textContent: number || "" }), mark ? sign : made("span"), what);
  if (who) item.setAttribute("aria-label", `${number}. ${who}: ${words} ${glyph} ${comment}`.trim());
  if (comment) item.append(made("span", { className: "polygames-comment", textContent: comment }));
  return item;
}

/** Show in a list what a change says. */
export function splice(list, { start, drop, rows }) {
  for (const gone of [...list.children].slice(start, start + drop)) gone.remove();
  const next = list.children[start] ?? null;
  for (const row of rows) list.insertBefore(rowElement(row), next);
}

/** Mark where the board stands, and have it in sight without moving the page. */
export function markAt(list, id) {
  list.querySelector("[aria-selected]")?.removeAttribute("aria-selected");
  const item = list.querySelector(`[data-id="${id}"]`);
  if (!item) return;
  item.setAttribute("aria-selected", "true");
  list.setAttribute("aria-activedescendant", item.id);
  let isAhead = false; // what comes after the place on the board, in its line
  for (const each of list.children) {
    if (isAhead && each !== item && Number(each.getAttribute("aria-level")) < Number(item.getAttribute("aria-level"))) isAhead = false;
    each.classList.toggle("polygames-ahead", isAhead);
    if (each === item) isAhead = true;
  }
  const top = item.offsetTop - list.offsetTop, bottom = top + item.offsetHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
