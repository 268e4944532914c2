// The rows with the best moves. Pointing at a row, or going there with keys, shows its line on the
// board; pressing it plays the move. The first touch of a finger shows the line, the second one
// plays.

import { createElement, patchChildren } from "../shared/dom.js";

/** Create the row of a move with its current value. It has no key: a row stays under the pointer
 *  while its content changes. */
export function createRow({ rank, value, text, count, range, past }, index, isSelected) {
  const similar = count > 1 ? `, ${count} similar moves` : "";
  const gauge = createElement(
    "div",
    { className: "polygames-bar", title: range.text },
    createElement("div", {
      className: range.proved ? "polygames-proved" : "",
      style: {
        left: `${100 * range.left}%`,
        width: `${Math.max(4, 100 * (range.right - range.left))}%`,
      },
    }),
    createElement("i", { style: { left: `${100 * range.at}%` } }),
  );
  const cells = { rank, "move-value": value, gauge, "move-text": text };
  const states = `${past ? " polygames-outdated" : ""}${isSelected ? " polygames-selected" : ""}`;
  return createElement(
    "tr",
    {
      className: `polygames-row${states}`,
      data: { index },
      tabIndex: index ? -1 : 0,
      role: "button",
      ariaLabel: `${rank}. ${text}: ${value}, ${range.text}${similar}`,
    },
    ...Object.entries(cells).map(([name, content]) =>
      createElement("td", { className: `polygames-${name}` }, content),
    ),
  );
}

// --- The order of the rows, which does not change while the user points at one

const moveOf = (row) => row?.move ?? row?.text;

/** Return the index of the row with the same move; -1 if there is none. */
export const indexOfMove = (rows, row) => rows.findIndex((each) => moveOf(each) === moveOf(row));

/** Return the new rows in the order of the shown ones.
 *
 *  A move that is no longer among the best keeps its row, marked as `past`. New moves follow at
 *  the end, if there is room. */
export function keepPlaces(shown, fresh) {
  const oldRows = shown.map((row) => fresh[indexOfMove(fresh, row)] ?? { ...row, past: true });
  const newRows = fresh.filter((row) => indexOfMove(shown, row) < 0);
  return [...oldRows, ...newRows].slice(0, Math.max(shown.length, fresh.length));
}

/** Return the index of the row that a key leads to, or null. */
export function indexAfterKey(index, key, count) {
  const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[key];
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to));
}

const HOVER_DELAY_MS = 120; // on another row until it counts

/** Add the listeners of the rows.
 *
 *  They call `look(index)` for the row that is pointed at (null: none), `press(index)` when a
 *  pointer is pressed, `play(index)`, and `settle()` when no row is aimed at any more. Return
 *  `isAimed()`, which tells whether a mouse moved over the rows, a finger shows one, or keys are
 *  used; and `rest()`, which resets this for the rows of another position. */
export function addRowListeners(body, { look, press = (_index) => {}, play, settle = () => {} }) {
  let pointedIndex = null;
  let byTouch = false;
  let isMoved = false;
  let isShown = false;
  let isByKeys = false;
  const indexOf = ({ target }) => {
    const row = target.closest?.("tr");
    return row ? Number(row.dataset.index) : null;
  };
  const pointAt = (index) => look((pointedIndex = index));
  let hoverTimer = null; // a mouse on its way to the line below crosses other rows
  const hover = (index) => {
    clearTimeout(hoverTimer);
    if (pointedIndex === null || index === null) pointAt(index);
    else if (index !== pointedIndex) hoverTimer = setTimeout(pointAt, HOVER_DELAY_MS, index);
  };
  const isAimed = () => isMoved || isShown || (isByKeys && body.contains(document.activeElement));
  const settleIfUnused = () => {
    if (!isAimed()) settle();
  };
  body.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") hover(indexOf(event));
  });
  body.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") return;
    isMoved = true;
    if (pointedIndex === null) hover(indexOf(event)); // the rows have changed under the mouse
  });
  body.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "touch") return;
    hover(null);
    isMoved = false;
    settleIfUnused();
  });
  body.addEventListener("pointerdown", (event) => {
    byTouch = event.pointerType === "touch";
    press(indexOf(event));
  });
  body.addEventListener("focusin", (event) => {
    isByKeys = Boolean(event.target.matches?.(":focus-visible"));
    if (!byTouch) pointAt(indexOf(event));
  });
  body.addEventListener("focusout", (event) => {
    if (!byTouch) pointAt(null);
    if (event.relatedTarget && body.contains(event.relatedTarget)) return;
    isByKeys = isShown = false;
    settleIfUnused();
  });
  body.addEventListener("click", (event) => {
    const index = indexOf(event);
    if (index === null) return;
    if (byTouch && pointedIndex !== index) {
      isShown = true;
      return void pointAt(index);
    }
    play(index);
  });
  body.addEventListener("keydown", (event) => {
    const index = indexOf(event);
    const to = indexAfterKey(index, event.key, body.children.length);
    if (event.key === "Enter" || event.key === " ") {
      press(index);
      play(index);
    } else if (event.key === "Escape") pointAt(null);
    else if (to !== null) {
      byTouch = false;
      body.children[to].focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const resetAim = () => {
    isMoved = isShown = isByKeys = false;
    pointedIndex = null;
  };
  return { isAimed, rest: resetAim };
}

const LEAVE_DELAY_MS = 150; // without a row until the kernel is told, because rows may be rebuilt

/** Return a function that tells the kernel whether a row is pointed at, so that only its line is
 *  drawn. */
export function createHoverReporter(send, setTimer = setTimeout, clearTimer = clearTimeout) {
  let isReported = false;
  let timer = null;
  const report = (on) => send({ kind: "hover_rows", is_hovered: (isReported = on) });
  return (on) => {
    clearTimer(timer);
    if (on === isReported) return;
    if (on) report(true);
    else timer = setTimer(() => report(false), LEAVE_DELAY_MS);
  };
}

// --- The line of a move: a button for each of its moves, and the reason for it

const MAX_LINE_MOVES = 4; // later moves are too uncertain

const capitalize = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Show the line of a row. `walk(ply)` shows the position after a move of the line. */
export function showLine(el, row, walk) {
  if (!row) return patchChildren(el);
  const { full_text, line, reason, range } = row;
  const rest = capitalize([reason, range.text].filter(Boolean).join(" · "));
  const steps = line.slice(0, MAX_LINE_MOVES).map((words, ply) =>
    createElement("button", {
      key: `${ply} ${words}`,
      type: "button",
      className: "polygames-step",
      textContent: `${ply + 1}. ${words}`,
      title: "show the position after this move",
      onclick: () => walk(ply),
    }),
  );
  if (line.length > 1)
    patchChildren(el, ...steps, createElement("div", { className: "polygames-reason" }, rest));
  else patchChildren(el, `${full_text}. ${rest}`);
}
