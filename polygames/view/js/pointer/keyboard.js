// The keyboard: a cursor on an item or on the border of a region, and what the keys do there.

import { centerOf, cursorPoint } from "../shared/geometry.js";
import { cancelMove, pressEnter, playMove } from "./actions.js";
import { handleMarkKey, cancelDraft } from "./annotations.js";
import {
  updateLine,
  borderStops,
  nextStop,
  placeOnEdge,
  turnOrigin,
  walkBorder,
} from "./border.js";
import { sendMessage } from "./state.js";
import { movesWithoutPlace, nextTargets } from "./targets.js";

const isSideways = (key) => key === "ArrowLeft" || key === "ArrowRight";

/** What the cursor can stand on: open regions and items that can be clicked (else all). */
export function cursorStops(ui) {
  const { frame } = ui;
  const next = nextTargets(ui);
  const items = frame.items.filter(({ target }) => target && next.has(target));
  const regions =
    frame.pen && frame.active ? frame.regions.map((region) => placeOnEdge(region, 0, 0.5)) : [];
  return regions.length + items.length
    ? [...regions, ...items]
    : frame.items.filter(({ label }) => label);
}

/** Go to the next stop, or the one before. */
function stepCursor(ui, by) {
  const all = cursorStops(ui);
  const { cursor } = ui;
  const now = all.findIndex((stop) =>
    cursor?.region ? stop.region === cursor.region : stop === cursor,
  );
  ui.cursor = all.length
    ? all[(now + by + all.length + (now < 0 && by < 0 ? 1 : 0)) % all.length]
    : null;
  revealCursor(ui);
}

/** Bring the cursor into sight: the kernel knows where a point far away is exactly. */
function revealCursor(ui) {
  const { cursor, camera, frame } = ui;
  if (cursor && !cursor.region && frame.space !== undefined && !camera.shows(centerOf(cursor))) {
    sendMessage(ui, "reveal", { target: cursor.target });
  }
}

/** Follow an arrow key; `far` goes ten times as far along a border, and moves the picture of a
 *  board without a pen. */
function followArrow(ui, key, far) {
  const { cursor, frame } = ui;
  const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  if (far && !frame.pen) panByKey(ui, key, sign);
  else if (!cursor) stepCursor(ui, 1);
  else if (!cursor.region) leapToItem(ui, key, sign);
  else if (!isSideways(key)) ui.cursor = nextStop(cursor, borderStops(ui, cursor.region), sign > 0);
  else
    ui.cursor = walkBorder(
      cursor,
      (sign * (far ? 1 : 0.1) * 16 * ui.camera.unit()) / ui.camera.growth(),
    );
}

/** Go to the item that lies that way, be it to choose or only to hear: the nearest, and rather ahead than aside. */
function leapToItem(ui, key, sign) {
  const [x, y] = centerOf(ui.cursor);
  const cost = (item) => {
    const [cx, cy] = centerOf(item);
    const dx = cx - x;
    const dy = cy - y;
    const ahead = sign * (isSideways(key) ? dx : dy);
    const aside = Math.abs(isSideways(key) ? dy : dx);
    return ahead > 1e-9 ? ahead + 2 * aside : Infinity;
  };
  const items = ui.frame.items.filter(({ label }) => label);
  const best = items.reduce((a, b) => (cost(b) < (a ? cost(a) : Infinity) ? b : a), null);
  if (best) ui.cursor = best;
  revealCursor(ui);
}

/** Move the picture by an eighth of what is seen. */
function panByKey({ camera }, key, sign) {
  const [l, t, r, b] = camera.view;
  camera.pan(
    isSideways(key) ? (sign * (r - l)) / 8 : 0,
    isSideways(key) ? 0 : (sign * (b - t)) / 8,
  );
}

// --- The keys, kind by kind; whatever the board does not take is left to the page

const KEY_HANDLERS = [
  handleEscape,
  handleNavigation,
  handleEnter,
  handleTyping,
  handleChoiceKey,
  handleZoom,
  handleKernelKey,
  handleMarkKey,
];

/** The key of an event as the board names it. Letters are lower case, whatever Caps Lock says. A letter of
 *  another script (Cyrillic, Greek) counts as the Latin letter at its place on the keyboard. */
export function normalizeKey({ key, code = "" }) {
  if (/^[A-Z]$/.test(key)) return key.toLowerCase();
  const isOtherLetter = /^\p{L}$/u.test(key) && !/^[a-z]$/.test(key);
  return (isOtherLetter && /^Key([A-Z])$/.exec(code)?.[1].toLowerCase()) || key;
}

/** Act on a key; false leaves it to the page. */
export function onKey(ui, event) {
  const key = normalizeKey(event);
  const { shiftKey = false } = event;
  const taken = KEY_HANDLERS.some((kind) => kind(ui, key, shiftKey));
  if (taken) updateLine(ui);
  return taken;
}

/** Escape takes back, first a half-done move, then what waits to be confirmed, then the cursor. */
function handleEscape(ui, key) {
  if (key !== "Escape") return false;
  if (cancelDraft(ui) || cancelMove(ui) || answerConfirmation(ui)) return true;
  const there = ui.cursor !== null;
  ui.cursor = null;
  return there;
}

/** Answer what waits to be confirmed as the frame says that Escape does; whether anything waits. */
export function answerConfirmation(ui) {
  const { active, escape: spelling, moves } = ui.frame;
  const move = active && spelling && moves.find((each) => each.spelling.join() === spelling.join());
  if (move) playMove(ui, move);
  return Boolean(move);
}

function handleNavigation(ui, key, far) {
  if (key.startsWith("Arrow")) followArrow(ui, key, far);
  else if (key === "n" || key === "PageDown") stepCursor(ui, 1);
  else if (key === "p" || key === "PageUp") stepCursor(ui, -1);
  else return false;
  return true;
}

function handleEnter(ui, key) {
  if (key !== "Enter" && key !== " ") return false;
  pressEnter(ui);
  return true;
}

/** While a line is drawn, numbers say what it is to cut off, and h the half. */
function handleTyping(ui, key) {
  const { typed } = ui;
  const from = turnOrigin(ui);
  if (key === "h" && from) ui.typed = String(from.region.value / 2);
  else if (/^[0-9.,]$/.test(key) && from) ui.typed += key.replace(",", ".");
  else if (key === "Backspace" && typed) ui.typed = typed.slice(0, -1);
  else return false;
  return true;
}

/** The numbers press the buttons below the board. */
function handleChoiceKey(ui, key) {
  const move = ui.frame.active && /^[1-9]$/.test(key) && movesWithoutPlace(ui)[key - 1];
  if (!move) return false;
  playMove(ui, move);
  return true;
}

function handleZoom({ cursor, camera }, key) {
  if (key === "+" || key === "=") camera.zoom(1 / 1.5, cursorPoint(cursor));
  else if (key === "-") camera.zoom(1.5, cursorPoint(cursor));
  else if (key === "0") camera.whole();
  else return false;
  return true;
}

/** The keys that the frame declares are the kernel's. */
function handleKernelKey(ui, key) {
  if (!ui.frame.keys.includes(key)) return false;
  sendMessage(ui, "key", { key });
  return true;
}
