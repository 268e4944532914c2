// The keyboard: a cursor on an item or on the border of a region, and the action of each key.

import { centerOf, cursorPoint } from "../shared/geometry.js";
import { endMotion } from "../renderer/animation.js";
import { cancelMove, pressEnter, playMove } from "./actions.js";
import { handleMarkKey, cancelDraft } from "./annotations.js";
import {
  HALF,
  updateLine,
  borderStops,
  nextStop,
  placeOnEdge,
  turnOrigin,
  walkBorder,
} from "./border.js";
import { sendMessage } from "./state.js";
import { buttonMoves, nextTargets } from "./targets.js";

/** @import { BoardState, Cursor } from "../types.js" */

const isSideways = (key) => key === "ArrowLeft" || key === "ArrowRight";

/** Return where the cursor can go: open regions and items that can be chosen, or else all items.
 *
 *  @param {BoardState} ui
 *  @returns {Cursor[]} */
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

/** Move the cursor to the next stop, or to the previous one.
 *
 *  @param {BoardState} ui */
function stepCursor(ui, by) {
  const all = cursorStops(ui);
  const { cursor } = ui;
  const now = all.findIndex((stop) =>
    cursor?.region ? stop.region === cursor.region : stop === cursor,
  );
  ui.cursor = all.length
    ? all[(now + by + all.length + (now < 0 && by < 0 ? 1 : 0)) % all.length]
    : null;
  if (ui.cursor) ui.camera.reveal(cursorPoint(ui.cursor));
}

/** Handle an arrow key. `far` moves ten times as far along a border; on a board without a pen it
 *  pans.
 *
 *  @param {BoardState} ui */
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

/** Move the cursor to the nearest item in a direction, preferably straight ahead.
 *
 *  @param {BoardState} ui */
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
  ui.camera.reveal(cursorPoint(ui.cursor));
}

/** Pan by an eighth of the visible part.
 *
 *  @param {BoardState} state */
function panByKey({ camera }, key, sign) {
  const [l, t, r, b] = camera.view;
  camera.pan(
    isSideways(key) ? (sign * (r - l)) / 8 : 0,
    isSideways(key) ? 0 : (sign * (b - t)) / 8,
  );
}

// --- The handlers of the keys. A key that none of them handles is left to the page

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

/** Return the name of a key.
 *
 *  Letters are in lower case, whatever Caps Lock is. A letter of another script (Cyrillic,
 *  Greek) counts as the Latin letter at its place on the keyboard. */
export function normalizeKey({ key, code = "" }) {
  if (/^[A-Z]$/.test(key)) return key.toLowerCase();
  const isOtherLetter = /^\p{L}$/u.test(key) && !/^[a-z]$/.test(key);
  return (isOtherLetter && /^Key([A-Z])$/.exec(code)?.[1].toLowerCase()) || key;
}

/** Handle a key. Return whether it was handled; otherwise it is left to the page.
 *
 *  @param {BoardState} ui */
export function onKey(ui, event) {
  const key = normalizeKey(event);
  const { shiftKey = false } = event;
  endMotion(ui); // as for a press
  const taken = KEY_HANDLERS.some((kind) => kind(ui, key, shiftKey));
  if (taken) updateLine(ui);
  return taken;
}

/** Handle Escape: cancel a half-done move, or a question, or else remove the cursor.
 *
 *  @param {BoardState} ui */
function handleEscape(ui, key) {
  if (key !== "Escape") return false;
  if (cancelDraft(ui) || cancelMove(ui) || answerConfirmation(ui)) return true;
  const there = ui.cursor !== null;
  ui.cursor = null;
  return there;
}

/** Cancel a move that waits for confirmation, as the frame says. Return whether one waits.
 *
 *  @param {BoardState} ui */
export function answerConfirmation(ui) {
  const { active, escape: spelling, moves } = ui.frame;
  const move = active && spelling && moves.find((each) => each.spelling.join() === spelling.join());
  if (move) playMove(ui, move);
  return Boolean(move);
}

/** @param {BoardState} ui */
function handleNavigation(ui, key, far) {
  if (key.startsWith("Arrow")) followArrow(ui, key, far);
  else if (key === "n" || key === "PageDown") stepCursor(ui, 1);
  else if (key === "p" || key === "PageUp") stepCursor(ui, -1);
  else return false;
  return true;
}

/** @param {BoardState} ui */
function handleEnter(ui, key) {
  if (key !== "Enter" && key !== " ") return false;
  pressEnter(ui);
  return true;
}

/** Handle a number, which a line is to cut off, and h for half of the area.
 *
 *  @param {BoardState} ui */
function handleTyping(ui, key) {
  const { typed } = ui;
  const from = turnOrigin(ui);
  const digits = typed === HALF ? "" : typed;
  if (key === "h" && from) ui.typed = HALF;
  else if (/^[0-9.,]$/.test(key) && from) ui.typed = digits + key.replace(",", ".");
  else if (key === "Backspace" && typed) ui.typed = digits.slice(0, -1);
  else return false;
  return true;
}

/** Handle the number keys, which press the buttons below the board.
 *
 *  @param {BoardState} ui */
function handleChoiceKey(ui, key) {
  const move = ui.frame.active && /^[1-9]$/.test(key) && buttonMoves(ui)[key - 1];
  if (!move) return false;
  playMove(ui, move);
  return true;
}

/** @param {BoardState} state */
function handleZoom({ cursor, camera }, key) {
  if (key === "+" || key === "=") camera.zoom(1 / 1.5, cursorPoint(cursor));
  else if (key === "-") camera.zoom(1.5, cursorPoint(cursor));
  else if (key === "0") camera.showHome();
  else return false;
  return true;
}

/** Send the keys that the frame declares to the kernel.
 *
 *  @param {BoardState} ui */
function handleKernelKey(ui, key) {
  if (!ui.frame.keys.includes(key)) return false;
  sendMessage(ui, "key", { key });
  return true;
}
