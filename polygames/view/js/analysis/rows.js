// The best moves: a row each, that shows its line on the board when it is pointed at or reached by
// keys, and plays it when it is pressed. A finger shows it first, and plays it the second time.

import { createElement, createPart } from "../shared/dom.js";

/** An empty row, which `fillRow` fills: it stays under the pointer while what it says changes. */
export function createRow(index) {
  const row = createPart("tr", "polygames-row");
  const gauge = createPart("div", "polygames-bar");
  row.dataset.index = index;
  row.tabIndex = index ? -1 : 0;
  row.setAttribute("role", "button");
  gauge.append(createPart("div"), createPart("i"));
  const cells = ["rank", "worth", "gauge", "said"].map((name) =>
    createPart("td", `polygames-${name}`),
  );
  cells[2].append(gauge);
  row.append(...cells);
  return row;
}

/** Let a row say what a move is worth now. */
export function fillRow(row, { rank, worth, words, count, range, past }) {
  const [
    place,
    value,
    {
      children: [gauge],
    },
    said,
  ] = row.children;
  const [span, dot] = gauge.children;
  row.classList.toggle("polygames-past", Boolean(past));
  span.className = range.proved ? "polygames-sure" : "";
  span.style.left = `${100 * range.left}%`;
  span.style.width = `${Math.max(4, 100 * (range.right - range.left))}%`;
  dot.style.left = `${100 * range.at}%`;
  gauge.title = range.words;
  place.textContent = rank;
  value.textContent = worth;
  said.textContent = words;
  row.setAttribute(
    "aria-label",
    `${rank}. ${words}: ${worth}, ${range.words}${count > 1 ? `, ${count} moves alike` : ""}`,
  );
}

// --- The places of the rows: they are kept while somebody aims at one

const moveOf = (row) => row?.move ?? row?.words;

/** Where the move of a row stands among others; -1 if it does not. */
export const indexOfMove = (rows, row) => rows.findIndex((each) => moveOf(each) === moveOf(row));

/** Rows in the places that they have, with what is known of their moves now. One whose move is no
 *  longer among the best stays as it was; what is new comes at the end, where there is room. */
export function keepPlaces(shown, fresh) {
  const kept = shown.map((row) => fresh[indexOfMove(fresh, row)] ?? { ...row, past: true });
  const added = fresh.filter((row) => indexOfMove(shown, row) < 0);
  return [...kept, ...added].slice(0, Math.max(shown.length, fresh.length));
}

/** Where a key leads among so many rows. */
export function indexAfterKey(index, key, count) {
  const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[key];
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to));
}

const HOVER_DELAY_MS = 120; // ms on another row until it is meant

/** Hear what a person does with the rows: `look(index)` (null: no more), `press(index)` when a
 *  pointer goes down on one, `play(index)`, and `settle()` when nobody aims at a row any more.
 *  `isAimed()` says whether somebody does: a mouse that moved on the rows, a finger that shows one,
 *  or keys. `rest()` forgets that: the rows are those of another position. */
export function addRowListeners(body, { look, press = () => {}, play, settle = () => {} }) {
  let looked = null;
  let byTouch = false;
  let isMoved = false;
  let isShown = false;
  let isByKeys = false;
  const indexOf = ({ target }) => {
    const row = target.closest?.("tr");
    return row ? Number(row.dataset.index) : null;
  };
  const see = (index) => look((looked = index));
  let waiting = null; // a mouse on its way to the line below crosses rows that it does not mean
  const hover = (index) => {
    clearTimeout(waiting);
    if (looked === null || index === null) see(index);
    else if (index !== looked) waiting = setTimeout(see, HOVER_DELAY_MS, index);
  };
  const isAimed = () => isMoved || isShown || (isByKeys && body.contains(document.activeElement));
  const leave = () => {
    if (!isAimed()) settle();
  };
  body.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") hover(indexOf(event));
  });
  body.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") return;
    isMoved = true;
    if (looked === null) hover(indexOf(event)); // the rows have changed under it
  });
  body.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "touch") return;
    hover(null);
    isMoved = false;
    leave();
  });
  body.addEventListener("pointerdown", (event) => {
    byTouch = event.pointerType === "touch";
    press(indexOf(event));
  });
  body.addEventListener("focusin", (event) => {
    isByKeys = Boolean(event.target.matches?.(":focus-visible"));
    if (!byTouch) see(indexOf(event));
  });
  body.addEventListener("focusout", (event) => {
    if (!byTouch) see(null);
    if (event.relatedTarget && body.contains(event.relatedTarget)) return;
    isByKeys = isShown = false;
    leave();
  });
  body.addEventListener("click", (event) => {
    const index = indexOf(event);
    if (index === null) return;
    if (byTouch && looked !== index) {
      isShown = true;
      return void see(index);
    }
    play(index);
  });
  body.addEventListener("keydown", (event) => {
    const index = indexOf(event);
    const to = indexAfterKey(index, event.key, body.children.length);
    if (event.key === "Enter" || event.key === " ") {
      press(index);
      play(index);
    } else if (event.key === "Escape") see(null);
    else if (to !== null) {
      byTouch = false;
      body.children[to].focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const rest = () => {
    isMoved = isShown = isByKeys = false;
    looked = null;
  };
  return { isAimed, rest };
}

const LEAVE_DELAY_MS = 150; // ms without a row that is pointed at until the kernel hears of it: rows are made anew

/** Tell the kernel when a row is pointed at, and when none is any more: its line is alone on the board. */
export function createHoverReporter(send, later = setTimeout, never = clearTimeout) {
  let told = false;
  let timer = null;
  const tell = (on) => send({ kind: "point", on: (told = on) });
  return (on) => {
    never(timer);
    if (on === told) return;
    if (on) tell(true);
    else timer = later(() => tell(false), LEAVE_DELAY_MS);
  };
}

// --- How the game may go on after a move: a button for each move of the line, and why it is so

const MAX_LINE_MOVES = 4; // so many moves are shown: what comes later is guessed

const capitalize = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Show the line of a row; `walk(ply)` puts up the position after that move of it. What has not
 *  changed is left alone, so that a button can be pressed while better answers come. */
export function showLine(el, row, walk) {
  const key = row ? JSON.stringify([row.full, row.line, row.why, row.range.words]) : "";
  el.walk = walk;
  if (el.dataset.key === key) return;
  el.dataset.key = key;
  if (!row) return void el.replaceChildren();
  const moves =
    row.line.length > 1
      ? row.line.slice(0, MAX_LINE_MOVES).map((words, ply) => createStepButton(el, words, ply))
      : [];
  const rest = [row.why, row.range.words].filter(Boolean).join(" · ");
  if (moves.length)
    el.replaceChildren(
      ...moves,
      createElement("div", { className: "polygames-why", textContent: capitalize(rest) }),
    );
  else el.replaceChildren(`${row.full}.`, " ", capitalize(rest));
}

function createStepButton(el, words, ply) {
  const step = createElement("button", {
    type: "button",
    className: "polygames-step",
    textContent: `${ply + 1}. ${words}`,
    title: "show the position after this move",
  });
  step.addEventListener("click", () => el.walk(ply));
  return step;
}
